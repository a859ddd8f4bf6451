package view

// Breadth is which of the three shapes of the board a width gets.
type Breadth uint8

// The breadths.
const (
	TooSmall Breadth = iota // nothing useful fits
	Narrow                  // a dependency view with one wave at a time
	Medium                  // three narrow columns
	Wide                    // three columns
)

// The smallest usable size, and where the shapes begin, in cells.
const (
	MinWidth, MinHeight = 20, 5
	MediumWidth         = 60
	WideWidth           = 100
	PanelWidth          = 150 // a detail beside the board from here on without being asked for
)

// LayoutOptions is what a layout depends on beside the size.
type LayoutOptions struct {
	Detail  bool // a detail is shown: beside the board where there is room, else instead of it
	Beside  bool // nobody asked for it: it takes what the board can spare
	Feed    bool // where the board leaves room for a detail and none is open, what happened stands there
	Below   int  // rows below the cards for a detail that nobody asked for: see Layout.RowsBelow
	Done    bool // all is done
	Folded  bool // a line below the cards says what others deleted
	Caption int  // rows a story's bar needs, 0 where there is none
	Silent  bool // there is no news: below or without columns no row is kept for it
	Long    bool // what stands in place of the news needs a second row
	Bare    bool // only the cards, and what must be said
	Told    bool // of a graph there is only what is told
	Talk    bool // somebody talks about the board: more room between cards

	View ViewKind // the dependencies take the place of the columns
}

// ColumnRects are the places of one column.
type ColumnRects struct {
	All   Rect // everything; empty where the column is not shown
	Title Rect // title and share rule
	Cards Rect // the cards with their counts above and below: everything between title and news
}

// Layout is where everything is, for one size.
type Layout struct {
	W, H    int
	Breadth Breadth
	Compact bool // no empty rows between cards
	Spaced  bool // two between them
	Stacked bool // one list, in sections, in place of the columns: where they have no room, also beside a detail
	Header  Rect
	Tabs    Rect // names the views, and how many tasks there are of each kind
	Strip   Rect // those counts above the list, where they have no room beside the names
	Body    Rect // all columns, or the list
	Columns [Columns]ColumnRects
	Detail  Rect // empty when no detail is shown
	Below   int  // rows of a detail below the cards
	Full    bool // the detail takes the place of the board
	Told    bool // of a graph there is only what is told
	Folded  Rect // what others deleted, below the cards
	Done    Rect // says that all is done, above the cards
	Caption Rect
	News    Rect
	Footer  Rect

	View    ViewKind
	DepView DepViewRects
}

const (
	margin      = 1
	sideWidth   = 110 // a detail fits beside the board from here on
	widestSide  = 110 // no line of text is read well that is longer
	widestCard  = 56  // the eye joins a subject and its age up to here
	fullBoard   = Columns*widestCard + (Columns-1)*2 + 2*margin
	airyHeight  = 28 // empty rows between cards from here on
	roomyHeight = 20 // empty rows around the header and above the footer
	tightHeight = 14 // below this, counts of hidden cards stand in the title row
	newsHeight  = 8  // below this, news and footer share a row
	ruleHeight  = 10 // below this, no share rule
)

