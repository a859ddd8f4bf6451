package lay

import (
	"slices"

	"sideboard/ui/style"
)

// Drawn is finished rows, and the spots in them.
type Drawn struct {
	Rows  []string
	Spots []Spot
}

// A Memo is a cache of drawn rows, by all that they are drawn from. The zero Memo is empty.
type Memo[Key comparable] struct{ known map[Key]*Drawn }

// mostRemembered bounds the keys of a Memo; far more than fit on any screen.
const mostRemembered = 1024

// Get returns the rows of a key, and whether they were drawn. If they were not, there are none and the caller must add
// them.
func (m *Memo[Key]) Get(key Key) (d *Drawn, known bool) {
	if d, known = m.known[key]; known {
		return d, true
	}
	if len(m.known) >= mostRemembered {
		clear(m.known)
	}
	if m.known == nil {
		m.known = map[Key]*Drawn{}
	}
	d = &Drawn{}
	m.known[key] = d
	return d, false
}

// Last is what was drawn last, so that it is not drawn again while it has the same items, and all else it is drawn from
// is the same too. The zero Last is empty.
type Last[Item, Of comparable] struct {
	Drawn
	items []Item
	of    Of
	sheet *style.Sheet
	w     int
}

// Get returns the rows, of w cells, and whether they are the same as last time. If they are not, there are none and the
// caller must add them.
func (l *Last[Item, Of]) Get(sheet *style.Sheet, w int, of Of, items ...Item) (d *Drawn, known bool) {
	if l.sheet == sheet && l.w == w && l.of == of && slices.Equal(l.items, items) {
		return &l.Drawn, true
	}
	l.sheet, l.w, l.of, l.items = sheet, w, of, append(l.items[:0], items...)
	l.Rows, l.Spots = l.Rows[:0], l.Spots[:0]
	return &l.Drawn, false
}

// DrawRow draws a whole row with a pen that has begun it, by calling draw if it changed.
func (l *Last[Item, Of]) DrawRow(p *Pen, of Of, items []Item, draw func()) {
	d, known := l.Get(p.Sheet, p.Room(), of, items...)
	if known {
		p.Drawn(d.Rows[0], l.w)
		*p.Spots = AppendSpots(*p.Spots, d.Spots, 0, p.RowAt, 1)
		return
	}
	from, before := len(p.B), len(*p.Spots)
	draw()
	p.Fill()
	d.Rows, d.Spots = append(d.Rows, string(p.B[from:])),
		AppendSpots(d.Spots, (*p.Spots)[before:], 0, -p.RowAt, p.RowAt+1)
}
