package graph

import "slices"

// channel is the gap between two layers, with the vertical trunks of its nets.
type channel struct {
	x, w   int32
	trunks []trunk
	routes []netRoute // by net of the gap
	tracks int32      // the number of tracks
	apart  int32      // cells from one track to the next
	arrow  int32      // cells from the last track to the right edge, where arrowheads are
	least  int32      // the width if the tracks are next to each other
}

// trunk is a vertical line, with horizontal ones to the left edge of the gap and to the right one.
type trunk struct {
	net    int32
	left   []int32 // rows
	right  []int32
	lo, hi int32
	track  int32 // counted from the right
}

// netRoute is the route of a net: straight without a trunk, with one trunk, or with two trunks and a row between them.
type netRoute struct {
	a, b int32 // trunks, -1 for none; a has the left ends, and without b also the right ones
	row  int32 // between the two
}

// routeChannels gives every net that is not straight a trunk, in an order from left to right with few crossings. If a
// net comes from the left in a row in which another leaves to the right, its trunk has to be left of the other's.
// Where these constraints form a loop, one of the nets gets two trunks and a free row between them.
func (s *layoutBuilder) routeChannels() {
	rows := int32(0)
	for i := range s.items {
		rows = max(rows, s.items[i].y+s.items[i].h)
	}
	s.channels = make([]channel, len(s.netsIn))
	t := channelRouter{s: s, arrivals: make([]int32, 2*rows+8), usedRows: make([]bool, 2*rows+8)}
	for k := range s.netsIn {
		t.route(s.netsIn[k], &s.channels[k])
	}
}

// channelRouter routes one gap after the other.
type channelRouter struct {
	s        *layoutBuilder
	ch       *channel
	arrivals []int32 // by row: 1 + the trunk that comes from the left
	usedRows []bool  // by row: a net comes or leaves
	waiting  []int32 // by trunk: the number of trunks that have to be left of it and are not placed yet
	placed   []bool
	rank     []int64
	order    []int32
}

func (t *channelRouter) route(nets []int32, g *channel) {
	s := t.s
	t.ch = g
	g.routes = make([]netRoute, len(nets))
	clear(t.arrivals)
	clear(t.usedRows)
	for at, n := range nets {
		x := &s.nets[n]
		r := trunk{net: n, lo: 1 << 28, hi: -1}
		for _, i := range x.left {
			r.left = append(r.left, s.leftRow(i))
		}
		for j, i := range x.right {
			r.right = append(r.right, s.rightRow(n, j, i))
		}
		r.updateExtent()
		for _, y := range r.left {
			t.markRow(y)
		}
		for _, y := range r.right {
			t.markRow(y)
		}
		g.routes[at] = netRoute{-1, -1, 0}
		if len(r.left) == 1 && len(r.right) == 1 && r.lo == r.hi {
			continue
		}
		g.routes[at].a = int32(len(g.trunks))
		g.trunks = append(g.trunks, r)
	}
	t.orderTrunks()
	t.reduceCrossings()
	t.assignTracks()
}

// markRow notes that a net comes or leaves in a row.
func (t *channelRouter) markRow(y int32) {
	for int(y) >= len(t.usedRows) {
		t.usedRows = append(t.usedRows, make([]bool, len(t.usedRows))...)
		t.arrivals = append(t.arrivals, make([]int32, len(t.arrivals))...)
	}
	t.usedRows[y] = true
}

// updateExtent sets the extent of a trunk to that of its rows.
func (r *trunk) updateExtent() {
	for _, y := range r.left {
		r.lo, r.hi = min(r.lo, y), max(r.hi, y)
	}
	for _, y := range r.right {
		r.lo, r.hi = min(r.lo, y), max(r.hi, y)
	}
}

// reduceCrossings moves each trunk to where it crosses least, within the constraints.
func (t *channelRouter) reduceCrossings() {
	n := len(t.order)
	if n < 2 || n > 400 {
		return
	}
	for range 4 {
		moved := false
		for _, r := range slices.Clone(t.order) {
			at := slices.Index(t.order, r)
			best, to := 0, at
			sum := 0
			for j := at - 1; j >= 0; j-- {
				d, ok := t.swapCost(t.order[j], r)
				if !ok {
					break
				}
				if sum += d; sum < best {
					best, to = sum, j
				}
			}
			sum = 0
			for j := at + 1; j < n; j++ {
				d, ok := t.swapCost(r, t.order[j])
				if !ok {
					break
				}
				if sum += d; sum < best {
					best, to = sum, j
				}
			}
			if to != at {
				t.order = slices.Insert(slices.Delete(t.order, at, at+1), to, r)
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// swapCost returns the change in crossings if trunk b moves from the right of trunk a to its left, false if it has to
// be right.
func (t *channelRouter) swapCost(a, b int32) (more int, ok bool) {
	x, y := &t.ch.trunks[a], &t.ch.trunks[b]
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
	return y.crossingsLeftOf(x) - x.crossingsLeftOf(y), true
}

// crossingsLeftOf returns how often two trunks cross if the first is left of the other.
func (r *trunk) crossingsLeftOf(o *trunk) int {
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

// assignTracks gives each trunk a track, as far right as later trunks allow. Runs that do not come near each other may
// share a track.
func (t *channelRouter) assignTracks() {
	g := t.ch
	depth := make([]int32, len(t.usedRows)+2)
	for at := len(t.order) - 1; at >= 0; at-- {
		r := &g.trunks[t.order[at]]
		d := int32(0)
		for y := r.lo; y <= r.hi; y++ {
			d = max(d, depth[y])
		}
		r.track = d
		for y := r.lo; y <= r.hi; y++ {
			depth[y] = d + 1
		}
		g.tracks = max(g.tracks, d+1)
	}
}
