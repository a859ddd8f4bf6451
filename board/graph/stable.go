package graph

import (
	"cmp"
	"slices"
)

// layoutRecord is what a later layout needs of this one. Nodes are identified by name, because their numbers may
// change, and layers by their waves.
type layoutRecord struct {
	TextRows int
	FreeRows int32 // between boxes
	Boxes    []recordedItem
	Dummies  []recordedItem
	Widths   map[int]int32 // of the gap left of each layer
	Columns  map[int]int32 // of the boxes in each layer
}

// recordedItem is the place of an item.
type recordedItem struct {
	Name   string
	Layer  int
	Back   bool
	Y, Out int32
}

// recordLayout returns the record of the layout.
func (s *layoutBuilder) recordLayout() layoutRecord {
	m := layoutRecord{TextRows: s.o.TextRows, FreeRows: s.freeRows(), Widths: make(map[int]int32, len(s.channels))}
	m.Boxes = make([]recordedItem, 0, len(s.nodes))
	m.Dummies = make([]recordedItem, 0, len(s.items)-len(s.nodes))
	for i := range s.items {
		t := &s.items[i]
		p := recordedItem{s.g.Node(s.nodes[t.src]).Name, s.layerName(int(t.layer)), t.back, t.y, t.out}
		if i < len(s.nodes) {
			m.Boxes = append(m.Boxes, p)
		} else {
			m.Dummies = append(m.Dummies, p)
		}
	}
	for k := range s.channels {
		m.Widths[s.layerName(k)] = s.channels[k].w
	}
	m.Columns = make(map[int]int32, len(s.widths))
	for k, w := range s.widths {
		m.Columns[s.layerName(k)] = w
	}
	return m
}

// layerName returns a number for a layer that is the same in other layouts.
func (s *layoutBuilder) layerName(layer int) int {
	if s.isStuck(layer) { // independent of the number of waves
		return stuckName + layer - s.stuckFrom
	}
	k := layer - s.finishedLayers
	switch n := len(s.waves); {
	case k < 0 || n == 0:
		return k
	case k < n:
		return int(s.waves[k])
	default: // after the last
		return int(s.waves[n-1]) + 1
	}
}

// stuckName is larger than any wave.
const stuckName = 1 << 20

// matchPrevious finds the items that are also in the older layout, and reports whether there are enough to keep it.
func (s *layoutBuilder) matchPrevious() bool {
	if s.o.Previous == nil {
		return false
	}
	m := &s.o.Previous.record
	if m.TextRows != s.o.TextRows || m.FreeRows != s.freeRows() {
		return false
	}
	type key struct {
		name  string
		layer int
		back  bool
	}
	boxes := make(map[string]*recordedItem, len(m.Boxes))
	for i := range m.Boxes {
		boxes[m.Boxes[i].Name] = &m.Boxes[i]
	}
	found := 0
	for v := range s.nodes {
		t := &s.items[v]
		old := boxes[s.g.Node(s.nodes[v]).Name]
		if old == nil {
			continue
		}
		t.y, t.hasRow = old.Y, true
		found++
		if old.Layer == s.layerName(int(t.layer)) {
			t.kept = true
			t.out = min(old.Out, t.h-1-s.frame())
		}
	}
	if 2*found < len(s.nodes) {
		for v := range s.nodes {
			t := &s.items[v]
			t.kept, t.hasRow, t.out = false, false, s.outRow(int32(v))
		}
		return false
	}
	passes := make(map[key]*recordedItem, len(m.Dummies))
	for i := range m.Dummies {
		p := &m.Dummies[i]
		passes[key{p.Name, p.Layer, p.Back}] = p
	}
	for i := len(s.nodes); i < len(s.items); i++ {
		t := &s.items[i]
		if p := passes[key{s.g.Node(s.nodes[t.src]).Name, s.layerName(int(t.layer)), t.back}]; p != nil {
			t.y, t.hasRow, t.kept = p.Y, true, true
		}
	}
	return true
}

// updatePrevious places the items as in the older layout, and reports whether there is one to keep.
func (s *layoutBuilder) updatePrevious() bool {
	if !s.matchPrevious() {
		return false
	}
	s.insertNew()
	return true
}

// insertNew inserts new items where they cross and displace least. The others keep their rows as far as there is room.
func (s *layoutBuilder) insertNew() {
	for k, items := range s.layers {
		var fresh []int32
		held := items[:0:0]
		for _, i := range items {
			if s.items[i].kept {
				held = append(held, i)
			} else {
				fresh = append(fresh, i)
			}
		}
		slices.SortFunc(held, func(a, b int32) int { return cmp.Compare(s.items[a].y, s.items[b].y) })
		slices.SortStableFunc(fresh, func(a, b int32) int { return cmp.Compare(s.preferredRow(a), s.preferredRow(b)) })
		for _, i := range fresh {
			held = s.insertItem(held, i)
		}
		s.layers[k] = held
		s.separateItems(held)
		s.numberItems(held)
	}
	for v := range s.nodes {
		s.sortPortsOf(int32(v))
	}
}

