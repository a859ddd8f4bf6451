package graph

import "slices"

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
