package view

import (
	"bytes"
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Frame is a drawn screen.
type Frame struct {
	Content string // h rows of exactly w cells, separated by line feeds
	Cursor  bool   // whether a text cursor belongs on it, and where
	X, Y    int
}

// Painter draws screens and remembers what it has drawn. One goroutine at a time.
type Painter struct {
	restyled lay.Memo[restyledRow] // the rows in one style
	happened feedMemo              // what happened
	detail   lay.Last[struct{}, drawnDetail]
	now      lay.Last[struct{}, drawnNow]

	sh       *style.Sheet
	columns  [Columns]cardTable
	list     cardTable
	body     block      // the view in place of the cards
	panel    block      // the detail
	graph    canvas     // the boxes and lines of a dependency view
	heads    []waveHead // the titles above them
	tree     tree       // the lines of a tree
	lanes    lanes      // who works on what
	lists    lay.Table  // the lists below the lanes
	table    lay.Table  // the table of a dialog, a detail or an empty screen
	line     lay.Table  // a row of the frame
	bar      progress
	p        pen
	aux      pen
	starts   []int // where each row of the frame begins
	floating []byte
	last     string
	cursor   bool
	x, y     int

	spots []Spot // what a click finds, by place in the frame

	dims bool // dim the cards that the caption is not about
	news newsRows
	keys keyRow

	keyed lay.Last[Key, struct{}]
	tabs  lay.Last[Tab, drawnTabs]
	foot  footRow
}

// drawnTabs is what the names of the views were drawn of besides them.
type drawnTabs struct {
	counts Counts
	view   ViewKind
	strip  Rect
}

// NewPainter returns a painter with empty caches.
func NewPainter() *Painter { return &Painter{} }

// Draw draws a screen of the size for which Arrange returned the layout.
func (pt *Painter) Draw(l Layout, s *Screen, sh *style.Sheet) Frame {
	pt.sh, pt.p.Sheet = sh, sh
	pt.p.B, pt.starts = pt.p.B[:0], pt.starts[:0]
	pt.cursor, pt.spots, pt.p.Spots = false, pt.spots[:0], &pt.spots
	var content []byte
	if l.Breadth == TooSmall {
		content = pt.drawTooSmall(&l)
	} else {
		content = pt.drawScreen(&l, s)
	}
	if !bytes.Equal(content, []byte(pt.last)) {
		pt.last = string(content)
	}
	return Frame{Content: pt.last, Cursor: pt.cursor, X: pt.x, Y: pt.y}
}

// SpotAt returns the spot at a cell of the last frame, of one of the kinds if any are given.
func (pt *Painter) SpotAt(x, y int, kinds ...SpotKind) (Spot, bool) {
	s, ok := lay.SpotAt(pt.spots, x, y, kinds...)
	if s.Kind == CanvasSpot {
		s = pt.graph.spotAt(s, x, y)
	}
	return s, ok
}

// beginRow starts a row of the frame, endRow finishes it.
func (pt *Painter) beginRow(l *Layout) *pen {
	if len(pt.starts) > 0 {
		pt.p.B = append(pt.p.B, '\n')
	}
	pt.starts = append(pt.starts, len(pt.p.B))
	pt.p.Begin(l.W, style.Flat)
	pt.p.RowAt = len(pt.starts) - 1
	return &pt.p
}

func (pt *Painter) endRow() {
	pt.p.Fill()
	pt.p.B = append(pt.p.B, style.Reset...)
}

// block is drawn rows for a rectangle of the screen that nothing else uses.
type block struct {
	Rect
	rows []string
}

// draw draws the part of a block in row y of the screen, and reports whether there is one.
func (b *block) draw(p *pen, y int) bool {
	if p.At > b.X || !b.Contains(b.X, y) {
		return false
	}
	if i := y - b.Y; i < len(b.rows) {
		p.PadTo(b.X)
		p.Drawn(b.rows[i], b.W)
	}
	return true
}

// put returns a block of drawn rows, and records their spots.
func (pt *Painter) put(at Rect, rows []string, spots []Spot) block {
	pt.spots = lay.AppendSpots(pt.spots, spots, at.X, at.Y, at.H)
	return block{at, rows}
}

// drawBody draws the parts of the cards or of another view that are cached between frames, or a whole view as a block. It returns the number
// of rows in use, -1 for all.
func (pt *Painter) drawBody(l *Layout, s *Screen) int {
	pt.body = block{}
	instead := s.Empty != nil && !s.Empty.floats()
	switch b := &s.Board; {
	case l.Full:
	case s.Stage != nil && s.Stage.Change != nil:
		pt.body = pt.put(l.Body, pt.drawChange(l, s.Stage), nil)
		return len(pt.body.rows)
	case instead:
		for k := range ColumnKind(Columns) {
			pt.drawColumn(l, k, b, true)
		}
		at := s.Empty.rect(l)
		empty := s.Empty.drawRows(pt, at.W, at.H)
		pt.body = pt.put(at, empty.rows, empty.spots)
	case s.Now != nil:
		now := pt.drawNow(l, s.Now, s.Feed)
		pt.body = pt.put(l.Body, now.Rows, now.Spots)
		return len(now.Rows)
	case l.View != BoardView && s.DepView != nil:
		pt.prepareDepView(l, s)
	case l.Stacked:
		if of := listOf(l, b, pt.sh); !pt.list.isMade(of, b.Stack.Runs, &b.Columns, l.Body.W-margin) {
			pt.list.layList(l, b, pt.sh)
			pt.list.keep(&b.Columns, l.Body.W-margin)
		}
		return pt.list.Len()
	default:
		for k := range ColumnKind(Columns) {
			pt.drawColumn(l, k, b, false)
		}
	}
	return -1
}

// placeNews lays out the news above the keys, unless the feed on the screen has it already.
func (pt *Painter) placeNews(l *Layout, s *Screen, inUse int) {
	news, n := &pt.news, &s.Board.News
	happened := slices.ContainsFunc(pt.spots, func(s Spot) bool { return s.Kind == HappenedSpot })
	if news.rows = nil; l.News.Empty() || s.Board.Prompt != nil || happened && !n.At.Empty() {
		return
	}
	end := l.News.Y // the first empty row above the news
	if inUse >= 0 && l.Detail.Empty() && (l.Deleted.Empty() || s.Deleted == nil) {
		end = l.Body.Y + inUse
	}
	news.place(l, n, pt.sh, end)
	if pt.isFull(l) && len(news.rows) == 1 && news.y+1 < l.Footer.Y {
		news.y++ // move the empty row between the cards and the notice
	}
}

// footerKeys returns the keys of the footer: on a stage the pressed key first, and below an empty screen those that the screen does not list.
func footerKeys(l *Layout, s *Screen) []Key {
	keys := s.Board.Keys
	if s.Empty != nil && !l.Full && !s.Empty.floats() {
		keys = s.Empty.unlisted(keys, s.Empty.rect(l).H)
	}
	if s.Stage != nil && !s.Stage.Pressed.Name.Empty() {
		pressed := s.Stage.Pressed
		pressed.Main = true
		keys = append([]Key{pressed}, keys...)
	}
	return keys
}

// drawScreen draws the screen row by row, and what floats over it.
func (pt *Painter) drawScreen(l *Layout, s *Screen) []byte {
	b := &s.Board
	inUse := pt.drawBody(l, s)
	pt.dims = s.Stage != nil && pt.lightsCard(l)
	pt.panel = block{}
	if !l.Detail.Empty() {
		detail := pt.drawDetail(l, s.Detail, s.Feed)
		pt.panel = pt.put(l.Detail, detail.Rows, detail.Spots)
	}
	pt.placeNews(l, s, inUse)
	keys, news := footerKeys(l, s), block{Rect{X: 0, Y: pt.news.y, W: l.W, H: len(pt.news.rows)}, pt.news.rows}
	said := b.Prompt != nil || b.News.Level > Info || l.News != l.Footer // the news may take the place of the keys
	for y := range l.H {
		p := pt.beginRow(l)
		switch {
		case l.Header.Contains(0, y):
			b.Header.draw(p, &pt.line, &pt.bar, l)
		case l.Tabs.Contains(0, y):
			pt.tabs.DrawRow(p, drawnTabs{b.Header.Counts, l.View, l.Strip}, b.Header.Tabs, func() { drawTabs(p, &pt.line, l, &b.Header) })
		case l.Caption.Contains(0, y):
			if s.Caption != nil {
				s.Caption.draw(p, y-l.Caption.Y, l.Caption.H)
			}
		case l.News.Contains(0, y) && y == l.News.Y && b.Prompt != nil:
			pt.drawPrompt(l, b.Prompt)
		case said && news.draw(p, y):
		case l.Footer.Contains(0, y) && s.Talk != nil:
			s.Talk.draw(p, &pt.line)
		case l.Footer.Contains(0, y):
			pt.keyed.DrawRow(p, struct{}{}, keys, func() { pt.keys.draw(p, margin, keys) })
		case l.Strip.Contains(0, y):
			pt.drawStrip(l, b)
		case pt.body.draw(p, y):
		case l.Deleted.Contains(0, y) && s.Deleted != nil:
			pt.drawDeletedHead(l, s.Deleted)
		case l.Done.Contains(0, y):
			drawDone(p, b.Finish, y-l.Done.Y)
		case l.Full:
		case l.View != BoardView && s.DepView != nil:
			pt.drawDepViewRow(l, s, y)
		case l.Stacked:
			pt.drawListRow(l, y)
		default:
			pt.drawColumns(l, b, y)
		}
		pt.panel.draw(p, y)
		p.Fill()
		if b.Dimmed && y > l.Header.Y && (y < l.News.Y || l.News.Empty() && y != l.Footer.Y) {
			pt.fadeRow()
		}
		pt.endRow()
	}
	switch {
	case s.Overlay != nil:
		pt.cursor = false
		return pt.drawOver(l, s.Overlay.box(pt, l.W, l.H), func(y int) bool { return s.Talk != nil && y == l.Footer.Y })
	case s.Empty != nil && s.Empty.floats() && !l.Full:
		return pt.drawOver(l, s.Empty.box(pt, l.W, l.H), func(y int) bool { return y == l.Header.Y || y == l.News.Y || y == l.Footer.Y })
	}
	return pt.p.B
}

// isFull reports whether a card reaches the last row of a column.
func (pt *Painter) isFull(l *Layout) bool {
	for k := range pt.columns {
		if pt.columns[k].Line(l.Columns[k].Cards.H-1) >= 0 {
			return true
		}
	}
	return false
}

// drawColumns draws one row of all columns.
func (pt *Painter) drawColumns(l *Layout, b *Board, y int) {
	p := &pt.p
	for k := range ColumnKind(Columns) {
		r := l.Columns[k].All
		if !r.Contains(r.X, y) {
			continue
		}
		if pt.panel.X < r.X { // the detail covers the column before this one
			pt.panel.draw(p, y)
		}
		end := p.End
		p.PadTo(r.X)
		p.End = min(r.X+r.W, end)
		pt.drawColumnRow(l, k, b, y)
		p.End = end
	}
}

// drawTooSmall writes in the middle of the screen that it is too small.
func (pt *Painter) drawTooSmall(l *Layout) []byte {
	said := [...]Line{{{Text: safetext.Const("Window too small"), Style: style.Subject}}, {{Text: safetext.Const("20x5 at least"), Style: style.Dim}}}
	for y := range l.H {
		p := pt.beginRow(l)
		if i := y - (l.H-1)/2; i >= 0 && i < len(said) {
			p.PadTo((l.W - said[i].Width()) / 2)
			p.Line(said[i])
		}
		pt.endRow()
	}
	return pt.p.B
}
