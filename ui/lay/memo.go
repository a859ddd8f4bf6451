package lay

// Drawn is rows that were drawn, and what lies where in them.
type Drawn struct {
	Rows  []string
	Spots []Spot
}

// A Memo remembers what was drawn: under each key, what it was drawn of last and what became of that. The zero Memo is empty.
type Memo[K, Of comparable] struct{ known map[K]*remembered[Of] }

type remembered[Of comparable] struct {
	of Of
	Drawn
}

// mostRemembered bounds the keys of a Memo; far more than fit on any screen.
const mostRemembered = 1024

// Get returns what was drawn under a key, and whether it is of the value that is given. Where it is not, it is empty, to be drawn anew.
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
