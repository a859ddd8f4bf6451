package view

import "sideboard/ui/lay"

// Breadth is the shape of the board at a width, one of three.
type Breadth uint8

// The breadths.
const (
	TooSmall Breadth = iota // nothing useful fits
	Narrow                  // a list; the names of the views have a row of their own
	Medium                  // a list
	Wide                    // three columns
)

// The smallest usable size, and where the shapes begin, in cells.
const (
	MinWidth, MinHeight = 20, 5
	MediumWidth         = 60
	WideWidth           = 100
	PanelWidth          = 160 // from here on a detail is next to the board even if nobody opened it
)

// LayoutOptions is what a layout depends on, in addition to the size.
type LayoutOptions struct {
	Detail    bool       // a detail is shown: over columns or next to the view if it fits, else instead of it
	Beside    bool       // the detail was not opened by a person: it gets the space that the board can spare
	Focus     ColumnKind // the column with the selected card, which a detail does not cover
	Feed      bool       // the feed is shown if there is space for a detail and none is open
	Done      bool       // all tasks are done
	Deleted   bool       // a line below the cards shows what others deleted
	Caption   int        // rows of a story's bar, 0 for none
	Bare      bool       // only the cards and important notices
	Start     bool       // no list is open: there are no views to choose
	Past      bool       // a replay: its event has a row at every size, and its way one where there is room
	Spotlight bool       // only some tasks of a graph are shown, large
	Talk      bool       // a person presents the board
	Long      bool       // the pending column is wider: it cannot give all its cards two rows
	Air       int        // free rows around the news that the cards or the tree can spare, at most two

	View ViewKind // drawn in place of the columns unless it is BoardView
}

// ColumnRects are the places of one column.
type ColumnRects struct {
	All   Rect // everything; empty if the column is not shown
	Title Rect
	Cards Rect
}

// Layout is the position of everything on a screen of one size.
type Layout struct {
	W, H      int
	Breadth   Breadth
	Stacked   bool // one list, in sections, in place of the columns
	Header    Rect
	Tabs      Rect // the names of the views, if they have no room in the header
	Strip     Rect // the share of each state as a strip
	Legend    Rect // what the strip shows, in words
	Body      Rect // all columns, the list, or another view
	Columns   [Columns]ColumnRects
	Detail    Rect // empty if no detail is shown
	Full      bool // the detail takes the place of the board
	Spotlight bool // only some tasks of a graph are shown, large
	Deleted   Rect // what others deleted, below the cards
	Done      Rect // the message that all tasks are done, above the cards
	Caption   Rect
	Way       Rect // that of a replay
	News      Rect // the footer's row if it has none of its own
	Air       int  // free rows around it
	Footer    Rect

	View    ViewKind
	DepView DepViewRects
}

const (
	sideWidth   = 110 // a detail fits next to the view, or over a column, from here on
	airyHeight  = 30  // a legend, and a row for the news, from here on
	roomyHeight = 20  // several parts have more rows from here on
	tightHeight = 14  // dialogs have empty rows from here on
	newsHeight  = 8   // an empty screen lists its keys from here on
	gutter      = 2   // cells between two columns
)

// The rows of a screen from the top.
const (
	headerRow = iota
	tabsRow
	stripRow
	legendRow
	topAir
	captionRow
	captionAir
	doneRow
	doneAir
	bodyRow
	deletedRow
	newsAir
	wayRow
	newsRow
	footerAir
	footerRow
	screenRows
)

// servedRows has them in the order in which they get rows.
var servedRows = []int{
	footerRow, headerRow, tabsRow, stripRow, captionRow, legendRow, newsRow, wayRow, doneRow, deletedRow, topAir,
	newsAir, captionAir, doneAir, footerAir, bodyRow,
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
	cards, airy := o.View == BoardView && !l.Full, l.H >= airyHeight && !o.Bare
	put(!o.Bare, footerRow, row(0))
	put(!o.Bare, headerRow, row(0))
	put(!o.Bare && !o.Start && breadthOf(l.W) == Narrow, tabsRow, row(5))
	put(!o.Bare, stripRow, row(5))
	put(airy && breadthOf(l.W) == Wide, legendRow, row(10))
	put(airy && breadthOf(l.W) == Wide, topAir, row(10))
	put(airy && o.View != NowView || o.Past && !o.Bare, newsRow, row(5))
	put(airy && o.Past, wayRow, row(10))
	// as many rows as most texts need, so that the board below seldom moves
	words := min(max(o.Caption, 1+b2i(l.Breadth == Narrow)), max(l.H/3, 1))
	put(o.Caption > 0, captionRow, lay.Part{Least: 1, Good: words + 2*b2i(l.H >= roomyHeight), Leave: 5})
	put(o.Caption > 0, captionAir, row(12))
	// on a narrow screen names have a row of their own
	put(cards && o.Done && !o.Bare, doneRow, lay.Part{Least: 1, Good: 1 + b2i(board < 70)*(1+b2i(l.H >= roomyHeight)),
		Leave: 6})
	put(cards && o.Done && !o.Bare, doneAir, row(12))
	put(cards && o.Deleted && !o.Bare, deletedRow, row(9))
	spares := cards || o.View == TreeView && !l.Full
	put(airy && o.View != NowView && (!spares || o.Air > 0), newsAir, row(10))
	put(airy && (!spares || o.Air > 1), footerAir, row(10))
	parts[bodyRow] = lay.Part{Least: 1, Good: l.H}
	return parts
}

