package graph

// maxPairs is how many pairs of items in the same layer a part may have for all of them to be compared.
const maxPairs = 5_000_000

// crossingReducer orders the items of one part. For any two items of a layer it knows what it matters which is above; a move
// of one item changes that for its neighbours' layers only, and there for few.
type crossingReducer struct {
	s                *layoutBuilder
	p                *component
	all              []int32
	num              []int32    // number of an item in its layer, which stays when it moves
	delta            [][]int32  // by layer, for two items by number: crossings when the first is above, less those when it is below
	dirty            []bool     // items that may want to move
	staleLayers      []bool     // layers with such items
	history          []itemMove // what was tried since the best order
	inversionDelta   int32      // pairs of lines in another order, since the last count
	tooWide          bool       // there are too many pairs of items to be ordered in this way
	work             int        // work done, so that it ends after the same on any machine
	maxWork          int
	changedGaps      []bool  // gaps in which something moved
	bestCrossings    []int32 // crossings in each gap in the best order
	currentCrossings []int32 // and in the order that is tried
	neighbourRows    []int32
	neighbourAt      []int32
	fenwick          []int32
}

// itemMove is an item's move within its layer.
type itemMove struct {
	layer, from, to int32
}

func (s *layoutBuilder) newCrossingReducer(p *component) *crossingReducer {
	a := &crossingReducer{s: s, p: p, maxWork: s.maxOrderWork(p.size)}
	a.delta = make([][]int32, s.layerCount)
	a.num = s.room.num[:len(s.items)]
	a.dirty = s.room.dirty[:len(s.items)]
	a.staleLayers, a.changedGaps = make([]bool, s.layerCount), make([]bool, s.layerCount+1)
	a.bestCrossings, a.currentCrossings = make([]int32, s.layerCount+1), make([]int32, s.layerCount+1)
	cells, most := 0, 0
	for _, items := range p.layers {
		most = max(most, len(items))
		a.all = append(a.all, items...)
		cells += len(items) * len(items)
	}
	if cells > maxPairs {
		a.tooWide = true
		return a
	}
	a.fenwick = make([]int32, most+1)
	room := make([]int32, cells)
	for k, items := range p.layers {
		n := len(items) * len(items)
		a.delta[k], room = room[:n:n], room[n:]
	}
	return a
}

// compareAll compares all pairs of items anew.
func (a *crossingReducer) compareAll() {
	a.history = a.history[:0]
	a.inversionDelta = 0
	for k, items := range a.p.layers {
		for at, i := range items {
			a.num[i] = int32(at)
			a.dirty[i] = true
		}
		a.staleLayers[k] = len(items) > 1
	}
	for k, items := range a.p.layers {
		n := len(items)
		a.collectNeighbourRows(items)
		a.work += n*n/2 + len(a.neighbourRows)
		more := a.delta[k]
		for i := range n {
			li, ri := a.neighbourRows[a.neighbourAt[2*i]:a.neighbourAt[2*i+1]], a.neighbourRows[a.neighbourAt[2*i+1]:a.neighbourAt[2*i+2]]
			for j := range i {
				lj, rj := a.neighbourRows[a.neighbourAt[2*j]:a.neighbourAt[2*j+1]], a.neighbourRows[a.neighbourAt[2*j+1]:a.neighbourAt[2*j+2]]
				d := inversionBalance(li, lj) + inversionBalance(ri, rj)
				more[i*n+j], more[j*n+i] = d, -d
			}
		}
	}
}

// move takes an item to another place in its layer, past its neighbours one by one.
func (a *crossingReducer) move(k, from, to int32) {
	s := a.s
	items := a.p.layers[k]
	more, n := a.delta[k], int32(len(items))
	x := items[from]
	a.changedGaps[k], a.changedGaps[k+1] = true, true
	for at := from; at != to; {
		next, d := at+1, int32(2)
		if to < from {
			next, d = at-1, -2
		}
		y := items[next]
		items[at] = y
		s.items[y].pos = at
		if d > 0 {
			a.inversionDelta -= more[a.num[x]*n+a.num[y]]
		} else {
			a.inversionDelta += more[a.num[x]*n+a.num[y]]
		}
		a.dirty[y] = true
		a.updatePairs(k-1, s.neighbours[x].left, s.neighbours[y].left, d)
		a.updatePairs(k+1, s.neighbours[x].right, s.neighbours[y].right, d)
		at = next
	}
	items[to] = x
	s.items[x].pos = to
	a.staleLayers[k] = true
}

