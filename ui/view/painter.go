package view

import (
	"bytes"
	"slices"

	"sideboard/ui/lay"
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
	panelRows lay.Memo[panelRow, struct{}]  // the rows of panels
	happened  lay.Memo[drawnItem, struct{}] // what happened
	details   lay.Memo[struct{}, drawnDetail]
	nows      lay.Memo[struct{}, drawnNow]

	sh       *style.Sheet
	columns  [Columns]cardTable
	list     cardTable
	detail   *lay.Drawn // the detail of the frame, nil for none
	panel    page       // what it is drawn on
	graph    canvas     // the boxes and lines of a dependency view
	heads    []waveHead // the titles above them
	tree     tree       // the lines of a tree
	lanes    lanes      // who works on what
	lists    lay.Table  // the lists below
	table    lay.Table  // what a dialog, a detail or an empty screen lists
	line     lay.Table  // a row of the frame
	bar      progress
	p        pen
	aux      pen
	starts   []int // where each row of the frame begins
	floating []byte
	last     string
	cursor   bool
	x, y     int

	spots []Spot // what lies where in the frame

	dims bool // cards that the caption is not about are dim
	news newsRows
	keys keyRow
	foot footRow
}

// NewPainter makes a painter with nothing remembered.
func NewPainter() *Painter { return &Painter{} }

// Draw draws a screen. The layout must come from Arrange for the size wanted.
func (pt *Painter) Draw(l Layout, s *Screen, sh *style.Sheet) Frame {
	pt.sh, pt.p.Sheet = sh, sh
	pt.p.B, pt.starts = pt.p.B[:0], pt.starts[:0]
	pt.cursor, pt.spots, pt.p.Spots = false, pt.spots[:0], &pt.spots
	if l.Breadth == TooSmall && !l.Full {
		pt.drawTooSmall(l)
	} else {
		pt.drawScreen(l, s)
	}
	content := pt.p.B
	switch usable := l.W >= MinWidth && l.H >= MinHeight; {
	case usable && s.Overlay != nil:
		pt.cursor = false
		content = pt.drawOver(l, s.Overlay.box(pt, l.W, l.H), func(y int) bool { return s.Talk != nil && y == l.Footer.Y })
	case usable && s.Empty != nil && s.Empty.floats() && !l.Full:
		content = pt.drawOver(l, s.Empty.box(pt, l.W, l.H), func(y int) bool {
			return y == l.Header.Y || y == l.News.Y || y == l.Footer.Y
		})
	}
	if !bytes.Equal(content, []byte(pt.last)) {
		pt.last = string(content)
	}
	return Frame{Content: pt.last, Cursor: pt.cursor, X: pt.x, Y: pt.y}
}

// SpotAt returns what lies at a cell of the frame that was drawn last; where kinds are given, one of those.
func (pt *Painter) SpotAt(x, y int, kinds ...SpotKind) (Spot, bool) {
	s, ok := lay.SpotAt(pt.spots, x, y, kinds...)
	if s.Kind == CanvasSpot {
		s = pt.graph.spotAt(s, x, y)
	}
	return s, ok
}

// beginRow starts a row of the frame, end finishes it.
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

