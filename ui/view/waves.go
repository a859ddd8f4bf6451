package view

import "sideboard/ui/style"

// waves draws the titles of the waves above their boxes: the one of the selected task strong.
func (pt *Painter) waves(l *Layout, pic *DepView) {
	c, ok := l.plane(pic)
	if !ok {
		return
	}
	p, g := &pt.p, pt.sh.Glyphs
	chosen := -1
	if b, ok := c.of.Box(pic.Selected); ok {
		chosen = b.Column
	}
	all := p.end
	for i := range c.of.Columns {
		col := &c.of.Columns[i]
		x := c.r.X + col.X - c.x
		if x < p.at || x+8 > all {
			continue
		}
		p.to(x)
		p.end = min(x+col.W, all)
		st := style.Label
		if i == chosen {
			st = style.TitleStrong
		}
		switch col.Wave {
		case 0:
			p.word(st, "DONE")
		case 1:
			p.word(st, "NOW")
		default:
			p.word(st, "WAVE ")
			p.num(st, col.Wave)
		}
		p.space(1)
		p.sym(style.Dim, g.Dot)
		p.space(1)
		p.num(style.Dim, col.Count)
		if col.Wave <= 1 && p.left() >= len(" tasks") {
			word := " tasks"
			if col.Count == 1 {
				word = " task"
			}
			p.word(style.Dim, word)
		}
		last := c.of.Columns[len(c.of.Columns)-1].Wave
		tail := 1 + digits(col.Wave) + len(" of ") + digits(last)
		if l.Breadth != Narrow || last < 2 || col.Wave == 0 || p.left() < tail+4 { // elsewhere a map says it
			tail = 0
		}
		if p.left() > tail+2 {
			p.space(1)
			p.bar(style.Faint, g.Horizontal, p.left()-tail)
		}
		if tail > 0 {
			p.space(1)
			p.num(style.Dim, col.Wave)
			p.word(style.Dim, " of ")
			p.num(style.Dim, last)
		}
		p.end = all
	}
}
