package graph

import (
	"math"
	"slices"
)

// Cells of a gap besides its tracks: a line has one cell after its source, and an arrowhead before its target.
const (
	channelLead  = 3
	channelArrow = 1
	minChannel   = 5
	bareLead     = 1 // the same with Bare
	bareChannel  = 3
	roomyChannel = 12 // the width of a gap with Roomy
	margin       = 2  // left of the first column and right of the last, if there are no lines
)

// buildLayout makes the Layout from rows and tracks.
func (s *layoutBuilder) buildLayout() *Layout {
	l := &Layout{boxOf: make(map[int32]int32, len(s.nodes)), bare: s.o.Bare}
	if len(s.nodes) == 0 {
		l.record = s.recordLayout()
		return l
	}
	x := int32(0)
	for k := range s.channels {
		g := &s.channels[k]
		g.x = x
		x += g.w
		if k < s.layerCount {
			wave := 0
			if k >= s.finishedLayers {
				wave = int(s.waves[k-s.finishedLayers])
			}
			l.Columns = append(l.Columns, Column{Wave: wave, X: int(x), W: int(s.widths[k]), Count: s.nodeCount[k],
				Stuck: s.isStuck(k)})
			x += s.widths[k]
		}
	}
	l.W = int(x)
	s.placeBoxes(l)
	s.routeLines(l)
	for i := range s.items {
		l.H = max(l.H, int(s.items[i].y+s.items[i].h))
	}
	for k := range s.channels {
		for _, r := range s.channels[k].trunks {
			l.H = max(l.H, int(r.hi)+1)
		}
	}
	l.record = s.recordLayout()
	return l
}

// isStuck reports whether the nodes of a layer are stuck.
func (s *layoutBuilder) isStuck(layer int) bool { return s.stuckFrom >= 0 && layer >= s.stuckFrom }

// channelWidth returns the width of a gap: what its tracks need, and not less than before.
func (s *layoutBuilder) channelWidth(k int) int32 {
	used := s.channels[k].tracks
	s.channels[k].arrow = channelArrow
	if used > 0 {
		used = (used-1)*s.channels[k].apart + 1
	}
	if k == 0 || k == s.layerCount {
		w := max(used, 0)
		if !s.o.Bare || used > 0 {
			w += margin
		}
		s.channels[k].least = w
		return w
	}
	w := max(minChannel, used+channelLead+channelArrow)
	if s.o.Bare {
		w = max(bareChannel, used+bareLead+channelArrow)
	}
	if free := roomyChannel - w; s.o.Roomy && free > 0 { // lines turn in the middle
		s.channels[k].arrow += free / 2
		w += free
	}
	s.channels[k].least = w
	if s.o.Previous != nil { // a width that has room for the tracks and is not much too wide stays: columns do not move
		if was := s.o.Previous.record.Widths[s.layerName(k)]; was >= used+2 && was <= w+6 {
			return was
		}
	}
	return w
}

// chooseWidths chooses the widths of the gaps and of the boxes in each layer.
func (s *layoutBuilder) chooseWidths() {
	gaps := int32(0)
	for k := range s.channels {
		s.channels[k].apart = 1
		s.channels[k].w = s.channelWidth(k)
	}
	for k := range s.channels {
		gaps += s.channels[k].w
	}
	s.widths = make([]int32, s.layerCount)
	if s.o.Fit == nil {
		for k := range s.widths {
			s.widths[k] = int32(s.o.BoxWidth)
		}
		return
	}
	most := int32(s.o.Fit.Least) // the width at which all columns are cut
	for k, items := range s.layers {
		s.widths[k] = most
		for _, v := range items {
			if int(v) < len(s.nodes) {
				s.widths[k] = max(s.widths[k], int32(s.o.Fit.Width(s.nodes[v])))
			}
		}
	}
	room := int32(s.o.Fit.Room) - gaps
	least := most
	for most < slices.Max(append(s.widths, 0)) && (s.o.Fit.Whole || cutSum(s.widths, most+1) <= room) {
		most++
	}
	if s.o.Apart && !s.o.Fit.Whole { // lines that are easy to follow are worth more than a few cells of a title
		best := s.spreadTrunks(room-cutSum(s.widths, most), false)
		for lower := most - 1; lower >= max(most-titleForLines, least); lower-- {
			if n := s.spreadTrunks(room-cutSum(s.widths, lower), false); n > best {
				best, most = n, lower
			}
		}
	}
	for k := range s.widths {
		s.widths[k] = min(s.widths[k], most)
	}
	s.shareByNeed(room)
	s.keepWidths(room)
	if s.o.Apart {
		s.spreadTrunks(room-cutSum(s.widths, math.MaxInt32), true)
	}
}

