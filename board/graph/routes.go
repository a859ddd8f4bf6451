package graph

import "slices"

// routeLines makes the line of every link.
func (s *layoutBuilder) routeLines(l *Layout) {
	index := make([]int32, len(s.nets)) // by net: its index in its gap
	for _, nets := range s.netsIn {
		for at, n := range nets {
			index[n] = int32(at)
		}
	}
	latest := make([]int32, len(s.nodes)) // 1 + the latest line of each box
	for i := range l.Boxes {
		v := s.boxOf[l.Boxes[i].Node]
		by := make(map[int32]int32, len(s.ins[v]))
		for _, n := range s.items[v].left {
			for _, x := range s.nets[n].via {
				if x >= 0 && s.links[x].to == v {
					by[x] = n
				}
			}
		}
		for _, x := range s.ins[v] {
			p := lineTracer{s: s, index: index}
			p.trace(x, by[x])
			u := s.links[x].from
			e := lineEnds{from: s.nodes[u], to: s.nodes[v], along: latest[u] - 1}
			if e.along >= 0 {
				e.shared = sharedPoints(l.Lines[e.along].Points, p.points)
			}
			l.Lines = append(l.Lines, Line{Edge: s.links[x].edge, Points: p.points})
			l.ends = append(l.ends, e)
			latest[u] = int32(len(l.Lines))
		}
	}
}

// sharedPoints returns the number of points with which two lines begin.
func sharedPoints(a, b []Point) int32 {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return int32(n)
}

// lineTracer makes a line backwards, from its target to its source, and then reverses it.
type lineTracer struct {
	s      *layoutBuilder
	index  []int32
	points []Point
}

func (p *lineTracer) addPoint(x, y int32) {
	p.points = appendPoint(p.points, Point{int(x), int(y)})
}

// appendPoint appends a point to a line, and drops the last one if the line does not turn there.
func appendPoint(points []Point, q Point) []Point {
	k := len(points)
	if k > 0 && points[k-1] == q {
		return points
	}
	if k > 1 && (points[k-2].X == points[k-1].X && points[k-1].X == q.X || points[k-2].Y == points[k-1].Y &&
		points[k-1].Y == q.Y) {
		points[k-1] = q
		return points
	}
	return append(points, q)
}

// trace makes the line of link x, whose last net is n.
func (p *lineTracer) trace(x, n int32) {
	s := p.s
	v, u := s.links[x].to, s.links[x].from
	g := &s.channels[s.nets[n].gap]
	y := s.items[v].y + s.links[x].port
	p.addPoint(g.x+g.w-1, y)
	if s.nets[n].back {
		// A return line: from the right side of this gap to its right side again, and then to the right, layer by
		// layer.
		pass := s.nets[n].right[0]
		p.crossChannel(n, y, s.items[pass].y, false, false)
		for {
			n = s.items[pass].right
			if !s.nets[n].back {
				break
			}
			next := s.nets[n].right[0]
			p.crossChannel(n, s.items[pass].y, s.items[next].y, true, false)
			pass = next
		}
		p.crossChannel(n, s.items[pass].y, s.leftRow(u), true, true)
	} else {
		at := y
		for {
			i := s.nets[n].left[0]
			p.crossChannel(n, at, s.leftRow(i), false, true)
			at = s.leftRow(i)
			if i == u {
				break
			}
			n = s.items[i].left[0]
		}
	}
	g = &s.channels[s.items[u].layer+1]
	p.addPoint(g.x, s.leftRow(u))
	slices.Reverse(p.points)
}

// crossChannel adds the part of the line in the gap of net n, from the row where it comes in to the row where it goes
// on. fromLeft and toLeft say whether these are on the left side of the gap. A net without a trunk is straight.
func (p *lineTracer) crossChannel(n, from, to int32, fromLeft, toLeft bool) {
	g := &p.s.channels[p.s.nets[n].gap]
	w := g.routes[p.index[n]]
	if w.a < 0 {
		return
	}
	at := func(trunk int32) int32 { return g.x + g.w - 1 - g.arrow - g.trunks[trunk].track*g.apart }
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
	p.addPoint(x, from)
	if w.b >= 0 && fromLeft != toLeft {
		p.addPoint(x, w.row)
		p.addPoint(z, w.row)
	}
	p.addPoint(z, to)
}
