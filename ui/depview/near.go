package depview

import (
	"slices"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// near is the neighbourhood of a task: the part of the net that is drawn if the whole does not fit and the person chose
// the picture.
type near struct {
	whole  *board.DepGraph
	net    *board.DepGraph // the part that is drawn, nil if all of whole is
	from   []int32         // maps nodes of net to nodes of whole
	at     map[int32]int32 // maps nodes of whole to nodes of net
	middle int32           // the task in the middle, a node of whole
}

// maxNear is the largest number of tasks in a neighbourhood; no screen has room for more boxes.
const maxNear = 150

// maxTries is the largest number of tasks that are tried one by one after the first that does not fit.
const maxTries = 12

// chooseNear chooses as many tasks around the selected one as fit with their titles, and reports whether one next to it
// does.
func (m *Model) chooseNear() bool {
	at := m.middle()
	if at < 0 {
		return false
	}
	around := m.whole.Near(at, maxNear)
	var best near
	var shown trial
	try := func(nodes []int32) bool {
		m.setNear(at, nodes)
		fits := m.pictureFits()
		if fits {
			best, shown = m.near, m.trial
		}
		return fits
	}
	fit, most := 0, len(around)
	for fit < most {
		if some := (fit + most + 1) / 2; try(around[:some]) {
			fit = some
		} else {
			most = some - 1
		}
	}
	if fit > 1 { // tasks after the first that does not fit may fit
		drawn := slices.Clone(around[:fit])
		for _, i := range around[fit:min(fit+maxTries, len(around))] {
			if best.joins(i) && try(append(drawn, i)) {
				drawn = append(drawn, i)
			}
		}
	}
	m.near, m.trial, m.net = best, shown, best.net
	if fit < 2 { // a box alone says nothing about links
		m.near, m.trial, m.net = near{}, trial{}, m.whole
	}
	m.chooseKept()
	return fit > 1
}

// middle returns the node in the middle of a neighbourhood: the selected one, or if that has no links the one for which
// most tasks wait. It returns -1 if there is none.
func (m *Model) middle() int32 {
	at := m.node(m.whole)
	if at >= 0 && m.whole.Linked(at) {
		return at
	}
	best, most := int32(-1), -1
	for i := range int32(m.whole.Len()) {
		if !m.whole.Live(i) || !m.whole.Linked(i) {
			continue
		}
		if n := m.whole.Behind(i); n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return at
	}
	return best
}

// joins reports whether a node of whole is linked to one that is drawn.
func (r *near) joins(i int32) bool {
	drawn := func(x int32) bool { _, ok := r.at[x]; return ok }
	return slices.ContainsFunc(neighbours(r.whole, i, false), drawn) ||
		slices.ContainsFunc(neighbours(r.whole, i, true), drawn)
}

// setNear makes the picture show some tasks and the missing ids that they wait for.
func (m *Model) setNear(middle int32, around []int32) {
	nodes := slices.Clone(around)
	for _, i := range around {
		for _, from := range neighbours(m.whole, i, false) {
			if m.whole.Node(from).State == graph.Missing {
				nodes = append(nodes, from)
			}
		}
	}
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	m.near = near{whole: m.whole, net: m.whole.Only(nodes), from: nodes, at: make(map[int32]int32, len(nodes)),
		middle: middle}
	for k, i := range nodes {
		m.near.at[i] = int32(k)
	}
	m.net = m.near.net
	m.chooseKept()
}

// leaveNear makes the picture show the whole again.
func (m *Model) leaveNear() {
	if m.near.net != nil {
		m.near, m.net = near{}, m.whole
		m.chooseKept()
	}
}

// nearIsCurrent reports whether the neighbourhood is that of the selected task, or contains all its links.
func (m *Model) nearIsCurrent() bool {
	at := m.node(m.whole)
	if at == m.near.middle || at < 0 || !m.whole.Linked(at) {
		return true
	}
	before, after := m.near.hidden(at)
	_, drawn := m.near.at[at]
	return drawn && before+after == 0
}

// hidden returns the number of blockers and of dependants of a node of whole that are not drawn.
func (r *near) hidden(at int32) (before, after int) {
	for _, out := range [...]bool{false, true} {
		for _, e := range links(r.whole, at, out) {
			other := r.whole.Edges()[e].From
			if out {
				other = r.whole.Edges()[e].To
			}
			if _, drawn := r.at[other]; drawn || !r.whole.LiveEdge(e) {
				continue
			}
			if out {
				after++
			} else {
				before++
			}
		}
	}
	return before, after
}

// inWhole converts a node of the drawn net, or -1, to a node of whole.
func (r *near) inWhole(n *board.DepGraph, i int32) (*board.DepGraph, int32) {
	switch {
	case n != r.net || n == nil:
		return n, i
	case i < 0:
		return r.whole, -1
	}
	return r.whole, r.from[i]
}

// edgeInWhole converts an edge of the drawn net to an edge of whole.
func (r *near) edgeInWhole(n *board.DepGraph, e int32) int32 {
	if n == r.net {
		edge := n.Edges()[e]
		return r.whole.EdgeBetween(r.from[edge.From], r.from[edge.To])
	}
	return e
}

// nearView returns the line above a neighbourhood, nil if the whole is drawn.
func (m *Model) nearView() *view.Nearby {
	r := &m.near
	if r.net == nil || m.net != r.net {
		return nil
	}
	v := &view.Nearby{Middle: safetext.Line(m.nodeName(r.whole, r.middle))}
	for _, i := range r.from {
		if r.whole.Live(i) && r.whole.Node(i).State != graph.Missing {
			v.Drawn++
		}
	}
	t := m.counts.of(r.whole)
	v.All = t.linked + t.unlinked
	return v
}
