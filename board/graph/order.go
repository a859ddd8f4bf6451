package graph

import (
	"cmp"
	"slices"
)

// effort is how much work ordering a part of so many items may be. It is counted and not timed, so that every machine
// draws the same picture; and it hardly grows with large graphs, so that none takes forever.
func effort(items int) int {
	return min(5000*items, 330_000+1600*items, 4_000_000)
}

// order puts the items of each layer in an order with few crossings. It starts from several first guesses, lets every
// item go to the place between the others where it crosses least, again and again, and shakes the best order found
// to see whether it settles into a better one.
func (s *sketch) order(p *part) {
	if p.size == 1 {
		return
	}
	a := s.newArranger(p)
	if a.wide {
		s.orderWide(p)
		return
	}
	best := make([][]int32, len(p.layer))
	least := int32(-1)
	for guess := range 3 {
		s.guess(p, guess)
		idle := 0
		for sweep := range 10 {
			toRight := (sweep+guess)%2 == 0
			if sweep > 0 {
				s.sweep(p, toRight)
			}
			a.begin()
			a.settle(toRight)
			if n := a.cost(true); least < 0 || n < least {
				least = n
				for k := range best {
					best[k] = append(best[k][:0], p.layer[k]...)
				}
				copy(a.gaps, a.now)
				idle = 0
			} else if idle++; idle > 2 {
				break
			}
			if least == 0 || a.spent > a.most*(guess+1)/6 {
				break
			}
		}
		if least == 0 {
			break
		}
	}
	s.restore(p, best)
	if least == 0 {
		return
	}
	a.begin()
	a.calm()
	a.forget()
	for least > 0 && a.spent < a.most {
		a.shake()
		a.settle(p.random(2) == 0)
		a.spent += 40
		if a.sum > 2 {
			a.undo()
			a.calm()
			continue
		}
		n := a.cost(false)
		if n > least {
			a.undo()
			a.calm()
			continue
		}
		least = n
		copy(a.gaps, a.now)
		a.forget()
	}
	s.settle(p, 200*p.size)
}

// orderWide orders a part with layers so wide that only what is linked is looked at, and not all pairs.
func (s *sketch) orderWide(p *part) {
	s.guess(p, 2)
	for sweep := range 6 {
		s.sweep(p, sweep%2 == 0)
	}
	s.settle(p, 2_000_000)
}

// restore gives a part an order it had.
func (s *sketch) restore(p *part, best [][]int32) {
	for k, items := range best {
		copy(p.layer[k], items)
		s.number(p.layer[k])
	}
	for k := p.first; k <= p.last+1; k++ {
		for _, n := range p.gap[k] {
			s.span(n)
		}
	}
}

// number tells the items of a layer their positions.
func (s *sketch) number(items []int32) {
	for at, i := range items {
		s.item[i].pos = int32(at)
	}
}

// guess makes a first order: by following the lines to the right, to the left, or both ways, as one would draw a tree.
func (s *sketch) guess(p *part, way int) {
	seen := map[int32]bool{}
	count := make([]int32, s.layers)
	var visit func(i int32)
	visit = func(i int32) {
		if seen[i] {
			return
		}
		seen[i] = true
		s.item[i].pos = count[s.item[i].layer]
		count[s.item[i].layer]++
		if n := s.item[i].right; n >= 0 && way != 1 {
			for _, j := range s.net[n].right {
				visit(j)
			}
		}
		if way != 0 {
			for _, n := range s.item[i].left {
				for _, j := range s.net[n].left {
					visit(j)
				}
			}
		}
	}
	for at := range p.layer {
		k := at
		if way == 1 {
			k = len(p.layer) - 1 - at
		}
		items := slices.Clone(p.layer[k])
		slices.Sort(items)
		for _, i := range items {
			visit(i)
		}
	}
	for _, items := range p.layer {
		slices.SortFunc(items, func(a, b int32) int { return cmp.Compare(s.item[a].pos, s.item[b].pos) })
		s.number(items)
	}
}

// sweep puts each layer in the order of the middle of what its items are linked to in the layer before.
func (s *sketch) sweep(p *part, toRight bool) {
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
		for _, i := range p.layer[k] {
			row = append(row, weighed{i, s.middle(i, toRight)})
		}
		slices.SortStableFunc(row, func(a, b weighed) int { return cmp.Compare(a.mid, b.mid) })
		for j, w := range row {
			p.layer[k][j] = w.item
		}
		s.number(p.layer[k])
	}
	for k := p.first; k <= p.last+1; k++ {
		for _, n := range p.gap[k] {
			s.span(n)
		}
	}
}

// middle is the mean position of what an item is linked to on one side; its own where that is nothing.
func (s *sketch) middle(i int32, left bool) float64 {
	t := &s.item[i]
	sum, n := 0.0, 0
	add := func(items []int32) {
		for _, j := range items {
			if j != i {
				sum += float64(s.item[j].pos)
				n++
			}
		}
	}
	if left {
		for _, x := range t.left {
			if len(s.net[x].left) > 0 {
				add(s.net[x].left)
			} else {
				add(s.net[x].right)
			}
		}
	} else if t.right >= 0 {
		x := &s.net[t.right]
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

// settle lets every item go where it crosses least, until none wants to move or the effort is spent.
func (s *sketch) settle(p *part, effort int) {
	for range 12 {
		moved := false
		for k := p.first; k <= p.last; k++ {
			items := p.layer[k]
			if len(items) < 2 {
				continue
			}
			for _, i := range slices.Clone(items) {
				if p.spent > effort {
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

// How many more crossings an item puts up with on its way to a better place, and how many places it looks at.
const (
	far  = 4
	wade = 40
)

// sift moves an item to the best place in its layer, the nearest of equals.
func (s *sketch) sift(p *part, items []int32, i int32) bool {
	start := int(s.item[i].pos)
	best, at := 0, start
	sum, pos := 0, start
	for pos > 0 && sum <= best+far && start-pos < wade {
		sum += s.swap(p, items, pos-1)
		pos--
		if sum < best {
			best, at = sum, pos
		}
	}
	for ; pos < start; pos++ {
		sum += s.swap(p, items, pos)
	}
	for pos < len(items)-1 && sum <= best+far && pos-start < wade {
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
