package graph

import "math"

// maxPairs is the most pairs of items in the layers of a component for which all pairs are compared.
const maxPairs = 5_000_000

// crossingReducer orders the items of a component. It knows for any two items of a layer how many crossings depend on
// which of them is above. A move of an item changes that only for few pairs in the layers next to its own.
type crossingReducer struct {
	s   *layoutBuilder
	p   *component
	num []int32 // by item: its number in its layer, which does not change when it moves
	// by layer, for two numbers: crossings if the first item is above, minus those if it is below
	delta         [][]int32
	dirty         []bool // by item: a move may be an improvement
	staleLayers   []bool // layers with dirty items
	tooWide       bool   // there are more than maxPairs pairs of items
	work          int    // counted, not timed, so that the result is the same on every machine
	maxWork       int
	best          [][]int32  // the best order so far, by layer
	least         int        // its crossings, -1 before there is one
	neighbourRows [][2]int32 // see collectNeighbourRows
	neighbourAt   []int32
	fenwick       []int32    // a buffer of countInversions
	moved         []itemMove // by drag
}

func (s *layoutBuilder) newCrossingReducer(p *component) *crossingReducer {
	a := &crossingReducer{s: s, p: p, maxWork: s.maxOrderWork(p.size), best: make([][]int32, len(p.layers)), least: -1}
	a.delta = make([][]int32, s.layerCount)
	a.num = s.room.num[:len(s.items)]
	a.dirty = s.room.dirty[:len(s.items)]
	a.staleLayers = make([]bool, s.layerCount)
	cells, most := 0, 0
	for _, items := range p.layers {
		most = max(most, len(items))
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

// compareAll sets delta for all pairs of items, and marks all items as dirty.
func (a *crossingReducer) compareAll() {
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
			li, ri := a.neighbourRows[a.neighbourAt[2*i]:a.neighbourAt[2*i+1]],
				a.neighbourRows[a.neighbourAt[2*i+1]:a.neighbourAt[2*i+2]]
			for j := range i {
				lj, rj := a.neighbourRows[a.neighbourAt[2*j]:a.neighbourAt[2*j+1]],
					a.neighbourRows[a.neighbourAt[2*j+1]:a.neighbourAt[2*j+2]]
				d := inversionBalance(li, lj)*a.s.items[items[i]].weight*a.s.items[items[j]].weight +
					inversionBalance(ri, rj)
				more[i*n+j], more[j*n+i] = d, -d
			}
		}
	}
}

// move moves an item within its layer, past its neighbours one by one.
func (a *crossingReducer) move(k, from, to int32) {
	s := a.s
	items := a.p.layers[k]
	x := items[from]
	for at := from; at != to; {
		next, d := at+1, int32(2)
		if to < from {
			next, d = at-1, -2
		}
		y := items[next]
		items[at] = y
		s.items[y].pos = at
		a.dirty[y] = true
		a.updatePairs(k-1, s.neighbours[x].left, s.neighbours[y].left, d*s.items[x].weight*s.items[y].weight, false)
		a.updatePairs(k+1, s.neighbours[x].right, s.neighbours[y].right, d, true)
		at = next
	}
	items[to] = x
	s.items[x].pos = to
	a.staleLayers[k] = true
}

// updatePairs updates delta for the neighbours of two items after the first moved below the second: d is 2, or -2 for
// above, times the number of links on that side; with toRight it is multiplied by the weights of the neighbours.
func (a *crossingReducer) updatePairs(k int32, xs, ys []int32, d int32, toRight bool) {
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
				i, j, d := a.num[u], a.num[v], d
				if toRight {
					d *= a.s.items[u].weight * a.s.items[v].weight
				}
				more[i*n+j] += d
				more[j*n+i] -= d
			}
		}
	}
}

