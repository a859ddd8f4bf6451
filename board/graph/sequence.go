package graph

import (
	"cmp"
	"slices"
)

// before is which runs must be left of run b, because they come in a row in which b leaves.
func (t *tracker) before(b int32, visit func(a int32)) {
	for _, y := range t.g.run[b].right {
		if a := t.from[y] - 1; a >= 0 && a != b {
			visit(a)
		}
	}
}

// sequence puts the runs in an order that keeps every such rule, splitting runs where there is none.
func (t *tracker) sequence() {
	g := t.g
	t.seq = t.seq[:0]
	for b := range g.run {
		for _, y := range g.run[b].left {
			t.from[y] = int32(b) + 1
		}
	}
	t.wait, t.done, t.rank = t.wait[:0], t.done[:0], t.rank[:0]
	after := make([][]int32, len(g.run))
	for b := range g.run {
		t.wait = append(t.wait, 0)
		t.done = append(t.done, false)
		t.rank = append(t.rank, g.run[b].rank())
		t.before(int32(b), func(a int32) {
			t.wait[b]++
			after[a] = append(after[a], int32(b))
		})
	}
	var free []int32
	for b := range g.run {
		if t.wait[b] == 0 {
			free = append(free, int32(b))
		}
	}
	left := len(g.run)
	for left > 0 {
		if len(free) == 0 {
			a := t.circle()
			b := t.split(a)
			after = append(after, []int32{b})
			t.wait = append(t.wait, t.wait[a])
			// The first half takes the run's place and waits for nobody; the second waits in its stead, and for it.
			t.done = append(t.done, false)
			t.rank = append(t.rank, g.run[b].rank())
			for x := range after {
				for y, c := range after[x] {
					if c == a {
						after[x][y] = b
					}
				}
			}
			after[a] = append(after[a], b)
			after[b] = nil
			t.wait[b]++
			t.wait[a] = 0
			t.rank[a] = g.run[a].rank()
			free = append(free, a)
			left++
		}
		best := 0
		for i, b := range free {
			if c := cmp.Compare(t.rank[b], t.rank[free[best]]); c < 0 || c == 0 && b < free[best] {
				best = i
			}
		}
		b := free[best]
		free = slices.Delete(free, best, best+1)
		t.done[b] = true
		t.seq = append(t.seq, b)
		left--
		for _, c := range after[b] {
			if t.wait[c]--; t.wait[c] == 0 {
				free = append(free, c)
			}
		}
	}
}

// rank is a first guess at the order: of lines that go down the lowest turns first, of those that go up the highest.
func (r *run) rank() int64 {
	from, to := r.lo, r.hi
	if len(r.left) > 0 {
		from = r.left[0]
	}
	if len(r.right) > 0 {
		sum := int64(0)
		for _, y := range r.right {
			sum += int64(y)
		}
		to = int32(sum / int64(len(r.right)))
	}
	if to >= from {
		return -int64(from)
	}
	return int64(from) - 1<<20
}

// circle finds a run in a circle of those that wait for each other, one with few ends.
func (t *tracker) circle() int32 {
	at := int32(0)
	for t.done[at] {
		at++
	}
	next := func(b int32) int32 {
		found := int32(-1)
		t.before(b, func(a int32) {
			if !t.done[a] && found < 0 {
				found = a
			}
		})
		return found
	}
	// Walking back from a run that waits always leads into a circle: as many steps as there are runs are enough.
	for range t.g.run {
		if n := next(at); n >= 0 {
			at = n
		}
	}
	best := at
	for b := next(at); b >= 0 && b != at; b = next(b) {
		if x, y := &t.g.run[b], &t.g.run[best]; len(x.left)+len(x.right) < len(y.left)+len(y.right) {
			best = b
		}
	}
	return best
}

// split draws a run as two, with a row between them that nobody else uses.
func (t *tracker) split(a int32) int32 {
	g := t.g
	r := &g.run[a]
	y := t.freeRow(r)
	second := run{net: r.net, right: r.right, lo: y, hi: y}
	second.stretch()
	r.right = nil
	r.lo, r.hi = y, y
	r.stretch()
	b := int32(len(g.run))
	g.run = append(g.run, second)
	for at := range g.of {
		if g.of[at].a == a {
			g.of[at].b, g.of[at].row = b, y
		}
	}
	return b
}

// freeRow is the row nearest to where a run comes from that nobody uses.
func (t *tracker) freeRow(r *run) int32 {
	from := r.lo
	if len(r.left) > 0 {
		from = r.left[0]
	} else if len(r.right) > 0 {
		from = r.right[0]
	}
	for d := int32(1); ; d++ {
		for _, y := range [2]int32{from + d, from - d} {
			if y >= 0 && (int(y) >= len(t.used) || !t.used[y]) {
				t.mark(y)
				return y
			}
		}
	}
}
