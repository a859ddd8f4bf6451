package graph

import (
	"cmp"
	"slices"
)

// eachConstraint calls visit with each trunk that has to be left of trunk b, because it comes in a row in which b
// leaves.
func (t *channelRouter) eachConstraint(b int32, visit func(a int32)) {
	for _, y := range t.ch.trunks[b].right {
		if a := t.arrivals[y] - 1; a >= 0 && a != b {
			visit(a)
		}
	}
}

// orderTrunks orders the trunks by the constraints, and splits trunks if there is no such order.
func (t *channelRouter) orderTrunks() {
	g := t.ch
	t.order = t.order[:0]
	for b := range g.trunks {
		for _, y := range g.trunks[b].left {
			t.arrivals[y] = int32(b) + 1
		}
	}
	t.waiting, t.placed, t.rank = t.waiting[:0], t.placed[:0], t.rank[:0]
	after := make([][]int32, len(g.trunks))
	for b := range g.trunks {
		t.waiting = append(t.waiting, 0)
		t.placed = append(t.placed, false)
		t.rank = append(t.rank, g.trunks[b].initialRank())
		t.eachConstraint(int32(b), func(a int32) {
			t.waiting[b]++
			after[a] = append(after[a], int32(b))
		})
	}
	var free []int32
	for b := range g.trunks {
		if t.waiting[b] == 0 {
			free = append(free, int32(b))
		}
	}
	left := len(g.trunks)
	for left > 0 {
		if len(free) == 0 {
			a := t.findConstraintLoop()
			b := t.splitTrunk(a)
			after = append(after, []int32{b})
			t.waiting = append(t.waiting, t.waiting[a])
			// The first half replaces the trunk and has no constraints; the second has those of the trunk, and has to
			// be right of the first.
			t.placed = append(t.placed, false)
			t.rank = append(t.rank, g.trunks[b].initialRank())
			for x := range after {
				for y, c := range after[x] {
					if c == a {
						after[x][y] = b
					}
				}
			}
			after[a] = append(after[a], b)
			after[b] = nil
			t.waiting[b]++
			t.waiting[a] = 0
			t.rank[a] = g.trunks[a].initialRank()
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
		t.placed[b] = true
		t.order = append(t.order, b)
		left--
		for _, c := range after[b] {
			if t.waiting[c]--; t.waiting[c] == 0 {
				free = append(free, c)
			}
		}
	}
}

// initialRank returns a rank for the initial order: of lines that go down the lowest is first, of those that go up the
// highest.
func (r *trunk) initialRank() int64 {
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

// findConstraintLoop finds a loop of constraints and returns its trunk with the fewest ends.
func (t *channelRouter) findConstraintLoop() int32 {
	at := int32(0)
	for t.placed[at] {
		at++
	}
	next := func(b int32) int32 {
		found := int32(-1)
		t.eachConstraint(b, func(a int32) {
			if !t.placed[a] && found < 0 {
				found = a
			}
		})
		return found
	}
	// Walking back from a trunk that is not placed always leads into a loop, within as many steps as there are trunks.
	for range t.ch.trunks {
		if n := next(at); n >= 0 {
			at = n
		}
	}
	best := at
	for b := next(at); b >= 0 && b != at; b = next(b) {
		if x, y := &t.ch.trunks[b], &t.ch.trunks[best]; len(x.left)+len(x.right) < len(y.left)+len(y.right) {
			best = b
		}
	}
	return best
}

// splitTrunk splits a trunk into two, with a free row between them.
func (t *channelRouter) splitTrunk(a int32) int32 {
	g := t.ch
	r := &g.trunks[a]
	y := t.nearestFreeRow(r)
	second := trunk{net: r.net, right: r.right, lo: y, hi: y}
	second.updateExtent()
	r.right = nil
	r.lo, r.hi = y, y
	r.updateExtent()
	b := int32(len(g.trunks))
	g.trunks = append(g.trunks, second)
	for at := range g.routes {
		if g.routes[at].a == a {
			g.routes[at].b, g.routes[at].row = b, y
		}
	}
	return b
}

// nearestFreeRow returns the unused row that is nearest to where a trunk comes from.
func (t *channelRouter) nearestFreeRow(r *trunk) int32 {
	from := r.lo
	if len(r.left) > 0 {
		from = r.left[0]
	} else if len(r.right) > 0 {
		from = r.right[0]
	}
	for d := int32(1); ; d++ {
		for _, y := range [2]int32{from + d, from - d} {
			if y >= 0 && (int(y) >= len(t.usedRows) || !t.usedRows[y]) {
				t.markRow(y)
				return y
			}
		}
	}
}