// Arrange returns the positions of everything on a screen of w by h cells.
func Arrange(w, h int, o LayoutOptions) Layout {
	l := Layout{W: max(w, 0), H: max(h, 0)}
	if w < MinWidth || h < MinHeight {
		return l
	}
	apart := w >= sideWidth && o.View != BoardView && o.Detail || w >= PanelWidth && !o.View.IsPicture() &&
		(o.Detail || o.Feed)
	over := w >= sideWidth && o.View == BoardView && o.Detail && !apart
	board, panel := w, max(w*panelShare/100, leastPanel)
	if apart {
		board = w - panel - gutter
	}
	l.Full = o.Detail && w < sideWidth
	l.Breadth = breadthOf(board)
	l.Stacked = board < StackedBelow && o.View == BoardView && !l.Full
	parts := l.rows(&o, board)
	at := lay.Rows(Rect{W: w, H: h}, parts[:], servedRows)
	l.Header, l.Tabs, l.Strip, l.Legend, l.Caption = at[headerRow], at[tabsRow], at[stripRow], at[legendRow],
		at[captionRow]
	l.Deleted, l.Done, l.Body, l.News, l.Footer = at[deletedRow], at[doneRow], at[bodyRow], at[newsRow], at[footerRow]
	l.Way, l.Air = at[wayRow], at[newsAir].H+at[footerAir].H
	if l.News.Empty() { // it shares a row, or covers one
		l.News = Rect{Y: h - 1, W: w, H: 1}
	}
	l.Body.W, l.Done.W, l.Deleted.W = board, board, board
	// everything between the header and the footer
	middle := Rect{Y: l.Done.Y, W: w, H: l.Deleted.Y + l.Deleted.H - l.Done.Y}
	switch {
	case l.Full:
		l.Detail = middle
		return l
	case apart:
		l.Detail = Rect{X: w - panel, Y: middle.Y, W: panel, H: middle.H}
	}
	switch l.View = o.View; {
	case l.View == GraphView || l.View == TreeView:
		l.Spotlight = o.Spotlight
		l.placeDepView(o)
	case l.View == BoardView && !l.Stacked:
		l.placeColumns(o.Long)
	}
	if over {
		l.cover(o.Focus)
	}
	return l
}

// The share of the width that a detail next to the board has, in percent, and the fewest cells.
const panelShare, leastPanel = 32, 44

// cover places a detail over columns: over Pending if the selected card is in progress, else over the two without it.
// The column of the card stays where it is.
func (l *Layout) cover(focus ColumnKind) {
	first, last := InProgressColumn, CompletedColumn
	switch focus {
	case InProgressColumn:
		first, last = PendingColumn, PendingColumn
	case CompletedColumn:
		first, last = PendingColumn, InProgressColumn
	}
	from, to := l.Columns[first].All, l.Columns[last].All
	for k := first; k <= last; k++ {
		l.Columns[k] = ColumnRects{}
	}
	l.Detail = Rect{X: from.X, Y: from.Y, W: to.X + to.W - from.X, H: from.H}
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

// The shares of the columns, of a thousand, and those if the pending column is long.
var evenShares, longShares = [Columns]int{380, 330, 290}, [Columns]int{465, 285, 250}

// placeColumns divides the body into the columns.
func (l *Layout) placeColumns(long bool) {
	shares, room, x := evenShares, l.Body.W-(Columns-1)*gutter, 0
	if long {
		shares = longShares
	}
	for k := range ColumnKind(Columns) {
		w := (room*shares[k] + 500) / 1000
		if k == Columns-1 {
			w = l.Body.W - x
		}
		all := Rect{X: x, Y: l.Body.Y, W: w, H: l.Body.H}
		title, cards := all, all
		title.H, cards.Y, cards.H = 1, all.Y+1, all.H-1
		l.Columns[k] = ColumnRects{All: all, Title: title, Cards: cards}
		x += w + gutter
	}
}

// DetailWidth returns the cells a line of Detail.Body may take.
func (l Layout) DetailWidth() int { return max(0, l.Detail.W-2*detailPad) }

// DetailPage returns the rows of a detail that are visible at once.
func (l Layout) DetailPage() int { return l.Detail.H }

// StackedBelow is the smallest width with columns. On a narrower screen the cards are one list, in sections.
const StackedBelow = WideWidth

// detailPad is the empty cells at each side of a detail.
const detailPad = 2

// DepViewRects are the parts of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Titles Rect // of the waves, or of the columns of a tree
	Canvas Rect // boxes and lines, or lines of the tree
	Foot   Rect // folded tasks, the longest chain, stuck tasks
}

// The rows of a picture, and of a tree, from the top: titles, the boxes or lines, and the foot. That of a picture has
// up to three rows: tasks without links, stuck tasks, and the legend.
var (
	pictureRows = [...]lay.Part{row(1), {Least: 1, Good: 1, Want: 1 << 20}, row(6), row(14), row(18)}
	treeRows    = [...]lay.Part{row(6), {Least: 1, Good: 1, Want: 1 << 20}, row(5), {}, {}}
)

// placeDepView divides the body into the parts of a dependency view.
func (l *Layout) placeDepView(o LayoutOptions) {
	parts := pictureRows
	if o.View == TreeView {
		parts = treeRows
	}
	if l.Spotlight {
		parts = [len(parts)]lay.Part{1: parts[1]}
	}
	at := lay.Rows(l.Body, parts[:], []int{0, 2, 3, 4, 1})
	p := &l.DepView
	p.Titles, p.Canvas, p.Foot = at[0], at[1], at[2]
	p.Foot.H += at[3].H + at[4].H
	if l.Spotlight { // all else reaches from side to side
		p.Canvas.X, p.Canvas.W = margin, p.Canvas.W-2*margin
	}
}
