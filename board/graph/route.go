package graph

import "slices"

// Cells of a gap besides its tracks: lines leave a box by one cell and enter one by an arrowhead.
const (
	gapLead  = 3
	gapArrow = 1
	gapLeast = 5
	margin   = 2 // left of the first column and right of the last, where no lines are
)

// finish turns rows and tracks into cells.
func (s *sketch) finish() *Layout {
	l := &Layout{place: make(map[int32]int32, len(s.node))}
	if len(s.node) == 0 {
		l.mark = s.remember(l)
		return l
	}
	x := int32(0)
	for k := range s.track {
		g := &s.track[k]
		g.x, g.w = x, s.width(k)
		x += g.w
		if k < s.layers {
			wave := 0
			if s.near {
				wave = s.step + k
			} else if k >= s.done {
				wave = k - s.done + 1
			}
			l.Columns = append(l.Columns, Column{Wave: wave, X: int(x), W: s.o.BoxWidth, Count: s.count[k]})
			x += int32(s.o.BoxWidth)
		}
	}
	l.W = int(x)
	s.boxes(l)
	s.lines(l)
	for i := range s.item {
		l.H = max(l.H, int(s.item[i].y+s.item[i].h))
	}
	for k := range s.track {
		for _, r := range s.track[k].run {
			l.H = max(l.H, int(r.hi)+1)
		}
	}
	l.mark = s.remember(l)
	return l
}

// width is how wide a gap is: as its tracks need, and not narrower than it was.
func (s *sketch) width(k int) int32 {
	used := s.track[k].used
	if k == 0 || k == s.layers {
		if used == 0 {
			return margin
		}
		return used + margin
	}
	w := max(gapLeast, used+gapLead+gapArrow)
	if s.o.Before != nil && s.o.Before.mark.near == s.near {
		if was := s.o.Before.mark.width[s.called(k)]; was >= used+2 && was <= w+6 {
			return was
		}
	}
	return w
}

func (s *sketch) boxes(l *Layout) {
	for k, items := range s.layer {
		for _, v := range items {
			if int(v) >= len(s.node) {
				continue
			}
			t := &s.item[v]
			b := Box{Node: s.node[v], Column: k, X: l.Columns[k].X, Y: int(t.y), W: s.o.BoxWidth, H: int(t.h), Out: -1}
			for _, i := range s.ins[v] {
				b.Ports = append(b.Ports, Port{Edge: s.link[i].edge, Y: int(t.y + s.link[i].port)})
			}
			if len(s.outs[v]) > 0 {
				b.Out = int(t.y + t.out)
			}
			s.countMissing(&b)
			l.place[b.Node] = int32(len(l.Boxes))
			l.Boxes = append(l.Boxes, b)
		}
	}
}

// countMissing counts the in-edges of a box that are not drawn.
func (s *sketch) countMissing(b *Box) {
	drawn := 0
	edges := s.g.Edges()
	for _, e := range s.g.In(b.Node) {
		if !s.says(e) {
			continue
		}
		if s.implied(e) {
			b.Implied++
		} else if _, here := s.local[edges[e].From]; here {
			drawn++
		}
	}
	b.Hidden = drawn - len(b.Ports)
}

// lines leads every link from its source to its target.
func (s *sketch) lines(l *Layout) {
	index := make([]int32, len(s.net)) // of a net in its gap
	for _, nets := range s.gap {
		for at, n := range nets {
			index[n] = int32(at)
		}
	}
	for i := range l.Boxes {
		v := s.local[l.Boxes[i].Node]
		by := make(map[int32]int32, len(s.ins[v]))
		for _, n := range s.item[v].left {
			for _, x := range s.net[n].via {
				if x >= 0 && s.link[x].to == v {
					by[x] = n
				}
			}
		}
		for _, x := range s.ins[v] {
			p := pen{s: s, index: index}
			p.lead(x, by[x])
			l.Lines = append(l.Lines, Line{Edge: s.link[x].edge, Points: p.points})
			l.end = append(l.end, end{s.node[s.link[x].from], s.node[v]})
		}
	}
}

// pen draws a line backwards, from its target to its source, and turns it round at the end.
type pen struct {
	s      *sketch
	index  []int32
	points []Point
}

func (p *pen) to(x, y int32) {
	q := Point{int(x), int(y)}
	k := len(p.points)
	if k > 0 && p.points[k-1] == q {
		return
	}
	if k > 1 {
		a, b := p.points[k-2], p.points[k-1]
		if a.X == b.X && b.X == q.X || a.Y == b.Y && b.Y == q.Y {
			p.points[k-1] = q
			return
		}
	}
	p.points = append(p.points, q)
}

// lead draws link x, whose last net is n.
func (p *pen) lead(x, n int32) {
	s := p.s
	v, u := s.link[x].to, s.link[x].from
	g := &s.track[s.net[n].gap]
	y := s.item[v].y + s.link[x].port
	p.to(g.x+g.w-1, y)
	if s.net[n].back {
		// Coming round: from the right side of this gap to its right side again, and then to the right, layer by layer.
		pass := s.net[n].right[0]
		p.bend(n, y, s.item[pass].y, false, false)
		for {
			n = s.item[pass].right
			if !s.net[n].back {
				break
			}
			next := s.net[n].right[0]
			p.bend(n, s.item[pass].y, s.item[next].y, true, false)
			pass = next
		}
		p.bend(n, s.item[pass].y, s.leftRow(u), true, true)
	} else {
		at := y
		for {
			i := s.net[n].left[0]
			p.bend(n, at, s.leftRow(i), false, true)
			at = s.leftRow(i)
			if i == u {
				break
			}
			n = s.item[i].left[0]
		}
	}
	g = &s.track[s.item[u].layer+1]
	p.to(g.x, s.leftRow(u))
	slices.Reverse(p.points)
}

// bend draws what lies in the gap of net n between two rows on its sides.
func (p *pen) bend(n, from, to int32, fromLeft, toLeft bool) {
	g := &p.s.track[p.s.net[n].gap]
	w := g.of[p.index[n]]
	if w.a < 0 {
		return
	}
	at := func(run int32) int32 { return g.x + g.w - 1 - gapArrow - g.run[run].track }
	left, right := at(w.a), at(w.a)
	if w.b >= 0 {
		right = at(w.b)
	}
	x, z := right, right
	if fromLeft {
		x = left
	}
	if toLeft {
		z = left
	}
	p.to(x, from)
	if w.b >= 0 && fromLeft != toLeft {
		p.to(x, w.row)
		p.to(z, w.row)
	}
	p.to(z, to)
}
