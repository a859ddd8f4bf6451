package graph

import "slices"

// neighbours are what an item is linked to in the layers beside its own.
type neighbours struct {
	left, right []int32
}

// meet lists the neighbours of all items.
func (s *sketch) meet() {
	nl, nr := make([]int32, len(s.item)), make([]int32, len(s.item))
	each := func(visit func(u, v int32)) {
		for i := range s.net {
			t := &s.net[i]
			if len(t.left) == 0 {
				continue
			}
			right := t.right
			if t.back {
				right = right[:1] // the others are reached from there, and not from the left
			}
			for _, v := range right {
				visit(t.left[0], v)
			}
		}
	}
	total := 0
	each(func(u, v int32) {
		nr[u]++
		nl[v]++
		total += 2
	})
	room := make([]int32, total)
	s.near2 = make([]neighbours, len(s.item))
	for i := range s.near2 {
		s.near2[i].left, room = room[:0:nl[i]], room[nl[i]:]
		s.near2[i].right, room = room[:0:nr[i]], room[nr[i]:]
	}
	each(func(u, v int32) {
		s.near2[u].right = append(s.near2[u].right, v)
		s.near2[v].left = append(s.near2[v].left, u)
	})
}

// arranger orders the items of one part. It counts what it does, so that it ends after the same work on any machine.
type arranger struct {
	s     *sketch
	p     *part
	spent int
	most  int

	at    []int32 // positions of the neighbours of a layer's items, sorted, one item after another
	from  []int32 // where those of each item begin, left and right
	more  []int32 // for two items of a layer: crossings when the first is above, less those when it is below
	order []int32 // the layer's items, by their number in it
	old   []int32
	tree  []int32

	dirty   []bool // layers whose neighbours have changed, shifted by one
	touched []bool // layers that differ from the best order
	all     []int32
	gaps    []int32 // crossings in each gap in the best order
	now     []int32 // and in the order that is tried
}

// wide is how many items a layer may have for all pairs of them to be compared.
const wide = 700

// positions notes where the neighbours of a layer's items are.
func (a *arranger) positions(items []int32) {
	s := a.s
	a.at, a.from = a.at[:0], append(a.from[:0], 0)
	for _, i := range items {
		for _, list := range [2][]int32{s.near2[i].left, s.near2[i].right} {
			first := len(a.at)
			for _, j := range list {
				a.at = append(a.at, s.item[j].pos)
				for x := len(a.at) - 1; x > first && a.at[x] < a.at[x-1]; x-- {
					a.at[x], a.at[x-1] = a.at[x-1], a.at[x]
				}
			}
			a.from = append(a.from, int32(len(a.at)))
		}
	}
}

// inversions compares two sorted lists: how many pairs have the first greater, less how many have it smaller.
func inversions(x, y []int32) int32 {
	switch {
	case len(x) == 0 || len(y) == 0:
		return 0
	case len(x) == 1 && len(y) == 1:
		switch {
		case x[0] > y[0]:
			return 1
		case x[0] < y[0]:
			return -1
		}
		return 0
	}
	n, lo, hi := 0, 0, 0
	for _, v := range x {
		for lo < len(y) && y[lo] < v {
			lo++
		}
		for hi < len(y) && y[hi] <= v {
			hi++
		}
		n += lo - (len(y) - hi)
	}
	return int32(n)
}

// compare works out for all pairs of a layer's items what it matters which is above.
func (a *arranger) compare(items []int32) {
	n := len(items)
	a.positions(items)
	a.spent += n*n/2 + len(a.at)
	a.more = slices.Grow(a.more[:0], n*n)[:n*n]
	for i := range n {
		li, ri := a.at[a.from[2*i]:a.from[2*i+1]], a.at[a.from[2*i+1]:a.from[2*i+2]]
		a.more[i*n+i] = 0
		for j := range i {
			lj, rj := a.at[a.from[2*j]:a.from[2*j+1]], a.at[a.from[2*j+1]:a.from[2*j+2]]
			d := inversions(li, lj) + inversions(ri, rj)
			a.more[i*n+j], a.more[j*n+i] = d, -d
		}
	}
	a.order = a.order[:0]
	for i := range n {
		a.order = append(a.order, int32(i))
	}
}

// settleLayer puts each item of a layer at the best place between the others, while all other layers stay, and says
// how many crossings that saves.
func (a *arranger) settleLayer(k int) int32 {
	items := a.p.layer[k]
	n := len(items)
	if n < 2 || n > wide {
		return 0
	}
	a.compare(items)
	saved := int32(0)
	for range 6 {
		before := saved
		for x := range int32(n) {
			saved -= a.sift(x, n)
		}
		a.spent += n * n / 4
		if saved == before {
			break
		}
	}
	if saved > 0 {
		a.put(k)
	}
	return saved
}

