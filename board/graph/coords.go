package graph

import "slices"

// alignment is a wish of two items to have lines at the same height: row a of item i and row b of item j.
type alignment struct {
	i, j   int32
	a, b   int32
	weight int32
}

// How strongly lines want to be straight. A long one most: it has nothing at its bends that would explain them.
const (
	weightShort = 4
	weightEnd   = 8
	weightLong  = 16
	weightTurn  = 1
	chainFactor = 3 // times as strong on the longest chain
)

// collectAlignments returns the wishes within a part.
func (s *layoutBuilder) collectAlignments(p *component) []alignment {
	var all []alignment
	for k := p.first; k <= p.last+1; k++ {
		for _, n := range p.nets[k] {
			all = s.appendAlignments(n, all)
		}
	}
	return all
}

func (s *layoutBuilder) appendAlignments(n int32, all []alignment) []alignment {
	t := &s.nets[n]
	add := func(i, a, j, b, w int32) { all = append(all, alignment{i, j, a, b, w}) }
	if t.back {
		pass := t.right[0]
		for _, i := range t.left {
			add(i, 0, pass, 0, weightLong)
		}
		for j, v := range t.right[1:] {
			add(pass, 0, v, s.links[t.via[j+1]].port, weightTurn)
		}
		return all
	}
	u := t.left[0]
	out := s.items[u].out
	for j, v := range t.right {
		l := t.via[j]
		w, b := int32(weightShort), int32(0)
		switch long := int(u) >= len(s.nodes); {
		case l < 0 && long:
			w = weightLong
		case l < 0 || long:
			w = weightEnd
		}
		if l >= 0 {
			b = s.links[l].port
			if s.links[l].chain {
				w *= chainFactor
			}
		}
		add(u, out, v, b, w)
	}
	for _, i := range t.left[1:] {
		add(u, out, i, 0, weightTurn)
	}
	return all
}

// minDistance returns how many rows below the first of two neighbours in a layer the second must be: boxes leave a row free.
func (s *layoutBuilder) minDistance(above, below int32) int32 {
	d := s.items[above].h
	boxes := 0
	if int(above) < len(s.nodes) {
		boxes++
	}
	if int(below) < len(s.nodes) {
		boxes++
	}
	if boxes > 0 {
		d++
	}
	return d
}

// assignRows returns the items of a part rows in which as many lines as possible run straight and the others bend little.
func (s *layoutBuilder) assignRows(p *component) {
	for _, items := range p.layers {
		y := int32(0)
		for at, i := range items {
			if at > 0 {
				y += s.minDistance(items[at-1], i)
			}
			s.items[i].y = y
		}
	}
	pulls := s.collectAlignments(p)
	if len(pulls) > 0 {
		s.fitLayers(p, pulls)
		s.shiftGroups(p, pulls)
	}
	top := int32(1 << 30)
	for _, items := range p.layers {
		if len(items) > 0 {
			top = min(top, s.items[items[0]].y)
		}
	}
	for _, items := range p.layers {
		for _, i := range items {
			s.items[i].y -= top
		}
	}
}

// fitLayers gives each layer in turn the rows that are best for it.
func (s *layoutBuilder) fitLayers(p *component, pulls []alignment) {
	of := s.alignmentsByItem(pulls)
	var f isotonicFit
	for k := p.first + 1; k <= p.last; k++ {
		s.fitLayer(&f, p.layers[k], pulls, of, -1)
	}
	for k := p.last - 1; k >= p.first; k-- {
		s.fitLayer(&f, p.layers[k], pulls, of, +1)
	}
	for range 2 {
		for k := p.first; k <= p.last; k++ {
			s.fitLayer(&f, p.layers[k], pulls, of, 0)
		}
		for k := p.last; k >= p.first; k-- {
			s.fitLayer(&f, p.layers[k], pulls, of, 0)
		}
	}
}