// Arrange returns where everything is on a screen of w by h cells.
func Arrange(w, h int, o LayoutOptions) Layout {
	l := Layout{W: max(w, 0), H: max(h, 0)}
	if w < MinWidth || h < MinHeight {
		return l
	}
	board := w
	switch {
	case o.Detail && w >= sideWidth && !o.Beside && (o.View == BoardView || w >= PanelWidth && !o.View.IsPicture()):
		board = besideOf(w)
	case o.Detail && w >= sideWidth, !o.Detail && o.Feed && w >= PanelWidth && !o.View.IsPicture():
		board -= sideOf(w)
	case o.Detail:
		l.Full = true
	}
	l.Breadth = breadthOf(board)
	l.Compact = h < airyHeight
	l.Spaced = o.Talk
	l.Stacked = board < StackedBelow && o.View == BoardView && !l.Full
	top, bottom := l.placeEdges(o)
	if board < w {
		l.Detail = Rect{X: board, Y: top, W: w - board, H: max(bottom-top, 0)}
	}
	switch {
	case l.Full:
		if h >= tightHeight && h < airyHeight {
			bottom--
		}
		l.Detail = Rect{X: 0, Y: top, W: w, H: max(bottom-top, 0)}
	case o.View != BoardView:
		if o.View == NowView && w < wordyStrip && h >= roomyHeight {
			l.Strip = Rect{X: 0, Y: top - 1, W: w, H: 1} // the names above have no room for the counts
			top++
		}
		l.View, l.Told, l.Body = o.View, o.Told, Rect{X: 0, Y: top, W: board, H: max(bottom-top, 0)}
		if l.View != NowView {
			l.placeDepView(o)
		}
	default:
		l.placeBoard(o, board, top, bottom)
	}
	return l
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

// placeEdges places what stands above and below everything else, and returns the rows that are left between.
func (l *Layout) placeEdges(o LayoutOptions) (top, bottom int) {
	h := l.H
	airy := !l.isPane() && !o.Bare // rows are kept empty for the look of it
	roomy := airy && h >= roomyHeight
	bottom = h
	take := func(rows int) Rect {
		bottom -= rows
		return Rect{X: 0, Y: bottom, W: l.W, H: rows}
	}
	news := 1
	if !airy && o.Long && h >= tightHeight {
		news = 2
	}
	l.Header, l.News, l.Footer = Rect{Y: -1}, Rect{Y: -1}, Rect{Y: -1}
	switch {
	case o.Bare && o.Silent:
	case o.Bare:
		l.News = take(news)
	case h < newsHeight:
		l.Footer = take(1)
		l.News = l.Footer
	default:
		l.Footer = take(1)
		if roomy {
			bottom--
		}
		if !l.isPane() || !o.Silent {
			l.News = take(news)
		}
		if h >= airyHeight && airy && (o.View != BoardView || l.Full) { // cards take every row
			bottom--
		}
	}
	if o.Bare {
		return l.placeCaption(o.Caption, 0), bottom
	}
	l.Header = Rect{X: 0, Y: 0, W: l.W, H: 1}
	top = 1
	if h >= tightHeight || !l.Full && h > newsHeight && o.View != BoardView {
		l.Tabs = Rect{X: 0, Y: top, W: l.W, H: 1}
		top++
	}
	if roomy {
		top++
	}
	return l.placeCaption(o.Caption, top), bottom
}

// placeCaption places a caption of so many rows above all that it tells of, and returns the row below it.
func (l *Layout) placeCaption(rows, top int) int {
	if rows == 0 || l.H < newsHeight+2 {
		return top
	}
	airy := l.H >= airyHeight
	if airy && l.W < MediumWidth {
		rows = max(rows, 2) // as most have there: what is below moves for few
	}
	l.Caption = Rect{X: 0, Y: top, W: l.W, H: min(rows, max(1, l.H/3)) + 2*b2i(airy)}
	return top + l.Caption.H + b2i(l.H >= roomyHeight)
}

// isPane reports whether the board is one list because the screen has no room for columns, and not because a detail stands beside it.
func (l *Layout) isPane() bool { return l.Stacked && l.W < StackedBelow }

// placeBoard places the columns, or the list in their place, between two rows.
func (l *Layout) placeBoard(o LayoutOptions, w, top, bottom int) {
	if l.Stacked && !o.Bare && (l.W < wordyStrip || l.Tabs.Empty()) {
		l.Strip = Rect{X: 0, Y: top, W: l.W, H: 1}
		top++
	}
	if o.Done && !o.Bare && l.H >= newsHeight+2 {
		l.Done = Rect{X: 0, Y: top, W: w, H: 1}
		if w < 70 { // the names have no room in one row
			l.Done.H = 2 + b2i(l.H >= roomyHeight)
		}
		top += l.Done.H + b2i(l.H >= roomyHeight)
	}
	if o.Folded && !o.Bare && l.H >= tightHeight {
		bottom--
		l.Folded = Rect{X: 0, Y: bottom, W: w, H: 1}
	}
	if o.Below > 0 {
		bottom -= o.Below + 1 // and the row below it
		l.Below, l.Detail = o.Below, Rect{X: margin, Y: bottom, W: w - 2*margin, H: o.Below}
		bottom--
	}
	l.Body = Rect{X: 0, Y: top, W: w, H: max(bottom-top, 0)}
	if !l.Stacked {
		l.placeColumns()
	}
}

// sideOf returns the cells of what stands beside the board on a screen of w cells.
func sideOf(w int) int { return max(min(max(w/3, 38), 72), min(w-fullBoard, widestSide)) }

// besideOf returns the cells of the board beside a detail that somebody asked for: three columns where they have room beside lines of
// the greatest length, else one list, as columns would have room for half of each title.
func besideOf(w int) int {
	if w-widestSide >= WideWidth {
		return w - widestSide
	}
	return min(w/2, StackedBelow-1)
}

// IsPicture reports whether a view needs all the width it can get: nothing stands beside it without being asked for.
func (k ViewKind) IsPicture() bool { return k == GraphView || k == NowView }

// placeColumns shares the body among the columns that are shown.
func (l *Layout) placeColumns() {
	titles := 1
	if l.H >= ruleHeight {
		titles = 2
	}
	place := func(k ColumnKind, x, w int) {
		all := Rect{X: x, Y: l.Body.Y, W: w, H: l.Body.H}
		titles, airy := min(titles, all.H), b2i(!l.Compact)
		l.Columns[k] = ColumnRects{
			All:   all,
			Title: Rect{X: x, Y: all.Y, W: w, H: titles},
			Cards: Rect{X: x, Y: all.Y + titles + airy, W: w, H: max(all.H-titles-airy, 0)},
		}
	}
	gutter := 2
	if l.Breadth == Medium {
		gutter = 1
	}
	room := min(l.Body.W-2*margin-(Columns-1)*gutter, Columns*widestCard)
	x := margin
	for k := range ColumnKind(Columns) {
		left := Columns - int(k)
		w := (room + left - 1) / left
		place(k, x, w)
		x += w + gutter
		room -= w
	}
}

// DetailWidth returns the cells a line of Detail.Body may take.
func (l Layout) DetailWidth() int { return max(0, l.Detail.W-2*detailPad) }

// DetailPage returns the rows of a detail that are visible at once.
func (l Layout) DetailPage() int { return l.Detail.H }
