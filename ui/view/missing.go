package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// missing is what a task says of the ids it waits for that no file has: they have no place of their own in a graph.
type missing struct {
	names []Text
	lit   bool // one of them is selected
	style style.Style
}

func (dv *DepView) missingOf(b *graph.Box) (m missing) {
	for _, id := range b.Missing {
		n := dv.Node(id)
		if m.names, m.lit = append(m.names, n.label()), m.lit || id == dv.Selected; m.style != style.Missing {
			m.style = n.lack()
		}
	}
	return m
}

// wordMissing stands behind the names.
var wordMissing = safetext.Const(" missing")

// width returns the cells of what is said in so much room: names alone, and cut, where more would leave a title none.
func (m *missing) width(room int) int {
	if len(m.names) == 0 {
		return 0
	}
	w := 1 // the dashes
	for _, name := range m.names {
		w += 1 + name.Width()
	}
	if with := w + wordMissing.Width(); with+lineSubject <= room {
		return with
	}
	if room > 2*lineSubject {
		room -= lineSubject + 1
	}
	return min(w, room)
}

// draw names as many as there is room for in w cells, and how many more there are.
func (m *missing) draw(p *pen, w int) {
	st := m.style
	if m.lit {
		st = style.AccentStrong
	}
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
		p.textUpTo(st, name, p.remaining())
	}
	if p.end = end; p.remaining() >= wordMissing.Width() {
		p.text(m.style, wordMissing)
	}
	p.end = all
}

// missingPlace returns the cells in which the row of a task that is called so says it, empty where there is nothing to say.
func (dv *DepView) missingPlace(b *graph.Box, label Text) Rect {
	x := 3 + label.Width() + 1 // behind the bar, the glyph and the id
	m := dv.missingOf(b)
	return Rect{b.X + x, b.Row, max(m.width(b.W-x-1), 0), 1}
}

// missingAt returns the missing id that is named at a cell: where there are several the one behind the one that is selected.
func (dv *DepView) missingAt(l *graph.Layout, x, y int) (int32, bool) {
	for i := range l.Boxes {
		b := &l.Boxes[i]
		if len(b.Missing) == 0 {
			continue
		}
		place := Rect{b.X + 2, b.Y + b.H - 2, b.W - 3, 1}
		if !l.Framed {
			n := dv.Node(b.Node)
			place = dv.missingPlace(b, n.label())
		}
		if place.Contains(x, y) {
			at := slices.Index(b.Missing, dv.Selected) + 1
			return b.Missing[at%len(b.Missing)], true
		}
	}
	return -1, false
}
