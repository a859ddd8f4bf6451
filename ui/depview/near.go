package depview

import (
	"slices"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// near is the neighbourhood of a task: the picture is drawn of it where somebody asked for one and the whole has no room.
type near struct {
	whole  *board.DepGraph
	net    *board.DepGraph // what is drawn of the whole, nil where all of it is
	from   []int32         // the node of the whole that each of its nodes is
	at     map[int32]int32 // and the other way round
	middle int32           // of the whole
}

// mostNear is of how many tasks a neighbourhood is at most: more boxes than the largest screens have room for.
const mostNear = 150

// alsoTried is how many tasks are tried one by one behind the first that has no room.
const alsoTried = 12

// chooseNear draws as many tasks around the selected one as have room with their titles, and reports whether any have.
func (m *Model) chooseNear() bool {
	at := m.node(m.whole)
	if at < 0 {
		return false
	}
	around := m.whole.Near(at, mostNear)
	var best near
	var shown fresh
	try := func(nodes []int32) bool {
		m.setNear(at, nodes)
		fits := m.pictureFits()
		if fits {
			best, shown = m.near, m.fresh
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
	if fit > 0 { // one that has no room may stand before others that have
		drawn := slices.Clone(around[:fit])
		for _, i := range around[fit:min(fit+alsoTried, len(around))] {
			if best.joins(i) && try(append(drawn, i)) {
				drawn = append(drawn, i)
			}
		}
	}
	if m.near, m.fresh = best, shown; fit > 0 {
		m.net = best.net
	} else {
		m.net = m.whole
	}
	m.keep()
	return fit > 0
}

// joins reports whether a node of the whole is linked to one that is drawn.
func (r *near) joins(i int32) bool {
	drawn := func(x int32) bool { _, is := r.at[x]; return is }
	return slices.ContainsFunc(neighbours(r.whole, i, false), drawn) || slices.ContainsFunc(neighbours(r.whole, i, true), drawn)
}

// setNear has the picture be of some tasks, with the ids that they wait for and no file has.
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
	m.near = near{whole: m.whole, net: m.whole.Only(nodes), from: nodes, at: make(map[int32]int32, len(nodes)), middle: middle}
	for k, i := range nodes {
		m.near.at[i] = int32(k)
	}
	m.net = m.near.net
	m.keep()
}

// leaveNear has the picture be of the whole again.
func (m *Model) leaveNear() {
	if m.near.net != nil {
		m.near, m.net = near{}, m.whole
		m.keep()
	}
}

// nearHolds reports whether all that is linked to the selected task is in the picture, or as much of it as has room.
func (m *Model) nearHolds() bool {
	at := m.node(m.whole)
	if at == m.near.middle {
		return true
	}
	before, after := m.near.hidden(at)
	_, drawn := m.near.at[at]
	return drawn && before+after == 0
}

// hidden returns how many of the tasks that a node of the whole waits for, and of those that wait for it, are not drawn.
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

// inWhole returns a node of what is drawn as a node of the whole.
func (m *Model) inWhole(n *board.DepGraph, i int32) (*board.DepGraph, int32) {
	if r := &m.near; n == r.net && n != nil && i >= 0 {
		return r.whole, r.from[i]
	}
	return n, i
}

// edgeInWhole returns a link of what is drawn as a link of the whole.
func (m *Model) edgeInWhole(n *board.DepGraph, e int32) int32 {
	if r := &m.near; n == r.net && n != nil {
		edge := n.Edges()[e]
		return r.whole.EdgeBetween(r.from[edge.From], r.from[edge.To])
	}
	return e
}

// nearView is what is said above a neighbourhood, nil above the whole.
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
	t := m.tallied(r.whole)
	v.All = t.linked + t.unlinked
	return v
}
