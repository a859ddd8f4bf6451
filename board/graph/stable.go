package graph

import (
	"cmp"
	"slices"
)

// memory is what a later layout needs to know of this one: by names, because the numbers of the nodes may be others then.
// Layers are counted from the first wave, or from the node in the middle of a neighbourhood.
type memory struct {
	near   bool
	text   int
	boxes  []placed
	passes []placed
	width  map[int]int32 // of the gap left of each layer
	loose  float64       // how much higher it was than its fullest layer when it was last made from nothing
	tangle int           // how many pairs of lines crossed then
}

// placed is where something stood.
type placed struct {
	name      string
	layer     int
	back      bool
	y, h, out int32
}

// remember notes what a later layout may want to keep.
func (s *sketch) remember(l *Layout) memory {
	m := memory{near: s.near, text: s.o.TextRows, loose: s.loose, tangle: s.tangle, width: make(map[int]int32, len(s.track))}
	m.boxes = make([]placed, 0, len(s.node))
	m.passes = make([]placed, 0, len(s.item)-len(s.node))
	for i := range s.item {
		t := &s.item[i]
		p := placed{s.g.Node(s.node[t.src]).Name, s.called(int(t.layer)), t.back, t.y, t.h, t.out}
		if i < len(s.node) {
			m.boxes = append(m.boxes, p)
		} else {
			m.passes = append(m.passes, p)
		}
	}
	for k := range s.track {
		m.width[s.called(k)] = s.track[k].w
	}
	return m
}

// called is what a layer is called in other layouts too.
func (s *sketch) called(layer int) int { return layer - s.done + s.step }

// keeps says whether there is enough of an older layout to keep, and takes note of what is: boxes and passing lines that
// are where they were.
func (s *sketch) keeps() bool {
	if s.o.Before == nil {
		return false
	}
	m := &s.o.Before.mark
	if m.near != s.near || m.text != s.o.TextRows {
		return false
	}
	type key struct {
		name  string
		layer int
		back  bool
	}
	boxes := make(map[string]*placed, len(m.boxes))
	for i := range m.boxes {
		boxes[m.boxes[i].name] = &m.boxes[i]
	}
	found, kept := 0, 0
	for v := range s.node {
		t := &s.item[v]
		old := boxes[s.g.Node(s.node[v]).Name]
		if old == nil {
			continue
		}
		t.y, t.known = old.y, true
		found++
		if old.layer == s.called(int(t.layer)) {
			kept++
			t.held, t.was = true, old.h
			t.out = min(old.out, t.h-2)
		}
	}
	if 2*found < len(s.node) || kept == 0 {
		for v := range s.node {
			t := &s.item[v]
			t.held, t.known, t.out = false, false, s.outRow(int32(v))
		}
		return false
	}
	passes := make(map[key]*placed, len(m.passes))
	for i := range m.passes {
		p := &m.passes[i]
		passes[key{p.name, p.layer, p.back}] = p
	}
	for i := len(s.node); i < len(s.item); i++ {
		t := &s.item[i]
		if p := passes[key{s.g.Node(s.node[t.src]).Name, s.called(int(t.layer)), t.back}]; p != nil {
			t.y, t.known, t.held, t.was = p.y, true, true, 1
		}
	}
	return true
}

// How much worse than a new picture an old one may become: looser, by work that was finished and left holes, and more
// tangled, by links that came where nobody had thought of them.
const (
	tooLoose   = 1.6
	tooTangled = 20
)

// keepBefore makes the layout from an older one, and says whether that is worth it.
func (s *sketch) keepBefore() bool {
	if !s.keeps() {
		return false
	}
	s.keep()
	m := &s.o.Before.mark
	s.loose, s.tangle = m.loose, m.tangle
	if s.looseness() <= tooLoose*m.loose && 2*s.tangled() <= 3*m.tangle+tooTangled {
		return true
	}
	for v := range s.node {
		s.item[v].out = s.outRow(int32(v))
	}
	return false
}

// keep puts what is new where it crosses and displaces least, and leaves the rest in its rows as far as there is room.
func (s *sketch) keep() {
	for k, items := range s.layer {
		var fresh []int32
		held := items[:0:0]
		for _, i := range items {
			if s.item[i].held {
				held = append(held, i)
			} else {
				fresh = append(fresh, i)
			}
		}
		slices.SortFunc(held, func(a, b int32) int { return cmp.Compare(s.item[a].y, s.item[b].y) })
		slices.SortStableFunc(fresh, func(a, b int32) int { return cmp.Compare(s.wish(a), s.wish(b)) })
		for _, i := range fresh {
			held = s.insert(held, i)
		}
		s.layer[k] = held
		s.hold(held)
		s.number(held)
	}
	for v := range s.node {
		s.sortPortsOf(int32(v))
	}
}

