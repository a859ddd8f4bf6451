package view

import "sideboard/ui/lay"

// Breadth is the shape of the board at a width, one of three.
type Breadth uint8

// The breadths.
const (
	TooSmall Breadth = iota // nothing useful fits
	Narrow                  // a list
	Medium                  // three narrow columns
	Wide                    // three columns
)

// The smallest usable size, and where the shapes begin, in cells.
const (
	MinWidth, MinHeight = 20, 5
	MediumWidth         = 60
	WideWidth           = 100
	PanelWidth          = 150 // from here on a detail is next to the board even if nobody opened it
)

// LayoutOptions is what a layout depends on, in addition to the size.
type LayoutOptions struct {
	Detail      bool       // a detail is shown: over a column or next to the view if it fits, else instead of it
	Beside      bool       // the detail was not opened by a person: it gets the space that the board can spare
	Focus       ColumnKind // the column with the selected card, which a detail does not cover
	Feed        bool       // the feed is shown if there is space for a detail and none is open
	Below       int        // rows below the cards for a detail that nobody opened, see Layout.RowsBelow
	Done        bool       // all tasks are done
	Deleted     bool       // a line below the cards shows what others deleted
	Caption     int        // rows of a story's bar, 0 for none
	Silent      bool       // there is no news: a list keeps no row for it
	Long        bool       // the notice in place of the news needs a second row
	Bare        bool       // only the cards and important notices
	Spotlight   bool       // only some tasks of a graph are shown, large
	Talk        bool       // a person presents the board: more space between cards
	WiderColumn int        // 1 if the pending column gets cells of the one in progress, -1 if it gives some

	View ViewKind // drawn in place of the columns unless it is BoardView
}

// ColumnRects are the places of one column.
type ColumnRects struct {
	All   Rect // everything; empty if the column is not shown
	Title Rect // title and share rule
	Cards Rect // the cards with their counts above and below: everything between title and news
}

// Layout is the position of everything on a screen of one size.
type Layout struct {
	W, H      int
	Breadth   Breadth
	Compact   bool // no empty rows between cards
	Spaced    bool // two between them
	Stacked   bool // one list, in sections, in place of the columns
	Header    Rect
	Tabs      Rect // the names of the views, and the counts of tasks
	Strip     Rect // the counts in a row of their own, if they do not fit next to the names
	Body      Rect // all columns, the list, or another view
	Columns   [Columns]ColumnRects
	Detail    Rect // empty if no detail is shown
	Below     int  // rows of a detail below the cards
	Full      bool // the detail takes the place of the board
	Spotlight bool // only some tasks of a graph are shown, large
	Deleted   Rect // what others deleted, below the cards
	Done      Rect // the message that all tasks are done, above the cards
	Caption   Rect
	News      Rect
	Footer    Rect

	View    ViewKind
	DepView DepViewRects
}

const (
	margin      = 1
	sideWidth   = 110 // a detail fits next to the view, or over a column, from here on
	widestCard  = 56  // in a wider one a subject and its age would be too far apart
	fullBoard   = Columns*widestCard + (Columns-1)*2 + 2*margin
	airyHeight  = 28 // empty rows between cards from here on
	roomyHeight = 20 // several parts have more rows from here on
	tightHeight = 14 // dialogs have empty rows from here on
	ruleHeight  = 10 // the titles of columns have a rule from here on
	newsHeight  = 8  // an empty screen lists its keys from here on
)

// The rows of a screen from the top.
const (
	headerRow = iota
	tabsRow
	stripRow
	topAir
	captionRow
	captionAir
	doneRow
	doneAir
	bodyRow
	belowRow
	deletedRow
	newsAir
	newsRow
	footerAir
	footerRow
	screenRows
)

// servedRows has them in the order in which they get rows.
var servedRows = []int{
	footerRow, headerRow, newsRow, captionRow, tabsRow, stripRow, doneRow, deletedRow, topAir, footerAir, captionAir, doneAir, newsAir, belowRow, bodyRow,
}

// row returns a part of one row, which is shown if at least leave rows remain.
func row(leave int) lay.Part { return lay.Part{Least: 1, Good: 1, Leave: leave} }

// rows returns the parts of a screen whose board has a width of board cells.
func (l *Layout) rows(o *LayoutOptions, board int) (parts [screenRows]lay.Part) {
	put := func(is bool, at int, part lay.Part) {
		if is {
			parts[at] = part
		}
	}
	cards, pane := o.View == BoardView && !l.Full, l.Stacked
	airy := !pane && !o.Bare // there are empty rows between parts
	put(!o.Bare, footerRow, row(0))
	put(!o.Bare, headerRow, row(0))
	put(!o.Silent || !o.Bare && !pane, newsRow, row(5-5*b2i(o.Bare)))
	put(!o.Silent && !airy && o.Long, newsRow, lay.Part{Least: 1, Good: 2, Leave: 5 - 5*b2i(o.Bare)})
	put(!o.Bare, tabsRow, row(5+5*b2i(cards || l.Full)))
	put(!o.Bare && (pane || !cards && !l.Full && l.W < wordyStrip), stripRow, row(14*b2i(!pane)))
	words := min(max(o.Caption, 1+b2i(l.Breadth == Narrow)), max(l.H/3, 1)) // as many rows as most texts need, so that the board below seldom moves
	put(o.Caption > 0, captionRow, lay.Part{Least: 1, Good: words + 2*b2i(l.H >= airyHeight), Leave: 5})
	put(o.Caption > 0, captionAir, row(12))
	roomy := b2i(l.H >= roomyHeight)
	put(cards && o.Done && !o.Bare, doneRow, lay.Part{Least: 1, Good: 1 + b2i(board < 70)*(1+roomy), Leave: 6}) // on a narrow screen names have a row of their own
	put(cards && o.Done && !o.Bare, doneAir, row(12))
	put(cards && o.Deleted && !o.Bare, deletedRow, row(9))
	put(airy, topAir, row(15))
	put(airy, footerAir, row(14))
	put(airy && !cards, newsAir, row(8+13*b2i(!l.Full)))
	put(cards && o.Below > 0, belowRow, lay.Part{Least: o.Below + 2, Good: o.Below + 2}) // with an empty row above and below
	parts[bodyRow] = lay.Part{Least: 1, Good: l.H}
	return parts
}