// noPreference is the preferred row of an item without neighbours: below all others.
const noPreference = 1 << 20

// preferredRow returns the preferred row of a new item: the one it had in another layer, or that of its neighbours.
func (s *layoutBuilder) preferredRow(i int32) int32 {
	t := &s.items[i]
	if t.hasRow {
		return t.y
	}
	var rows []wantedRow
	for _, j := range s.neighbours[i].left {
		rows = append(rows, wantedRow{s.leftRow(j) - s.firstRow(i), 1})
	}
	if len(rows) == 0 {
		for _, j := range s.neighbours[i].right {
			if s.items[j].kept {
				rows = append(rows, wantedRow{s.items[j].y + s.firstRow(j) - t.out, 1})
			}
		}
	}
	if len(rows) == 0 {
		if t.back {
			return s.leftRow(t.src)
		}
		return noPreference
	}
	return max(median(rows), 0)
}

// The costs of a place for a new item, as a length of lines in rows.
const (
	costCross = 10 // for each crossing
	costPush  = 40 // for each item that has to move
)

// insertItem inserts a new item into a layer.
func (s *layoutBuilder) insertItem(items []int32, i int32) []int32 {
	t := &s.items[i]
	wish := s.preferredRow(i)
	if wish == noPreference {
		wish = 0
		if n := len(items); n > 0 {
			wish = s.items[items[n-1]].y + s.minKeptDistance(items[n-1], i)
		}
	}
	cross := int32(0) // the inversions if the item is above all others
	for _, j := range items {
		cross += s.inversionsIfAbove(i, j)
	}
	best, at, row := int32(-1), 0, int32(0)
	for p := 0; p <= len(items); p++ {
		if p > 0 {
			cross += s.inversionsIfAbove(items[p-1], i) - s.inversionsIfAbove(i, items[p-1])
		}
		lo, hi := int32(0), int32(noPreference)
		if p > 0 {
			lo = s.items[items[p-1]].y + s.minKeptDistance(items[p-1], i)
		}
		if p < len(items) {
			hi = s.items[items[p]].y - s.minKeptDistance(i, items[p])
		}
		y := min(max(wish, lo), max(lo, hi))
		cost := cross*costCross + abs(y-wish)
		// Every item that has to move counts, until there is enough room.
		for q, need := p, y-hi; need > 0 && q < len(items); q++ {
			cost += costPush
			if q+1 < len(items) {
				need -= s.items[items[q+1]].y - s.items[items[q]].y - s.minKeptDistance(items[q], items[q+1])
			}
		}
		if best < 0 || cost < best {
			best, at, row = cost, p, y
		}
	}
	t.y, t.hasRow = row, true
	return slices.Insert(items, at, i)
}

// inversionsIfAbove returns how often the lines of two items cross if the first is above the second, as far as the rows
// of their neighbours are known.
func (s *layoutBuilder) inversionsIfAbove(above, below int32) int32 {
	n := int32(0)
	pairs := func(x, y []int32) {
		for _, a := range x {
			for _, b := range y {
				if s.items[a].hasRow && s.items[b].hasRow && s.items[a].y > s.items[b].y {
					n++
				}
			}
		}
	}
	pairs(s.neighbours[above].left, s.neighbours[below].left)
	pairs(s.neighbours[above].right, s.neighbours[below].right)
	return n
}

// minKeptDistance returns the least distance in rows of two adjacent items, if as few items as possible are to move:
// lines may be close to boxes, and items that were closer may stay.
func (s *layoutBuilder) minKeptDistance(above, below int32) int32 {
	a, b := &s.items[above], &s.items[below]
	if int(above) >= len(s.nodes) || int(below) >= len(s.nodes) {
		return a.h
	}
	if a.kept && b.kept {
		if was := b.y - a.y; was <= a.h {
			return a.h
		}
	}
	return a.h + s.freeRows()
}

// separateItems moves the items of a layer to their least distances, as few of them and as little as possible.
func (s *layoutBuilder) separateItems(items []int32) {
	const firmly = 1 << 20
	var f isotonicFit
	f.begin()
	f.addWish(0, firmly) // the upper edge, which does not move
	f.next()
	for at, i := range items {
		if at > 0 {
			f.offset += s.minKeptDistance(items[at-1], i)
		}
		t := &s.items[i]
		w := int32(1)
		if t.kept {
			w = 16 // new items give way
		}
		f.addWish(t.y, w)
		f.next()
	}
	for at, y := range f.rows()[1:] {
		s.items[items[at]].y = y
	}
}
