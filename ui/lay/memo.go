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

// A Memo is a cache of drawn rows. It keeps one result per key, with the value it was drawn from. The zero Memo is empty.
type Memo[K, Of comparable] struct{ known map[K]*remembered[Of] }

type remembered[Of comparable] struct {
	of Of
	Drawn
}

// mostRemembered bounds the keys of a Memo; far more than fit on any screen.
const mostRemembered = 1024

// Get returns the rows of a key, and whether they were drawn from *of. If they were not, the rows are empty and the caller must
// fill them.
func (m *Memo[K, Of]) Get(key K, of *Of) (d *Drawn, known bool) {
	r := m.known[key]
	switch {
	case r != nil && r.of == *of:
		return &r.Drawn, true
	case r == nil:
		if len(m.known) >= mostRemembered {
			m.Forget()
		}
		if m.known == nil {
			m.known = map[K]*remembered[Of]{}
		}
		r = &remembered[Of]{}
		m.known[key] = r
	}
	r.of, r.Rows, r.Spots = *of, r.Rows[:0], r.Spots[:0]
	return &r.Drawn, false
}

// Forget empties the Memo.
func (m *Memo[K, Of]) Forget() { clear(m.known) }

// A Row is a row as it was drawn last, so that it is not drawn again while it has the same items, and all else it is made of is the same
// too. The zero Row is empty.
type Row[Item, Of comparable] struct {
	items []Item
	of    Of
	sheet *style.Sheet
	w     int
	text  string
	spots []Spot
}

// Draw draws a whole row with a pen that has begun it, by calling draw where it changed.
func (r *Row[Item, Of]) Draw(p *Pen, items []Item, of Of, draw func()) {
	if r.w == p.Room() && r.sheet == p.Sheet && r.of == of && slices.Equal(r.items, items) {
		p.Drawn(r.text, r.w)
		for _, s := range r.spots {
			s.Y = p.RowAt
			*p.Spots = append(*p.Spots, s)
		}
		return
	}
	r.w, r.sheet, r.of, r.items = p.Room(), p.Sheet, of, append(r.items[:0], items...)
	from, before := len(p.B), len(*p.Spots)
	draw()
	p.Fill()
	r.text, r.spots = string(p.B[from:]), append(r.spots[:0], (*p.Spots)[before:]...)
}