// Arrange returns the positions of everything on a screen of w by h cells.
func Arrange(w, h int, o LayoutOptions) Layout {
	l := Layout{W: max(w, 0), H: max(h, 0)}
	if w < MinWidth || h < MinHeight {
		return l
	}
	apart := w >= sideWidth && o.View != BoardView && o.Detail || w >= PanelWidth && !o.View.IsPicture() && (o.Detail || o.Feed)
	over := w >= sideWidth && o.View == BoardView && o.Detail && !(apart && (o.Beside || o.Focus == CompletedColumn))
	board := w
	if apart {
		board = lay.Share([]lay.Part{{Least: 72, Good: min(w*2/3, fullBoard), Want: fullBoard}, {Least: 38, Good: 72, Want: w}}, w)[0]
	}
	l.Full = o.Detail && w < sideWidth
	l.Breadth, l.Compact, l.Spaced = breadthOf(board), h < airyHeight, o.Talk
	l.Stacked = board < StackedBelow && o.View == BoardView && !l.Full
	parts := l.rows(&o, board)
	at := lay.Rows(Rect{W: w, H: h}, parts[:], servedRows)
	l.Header, l.Tabs, l.Strip, l.Caption, l.Deleted, l.Done = at[headerRow], at[tabsRow], at[stripRow], at[captionRow], at[deletedRow], at[doneRow]
	l.Body, l.News, l.Footer = at[bodyRow], at[newsRow], at[footerRow]
	if !o.Bare && parts[newsRow].Least > 0 && l.News.Empty() { // they share a row
		l.News = l.Footer
	}
	l.Body.W, l.Done.W, l.Deleted.W = board, board, board
	middle := Rect{Y: l.Done.Y, W: w, H: l.Deleted.Y + l.Deleted.H - l.Done.Y} // everything between the header and the footer
	switch {
	case l.Full:
		l.Detail = middle
		return l
	case !at[belowRow].Empty():
		l.Below, l.Detail = o.Below, Rect{X: margin, Y: at[belowRow].Y + 1, W: w - 2*margin, H: o.Below}
	case apart:
		l.Detail = Rect{X: board, Y: middle.Y, W: w - board, H: middle.H}
	}
	switch l.View = o.View; {
	case l.View == GraphView || l.View == TreeView:
		l.Spotlight = o.Spotlight
		l.placeDepView(o)
	case l.View == BoardView && !l.Stacked:
		l.placeColumns(o.WiderColumn)
	}
	if over {
		l.cover(o.Focus)
	}
	return l
}

// cover places a detail over the right column, or over the one before it if the right one has the selected card. The columns do not
// move.
func (l *Layout) cover(focus ColumnKind) {
	k, end := CompletedColumn, l.W
	if focus == k {
		k, end = InProgressColumn, l.Columns[k].All.X-1
	}
	all := l.Columns[k].All
	l.Columns[k] = ColumnRects{}
	l.Detail = Rect{X: all.X - 1, Y: all.Y, W: end - all.X + 1, H: all.H}
}

// breadthOf returns the shape of a board of w cells.
func breadthOf(w int) Breadth {
	switch {
	case w >= WideWidth:
		return Wide
	case w >= MediumWidth:
		return Medium
	}
	return Narrow
}

// IsPicture reports whether a view needs the whole width, so that a detail is next to it only if a person opened that.
func (k ViewKind) IsPicture() bool { return k == GraphView || k == NowView }

// placeColumns divides the body into the columns. The right one, which a detail may cover, always has a third. The rows above the cards
// depend only on the height of the screen, so that a detail below the cards changes nothing above it.
func (l *Layout) placeColumns(wider int) {
	air := b2i(!l.Compact)
	rows := []lay.Part{{Least: 1, Good: 1 + b2i(l.H >= ruleHeight)}, {Least: air, Good: air}, {Least: 1, Want: l.H}}
	gutter := 1 + b2i(l.Breadth == Wide)
	room := min(l.Body.W-2*margin-(Columns-1)*gutter, Columns*widestCard)
	more := [Columns]int{wider * room / 12, -wider * room / 12}
	x := margin
	for k := range ColumnKind(Columns) {
		left := Columns - int(k)
		third := (room + left - 1) / left
		w := third + more[k]
		all := Rect{X: x, Y: l.Body.Y, W: w, H: l.Body.H}
		at := lay.Rows(all, rows, []int{0, 1, 2})
		l.Columns[k] = ColumnRects{All: all, Title: at[0], Cards: at[2]}
		x += w + gutter
		room -= third
	}
}

// DetailWidth returns the cells a line of Detail.Body may take.
func (l Layout) DetailWidth() int { return max(0, l.Detail.W-2*detailPad) }

// DetailPage returns the rows of a detail that are visible at once.
func (l Layout) DetailPage() int { return l.Detail.H }
