package lay

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
