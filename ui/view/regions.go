package view

// regions are the parts of a screen. Each draws row y if it has it, and reports whether it does; where several have a
// row, the first here draws it.
var regions = [...]func(pt *Painter, l *Layout, s *Screen, y int) bool{
	(*Painter).drawTop,
	(*Painter).drawCaption,
	(*Painter).drawPromptRow,
	(*Painter).drawNews,
	(*Painter).drawWay,
	(*Painter).drawFooter,
	(*Painter).drawInstead,
	(*Painter).drawDeleted,
	(*Painter).drawFinish,
	(*Painter).drawView,
}

// drawTop draws a row at the top, and reports whether y is one.
func (pt *Painter) drawTop(l *Layout, s *Screen, y int) bool {
	p, h := &pt.p, &s.Board.Header
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

// drawCaption draws a row of the bar of a story, and reports whether y is one.
func (pt *Painter) drawCaption(l *Layout, s *Screen, y int) bool {
	if !l.Caption.Contains(0, y) {
		return false
	}
	if s.Caption != nil {
		s.Caption.draw(&pt.p, y-l.Caption.Y, l.Caption.H)
	}
	return true
}

// drawPromptRow draws the line that is typed in, in place of the news, and reports whether y is its row.
func (pt *Painter) drawPromptRow(l *Layout, s *Screen, y int) bool {
	if s.Board.Prompt == nil || y != l.News.Y || !l.News.Contains(0, y) {
		return false
	}
	pt.drawPrompt(l, s.Board.Prompt)
	return true
}

// drawNews draws the news in a row that placeNews gave it, and reports whether y is one.
func (pt *Painter) drawNews(l *Layout, _ *Screen, y int) bool {
	news := block{Rect{X: 0, Y: pt.news.y, W: l.W, H: len(pt.news.rows)}, pt.news.rows}
	return news.draw(&pt.p, y)
}

// drawWay draws where in time a replay is, and reports whether y is its row.
func (pt *Painter) drawWay(l *Layout, s *Screen, y int) bool {
	if s.Way == nil || !l.Way.Contains(0, y) {
		return false
	}
	of := drawnWay{s.Way.From, s.Way.To, s.Way.At}
	pt.way.DrawRow(&pt.p, of, s.Way.Marks, func() { s.Way.draw(&pt.p) })
	return true
}

// drawFooter draws the bottom row, and reports whether y is it: the keys, and the news if it has no row of its own;
// during a talk the pressed key.
func (pt *Painter) drawFooter(l *Layout, s *Screen, y int) bool {
	if !l.Footer.Contains(0, y) {
		return false
	}
	if s.Talk != nil {
		s.Talk.draw(&pt.p, &pt.line)
		return true
	}
	n, keys := &s.Board.News, footerKeys(s)
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
	return true
}

// footerKeys returns the keys of the footer: on a stage the pressed key first.
func footerKeys(s *Screen) []Key {
	keys := s.Board.Keys
	if s.Stage != nil && !s.Stage.Pressed.Name.Empty() {
		pressed := s.Stage.Pressed
		pressed.Main = true
		keys = append([]Key{pressed}, keys...)
	}
	return keys
}

// drawInstead draws a row of a view that takes the place of the cards as a whole, and reports whether y is one.
func (pt *Painter) drawInstead(_ *Layout, _ *Screen, y int) bool { return pt.body.draw(&pt.p, y) }

// drawDeleted draws the head of what others deleted, and reports whether y is its row.
func (pt *Painter) drawDeleted(l *Layout, s *Screen, y int) bool {
	if s.Deleted == nil || !l.Deleted.Contains(0, y) {
		return false
	}
	s.Deleted.draw(&pt.brush, l)
	return true
}

// drawFinish draws a row of the message that everything is completed, and reports whether y is one.
func (pt *Painter) drawFinish(l *Layout, s *Screen, y int) bool {
	if !l.Done.Contains(0, y) {
		return false
	}
	drawDone(&pt.p, s.Board.Finish, y-l.Done.Y)
	return true
}

// drawView draws a row of Dependencies or of the cards, unless a detail has the whole body. It reports whether y is
// one: it has all that are left.
func (pt *Painter) drawView(l *Layout, s *Screen, y int) bool {
	switch {
	case l.Full:
	case l.View != BoardView && s.DepView != nil:
		pt.deps.drawRow(&pt.brush, l, s, y)
	case l.Stacked:
		pt.cards.drawListRow(&pt.brush, l, y)
	default:
		pt.cards.drawColumns(&pt.brush, &pt.panel, l, &s.Board.Columns, y)
	}
	return true
}

// drawnTop is what a row at the top was drawn of besides the names of the views.
type drawnTop struct {
	header drawnHeader
	view   ViewKind
	rows   [4]Rect
}

// drawnFooter is what the bottom row was drawn of besides the keys.
type drawnFooter struct {
	w, h int
	at   Text
	news *Span
}
