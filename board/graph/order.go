package graph

import (
	"cmp"
	"slices"
)

// maxOrderWork returns the most work for ordering a component with this number of items. Work is counted, not timed, so
// that every machine draws the same picture. It hardly grows for large graphs, so that none takes too long. A graph
// that does not fit on a screen gets more.
func (s *layoutBuilder) maxOrderWork(items int) int {
	work := min(6500*items, 430_000+2100*items, 5_200_000)
	if len(s.nodes) > seenAtOnce {
		work *= 2
	}
	return work
}

// seenAtOnce is the number of tasks that fit on a large screen.
const seenAtOnce = 60

// orderLayers orders the items of each layer with few crossings. It improves several initial orders by moving items to
// where they cross least, anneals the best one, and at last moves items to where their lines, as drawn, cross least.
func (s *layoutBuilder) orderLayers(p *component) {
	if p.size == 1 {
		return
	}
	a := s.newCrossingReducer(p)
	if a.tooWide {
		s.orderWideLayers(p)
		return
	}
	for guess := range 2 {
		s.initialOrder(p, guess)
		for sweep := range 3 {
			toRight := (sweep+guess)%2 == 0
			if sweep > 0 {
				s.sweepByBarycenter(p, toRight)
			}
			a.compareAll()
			a.siftDirty(toRight)
			if a.keepBest(); a.least == 0 {
				return
			}
			if a.work > a.maxWork*(guess+1)/6 { // each guess may use a sixth; the rest is for anneal
				break
			}
		}
	}
	a.restoreBest()
	a.compareAll()
	a.anneal()
	a.siftDirty(true)
	a.keepBest()
	a.restoreBest()
	s.siftAll(p, 200*p.size)
}

// orderWideLayers orders a component with layers too wide for comparing all pairs.
func (s *layoutBuilder) orderWideLayers(p *component) {
	s.initialOrder(p, 2)
	for sweep := range 6 {
		s.sweepByBarycenter(p, sweep%2 == 0)
	}
	s.siftAll(p, 2_000_000)
}

// updateSpans updates the spans of all nets of a component.
func (s *layoutBuilder) updateSpans(p *component) {
	for _, nets := range p.nets {
		for _, n := range nets {
			s.updateSpan(n)
		}
	}
}

// numberItems sets the positions of the items of a layer.
func (s *layoutBuilder) numberItems(items []int32) {
	for at, i := range items {
		s.items[i].pos = int32(at)
	}
}

// initialOrder makes an initial order by depth-first search along the lines to the right, to the left, or both ways.
func (s *layoutBuilder) initialOrder(p *component, way int) {
	seen := map[int32]bool{}
	count := make([]int32, s.layerCount)
	var visit func(i int32)
	visit = func(i int32) {
		if seen[i] {
			return
		}
		seen[i] = true
		s.items[i].pos = count[s.items[i].layer]
		count[s.items[i].layer]++
		if n := s.items[i].right; n >= 0 && way != 1 {
			for _, j := range s.nets[n].right {
				visit(j)
			}
		}
		if way != 0 {
			for _, n := range s.items[i].left {
				for _, j := range s.nets[n].left {
					visit(j)
				}
			}
		}
	}
	for at := range p.layers {
		k := at
		if way == 1 {
			k = len(p.layers) - 1 - at
		}
		items := slices.Clone(p.layers[k])
		slices.Sort(items)
		for _, i := range items {
			visit(i)
		}
	}
	for _, items := range p.layers {
		slices.SortFunc(items, func(a, b int32) int { return cmp.Compare(s.items[a].pos, s.items[b].pos) })
		s.numberItems(items)
	}
}

// sweepByBarycenter sorts each layer by the mean position of its items' neighbours in the layer before.
func (s *layoutBuilder) sweepByBarycenter(p *component, toRight bool) {
	type weighed struct {
		item int32
		mid  float64
	}
	var row []weighed
	for at := p.first; at <= p.last; at++ {
		k := at
		if !toRight {
			k = p.first + p.last - at
		}
		row = row[:0]
		for _, i := range p.layers[k] {
			row = append(row, weighed{i, s.barycenter(i, toRight)})
		}
		slices.SortStableFunc(row, func(a, b weighed) int { return cmp.Compare(a.mid, b.mid) })
		for j, w := range row {
			p.layers[k][j] = w.item
		}
		s.numberItems(p.layers[k])
	}
	s.updateSpans(p)
}

// barycenter returns the mean position of an item's neighbours on one side, or its own position if there are none. The
// items of a return line are on both sides of its net, or all on the right.
func (s *layoutBuilder) barycenter(i int32, left bool) float64 {
	t := &s.items[i]
	sum, n := 0.0, 0
	add := func(items []int32) {
		for _, j := range items {
			if j != i {
				sum += float64(s.items[j].pos)
				n++
			}
		}
	}
	if left {
		for _, x := range t.left {
			if len(s.nets[x].left) > 0 {
				add(s.nets[x].left)
			} else {
				add(s.nets[x].right)
			}
		}
	} else if t.right >= 0 {
		x := &s.nets[t.right]
		add(x.right)
		if len(x.right) == 0 || t.back {
			add(x.left)
		}
	}
	if n == 0 {
		return float64(t.pos)
	}
	return sum / float64(n)
}

// siftAll sifts every item until none moves or the work is used up.
func (s *layoutBuilder) siftAll(p *component, effort int) {
	most := p.work + effort
	for range 12 {
		moved := false
		for k := p.first; k <= p.last; k++ {
			items := p.layers[k]
			if len(items) < 2 {
				continue
			}
			for _, i := range slices.Clone(items) {
				if p.work > most {
					return
				}
				if s.sift(p, items, i) {
					moved = true
				}
			}
		}
		if !moved {
			return
		}
	}
}

// sift looks at maxDistance places in each direction, and no further if there are more than maxWorsening crossings
// more.
const (
	maxWorsening = 4
	maxDistance  = 40
)

// sift moves an item to the best place in its layer, the nearest of equal ones, and reports whether it moved.
func (s *layoutBuilder) sift(p *component, items []int32, i int32) bool {
	start := int(s.items[i].pos)
	best, at := 0, start
	sum, pos := 0, start
	for pos > 0 && sum <= best+maxWorsening && start-pos < maxDistance {
		sum += s.swap(p, items, pos-1)
		pos--
		if sum < best {
			best, at = sum, pos
		}
	}
	for ; pos < start; pos++ {
		sum += s.swap(p, items, pos)
	}
	for pos < len(items)-1 && sum <= best+maxWorsening && pos-start < maxDistance {
		sum += s.swap(p, items, pos)
		pos++
		if sum < best {
			best, at = sum, pos
		}
	}
	for ; pos > at; pos-- {
		s.swap(p, items, pos-1)
	}
	for ; pos < at; pos++ {
		s.swap(p, items, pos)
	}
	return best < 0
}
