package view

import (
	"slices"
	"strings"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Stage is the screen as it is shown to a room: what the caption is about in large, the rest quiet, no chrome.
type Stage struct {
	Project     Text
	Done, Total int
	Spots       [Columns][]int // the cards the caption is about, by their rows; nothing is quiet where there are none
	Change      *Edit          // a task before and after, in place of the columns
	Mood        Mood           // how what the caption is about is to be taken
	Said        Text           // of it, in place of what is wrong with it
	Pressed     Key            // the person's key that did it
	Subject     Text           // of that task
	Finish      []Line         // all is done: in place of the columns
	Keys        []Key
}

// quiet reports whether something stands out, so that the rest is to be quiet.
func (s *Stage) quiet() bool {
	for _, rows := range s.Spots {
		if len(rows) > 0 {
			return true
		}
	}
	return false
}

// StageHeight is from how many rows on a stage has room for a line of the files of what is told.
const StageHeight = airyHeight

const (
	stageHeight = StageHeight // from so many rows on a stage has air: above and below its header, and between its cards
	stageFooter = 20          // from so many rows on it has a header, and says its keys
)

// placeStage gives all rows but those of the caption to what it is about; header and footer only where rows are many.
func (l *Layout) placeStage(o LayoutOptions) {
	l.Stage, l.Compact = true, true
	switch {
	case l.W >= WideWidth:
		l.Breadth = Wide
	case l.W >= MediumWidth:
		l.Breadth = Medium
	default:
		l.Breadth = Narrow
	}
	none := Rect{Y: -1}
	l.Header, l.News, l.Footer = none, none, none
	top, bottom := 0, l.H
	switch { // what is shown, and how far it is
	case l.H >= stageHeight:
		top = 4
	case l.H >= stageFooter:
		top = 2
	}
	if o.Caption > 0 { // as a headline: it is read first, and what it tells is looked at below it
		rows := o.Caption
		if l.Breadth == Narrow && l.H >= stageHeight {
			rows = max(rows, 2) // as most have there: what is below moves for few
		}
		rows = min(rows, max(1, l.H/3))
		if l.H >= stageHeight {
			rows += 2
		}
		l.Caption = Rect{0, top, l.W, rows}
		if top += rows; l.H >= stageFooter {
			top++
		}
	}
	if l.H >= stageFooter {
		bottom--
		l.Footer = Rect{0, bottom, l.W, 1}
	}
	if o.Caption > 0 || l.H >= stageFooter {
		bottom--
		l.News = Rect{0, bottom, l.W, 1} // empty, but for what is to be read
	}
	bottom = max(bottom, top)
	l.Body = Rect{0, top, l.W, bottom - top}
	if o.View == BoardView {
		return
	}
	l.View, l.Told = o.View, o.Told
	p := &l.DepView
	if o.View == GraphView && !l.Told {
		p.Titles = Rect{0, top, l.W, min(1, bottom-top)}
		top += p.Titles.H
	}
	p.Canvas = Rect{margin, top, l.W - 2*margin, bottom - top}
}

// drawStageRow draws a row of the stage, and reports whether it is one of its own: a picture of the dependencies draws its own.
func (pt *Painter) drawStageRow(l *Layout, s *Screen, y int) bool {
	p := &pt.p
	switch {
	case y == l.Footer.Y:
		pt.drawStageFooter(l, s.Stage)
	case y == l.News.Y:
		pt.drawNews(l, &s.Board, 0)
	case !l.Caption.Empty() && l.Caption.Contains(0, y):
		pt.drawCaption(s.Caption, y-l.Caption.Y, l.Caption.H)
	case l.H >= stageHeight && y == 1:
		s.Stage.drawHeader(p, 0)
	case l.H >= stageHeight && y == 2:
		p.space(margin + 1)
		s.Stage.drawProgress(p, p.end-2*(margin+1))
	case l.H >= stageFooter && l.H < stageHeight && y == 0:
		s.Stage.drawHeader(p, 20)
	case s.Stage.Change != nil || l.View == BoardView:
		if i := y - l.Body.Y; i >= 0 && i < len(pt.stageRows) {
			p.drawn(pt.stageRows[i], p.end)
		}
	default:
		return false
	}
	return true
}

// drawStageFooter draws the keys of the stage, before them the one that a person has just pressed, lit.
func (pt *Painter) drawStageFooter(l *Layout, s *Stage) {
	p, k := &pt.p, &s.Pressed
	if !k.Name.Empty() && pt.talk == nil {
		p.space(margin)
		p.ascii(style.Chip, " ")
		p.text(style.Chip, k.Name)
		p.ascii(style.Chip, " ")
		p.space(1)
		p.text(style.TitleStrong, k.Does)
		p.space(1)
	}
	pt.drawFooter(l, s.Keys)
}

// drawHeader draws what is shown and how far it is, with a bar of so many cells between where there is room.
func (s *Stage) drawHeader(p *pen, bar int) {
	p.space(margin + 1) // where all words begin
	p.ascii(style.AccentStrong, strings.TrimSpace(productName))
	p.space(2)
	n := 2*digits(s.Total) + len(" of ") + len(" done") // as wide from the first to the last
	end := p.end - margin - 1
	p.textUpTo(style.TitleStrong, s.Project, end-n-2-p.at)
	if at := end - n - 2 - bar; bar > 0 && at >= p.at+2 {
		p.padTo(at)
		s.drawProgress(p, bar)
	}
	p.padTo(end - n + digits(s.Total) - digits(s.Done))
	p.number(style.Ready, s.Done)
	p.ascii(style.Dim, " of ")
	p.number(style.Dim, s.Total)
	p.ascii(style.Dim, " done")
}

// drawProgress draws how far it is as a bar of w cells.
func (s *Stage) drawProgress(p *pen, w int) {
	done := proportion(s.Done, s.Total, w)
	p.bar(style.BarDone, p.sh.Glyphs.BarFull, done)
	p.bar(style.BarRest, p.sh.Glyphs.BarRest, w-done)
}

// prepareStage draws what fills the body of the stage, unless that is a picture of the dependencies.
func (pt *Painter) prepareStage(l *Layout, s *Screen) {
	pt.stageRows = pt.stageRows[:0]
	switch {
	case s.Stage.Change != nil:
		pt.stageRows = pt.drawStageChange(l, s.Stage)
	case l.View != BoardView:
	case s.Stage.Finish != nil:
		g := pt.newPage(l.W-2*(margin+1), style.Flat)
		for _, row := range finaleRows(s.Stage.Finish, g.w) {
			g.row(func(p *pen) { p.line(row) })
		}
		pt.stageRows = pt.inMiddle(l, g)
	default:
		pt.stageRows = pt.drawStageColumns(l, s)
	}
}

// stagePlaces returns which columns stand side by side, and below each other: no more than have room for most titles in one row.
func (l *Layout) stagePlaces() [][]ColumnKind {
	switch l.Breadth {
	case Wide:
		return [][]ColumnKind{{PendingColumn}, {InProgressColumn}, {CompletedColumn}}
	case Medium:
		return [][]ColumnKind{{PendingColumn}, {InProgressColumn, CompletedColumn}}
	}
	return [][]ColumnKind{{InProgressColumn, PendingColumn, CompletedColumn}}
}

// stageLead is the cells before the signs of a column: only for the edge and the ground of what stands out.
const stageLead = 2

// drawStageColumns puts the columns side by side.
func (pt *Painter) drawStageColumns(l *Layout, s *Screen) []string {
	places, gap := l.stagePlaces(), 4
	if l.Breadth == Medium {
		gap = 3
	}
	room := l.W - 2*(margin+1) - (len(places)-1)*gap
	widths := []int{room}
	switch l.Breadth { // who is at what needs more than titles, and these come first
	case Wide:
		side := min(max(room*2/7, 29), room/3)
		widths = []int{side, room - 2*side, side}
	case Medium:
		widths = []int{room * 4 / 9, room - room*4/9}
	}
	var columns [][]string
	for k, order := range places {
		columns = append(columns, pt.drawStageStack(l, s, order, widths[k]+stageLead))
	}
	g := pt.newPage(l.W, style.Flat)
	for y := range l.Body.H {
		g.row(func(p *pen) {
			at := margin + 1 - stageLead
			for k := range columns {
				if y < len(columns[k]) {
					p.padTo(at)
					p.drawn(columns[k][y], widths[k]+stageLead)
				}
				at += widths[k] + gap
			}
		})
	}
	return g.rows
}

// drawStageStack puts columns below each other.
func (pt *Painter) drawStageStack(l *Layout, s *Screen, order []ColumnKind, w int) []string {
	g := pt.newPage(w, style.Flat)
	if len(order) == Columns && l.Body.H < tightHeight && s.Stage.quiet() { // there is room for what the caption is about, and for nothing else
		order = slices.DeleteFunc(order, func(k ColumnKind) bool { return len(s.Stage.Spots[k]) == 0 })
	}
	left := l.Body.H
	for i, k := range order {
		later := 0 // what the sections below must have: a title, what the caption is about, and a card
		for _, below := range order[i+1:] {
			later += 3
			for _, row := range s.Stage.Spots[below] {
				card, air := s.Stage.card(&s.Board.Columns[below], row), l.stageAir(s, below)
				later += card.stageHeight(w, air) + air.gap()
			}
		}
		rows := pt.drawStageColumn(l, s, k, w, max(left-later, 1))
		for _, row := range rows[:min(len(rows), left)] {
			g.row(func(p *pen) { p.drawn(row, w) })
		}
		if left = l.Body.H - len(g.rows); left > 0 && i < len(order)-1 {
			g.blank()
			left--
		}
	}
	return g.rows
}

// drawStageChange draws what a task was before its newest change and what it is now, as two halves of one block, with who made it so.
func (pt *Painter) drawStageChange(l *Layout, s *Stage) []string {
	w := min(l.W-2*(margin+1), 72)
	g := pt.newPage(w, style.Flat)
	half := func(look toldLook, label, t, who Text) {
		st := look.name
		side := toldBefore.Width() + 2
		end := w - 2 - b2i(!who.Empty())*(who.Width()+2)
		lines := t.Wrap(max(end-2-side, 1))
		for i := -1; i <= len(lines); i++ {
			g.row(func(p *pen) {
				p.bar(look.edge, " ", 1)
				p.bar(st, " ", 1)
				if i >= 0 && i < len(lines) {
					if i == 0 {
						p.text(st, label)
					}
					p.bar(st, " ", 2+side-p.at)
					p.textUpTo(st, lines[i], end-p.at)
				}
				if i == 0 {
					p.bar(st, " ", w-2-who.Width()-p.at)
					p.text(st, who)
				}
				p.bar(st, " ", p.remaining())
			})
		}
	}
	for i, f := range s.Change.Fields {
		if i > 0 {
			g.blank()
		}
		half(toldQuiet, toldBefore, f.Before, Text{})
		half(s.Mood.look(toldAlert), toldNow, f.After, s.Change.Who)
	}
	return pt.inMiddle(l, g)
}

// inMiddle puts a page into the middle of the stage.
func (pt *Painter) inMiddle(l *Layout, g *page) []string {
	all := pt.newPage(l.W, style.Flat)
	top := max((l.Body.H-len(g.rows))*2/5, 0)
	for y := range l.Body.H {
		all.row(func(p *pen) {
			if i := y - top; i >= 0 && i < len(g.rows) {
				p.padTo((l.W - g.w) / 2)
				p.drawn(g.rows[i], g.w)
			}
		})
	}
	return all.rows
}

var toldBefore, toldNow = safetext.Const("before"), safetext.Const("now")
