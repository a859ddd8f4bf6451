package graph

import (
	"cmp"
	"slices"
)

// gap is how the nets between two layers are drawn: which vertical runs there are, and where.
type gap struct {
	x, w int32
	run  []run
	of   []way // of each net of the gap, in its order
	used int32 // tracks
}

// run is a vertical line, with horizontal ones to the left edge of the gap and to the right one.
type run struct {
	net    int32
	left   []int32 // rows
	right  []int32
	lo, hi int32
	track  int32 // counted from the right
}

// way is how a net is drawn: no run where it is straight; one; or two with a row between them.
type way struct {
	a, b int32 // runs, -1 for none
	row  int32
}

// tracks gives every net that is not straight a vertical run of its own, in an order from left to right in which lines
// cross little. Where a line comes from the left in the row in which another goes on to the right, the first must turn
// before the other does. If that goes round in a circle, one of them is drawn with two runs and a row between
// that nobody else has.
func (s *sketch) tracks() {
	rows := int32(0)
	for i := range s.item {
		rows = max(rows, s.item[i].y+s.item[i].h)
	}
	s.track = make([]gap, len(s.gap))
	t := tracker{s: s, from: make([]int32, 2*rows+8), used: make([]bool, 2*rows+8)}
	for k := range s.gap {
		t.solve(s.gap[k], &s.track[k])
	}
}

// tracker works on one gap after another.
type tracker struct {
	s    *sketch
	g    *gap
	from []int32 // which run comes from the left in a row, plus 1
	used []bool  // rows in which anything comes or goes
	wait []int32 // runs that must be left of each run and are not placed yet
	done []bool
	rank []int64
	seq  []int32
}

func (t *tracker) solve(nets []int32, g *gap) {
	s := t.s
	t.g = g
	g.of = make([]way, len(nets))
	clear(t.from)
	clear(t.used)
	for at, n := range nets {
		x := &s.net[n]
		r := run{net: n, lo: 1 << 28, hi: -1}
		for _, i := range x.left {
			r.left = append(r.left, s.leftRow(i))
		}
		for j, i := range x.right {
			r.right = append(r.right, s.rightRow(n, j, i))
		}
		r.stretch()
		for _, y := range r.left {
			t.mark(y)
		}
		for _, y := range r.right {
			t.mark(y)
		}
		g.of[at] = way{-1, -1, 0}
		if len(r.left) == 1 && len(r.right) == 1 && r.lo == r.hi {
			continue
		}
		g.of[at].a = int32(len(g.run))
		g.run = append(g.run, r)
	}
	t.sequence()
	t.improve()
	t.place()
}

func (t *tracker) mark(y int32) {
	for int(y) >= len(t.used) {
		t.used = append(t.used, make([]bool, len(t.used))...)
		t.from = append(t.from, make([]int32, len(t.from))...)
	}
	t.used[y] = true
}

// stretch makes a run as long as its rows need.
func (r *run) stretch() {
	for _, y := range r.left {
		r.lo, r.hi = min(r.lo, y), max(r.hi, y)
	}
	for _, y := range r.right {
		r.lo, r.hi = min(r.lo, y), max(r.hi, y)
	}
}

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

// improve lets each run go to the place among the others where it crosses least, as far as the rules allow.
func (t *tracker) improve() {
	n := len(t.seq)
	if n < 2 || n > 400 {
		return
	}
	for range 4 {
		moved := false
		for _, r := range slices.Clone(t.seq) {
			at := slices.Index(t.seq, r)
			best, to := 0, at
			sum := 0
			for j := at - 1; j >= 0; j-- {
				d, ok := t.exchange(t.seq[j], r)
				if !ok {
					break
				}
				if sum += d; sum < best {
					best, to = sum, j
				}
			}
			sum = 0
			for j := at + 1; j < n; j++ {
				d, ok := t.exchange(r, t.seq[j])
				if !ok {
					break
				}
				if sum += d; sum < best {
					best, to = sum, j
				}
			}
			if to != at {
				t.seq = slices.Insert(slices.Delete(t.seq, at, at+1), to, r)
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// exchange is how many crossings it adds that run b comes left of run a, where it was right of it; not ok if it must be.
func (t *tracker) exchange(a, b int32) (more int, ok bool) {
	x, y := &t.g.run[a], &t.g.run[b]
	if x.hi < y.lo || y.hi < x.lo {
		return 0, true
	}
	if x.net == y.net {
		return 0, false
	}
	for _, r := range y.right {
		if slices.Contains(x.left, r) {
			return 0, false
		}
	}
	return y.leftOf(x) - x.leftOf(y), true
}

// leftOf is how often two runs cross if the first is left of the other.
func (r *run) leftOf(o *run) int {
	n := 0
	for _, y := range r.right {
		if y > o.lo && y < o.hi {
			n++
		}
	}
	for _, y := range o.left {
		if y > r.lo && y < r.hi {
			n++
		}
	}
	return n
}

// place gives the runs tracks, as far to the right as the ones after them allow. Runs that do not come near each other
// may share a track.
func (t *tracker) place() {
	g := t.g
	depth := make([]int32, len(t.used)+2)
	for at := len(t.seq) - 1; at >= 0; at-- {
		r := &g.run[t.seq[at]]
		d := int32(0)
		for y := r.lo; y <= r.hi; y++ {
			d = max(d, depth[y])
		}
		r.track = d
		for y := r.lo; y <= r.hi; y++ {
			depth[y] = d + 1
		}
		g.used = max(g.used, d+1)
	}
}