// nowhere is the wish of what has nothing to be near to: below all others.
const nowhere = 1 << 20

// wish is the row a new item would like to have: the one it had in another layer, or that of what it is linked to.
func (s *sketch) wish(i int32) int32 {
	t := &s.item[i]
	if t.known {
		return t.y
	}
	var rows []want
	for _, j := range s.beside[i].left {
		rows = append(rows, want{s.leftRow(j) - min(1, t.h-1), 1})
	}
	if len(rows) == 0 {
		for _, j := range s.beside[i].right {
			if s.item[j].held {
				rows = append(rows, want{s.item[j].y + min(1, s.item[j].h-1) - t.out, 1})
			}
		}
	}
	if len(rows) == 0 {
		if t.back {
			return s.leftRow(t.src)
		}
		return nowhere
	}
	return max(median(rows), 0)
}

// What a place for a new item costs, in rows that its lines get longer.
const (
	costCross = 10
	costPush  = 40
)

// insert puts a new item between those of a layer.
func (s *sketch) insert(items []int32, i int32) []int32 {
	t := &s.item[i]
	wish := s.wish(i)
	if wish == nowhere {
		wish = 0
		if n := len(items); n > 0 {
			wish = s.item[items[n-1]].y + s.closest(items[n-1], i)
		}
	}
	cross := int32(0) // with what is above, when it stands at the top: all others are below
	for _, j := range items {
		cross += s.inverted(i, j)
	}
	best, at, row := int32(-1), 0, int32(0)
	for p := 0; p <= len(items); p++ {
		if p > 0 {
			cross += s.inverted(items[p-1], i) - s.inverted(i, items[p-1])
		}
		lo, hi := int32(0), int32(nowhere)
		if p > 0 {
			lo = s.item[items[p-1]].y + s.closest(items[p-1], i)
		}
		if p < len(items) {
			hi = s.item[items[p]].y - s.closest(i, items[p])
		}
		y := min(max(wish, lo), max(lo, hi))
		cost := cross*costCross + abs(y-wish)
		// Everything that has to give way counts, until there is room enough.
		for q, need := p, y-hi; need > 0 && q < len(items); q++ {
			cost += costPush
			if q+1 < len(items) {
				need -= s.item[items[q+1]].y - s.item[items[q]].y - s.closest(items[q], items[q+1])
			}
		}
		if best < 0 || cost < best {
			best, at, row = cost, p, y
		}
	}
	t.y, t.known = row, true
	return slices.Insert(items, at, i)
}

// inverted is how often the lines of two items cross if the first is above the second, as far as the rows of what they
// are linked to are known.
func (s *sketch) inverted(above, below int32) int32 {
	n := int32(0)
	pairs := func(x, y []int32) {
		for _, a := range x {
			for _, b := range y {
				if s.item[a].known && s.item[b].known && s.item[a].y > s.item[b].y {
					n++
				}
			}
		}
	}
	pairs(s.beside[above].left, s.beside[below].left)
	pairs(s.beside[above].right, s.beside[below].right)
	return n
}

// closest is how many rows below the first of two neighbours the second may be, where nothing is to be moved that need
// not be: lines may pass close to boxes, and what stood closer may go on doing so.
func (s *sketch) closest(above, below int32) int32 {
	a, b := &s.item[above], &s.item[below]
	if int(above) >= len(s.node) || int(below) >= len(s.node) {
		return a.h
	}
	if a.held && b.held {
		if was := b.y - a.y; was <= a.h {
			return a.h
		}
	}
	return a.h + 1
}

// hold moves the items of a layer apart as far as they must be, and as few and little as possible.
func (s *sketch) hold(items []int32) {
	const firmly = 1 << 20
	var f fitting
	f.begin()
	f.want(0, firmly) // the upper edge, which nothing moves
	f.next()
	for at, i := range items {
		if at > 0 {
			f.offset += s.closest(items[at-1], i)
		}
		t := &s.item[i]
		w := int32(1)
		if t.held {
			w = 16
		}
		f.want(t.y, w)
		f.next()
	}
	for at, y := range f.rows()[1:] {
		s.item[items[at]].y = y
	}
}

// looseness is how much higher the picture is than its fullest layer must be.
func (s *sketch) looseness() float64 {
	height, full := int32(1), int32(1)
	for _, items := range s.layer {
		sum := int32(0)
		for _, i := range items {
			t := &s.item[i]
			height = max(height, t.y+t.h)
			sum += t.h + 1
		}
		full = max(full, sum)
	}
	return float64(height) / float64(full)
}
