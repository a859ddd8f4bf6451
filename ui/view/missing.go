package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// missing is what a task says of the ids it waits for that no file has: they have no place of their own in a graph.
type missing struct {
	names []Text
	style style.Style
}

func (dv *DepView) missingOf(b *graph.Box) (m missing) {
	for _, id := range b.Missing {
		n := dv.Node(id)
		if m.names = append(m.names, n.label()); m.style != style.Missing {
			m.style = n.lack()
		}
	}
	return m
}

// wordMissing stands behind the names.
var wordMissing = safetext.Const(" missing")

// draw names as many as there is room for in w cells, and how many more there are.
func (m *missing) draw(p *pen, w int) {
	all := p.End
	end := min(p.At+w, all)
	p.Glyph(m.style, p.Sheet.Glyphs.Dashes)
	for i, name := range m.names {
		rest := len(m.names) - i - 1
		if p.End = end; rest > 0 && (i > 0 || p.Room() > name.Width()+2+lay.Digits(rest)) {
			p.End -= 2 + lay.Digits(rest)
		}
		if i > 0 && 1+name.Width() > p.Room() {
			if p.End = end; p.Room() > 1+lay.Digits(rest+1) {
				p.Space(1)
			}
			p.Plus(rest + 1)
			break
		}
		p.Space(1)
		p.TextIn(m.style, name, p.Room())
	}
	if p.End = end; p.Room() >= wordMissing.Width() {
		p.Text(m.style, wordMissing)
	}
	p.End = all
}