// put gives a layer the order that was worked out.
func (a *arranger) put(k int) {
	items := a.p.layer[k]
	a.old = append(a.old[:0], items...)
	for to, x := range a.order {
		items[to] = a.old[x]
		a.s.item[a.old[x]].pos = int32(to)
	}
	a.touched[k] = true
	a.dirty[k], a.dirty[k+2] = true, true
}

// sift moves one of a layer's items to where it crosses least, the nearest of equal places.
func (a *arranger) sift(x int32, n int) int32 {
	row := a.more[int(x)*n : int(x)*n+n]
	at := slices.Index(a.order, x)
	best, to := int32(0), at
	sum := int32(0)
	for p := at - 1; p >= 0; p-- {
		if sum += row[a.order[p]]; sum < best {
			best, to = sum, p
		}
	}
	sum = 0
	for p := at + 1; p < n; p++ {
		if sum -= row[a.order[p]]; sum < best {
			best, to = sum, p
		}
	}
	a.move(at, to)
	return best
}

// move takes one of a layer's items to another place in the order that is being worked out.
func (a *arranger) move(at, to int) {
	x := a.order[at]
	if to < at {
		copy(a.order[to+1:at+1], a.order[to:at])
	} else {
		copy(a.order[at:to], a.order[at+1:to+1])
	}
	a.order[to] = x
}

// settle goes over the layers that have changed neighbours until none of them wants another order, and says how many
// crossings that saves.
func (a *arranger) settle(toRight bool) int32 {
	saved := int32(0)
	for range 10 {
		before := saved
		for at := a.p.first; at <= a.p.last; at++ {
			k := at
			if !toRight {
				k = a.p.first + a.p.last - at
			}
			if !a.dirty[k+1] {
				continue
			}
			a.dirty[k+1] = false
			saved += a.settleLayer(k)
		}
		if saved == before {
			break
		}
		toRight = !toRight
	}
	return saved
}

// shake puts one item, and where it is a line that passes perhaps the whole line, somewhere else, and says how many
// crossings that adds.
func (a *arranger) shake() int32 {
	s, p := a.s, a.p
	i := a.all[p.random(len(a.all))]
	t := &s.item[i]
	place := p.random(1024)
	added := int32(0)
	one := func(i int32) {
		k := int(s.item[i].layer)
		items := p.layer[k]
		if len(items) < 2 || len(items) > wide {
			return
		}
		a.compare(items)
		at, n := int(s.item[i].pos), len(items)
		to := place * n / 1024
		row := a.more[at*n : at*n+n]
		for q := at; q > to; q-- {
			added += row[q-1]
		}
		for q := at; q < to; q++ {
			added -= row[q+1]
		}
		if to != at {
			a.move(at, to)
			a.put(k)
		}
	}
	one(i)
	if int(i) < len(s.node) || p.random(2) == 0 {
		return added
	}
	for n := t.right; n >= 0; {
		next := int32(-1)
		for j, v := range s.net[n].right {
			if s.net[n].via[j] < 0 && v != i {
				one(v)
				next = s.item[v].right
			}
		}
		n = next
	}
	return added
}

// crossings says how bad the order is in one gap: how many pairs of lines have their ends in another order on both
// sides, and how often they cross when the lines of a source are drawn as one that forks.
func (a *arranger) crossings(gap int) int32 {
	s, p := a.s, a.p
	nets := p.gap[gap]
	for _, n := range nets {
		s.span(n)
	}
	total := 0
	for i, x := range nets {
		for _, y := range nets[:i] {
			total += s.cross(p, x, y)
		}
	}
	a.spent += len(nets) * len(nets)
	if gap > p.first && gap <= p.last {
		total += a.inversions(gap)
	}
	return int32(total)
}

func (a *arranger) inversions(gap int) int {
	s := a.s
	size := len(a.p.layer[gap])
	a.tree = slices.Grow(a.tree[:0], size+1)[:size+1]
	clear(a.tree)
	total, seen := 0, 0
	for _, u := range a.p.layer[gap-1] {
		list := s.near2[u].right
		for _, v := range list {
			total += seen // of the ends seen so far, those that lie below this one
			for x := s.item[v].pos + 1; x > 0; x -= x & -x {
				total -= int(a.tree[x])
			}
		}
		for _, v := range list {
			for x := s.item[v].pos + 1; int(x) <= size; x += x & -x {
				a.tree[x]++
			}
		}
		seen += len(list)
	}
	return total
}

// cost is the crossings of all gaps, of which those beside layers that were touched are counted again.
func (a *arranger) cost(all bool) int32 {
	copy(a.now, a.gaps)
	for g := range a.now {
		if all || g > 0 && a.touched[g-1] || g < len(a.touched) && a.touched[g] {
			a.now[g] = a.crossings(g)
		}
	}
	total := int32(0)
	for _, n := range a.now {
		total += n
	}
	return total
}
