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
	last string // the last frame

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

// drawnTop is what a row at the top was drawn of besides the names of the views.
type drawnTop struct {
	header drawnHeader
	view   ViewKind
	rows   [4]Rect
}

// drawnOver is what a dialog was drawn of. Dialogs are immutable, so it is drawn again only for another pointer.
type drawnOver struct {
	overlay Overlay
	sheet   *style.Sheet
	w, h    int
}

// drawnFooter is what the bottom row was drawn of besides the keys.
type drawnFooter struct {
	w, h int
	at   Text
	news *Span
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

// drawTop draws a row of the frame above the body, and reports whether there is one.
func (pt *Painter) drawTop(l *Layout, h *Header, y int) bool {
	p := &pt.p
	for i, r := range [...]Rect{headerRow: l.Header, tabsRow: l.Tabs, stripRow: l.Strip, legendRow: l.Legend} {
		if !r.Contains(0, y) {
			continue
		}
		of := drawnTop{h.drawn(), l.View, [...]Rect{l.Header, l.Tabs, l.Strip, l.Legend}}
		pt.tops[i].DrawRow(p, of, h.Tabs, func() {
			switch i {
			case headerRow:
				h.draw(p, &pt.line, l)
			case tabsRow:
				drawTabs(p, l, h)
			case stripRow:
				drawStrip(p, h)
			case legendRow:
				drawLegend(p, &pt.line, h)
			}
		})
		return true
	}
	return false
}

// footerKeys returns the keys of the footer: on a stage the pressed key first.
func footerKeys(l *Layout, s *Screen) []Key {
	keys := s.Board.Keys
	if s.Stage != nil && !s.Stage.Pressed.Name.Empty() {
		pressed := s.Stage.Pressed
		pressed.Main = true
		keys = append([]Key{pressed}, keys...)
	}
	return keys
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
	b := &s.Board
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
	keys, news := footerKeys(l, s), block{Rect{X: 0, Y: pt.news.y, W: l.W, H: len(pt.news.rows)}, pt.news.rows}
	for y := range l.H {
		pt.p.Sheet = sheet
		if s.isUnder(l, y) {
			pt.p.Sheet = below
		}
		p := pt.beginRow(l)
		switch {
		case pt.drawTop(l, &b.Header, y):
		case l.Caption.Contains(0, y):
			if s.Caption != nil {
				s.Caption.draw(p, y-l.Caption.Y, l.Caption.H)
			}
		case l.News.Contains(0, y) && y == l.News.Y && b.Prompt != nil:
			pt.drawPrompt(l, b.Prompt)
		case news.draw(p, y):
		case l.Way.Contains(0, y) && s.Way != nil:
			of := drawnWay{s.Way.From, s.Way.To, s.Way.At}
			pt.way.DrawRow(p, of, s.Way.Marks, func() { s.Way.draw(p) })
		case l.Footer.Contains(0, y) && s.Talk != nil:
			s.Talk.draw(p, &pt.line)
		case l.Footer.Contains(0, y):
			pt.drawFooter(l, &b.News, keys)
		case pt.body.draw(p, y):
		case l.Deleted.Contains(0, y) && s.Deleted != nil:
			s.Deleted.draw(&pt.brush, l)
		case l.Done.Contains(0, y):
			drawDone(p, b.Finish, y-l.Done.Y)
		case l.Full:
		case l.View != BoardView && s.DepView != nil:
			pt.deps.drawRow(&pt.brush, l, s, y)
		case l.Stacked:
			pt.cards.drawListRow(&pt.brush, l, y)
		default:
			pt.cards.drawColumns(&pt.brush, &pt.panel, l, &b.Columns, y)
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

// drawFooter draws the bottom row: the keys, and the news if it has no row of its own.
func (pt *Painter) drawFooter(l *Layout, n *News, keys []Key) {
	p, of := &pt.p, drawnFooter{w: l.W, h: l.H}
	if l.News == l.Footer && l.Breadth > Narrow && len(n.Line) > 0 && n.Level == Info {
		of.at, of.news = n.At, &n.Line[0]
	}
	pt.keyed.DrawRow(p, of, keys, func() {
		if of.news == nil {
			pt.keys.drawFooter(p, l, keys, nil)
		} else {
			pt.keys.drawFooter(p, l, keys, n.brief())
		}
	})
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
