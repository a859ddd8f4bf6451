package view

import "sideboard/ui/style"

// waves draws the titles of the waves above their boxes: the one of the selected task strong.
func (pt *Painter) drawWaveTitles(l *Layout, pic *DepView) {
	c, ok := l.viewport(pic)
	if !ok {
		return
	}
	p, g := &pt.p, pt.sh.Glyphs
	chosen := -1
	if b, ok := c.layout.Box(pic.Selected); ok {
		chosen = b.Column
	}
	all := p.end
	for i := range c.layout.Columns {
		col := &c.layout.Columns[i]
		x := c.rect.X + col.X - c.x
		if x < p.at || x+8 > all {
			continue
		}
		p.padTo(x)
		p.end = min(x+col.W, all)
		st := style.Label
		if i == chosen {
			st = style.TitleStrong
		}
		switch col.Wave {
		case 0:
			p.ascii(st, "DONE")
		case 1:
			p.ascii(st, "NOW")
		default:
			p.ascii(st, "WAVE ")
			p.number(st, col.Wave)
		}
		p.space(1)
		p.glyph(style.Dim, g.Dot)
		p.space(1)
		p.number(style.Dim, col.Count)
		if col.Wave <= 1 && p.remaining() >= len(" tasks") {
			word := " tasks"
			if col.Count == 1 {
				word = " task"
			}
			p.ascii(style.Dim, word)
		}
		last := c.layout.Columns[len(c.layout.Columns)-1].Wave
		tail := 1 + digits(col.Wave) + len(" of ") + digits(last)
		if l.Breadth != Narrow || last < 2 || col.Wave == 0 || p.remaining() < tail+4 { // elsewhere a map says it
			tail = 0
		}
		if p.remaining() > tail+2 {
			p.space(1)
			p.bar(style.Faint, g.Horizontal, p.remaining()-tail)
		}
		if tail > 0 {
			p.space(1)
			p.number(style.Dim, col.Wave)
			p.ascii(style.Dim, " of ")
			p.number(style.Dim, last)
		}
		p.end = all
	}
}
