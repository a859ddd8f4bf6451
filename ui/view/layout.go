package view

import "sideboard/ui/lay"

// Breadth is which of the three shapes of the board a width gets.
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
	PanelWidth          = 150 // a detail is next to the board from here on without being asked for
)

// LayoutOptions is what a layout depends on besides the size.
type LayoutOptions struct {
	Detail    bool       // a detail is shown: over a column or next to the view where there is room, else instead of it
	Beside    bool       // nobody asked for it: it takes what the board can spare
	Focus     ColumnKind // the column with the selected card, which a detail does not cover
	Feed      bool       // where the board leaves room for a detail and none is open, what happened is there
	Below     int        // rows below the cards for a detail that nobody asked for: see Layout.RowsBelow
	Done      bool       // all is done
	Folded    bool       // a line below the cards says what others deleted
	Caption   int        // rows a story's bar needs, 0 where there is none
	Silent    bool       // there is no news: a list keeps no row for it
	Long      bool       // what is in place of the news needs a second row
	Bare      bool       // only the cards, and what must be said
	Spotlight bool       // of a graph only some tasks are shown, large
	Talk      bool       // somebody talks about the board: more room between cards
	Lean      int        // 1 where the pending column gets cells of the one in progress, -1 where it gives some

	View ViewKind // another view takes the place of the columns
}

// ColumnRects are the places of one column.
type ColumnRects struct {
	All   Rect // everything; empty where the column is not shown
	Title Rect // title and share rule
	Cards Rect // the cards with their counts above and below: everything between title and news
}

// Layout is where everything is, for one size.
type Layout struct {
	W, H      int
	Breadth   Breadth
	Compact   bool // no empty rows between cards
	Spaced    bool // two between them
	Stacked   bool // one list, in sections, in place of the columns
	Header    Rect
	Tabs      Rect // names the views, and how many tasks there are of each kind
	Strip     Rect // those counts in a row of their own, where they have no room next to the names
	Body      Rect // all columns, the list, or another view
	Columns   [Columns]ColumnRects
	Detail    Rect // empty when no detail is shown
	Below     int  // rows of a detail below the cards
	Full      bool // the detail takes the place of the board
	Spotlight bool // of a graph only some tasks are shown, large
	Folded    Rect // what others deleted, below the cards
	Done      Rect // says that all is done, above the cards
	Caption   Rect
	News      Rect
	Footer    Rect

	View    ViewKind
	DepView DepViewRects
}

const (
	margin      = 1
	sideWidth   = 110 // a detail fits next to the view, or over a column, from here on
	widestCard  = 56  // the eye joins a subject and its age up to here
	fullBoard   = Columns*widestCard + (Columns-1)*2 + 2*margin
	airyHeight  = 28 // empty rows between cards from here on
	roomyHeight = 20 // many things have more rows from here on
	tightHeight = 14 // dialogs have free rows from here on
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
	foldedRow
	newsAir
	newsRow
	footerAir
	footerRow
	screenRows
)

// servedRows is the same in the order in which they are served.
var servedRows = []int{
	footerRow, headerRow, newsRow, captionRow, tabsRow, stripRow, doneRow, foldedRow, topAir, footerAir, captionAir, doneAir, newsAir, belowRow, bodyRow,
}

// row is a part of one row, for a screen that has so many left.
func row(leave int) lay.Part { return lay.Part{Least: 1, Good: 1, Leave: leave} }

