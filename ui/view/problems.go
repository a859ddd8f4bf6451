package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Problem is one thing that is wrong with the files.
type Problem struct {
	File   Text // the task or the file
	Why    Line
	Danger bool
	State  State  // whose sign it has
	More   []Line // below the list while it is selected: what it means, what helps
}

// Problems is the list of them.
type Problems struct {
	Items    []Problem
	First    int
	Selected int  // -1 for none
	Busy     bool // the directory is still being examined
	Error    Text // above the keys
	Tally    Text // how much needs somebody, and what else there is: the title
	Keys     []Key
}

// problemWords is the cells before what is told of a problem: the bar of the selected one, and its sign. problemFoot is the rows that
// what is said below the list has as a rule: while it has no more, the list stands as it is whichever is selected.
const problemWords, problemFoot = 4, 7

// box draws the files that are no tasks, and why.
func (m *Problems) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(96, w), style.Float)
	foot := pt.newPage(g.W, g.On)
	rows := 1 // of a reason, that each is whole where all have room
	for i := range m.Items {
		rows = max(rows, len(lay.WrapLine(m.Items[i].Why, g.W-problemWords)))
	}
	if (1+rows)*len(m.Items) > h/2 {
		rows = 1
	}
	if m.Selected >= 0 && m.Selected < len(m.Items) {
		item := &m.Items[m.Selected]
		foot.Row(func(p *pen) { p.Bar(style.Faint, pt.sh.Glyphs.Horizontal, p.Room()) })
		if rows == 1 && item.Why.Width() > g.W-problemWords { // cut in its line, whole here
			foot.Line(item.Why)
		}
		for _, l := range item.More {
			foot.Line(l)
		}
	}
	keys := pt.newPage(g.W, g.On)
	if !m.Error.Empty() {
		keys.Text(style.Danger, m.Error)
	}
	keys.Add(pt.keysBelow(g, m.Keys, h))
	if h >= tightHeight {
		g.Blank()
	}
	foot.Keep(0, h-2-len(g.Rows)-(1+rows)-len(keys.Rows))
	foot.Add(keys)
	room, look := h-2-len(g.Rows)-len(foot.Rows), style.SubjectStrong
	draw := []func(p *pen, i int){func(p *pen, i int) {
		if i == m.Selected {
			drawChosen(p, true)
		}
		p.PadTo(problemWords - 2)
		item, st := &m.Items[i], style.Warning
		if item.Danger {
			st = style.Danger
		}
		sign, _ := stateGlyph(pt.sh, item.State)
		p.Glyph(st, sign)
		p.Space(1)
		p.TextIn(look, item.File, p.Room()-1)
	}}
	for row := range rows {
		draw = append(draw, func(p *pen, i int) {
			if i == m.Selected {
				drawChosen(p, false)
			}
			if p.PadTo(problemWords); rows == 1 {
				p.Line(m.Items[i].Why)
			} else if pieces := lay.WrapLine(m.Items[i].Why, g.W-problemWords); row < len(pieces) {
				p.Line(pieces[row])
			}
		})
	}
	least := min(room, h-3-problemFoot)
	apart := (len(draw)+1)*len(m.Items)-1 <= least
	if apart { // else the titles alone tell one from the other
		draw, look = append(draw, func(p *pen, _ int) { p.SetGround(style.Float) }), style.Subject
	}
	drawList(g, scrollList{m.First, m.Selected, len(m.Items), room + b2i(apart), chosenGround(pt.sh), nil, false}, draw...)
	if apart && len(draw)*len(m.Items) > least {
		g.Rows = g.Rows[:len(g.Rows)-1]
	}
	switch {
	case len(m.Items) == 0 && m.Busy:
		g.Text(style.Dim, safetext.Const("Looking ..."))
	case len(m.Items) == 0:
		g.Text(style.Dim, safetext.Const("Nothing does."))
	}
	title := safetext.Const("Needs you")
	if !m.Tally.Empty() {
		title = m.Tally
	}
	return pt.borderAround(g, foot, h, title)
}