// sift moves an item by at most reach places to the one with the fewest crossings, the nearest of equal ones, and
// returns the change in crossings.
func (a *crossingReducer) sift(x, reach int32) int32 {
	k := a.s.items[x].layer
	items := a.p.layers[k]
	n := int32(len(items))
	row := a.delta[k][a.num[x]*n : a.num[x]*n+n] // of x and each other item
	at := a.s.items[x].pos
	best, to := int32(0), at
	sum := int32(0)
	for p := at - 1; p >= max(at-reach, 0); p-- {
		if sum += row[a.num[items[p]]]; sum < best {
			best, to = sum, p
		}
	}
	sum = 0
	for p := at + 1; p <= min(at+reach, n-1); p++ {
		if sum -= row[a.num[items[p]]]; sum < best {
			best, to = sum, p
		}
	}
	a.work += int(min(n, 2*reach))
	if to != at {
		a.move(k, at, to)
	}
	return best
}

// siftDirty sifts dirty items until none moves.
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
				a.sift(x, int32(len(items)))
				if items[at] != x {
					at-- // another item is here now
				}
			}
		}
		if still {
			return
		}
		toRight = !toRight
	}
}

// anneal improves the order by threshold accepting (Dueck and Scheuer 1990): items move a few places up or down, even
// if that adds crossings, at first up to maxHeat hundredths of a crossing, then fewer. Thresholds are random below a
// falling limit.
func (a *crossingReducer) anneal() {
	const maxHeat, maxSteps, dragOneIn = 300, 4, 16
	s, p := a.s, a.p
	var all []int32
	for _, items := range p.layers {
		if len(items) > 1 {
			all = append(all, items...)
		}
	}
	for start := a.work; a.work < a.maxWork; a.work += maxSteps {
		heat := maxHeat * (a.maxWork - a.work) / (a.maxWork - start)
		x := all[p.random(len(all))]
		k, at := s.items[x].layer, s.items[x].pos
		items, n := p.layers[k], int32(len(p.layers[k]))
		row := a.delta[k][a.num[x]*n : a.num[x]*n+n]
		steps, by := 1+p.random(maxSteps), int32(2*p.random(2)-1)
		to, least, sum := at, int32(math.MaxInt32), int32(0)
		for y := at + by; steps > 0 && y >= 0 && y < n; y, steps = y+by, steps-1 {
			if sum -= by * row[a.num[items[y]]]; sum <= least {
				to, least = y, sum
			}
		}
		if to == at {
			continue
		}
		if limit := p.random(heat + 1); int(least)*100 <= limit {
			a.move(k, at, to)
		} else if p.random(dragOneIn) == 0 {
			a.drag(x, to, int(least), limit/100)
		}
	}
}

// itemMove is an item and its former index.
type itemMove struct{ item, from int32 }

// drag moves at most maxDragged neighbours after an item, each by at most maxFollow places.
const (
	maxDragged = 8
	maxFollow  = 6
)

// drag moves an item although that adds crossings, and lets its neighbours and their neighbours follow, so that a line
// through several layers can move past another. It undoes all moves if there are more than limit additional crossings.
func (a *crossingReducer) drag(x, to int32, added, limit int) {
	s := a.s
	a.moved = append(a.moved[:0], itemMove{x, s.items[x].pos})
	a.move(s.items[x].layer, s.items[x].pos, to)
	for at := 0; at < len(a.moved) && len(a.moved) < maxDragged && added > limit; at++ {
		n := &s.neighbours[a.moved[at].item]
		for _, side := range [2][]int32{n.left, n.right} {
			for _, y := range side {
				from := s.items[y].pos
				if d := a.sift(y, maxFollow); d < 0 {
					added += int(d)
					a.moved = append(a.moved, itemMove{y, from})
				}
			}
		}
	}
	for at := len(a.moved) - 1; at >= 0 && added > limit; at-- {
		y := a.moved[at].item
		a.move(s.items[y].layer, s.items[y].pos, a.moved[at].from)
	}
}

// keepBest saves the order if it is the best so far.
func (a *crossingReducer) keepBest() {
	if n := a.countAllCrossings(); a.least < 0 || n < a.least {
		a.least = n
		for k, items := range a.p.layers {
			a.best[k] = append(a.best[k][:0], items...)
		}
	}
}

// restoreBest restores the best order.
func (a *crossingReducer) restoreBest() {
	for k, items := range a.best {
		copy(a.p.layers[k], items)
		a.s.numberItems(items)
	}
	a.s.updateSpans(a.p)
}
