package view

import (
	"bytes"

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
	brush
	last   string // the last frame
	layout Layout // of the present one

	tops   [legendRow + 1]lay.Last[Tab, drawnTop]
	cards  *Cards // those that are drawn
	own    Cards  // if the caller has not laid them out
	deps   dependencies
	now    nowRows
	body   block // the view in place of the cards
	detail detailRows
	panel  block // the detail
	news   newsRows
	way    lay.Last[WayMark, drawnWay]
	keyed  lay.Last[Key, drawnFooter]
	over   drawnOver
	box    floatBox // of it
}

// drawnOver is what a dialog was drawn of. Dialogs are immutable, so it is drawn again only for another pointer.
type drawnOver struct {
	overlay Overlay
	sheet   *style.Sheet
	w, h    int
}

// NewPainter returns a painter with empty caches.
func NewPainter() *Painter { return &Painter{} }

// Draw draws a screen of the size for which Arrange returned the layout.
func (pt *Painter) Draw(layout Layout, s *Screen, sh *style.Sheet) Frame {
	pt.layout, pt.sh, pt.p.Sheet = layout, sh, sh
	l := &pt.layout
	pt.p.B, pt.starts = pt.p.B[:0], pt.starts[:0]
	pt.cursor, pt.spots, pt.p.Spots = false, pt.spots[:0], &pt.spots
	var content []byte
	if l.Breadth == TooSmall {
		content = pt.drawTooSmall(l)
	} else {
		content = pt.drawScreen(l, s)
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
		s = pt.deps.graph.spotAt(s, x, y)
	}
	return s, ok
}

// drawBody draws the parts of the cards or of another view that are cached between frames, or a whole view as a block.
func (pt *Painter) drawBody(l *Layout, s *Screen) {
	pt.body, pt.cards = block{}, &noCards
	instead := s.Empty != nil && !s.Empty.floats()
	switch b := &s.Board; {
	case l.Full:
	case s.Stage != nil && s.Stage.Change != nil:
		pt.body = pt.put(l.Body, s.Stage.drawChange(&pt.brush, l), nil)
	case instead:
		at := s.Empty.rect(l)
		empty := s.Empty.drawRows(&pt.brush, at.W, at.H)
		pt.body = pt.put(at, empty.rows, empty.spots)
	case s.Now != nil:
		now := pt.now.draw(&pt.brush, l, s.Now, s.Feed)
		pt.body = pt.put(l.Body, now.Rows, now.Spots)
	case l.View != BoardView && s.DepView != nil:
		pt.deps.prepare(&pt.brush, l, s)
	default:
		if pt.cards = b.Laid; pt.cards == nil {
			pt.own.Lay(l, &b.Columns, &b.Stack, true)
			pt.cards = &pt.own
		}
		pt.cards.draw(&pt.brush, l, &b.Columns, s.Stage != nil)
	}
}

// placeNews lays out the news above the keys, or in place of them.
func (pt *Painter) placeNews(l *Layout, s *Screen) {
	n := &s.Board.News
	pt.news.rows = nil
	if s.Board.Prompt != nil || len(n.Line) == 0 || n.Level == Info && l.News == l.Footer {
		return
	}
	pt.news.place(l, n, pt.sh)
}

// isUnder reports whether row y is under a dialog, or shows a list that is gone.
func (s *Screen) isUnder(l *Layout, y int) bool {
	switch {
	case s.Overlay != nil:
		return s.Talk == nil || y != l.Footer.Y
	case s.Empty != nil && s.Empty.floats() && !l.Full:
		return y != l.Header.Y && y != l.News.Y && y != l.Footer.Y
	}
	return s.Board.Dimmed && y > l.Header.Y && (y < l.News.Y || l.News.Empty() && y != l.Footer.Y)
}

// drawScreen draws the screen row by row, and what floats over it.
func (pt *Painter) drawScreen(l *Layout, s *Screen) []byte {
	sheet := pt.sh
	if s.isUnder(l, l.Body.Y) {
		pt.sh = sheet.Under()
	}
	pt.drawBody(l, s)
	pt.panel = block{}
	if !l.Detail.Empty() {
		detail := pt.detail.draw(&pt.brush, l, s.Detail, s.Feed)
		pt.panel = pt.put(l.Detail, detail.Rows, detail.Spots)
	}
	below := pt.sh
	if s.Board.News.Level > Info || !s.isUnder(l, l.News.Y) { // a notice can be read also under a dialog
		pt.sh = sheet
	}
	pt.placeNews(l, s)
	pt.sh = sheet
	for y := range l.H {
		pt.p.Sheet = sheet
		if s.isUnder(l, y) {
			pt.p.Sheet = below
		}
		p := pt.beginRow(l)
		for _, draw := range regions {
			if draw(pt, l, s, y) {
				break
			}
		}
		pt.panel.draw(p, y)
		pt.endRow()
	}
	pt.p.Sheet = sheet
	switch {
	case s.Overlay != nil:
		pt.cursor = false
		if of := (drawnOver{s.Overlay, sheet, l.W, l.H}); pt.over != of {
			pt.over, pt.box = of, s.Overlay.box(&pt.brush, l.W, l.H)
		}
		return pt.drawOver(l, pt.box)
	case s.Empty != nil && s.Empty.floats() && !l.Full:
		return pt.drawOver(l, s.Empty.box(&pt.brush, l.W, l.H))
	}
	return pt.p.B
}

// drawTooSmall writes in the middle of the screen that it is too small.
func (pt *Painter) drawTooSmall(l *Layout) []byte {
	said := [...]Line{{{Text: safetext.Const("Window too small"), Style: style.Subject}},
		{{Text: safetext.Const("20x5 at least"), Style: style.Dim}}}
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
