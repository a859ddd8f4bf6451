package graph

import "slices"

// pull is a wish of two items to have lines at the same height: row a of item i and row b of item j.
type pull struct {
	i, j   int32
	a, b   int32
	weight int32
}

// How strongly lines want to be straight. A long one most: it has nothing at its bends that would explain them.
const (
	pullShort = 4
	pullEnd   = 8
	pullLong  = 16
	pullTurn  = 1
	pullChain = 3 // times as strong on the longest chain
)

// pulls are the wishes within a part.
func (s *sketch) pulls(p *part) []pull {
	var all []pull
	for k := p.first; k <= p.last+1; k++ {
		for _, n := range p.gap[k] {
			all = s.pullsOf(n, all)
		}
	}
	return all
}

func (s *sketch) pullsOf(n int32, all []pull) []pull {
	t := &s.net[n]
	add := func(i, a, j, b, w int32) { all = append(all, pull{i, j, a, b, w}) }
	if t.back {
		pass := t.right[0]
		for _, i := range t.left {
			add(i, 0, pass, 0, pullLong)
		}
		for j, v := range t.right[1:] {
			add(pass, 0, v, s.link[t.via[j+1]].port, pullTurn)
		}
		return all
	}
	u := t.left[0]
	out := s.item[u].out
	for j, v := range t.right {
		l := t.via[j]
		w, b := int32(pullShort), int32(0)
		switch long := int(u) >= len(s.node); {
		case l < 0 && long:
			w = pullLong
		case l < 0 || long:
			w = pullEnd
		}
		if l >= 0 {
			b = s.link[l].port
			if s.link[l].chain {
				w *= pullChain
			}
		}
		add(u, out, v, b, w)
	}
	for _, i := range t.left[1:] {
		add(u, out, i, 0, pullTurn)
	}
	return all
}

// apart is how many rows below the first of two neighbours in a layer the second must be: boxes leave a row free.
func (s *sketch) apart(above, below int32) int32 {
	d := s.item[above].h
	boxes := 0
	if int(above) < len(s.node) {
		boxes++
	}
	if int(below) < len(s.node) {
		boxes++
	}
	if boxes > 0 {
		d++
	}
	return d
}

// align gives the items of a part rows in which as many lines as possible run straight and the others bend little.
func (s *sketch) align(p *part) {
	for _, items := range p.layer {
		y := int32(0)
		for at, i := range items {
			if at > 0 {
				y += s.apart(items[at-1], i)
			}
			s.item[i].y = y
		}
	}
	pulls := s.pulls(p)
	if len(pulls) > 0 {
		s.alignFit(p, pulls)
		s.shift(p, pulls)
	}
	top := int32(1 << 30)
	for _, items := range p.layer {
		if len(items) > 0 {
			top = min(top, s.item[items[0]].y)
		}
	}
	for _, items := range p.layer {
		for _, i := range items {
			s.item[i].y -= top
		}
	}
}

// alignFit gives each layer in turn the rows that are best for it.
func (s *sketch) alignFit(p *part, pulls []pull) {
	of := s.byItem(pulls)
	for k := p.first + 1; k <= p.last; k++ {
		s.fit(p.layer[k], pulls, of, -1)
	}
	for k := p.last - 1; k >= p.first; k-- {
		s.fit(p.layer[k], pulls, of, +1)
	}
	for range 2 {
		for k := p.first; k <= p.last; k++ {
			s.fit(p.layer[k], pulls, of, 0)
		}
		for k := p.last; k >= p.first; k-- {
			s.fit(p.layer[k], pulls, of, 0)
		}
	}
}

// byItem lists for each item the pulls it takes part in.
func (s *sketch) byItem(pulls []pull) [][]int32 {
	n := make([]int32, len(s.item))
	for _, q := range pulls {
		n[q.i]++
		n[q.j]++
	}
	of := make([][]int32, len(s.item))
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

// want is a row an item would like to have, and how much.
type want struct {
	y, weight int32
}

// block is some neighbours in a layer that stand as close as they may.
type block struct {
	wants       []want
	first, last int
	y           int32 // of the first, if it were alone
}

// fit moves the items of one layer to where their lines are shortest while everything else stays, keeping their order:
// side -1 looks at what is left of them, +1 at what is right, 0 at both. Neighbours that would come too close become
// a block with one place, the weighted median of what they want.
func (s *sketch) fit(items []int32, pulls []pull, of [][]int32, side int) {
	if len(items) == 0 {
		return
	}
	blocks := make([]block, 0, len(items))
	offset := int32(0)
	layer := s.item[items[0]].layer
	for at, i := range items {
		if at > 0 {
			offset += s.apart(items[at-1], i)
		}
		var wants []want
		for _, x := range of[i] {
			q := pulls[x]
			if q.j == i {
				q.i, q.j, q.a, q.b = q.j, q.i, q.b, q.a
			}
			t := &s.item[q.j]
			if side < 0 && t.layer > layer || side > 0 && t.layer < layer {
				continue
			}
			wants = append(wants, want{t.y + q.b - q.a - offset, q.weight * 4})
		}
		wants = append(wants, want{s.item[i].y - offset, 1})
		b := block{wants: wants, first: at, last: at}
		b.y = median(b.wants)
		for len(blocks) > 0 && blocks[len(blocks)-1].y >= b.y {
			a := blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			b = block{wants: append(a.wants, b.wants...), first: a.first, last: b.last}
			b.y = median(b.wants)
		}
		blocks = append(blocks, b)
	}
	offset = 0
	for _, b := range blocks {
		for at := b.first; at <= b.last; at++ {
			if at > 0 {
				offset += s.apart(items[at-1], items[at])
			}
			s.item[items[at]].y = b.y + offset
		}
	}
}

// median is the row for which the weighted distances are shortest, the upper one of equals.
func median(wants []want) int32 {
	slices.SortFunc(wants, func(a, b want) int { return int(a.y - b.y) })
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