// drawScreen draws the screen row by row, each from the pieces that lie on it.
func (pt *Painter) drawScreen(l Layout, s *Screen) {
	b := &s.Board
	instead := s.Empty != nil && !l.Full && !s.Empty.floats()
	pictured := l.View != BoardView && s.DepView != nil && !l.Full
	below := l.Body.Y // the first row that the list leaves empty
	var nowRows []string
	pt.dims = false
	switch {
	case s.Stage != nil && s.Stage.Change != nil && !l.Full:
		nowRows = pt.drawChange(&l, s.Stage)
	case s.Now != nil && !instead && !l.Full:
		now := pt.drawNow(&l, s.Now, s.Feed)
		nowRows = now.Rows
		pt.spots = lay.AppendSpots(pt.spots, now.Spots, l.Body.X, l.Body.Y, len(nowRows))
	case pictured && !instead:
		pt.prepareDepView(&l, s)
	case l.Stacked:
		if !instead {
			if of := listOf(&l, b, pt.sh); !pt.list.isMade(of, b.Stack.Runs, &b.Columns) {
				pt.list.layList(&l, b, pt.sh)
				pt.list.keep(&b.Columns, pt.sh, l.Body.W-margin)
			}
			below = l.Body.Y + pt.list.Len()
		}
	case !l.Full:
		for k := range ColumnKind(Columns) {
			pt.drawColumn(&l, k, b, instead)
		}
	}
	pt.dims = s.Stage != nil && pt.lightsCard(&l)
	if pt.detail = nil; !l.Detail.Empty() {
		pt.detail = pt.drawDetail(&l, s.Detail, s.Feed)
		pt.spots = lay.AppendSpots(pt.spots, pt.detail.Spots, l.Detail.X, l.Detail.Y, l.Detail.H)
	}
	told := slices.ContainsFunc(pt.spots, func(s Spot) bool { return s.Kind == HappenedSpot }) // what happened is on the screen
	var empty floatBox
	var at Rect
	if instead {
		at = s.Empty.rect(&l)
		empty = s.Empty.drawRows(pt, at.W, at.H)
		pt.spots = lay.AppendSpots(pt.spots, empty.spots, at.X, at.Y, at.H)
	}
	end := l.News.Y // the first row above the news that nothing stands in
	switch {
	case !l.Detail.Empty(), !l.Folded.Empty() && s.Folded != nil:
	case nowRows != nil:
		end = l.Body.Y + len(nowRows)
	case l.Stacked && !instead:
		end = below
	}
	news := &pt.news
	if news.rows = nil; !l.News.Empty() && b.Prompt == nil && !(told && !b.News.At.Empty()) { // else it is among all that happened
		news.place(&l, &b.News, pt.sh, end)
		if pt.isFull(&l) && len(news.rows) == 1 && news.y+1 < l.Footer.Y {
			news.y++ // the empty row is between the cards and what is said
		}
	}
	keys := b.Keys
	if instead {
		keys = s.Empty.unlisted(keys, at.H)
	}
	if s.Stage != nil && !s.Stage.Pressed.Name.Empty() {
		pressed := s.Stage.Pressed
		pressed.Main = true
		keys = append([]Key{pressed}, keys...)
	}
	said := b.Prompt != nil || b.News.Level > Info || l.News != l.Footer // what needs an answer comes before the keys
	for y := range l.H {
		p := pt.beginRow(&l)
		switch {
		case l.Header.Contains(0, y):
			b.Header.draw(p, &pt.line, &pt.bar, &l)
		case l.Caption.Contains(0, y):
			if s.Caption != nil {
				s.Caption.draw(p, y-l.Caption.Y, l.Caption.H)
			}
		case b.Prompt != nil && l.News.Contains(0, y) && y == l.News.Y:
			pt.drawPrompt(&l, b.Prompt)
		case said && y >= news.y && y < news.y+len(news.rows):
			p.Drawn(news.rows[y-news.y], l.W)
		case l.Footer.Contains(0, y) && s.Talk != nil:
			s.Talk.draw(p, &pt.line)
		case l.Footer.Contains(0, y):
			pt.keys.draw(p, margin, keys)
		case l.Tabs.Contains(0, y):
			drawTabs(p, &pt.line, &l, &b.Header)
		case nowRows != nil && !l.Strip.Contains(0, y):
			if i := y - l.Body.Y; i >= 0 && i < len(nowRows) {
				p.Drawn(nowRows[i], l.Body.W)
			}
			pt.drawDetailRow(&l, y)
		case s.Folded != nil && l.Folded.Contains(0, y):
			pt.drawFolded(&l, s.Folded)
			pt.drawDetailRow(&l, y)
		case l.Done.Contains(0, y):
			drawDone(p, b.Finish, y-l.Done.Y)
			pt.drawDetailRow(&l, y)
		case l.Strip.Contains(0, y):
			pt.drawStrip(&l, b)
			pt.drawDetailRow(&l, y)
		case pictured && !instead:
			pt.drawDepViewRow(&l, s, y)
			pt.drawDetailRow(&l, y)
		default:
			if len(empty.rows) > 0 && y >= at.Y && y < at.Y+at.H {
				pt.drawAcross(&l, b, y, at, empty.rows[y-at.Y])
			} else {
				pt.drawAcross(&l, b, y, Rect{}, "")
			}
			pt.drawDetailRow(&l, y)
		}
		p.Fill()
		if b.Dimmed && y > l.Header.Y && (y < l.News.Y || l.News.Empty() && y != l.Footer.Y) {
			pt.fadeRow()
		}
		pt.endRow()
	}
}

// isFull reports whether a card stands in the last row of a column.
func (pt *Painter) isFull(l *Layout) bool {
	for k := range pt.columns {
		if h := l.Columns[k].Cards.H; h > 0 && pt.columns[k].Line(h-1) >= 0 {
			return true
		}
	}
	return false
}

// drawAcross puts the columns of one row side by side, or a piece of an empty screen over some of them.
func (pt *Painter) drawAcross(l *Layout, b *Board, y int, over Rect, piece string) {
	p := &pt.p
	if l.Stacked {
		if piece != "" {
			p.Drawn(piece, over.W)
		} else {
			pt.drawListRow(l, y)
		}
		return
	}
	for k := range ColumnKind(Columns) {
		r := l.Columns[k].All
		if !r.Contains(r.X, y) {
			continue
		}
		if l.Detail.X < r.X { // over the column before it
			pt.drawDetailRow(l, y)
		}
		if piece != "" && over.X <= r.X && r.X < over.X+over.W {
			if p.At <= over.X {
				p.PadTo(over.X)
				p.Drawn(piece, over.W)
			}
			continue
		}
		end := p.End
		p.PadTo(r.X)
		p.End = min(r.X+r.W, end)
		pt.drawColumnRow(l, k, b, y)
		p.End = end
	}
}

// drawDetailRow puts the row of the detail at the right.
func (pt *Painter) drawDetailRow(l *Layout, y int) {
	if i := y - l.Detail.Y; pt.detail != nil && i >= 0 && i < len(pt.detail.Rows) && i < l.Detail.H && pt.p.At <= l.Detail.X {
		pt.p.PadTo(l.Detail.X)
		pt.p.Drawn(pt.detail.Rows[i], l.Detail.W)
	}
}

func (pt *Painter) drawTooSmall(l Layout) {
	for y := range l.H {
		p := pt.beginRow(&l)
		switch y {
		case (l.H - 1) / 2:
			if l.W >= 16 {
				p.PadTo((l.W - 16) / 2)
			}
			p.ASCII(style.Subject, "Window too small")
		case (l.H-1)/2 + 1:
			if l.W >= 13 {
				p.PadTo((l.W - 13) / 2)
			}
			p.ASCII(style.Dim, "20x5 at least")
		}
		pt.endRow()
	}
}