// alignmentsByItem lists for each item the pulls it takes part in.
func (s *layoutBuilder) alignmentsByItem(pulls []alignment) [][]int32 {
	n := make([]int32, len(s.items))
	for _, q := range pulls {
		n[q.i]++
		n[q.j]++
	}
	of := make([][]int32, len(s.items))
	room := make([]int32, 2*len(pulls))
	for i, k := range n {
		of[i], room = room[:0:k], room[k:]
	}
	for x, q := range pulls {
		of[q.i] = append(of[q.i], int32(x))
		of[q.j] = append(of[q.j], int32(x))
	}
	return of
}

// fitLayer moves the items of one layer to where their lines are shortest while everything else stays, keeping their order:
// side -1 looks at what is left of them, +1 at what is right, 0 at both.
func (s *layoutBuilder) fitLayer(f *isotonicFit, items []int32, pulls []alignment, of [][]int32, side int) {
	f.begin()
	for at, i := range items {
		if at > 0 {
			f.offset += s.minDistance(items[at-1], i)
		}
		layer := s.items[i].layer
		for _, x := range of[i] {
			q := pulls[x]
			if q.j == i {
				q.i, q.j, q.a, q.b = q.j, q.i, q.b, q.a
			}
			t := &s.items[q.j]
			if side < 0 && t.layer > layer || side > 0 && t.layer < layer {
				continue
			}
			f.addWish(t.y+q.b-q.a, q.weight*4)
		}
		f.addWish(s.items[i].y, 1)
		f.next()
	}
	for at, y := range f.rows() {
		s.items[items[at]].y = y
	}
}

// isotonicFit finds rows for things that must keep an order and distances, so that the sum of their weighted distances
// from the rows they want is least. With the distances taken out they only must not overtake each other, and then the
// best row of each one, as far as those above it are concerned, is the highest turning point of a convex function
// whose turning points are kept in a heap; from below, none is lower than the one after it.
type isotonicFit struct {
	heap    []wantedRow
	weight  int32 // of what the current one wants
	offset  int32 // the distances so far
	best    []int32
	offsets []int32
}

// wantedRow is a row something would like to have, and how much.
type wantedRow struct {
	y, weight int32
}

func (f *isotonicFit) begin() {
	f.heap, f.best, f.offsets = f.heap[:0], f.best[:0], f.offsets[:0]
	f.offset, f.weight = 0, 0
}

// addWish adds a wish of the current thing.
func (f *isotonicFit) addWish(y, weight int32) {
	f.weight += weight
	f.heap = append(f.heap, wantedRow{y - f.offset, 2 * weight})
	for i := len(f.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if f.heap[up].y >= f.heap[i].y {
			break
		}
		f.heap[up], f.heap[i] = f.heap[i], f.heap[up]
		i = up
	}
}

// next is done with the wishes of one thing, of which there is at least one.
func (f *isotonicFit) next() {
	for f.weight > 0 {
		if f.heap[0].weight > f.weight {
			f.heap[0].weight -= f.weight
			f.weight = 0
			break
		}
		f.weight -= f.heap[0].weight
		last := len(f.heap) - 1
		f.heap[0] = f.heap[last]
		f.heap = f.heap[:last]
		for i := 0; ; {
			down := 2*i + 1
			if down >= last {
				break
			}
			if down+1 < last && f.heap[down+1].y > f.heap[down].y {
				down++
			}
			if f.heap[i].y >= f.heap[down].y {
				break
			}
			f.heap[i], f.heap[down] = f.heap[down], f.heap[i]
			i = down
		}
	}
	f.best = append(f.best, f.heap[0].y)
	f.offsets = append(f.offsets, f.offset)
}

// rows returns the rows that were found.
func (f *isotonicFit) rows() []int32 {
	for i := len(f.best) - 2; i >= 0; i-- {
		f.best[i] = min(f.best[i], f.best[i+1])
	}
	for i := range f.best {
		f.best[i] += f.offsets[i]
	}
	return f.best
}

// median returns the row for which the weighted distances are shortest, the upper one of equals.
func median(wants []wantedRow) int32 {
	slices.SortFunc(wants, func(a, b wantedRow) int { return int(a.y - b.y) })
	total := int32(0)
	for _, w := range wants {
		total += w.weight
	}
	sum := int32(0)
	for _, w := range wants {
		if sum += w.weight; 2*sum >= total {
			return w.y
		}
	}
	return 0
}