// titleForLines is the most cells of each title that are given up for free columns between lines.
const titleForLines = 2

// spreadTrunks gives the cells that are left to gaps, for free columns between their vertical lines, first to those
// that need fewest. It returns the number of gaps that get them; it is a dry run unless the gaps are to be changed.
func (s *layoutBuilder) spreadTrunks(room int32, do bool) (apart int) {
	order := make([]int, len(s.channels))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(s.channels[a].tracks - s.channels[b].tracks) })
	for _, k := range order {
		g := &s.channels[k]
		if more := max(g.least+g.tracks-1-g.w, 0); g.tracks > 1 && more <= room { // 0 if the gap is as wide already
			apart, room = apart+1, room-more
			if do {
				g.apart, g.w = 2, g.w+more
			}
		}
	}
	return apart
}

// cutSum returns the sum of widths, each limited to most.
func cutSum(widths []int32, most int32) (sum int32) {
	for _, w := range widths {
		sum += min(w, most)
	}
	return sum
}

// keepWidths keeps columns that were a little wider as they were, so that the columns next to them do not move.
func (s *layoutBuilder) keepWidths(room int32) {
	if s.o.Previous == nil {
		return
	}
	const little = 8
	kept := slices.Clone(s.widths)
	for k, w := range kept {
		if was := s.o.Previous.record.Columns[s.layerName(k)]; was > w && was <= w+little {
			kept[k] = was
		}
	}
	if cutSum(kept, math.MaxInt32) <= room {
		s.widths = kept
	}
}

func (s *layoutBuilder) placeBoxes(l *Layout) {
	cut := map[int32][]int32{}
	for _, x := range s.links {
		if x.hidden {
			cut[s.nodes[x.from]] = append(cut[s.nodes[x.from]], s.nodes[x.to])
		}
	}
	for k, items := range s.layers {
		for _, v := range items {
			if int(v) >= len(s.nodes) {
				continue
			}
			t := &s.items[v]
			b := Box{Node: s.nodes[v], Column: k, X: l.Columns[k].X, Y: int(t.y), W: l.Columns[k].W, H: int(t.h),
				Row: int(t.y + t.out), OutRow: -1, Done: s.g.nodes[s.nodes[v]].State == Finished}
			for _, i := range s.ins[v] {
				b.Ports = append(b.Ports, Port{Edge: s.links[i].edge, Y: int(t.y + s.links[i].port)})
			}
			if len(s.outs[v]) > 0 {
				b.OutRow = b.Row
			}
			s.setUndrawn(&b)
			b.Cut = cut[s.nodes[v]]
			if b.Done {
				l.Columns[k].Done++
			}
			l.boxOf[b.Node] = int32(len(l.Boxes))
			l.Boxes = append(l.Boxes, b)
		}
	}
}

// setUndrawn sets the in-edges of a box that are not drawn.
func (s *layoutBuilder) setUndrawn(b *Box) {
	drawn := 0
	b.Missing = s.missing(b.Node)
	edges := s.g.Edges()
	for _, e := range s.g.In(b.Node) {
		if !s.shows(e) || slices.Contains(b.Missing, edges[e].From) {
			continue
		}
		if s.isImplied(e) {
			b.Implied = append(b.Implied, edges[e].From)
		} else if _, here := s.boxOf[edges[e].From]; here {
			drawn++
		}
	}
	b.Hidden = drawn - len(b.Ports)
}

// Linked reports whether there is a line from one node to another.
func (l *Layout) Linked(from, to int32) bool {
	return slices.ContainsFunc(l.ends, func(e lineEnds) bool { return e.from == from && e.to == to })
}

// EdgesAt returns the edges whose lines are in a cell.
func (l *Layout) EdgesAt(x, y int) []int32 {
	var edges []int32
	for i := range l.Lines {
		if l.Lines[i].covers(x, y) {
			edges = append(edges, l.Lines[i].Edge)
		}
	}
	slices.Sort(edges)
	return edges
}

// covers reports whether a line is in a cell.
func (n *Line) covers(x, y int) bool {
	for i := 1; i < len(n.Points); i++ {
		a, b := n.Points[i-1], n.Points[i]
		if min(a.X, b.X) <= x && x <= max(a.X, b.X) && min(a.Y, b.Y) <= y && y <= max(a.Y, b.Y) {
			return true
		}
	}
	return len(n.Points) == 1 && n.Points[0] == Point{x, y}
}
