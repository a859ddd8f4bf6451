package view

// Rect is a rectangle of cells.
type Rect struct{ X, Y, W, H int }

// Contains reports whether a cell lies inside.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Empty reports whether no cell lies inside.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

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
	Detail  bool // a detail is open: beside the board where there is room, else instead of it
	Feed    bool // where the board leaves room for a detail and none is open, what happened stands there
	Folded  bool // a line below the cards says what others deleted
	Caption int  // rows a story's bar needs, 0 where there is none
	Silent  bool // there is no news: below or without columns no row is kept for it
	Long    bool // the news needs a second row
	Bare    bool // only the cards, and what must be said
	Stage   bool // for a room: large, without what surrounds a board
	Talk    bool // somebody talks about the board: more room between cards

	View       ViewKind // the dependencies take the place of the columns
	Linking    bool     // a link action has its panel below them
	Candidates int      // how many tasks the panel need show at most; 0 for as many as it has room for
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
	Stacked bool // one list, in sections, in place of the columns
	Header  Rect
	Strip   Rect // counts, above the list
	Body    Rect // all columns, or the list
	Columns [Columns]ColumnRects
	Detail  Rect // empty when no detail is shown
	Full    bool // the detail takes the place of the board
	Stage   bool // for a room
	Folded  Rect // what others deleted, below the cards
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
	if o.Stage {
		l.placeStage(o)
		return l
	}
	board := w
	side := 0
	if o.Detail {
		if w >= sideWidth {
			side = sideOf(w)
			board = w - side
		} else {
			l.Full = true
		}
	} else if o.Feed && w >= PanelWidth {
		side = sideOf(w)
		board = w - side
	}
	switch {
	case board >= WideWidth:
		l.Breadth = Wide
	case board >= MediumWidth:
		l.Breadth = Medium
	default:
		l.Breadth = Narrow
	}
	l.Compact = h < airyHeight
	l.Spaced = o.Talk
	l.Stacked = w < StackedBelow && o.View == BoardView && !l.Full
	airy := !l.Stacked && !o.Bare // rows are kept empty for the look of it

	top, bottom := 0, h
	take := func(rows int) Rect {
		bottom -= rows
		return Rect{0, bottom, w, rows}
	}
	if o.Caption > 0 && h >= newsHeight+2 {
		l.Caption = take(min(o.Caption, max(1, (h-newsHeight)/3)))
		if h >= roomyHeight && airy {
			bottom--
		}
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
		if h >= roomyHeight && airy {
			bottom--
		}
		if !l.Stacked || !o.Silent {
			l.News = take(news)
		}
		if h >= airyHeight && airy {
			bottom--
		}
	}
	if !o.Bare {
		l.Header = Rect{0, 0, w, 1}
		top = 1
		if h >= roomyHeight && airy {
			top = 2
		}
	}
	if side > 0 {
		l.Detail = Rect{board, top, side, max(bottom-top, 0)}
	}
	if l.Full {
		if h >= tightHeight && h < airyHeight {
			bottom--
		}
		l.Detail = Rect{0, top, w, max(bottom-top, 0)}
		return l
	}
	if o.View != BoardView {
		l.placeDepView(o, board, bottom)
		return l
	}
	if l.Stacked && !o.Bare {
		l.Strip = Rect{0, top, w, 1}
		top++
	}
	if o.Folded && !o.Bare && h >= tightHeight {
		bottom--
		l.Folded = Rect{0, bottom, board, 1}
	}
	l.Body = Rect{0, top, board, max(bottom-top, 0)}
	if !l.Stacked {
		l.placeColumns()
	}
	return l
}

// sideOf returns the cells of what stands beside the board on a screen of w cells.
func sideOf(w int) int { return max(min(max(w/3, 38), 72), min(w-fullBoard, widestSide)) }

// placeColumns shares the body among the columns that are shown.
func (l *Layout) placeColumns() {
	titles := 1
	if l.H >= ruleHeight {
		titles = 2
	}
	place := func(k ColumnKind, x, w int) {
		all := Rect{x, l.Body.Y, w, l.Body.H}
		titles := min(titles, all.H)
		l.Columns[k] = ColumnRects{
			All:   all,
			Title: Rect{x, all.Y, w, titles},
			Cards: Rect{x, all.Y + titles, w, all.H - titles},
		}
	}
	gutter := 2
	if l.Breadth == Medium {
		gutter = 1
	}
	room := min(l.Body.W-2*margin-(Columns-1)*gutter, Columns*widestCard)
	x := margin
	shares := [Columns]int{1, 1, 1}
	if l.Detail.W > 0 && l.Breadth == Medium { // beside a detail finished work steps back
		shares = [Columns]int{3, 3, 2}
	}
	all := 0
	for _, n := range shares {
		all += n
	}
	for k := range ColumnKind(Columns) {
		w := (room*shares[k] + all - 1) / all
		place(k, x, w)
		x += w + gutter
		room, all = room-w, all-shares[k]
	}
}