// updatePairs notes for the neighbours of two items that the first came to stand below the second: d is 2, or -2 for above.
func (a *crossingReducer) updatePairs(k int32, xs, ys []int32, d int32) {
	if len(xs) == 0 || len(ys) == 0 {
		return
	}
	a.work += 2 * len(xs) * len(ys)
	a.staleLayers[k] = true
	n := int32(len(a.p.layers[k]))
	more := a.delta[k]
	for _, u := range xs {
		a.dirty[u] = true
		for _, v := range ys {
			a.dirty[v] = true
			if u != v {
				i, j := a.num[u], a.num[v]
				more[i*n+j] += d
				more[j*n+i] -= d
			}
		}
	}
}

// sift moves an item to where it crosses least, the nearest of equal places.
func (a *crossingReducer) sift(k int32, x int32) {
	items := a.p.layers[k]
	n := int32(len(items))
	row := a.delta[k][a.num[x]*n : a.num[x]*n+n]
	at := a.s.items[x].pos
	best, to := int32(0), at
	sum := int32(0)
	for p := at - 1; p >= 0; p-- {
		if sum += row[a.num[items[p]]]; sum < best {
			best, to = sum, p
		}
	}
	sum = 0
	for p := at + 1; p < n; p++ {
		if sum -= row[a.num[items[p]]]; sum < best {
			best, to = sum, p
		}
	}
	a.work += len(items)
	if to != at {
		a.history = append(a.history, itemMove{k, at, to})
		a.move(k, at, to)
	}
}

// siftDirty lets items that may want to move go, until none does.
func (a *crossingReducer) siftDirty(toRight bool) {
	for range 12 {
		still := true
		for at := a.p.first; at <= a.p.last; at++ {
			k := at
			if !toRight {
				k = a.p.first + a.p.last - at
			}
			if !a.staleLayers[k] {
				continue
			}
			a.staleLayers[k] = false
			still = false
			items := a.p.layers[k]
			for at := 0; at < len(items); at++ {
				x := items[at]
				if !a.dirty[x] {
					continue
				}
				a.dirty[x] = false
				a.sift(int32(k), x)
				if items[at] != x {
					at-- // another one has come here
				}
			}
		}
		if still {
			return
		}
		toRight = !toRight
	}
}

// perturb puts one item, and where it is a line that passes perhaps the whole line, somewhere else.
func (a *crossingReducer) perturb() {
	s, p := a.s, a.p
	i := a.all[p.random(len(a.all))]
	t := &s.items[i]
	place, near, by := p.random(1024), p.random(2) == 0, int32(p.random(9))-4
	one := func(i int32) {
		k := s.items[i].layer
		n := len(p.layers[k])
		if n < 2 {
			return
		}
		at, to := s.items[i].pos, int32(place*n/1024)
		if near {
			to = min(max(at+by, 0), int32(n-1))
		}
		if at != to {
			a.history = append(a.history, itemMove{k, at, to})
			a.move(k, at, to)
		}
	}
	one(i)
	if int(i) < len(s.nodes) || p.random(2) == 0 {
		return
	}
	for n := t.right; n >= 0; {
		next := int32(-1)
		for j, v := range s.nets[n].right {
			if s.nets[n].via[j] < 0 && v != i {
				one(v)
				next = s.items[v].right
			}
		}
		n = next
	}
}

// rollBack goes back to the best order.
func (a *crossingReducer) rollBack() {
	for x := len(a.history) - 1; x >= 0; x-- {
		m := a.history[x]
		a.move(m.layer, m.to, m.from)
	}
	a.acceptOrder()
}

// acceptOrder takes the order as it is for the best one.
func (a *crossingReducer) acceptOrder() {
	a.history = a.history[:0]
	a.inversionDelta = 0
	clear(a.changedGaps)
}

// clearDirty takes back all doubts about what may want to move.
func (a *crossingReducer) clearDirty() {
	for _, i := range a.all {
		a.dirty[i] = false
	}
	clear(a.staleLayers)
}