// rows returns the parts of a screen whose board has so many cells.
func (l *Layout) rows(o *LayoutOptions, board int) (parts [screenRows]lay.Part) {
	put := func(is bool, at int, part lay.Part) {
		if is {
			parts[at] = part
		}
	}
	cards, pane := o.View == BoardView && !l.Full, l.Stacked
	airy := !pane && !o.Bare // rows are kept free for the look of it
	put(!o.Bare, footerRow, row(0))
	put(!o.Bare, headerRow, row(0))
	put(!o.Silent || !o.Bare && !pane, newsRow, row(5-5*b2i(o.Bare)))
	put(!o.Silent && !airy && o.Long, newsRow, lay.Part{Least: 1, Good: 2, Leave: 5 - 5*b2i(o.Bare)})
	put(!o.Bare, tabsRow, row(5+5*b2i(cards || l.Full)))
	put(!o.Bare && (pane || !cards && !l.Full && l.W < wordyStrip), stripRow, row(14*b2i(!pane)))
	words := min(max(o.Caption, 1+b2i(l.Breadth == Narrow)), max(l.H/3, 1)) // as many as most have there: few move what is below
	put(o.Caption > 0, captionRow, lay.Part{Least: 1, Good: words + 2*b2i(l.H >= airyHeight), Leave: 5})
	put(o.Caption > 0, captionAir, row(12))
	roomy := b2i(l.H >= roomyHeight)
	put(cards && o.Done && !o.Bare, doneRow, lay.Part{Least: 1, Good: 1 + b2i(board < 70)*(1+roomy), Leave: 6}) // narrow, names have a row of their own
	put(cards && o.Done && !o.Bare, doneAir, row(12))
	put(cards && o.Folded && !o.Bare, foldedRow, row(9))
	put(airy, topAir, row(15))
	put(airy, footerAir, row(14))
	put(airy && !cards, newsAir, row(8+13*b2i(!l.Full)))
	put(cards && o.Below > 0, belowRow, lay.Part{Least: o.Below + 2, Good: o.Below + 2}) // with a free row above and below
	parts[bodyRow] = lay.Part{Least: 1, Good: l.H}
	return parts
}

// Arrange returns where everything is on a screen of w by h cells.
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
	l.Header, l.Tabs, l.Strip, l.Caption, l.Folded, l.Done = at[headerRow], at[tabsRow], at[stripRow], at[captionRow], at[foldedRow], at[doneRow]
	l.Body, l.News, l.Footer = at[bodyRow], at[newsRow], at[footerRow]
	if !o.Bare && parts[newsRow].Least > 0 && l.News.Empty() { // they share a row
		l.News = l.Footer
	}
	l.Body.W, l.Done.W, l.Folded.W = board, board, board
	middle := Rect{Y: l.Done.Y, W: w, H: l.Folded.Y + l.Folded.H - l.Done.Y} // all between the frame
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
		l.placeColumns(o.Lean)
	}
	if over {
		l.cover(o.Focus)
	}
	return l
}

// cover places a detail over the right column, and over the one before it if the right one has the selected card. All others stay where
// they are.
func (l *Layout) cover(focus ColumnKind) {
	k, end := CompletedColumn, l.W
	if focus == k {
		k, end = InProgressColumn, l.Columns[k].All.X-1
	}
	all := l.Columns[k].All
	l.Columns[k] = ColumnRects{}
	l.Detail = Rect{X: all.X - 1, Y: all.Y, W: end - all.X + 1, H: all.H}
}

// breadthOf returns which shape a board of w cells gets.
func breadthOf(w int) Breadth {
	switch {
	case w >= WideWidth:
		return Wide
	case w >= MediumWidth:
		return Medium
	}
	return Narrow
}

// IsPicture reports whether a view needs all the width it can get: nothing is next to it without being asked for.
func (k ViewKind) IsPicture() bool { return k == GraphView || k == NowView }

// placeColumns shares the body among the columns, of which the right one, over which a detail may be, always has a third. What a column has above its cards depends on the height of the screen alone,
// so that a detail below the cards changes nothing above it.
func (l *Layout) placeColumns(lean int) {
	air := b2i(!l.Compact)
	rows := []lay.Part{{Least: 1, Good: 1 + b2i(l.H >= ruleHeight)}, {Least: air, Good: air}, {Least: 1, Want: l.H}}
	gutter := 1 + b2i(l.Breadth == Wide)
	room := min(l.Body.W-2*margin-(Columns-1)*gutter, Columns*widestCard)
	more := [Columns]int{lean * room / 12, -lean * room / 12}
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
