package view

import (
	"sideboard/board/graph"
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
	all := p.end
	end := min(p.at+w, all)
	p.glyph(m.style, p.sh.Glyphs.Dashes)
	for i, name := range m.names {
		rest := len(m.names) - i - 1
		if p.end = end; rest > 0 && (i > 0 || p.remaining() > name.Width()+2+digits(rest)) {
			p.end -= 2 + digits(rest)
		}
		if i > 0 && 1+name.Width() > p.remaining() {
			if p.end = end; p.remaining() > 1+digits(rest+1) {
				p.space(1)
			}
			p.plus(rest + 1)
			break
		}
		p.space(1)
		p.textUpTo(m.style, name, p.remaining())
	}
	if p.end = end; p.remaining() >= wordMissing.Width() {
		p.text(m.style, wordMissing)
	}
	p.end = all
}