// isTight reports whether there are no rows to spare for the counts of hidden cards.
func (l *Layout) isTight() bool { return l.H < tightHeight }

// DetailWidth returns the cells a line of Detail.Body may take.
func (l Layout) DetailWidth() int { return max(0, l.Detail.W-2*detailPad) }

// DetailPage returns the rows of a detail that are visible at once.
func (l Layout) DetailPage() int { return l.Detail.H }

// ColumnAt returns which column a cell lies in: in the list and on the counts above it, the one that the cards of the section
// stand in.
func (l Layout) ColumnAt(b *Board, x, y int) (ColumnKind, bool) {
	if k, ok := l.SectionAt(b, x, y); ok {
		return k.column(), true
	}
	if p, ok := l.stackPartAt(b, x, y); ok {
		return b.Stack.Runs[p.run].Column, true
	}
	for k := range ColumnKind(Columns) {
		if l.Columns[k].All.Contains(x, y) {
			return k, true
		}
	}
	return 0, false
}

// cardRows returns the rows of a column that cards may take, and the first of them. Unless rows are tight, one row above
// and one below are kept for the counts of the cards that are hidden there, so that nothing jumps when they appear.
func (l *Layout) cardRows(k ColumnKind) (top, rows int) {
	r := l.Columns[k].Cards
	if l.isTight() {
		return r.Y, r.H
	}
	return r.Y + 1, max(r.H-2, 0)
}

func (l *Layout) cardGap() int {
	switch {
	case l.Compact:
		return 0
	case l.Spaced:
		return 2
	}
	return 1
}

// CardHit is one card on the screen.
type CardHit struct {
	Row, Height int // rows from the top of the screen
	Index       int // which card of its column
	Lane        int // 1 + the lane whose head stands in the row above it, 0 for none
}

// Hits returns which cards of a column are on the screen, and where, from top to bottom.
func (l Layout) Hits(k ColumnKind, c *Column) []CardHit { return l.appendHits(nil, k, c) }

func (l *Layout) appendHits(hits []CardHit, k ColumnKind, c *Column) []CardHit {
	top, rows := l.cardRows(k)
	heads := l.hasLaneHeads(k, c)
	y := 0
	for i := max(c.First, 0); i < c.Len && y < rows; i++ {
		card := c.At(i)
		h := card.Height(l.Columns[k].All.W)
		lane := 0
		if heads && (len(hits) == 0 || c.beginsLane(i)) {
			lane = c.laneOf(i) + 1
			y++
		}
		if y+h > rows {
			if len(hits) > 0 {
				break
			}
			h = rows - y // a window lower than a card shows the top of it
		}
		hits = append(hits, CardHit{Row: top + y, Height: h, Index: i, Lane: lane})
		y += h + l.cardGap()
	}
	return hits
}

// CardAt returns which card lies at a cell.
func (l Layout) CardAt(b *Board, x, y int) (k ColumnKind, index int, ok bool) {
	if p, ok := l.stackPartAt(b, x, y); ok {
		return b.Stack.Runs[p.run].Column, p.index, p.index >= 0
	}
	if k, ok = l.ColumnAt(b, x, y); !ok {
		return 0, 0, false
	}
	var some [64]CardHit
	for _, hit := range l.appendHits(some[:0], k, &b.Columns[k]) {
		if y >= hit.Row && y < hit.Row+hit.Height {
			return k, hit.Index, true
		}
	}
	return k, 0, false
}

// Scroll returns the first visible card of column k so that its selected card is wholly visible, moving as little
// as can be: c.First where that does. It never leaves rows empty below the last card while cards are hidden above.
// With nothing selected it only keeps c.First in bounds, which is what a mouse wheel needs.
func (l Layout) Scroll(k ColumnKind, c *Column) int {
	if l.Columns[k].All.Empty() {
		return c.First
	}
	first := max(c.First, 0)
	if c.Selected >= 0 && c.Selected < c.Len {
		first = min(first, c.Selected)
		first = l.highestFirst(k, c, c.Selected, first)
	}
	if _, rows := l.cardRows(k); (c.Len-first)*(leastCardRows+l.cardGap())-l.cardGap() > rows {
		return max(first, 0) // nothing is empty below, without looking at a card that is not seen
	}
	return max(min(first, l.highestFirst(k, c, c.Len-1, 0)), 0)
}

// leastCardRows is how low a card of a column is at least.
const leastCardRows = 2

// highestFirst returns the lowest index, but none below least, from which on everything up to and with card last is wholly visible.
func (l *Layout) highestFirst(k ColumnKind, c *Column, last, least int) int {
	_, rows := l.cardRows(k)
	head := 0
	if l.hasLaneHeads(k, c) {
		head = 1
	}
	i, y := last, 0
	for ; i >= least; i-- {
		card := c.At(i)
		y += card.Height(l.Columns[k].All.W)
		if y+head > rows && i < last {
			return i + 1
		}
		if c.beginsLane(i) {
			y += head
		}
		y += l.cardGap()
	}
	return max(least, 0)
}
