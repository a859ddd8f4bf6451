package graph

// alignment is a wish that row a of item i and row b of item j are at the same height, so that a line is straight.
type alignment struct {
	i, j   int32
	a, b   int32
	weight int32
}

// The weights of alignments. A bend in a long line is worst, because there is nothing next to it that explains it.
const (
	weightShort = 4  // from box to box
	weightEnd   = 8  // the first or the last piece of a line that passes a layer
	weightLong  = 16 // from one passed layer to the next
	weightTurn  = 1  // where a return line turns: it has to bend
	chainFactor = 15 // on the longest chain
)

// collectAlignments returns the alignments within a component.
func (s *layoutBuilder) collectAlignments(p *component) []alignment {
	var all []alignment
	for k := p.first; k <= p.last+1; k++ {
		for _, n := range p.nets[k] {
			all = s.appendAlignments(n, all)
		}
	}
	return all
}

// appendAlignments appends the alignments of a net.
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

// minDistance returns the least distance in rows of two adjacent items of a layer: there are free rows next to a box.
func (s *layoutBuilder) minDistance(above, below int32) int32 {
	d := s.items[above].h
	if int(min(above, below)) < len(s.nodes) {
		d += s.freeRows()
	}
	return d
}

// assignRows chooses the rows of a component's items so that most lines are straight and the others bend little.
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
		of := s.alignmentsByItem(pulls)
		s.fitLayers(p, pulls, of)
		s.straighten(p, pulls, of)
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

// fitLayers chooses the best rows for one layer after the other, in several sweeps.
func (s *layoutBuilder) fitLayers(p *component, pulls []alignment, of [][]int32) {
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

// alignmentsByItem returns, by item, the indices of its alignments.
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

// fitLayer moves the items of one layer, in their order, to where their lines are shortest while the other layers stay.
// With side -1 it considers only lines to the left, with +1 to the right, with 0 both.
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
