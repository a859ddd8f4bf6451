package depview

import (
	"slices"
	"strconv"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// marked is what a net and a selected node make of all the others, worked out once for both.
type marked struct {
	net   *board.DepGraph
	at    int32
	marks *view.Highlights
	chain []int32
	start []int32
	gen   int // of the board that start was ranked for
	node  func(i int32) view.Node
	edge  func(e int32) view.Edge
	near  [2][]int32 // direct neighbours: what it waits for, what waits for it
	holds [2][]int32 // of them those that hold it back now, and that it holds back
	far   [2][]int32 // the first few further away, for their names
	left  [2]int     // of near those that are work that is left, which come first
	reach [2]int     // all that are, through any number of others
}

// fewNames is how many tasks up to how many steps away are named, startHere how many to start with are ranked.
const fewNames, farSteps, startHere = 6, 4, 8

// mark works out the marks where they are not known yet.
func (m *Model) mark(n *board.DepGraph) *marked {
	k, at := &m.marked, m.node(n)
	if k.net == n && k.at == at && k.marks != nil {
		if k.gen != m.Generation() {
			m.markStart(k)
		}
		return k
	}
	marks := k.marks
	if k.net == n && marks != nil {
		marks.Select(at)
	} else {
		marks = view.NewHighlights(n.Graph, at)
	}
	*k = marked{net: n, at: at, marks: marks, chain: n.Chain()}
	k.node = func(i int32) view.Node { return m.nodeView(n, k, i) }
	k.edge = func(e int32) view.Edge { return m.edgeView(n, k, e) }
	m.markStart(k)
	if at < 0 {
		return k
	}
	k.near = [2][]int32{neighbours(n, at, false), neighbours(n, at, true)}
	k.holds = [2][]int32{holding(n, at, false), holding(n, at, true)}
	k.left = [2]int{left(n, at, k.near[0]), left(n, at, k.near[1])}
	up, down := marks.Reach()
	k.reach = [2]int{up.Len(), down.Len()}
	if i, ok := m.whole.Find(n.Keys[max(at, 0)]); ok && at >= 0 && m.partial() && n == m.net {
		k.reach = [2]int{m.whole.Upstream(i).Len(), m.whole.Downstream(i).Len()}
	}
	ignored := func(i int32) bool { // by all that name it: no file has it, and it holds nothing back
		return n.Node(i).State == graph.Missing && !slices.ContainsFunc(n.Out(i), func(e int32) bool { return n.Edges()[e].Open })
	}
	for i := range int32(n.Len()) {
		if up.Has(i) && ignored(i) {
			k.reach[0]--
		}
	}
	behind, ahead := n.Around(at, farSteps)
	for i, steps := range [][][]int32{behind, ahead} {
		for _, nodes := range steps {
			nodes = slices.DeleteFunc(slices.Clone(nodes), ignored)
			k.far[i] = append(k.far[i], nodes[:min(len(nodes), fewNames-len(k.far[i]))]...)
		}
	}
	return k
}

// markStart ranks what to start with. A picture that stands still after a completion holds what is done or ready by now as it
// was: there it goes by the board.
func (m *Model) markStart(k *marked) {
	k.gen, k.start = m.Generation(), k.net.StartNext(startHere)
	if m.holding() {
		k.start = nil
		for i, key := range k.net.Keys {
			if m.Board().State(key) == board.Ready {
				k.start = append(k.start, int32(i))
			}
		}
		slices.SortStableFunc(k.start, func(x, y int32) int { return k.net.Behind(y) - k.net.Behind(x) })
	}
}

// left is how many of a task's neighbours are work that is left; of one that is finished itself, how many there are.
func left(n *board.DepGraph, at int32, all []int32) int {
	count := 0
	for _, i := range all {
		if n.Live(i) || !n.Live(at) {
			count++
		}
	}
	return count
}

// Picture is the dependencies as values.
func (m *Model) Picture() *view.DepView {
	p := &view.DepView{Selected: -1}
	n := m.ShownGraph()
	if n == nil {
		return p
	}
	k := m.mark(n)
	if p.Selected = k.at; len(m.told) > 0 { // all of it is what is looked at
		p.Selected = -1
	}
	p.Node, p.Edge, p.Chain, p.Held = k.node, k.edge, k.chain, k.marks.Held()
	switch m.shown {
	case view.GraphView:
		p.Graph = m.graphView(n, k)
	case view.TimelineView:
		p.Timeline = m.logView()
	}
	lone := m.shown == view.GraphView && m.isFinale() && !drawn(m.laid.layout, k.at) // what has no box has no part in what is told
	if k.at >= 0 && !lone && !m.Gesturing() {
		p.Summary = m.summaryOf(n, k)
	}
	p.Link = m.linkView()
	p.Spark = m.sparkView(n)
	return p
}

// Tabs name the views, with their keys, which stay the same.
func (m *Model) Tabs() []view.Tab {
	if m.tabs != nil {
		return m.tabs
	}
	for i, a := range keymap.Views {
		m.tabs = append(m.tabs, view.Tab{
			Key: safetext.Line(m.KeyOf(a)), Name: safetext.Line(phrase.Sentence(ViewWord(view.ViewKind(i)))), View: view.ViewKind(i),
		})
	}
	m.finishedKey, m.unlinkedKey = safetext.Line(m.KeyOf(keymap.FoldFinished)), safetext.Line(m.KeyOf(keymap.FoldUnlinked))
	return m.tabs
}

// graphView is the graph as values.
func (m *Model) graphView(n *board.DepGraph, k *marked) *view.Graph {
	v := &view.Graph{Layout: m.laid.layout, Scale: m.laid.scale, X: m.laid.x, Y: m.laid.y, Preview: m.trace(n), Drag: m.band(n), Held: m.onMap.Rect}
	t := m.tallied(m.whole)
	v.Finished.Count, v.Unlinked.Count = t.finished-m.keptDone, t.unlinked-m.guests
	v.Finished.Key, v.Finished.Open = m.finishedKey, m.finished
	v.Unlinked.Key, v.Unlinked.Open = m.unlinkedKey, m.unlinked
	if m.drawsUnlinked() && !m.unlinked {
		v.Unlinked.Count = 0
	}
	if v.Layout != nil && v.Layout.Untidy {
		v.Tidy = safetext.Line(m.KeyOf(keymap.Tidy))
	}
	v.Part = m.partChip()
	if m.isFinale() {
		v.Finished.Count = 0
		v.Finale, v.Aside = m.finaleLines()
		return v
	}
	if k.at >= 0 && !n.Live(k.at) {
		v.Finished.Selected = !m.finished && !drawn(m.laid.layout, k.at)
	} else if k.at >= 0 && !n.Linked(k.at) {
		v.Unlinked.Selected = !m.drawsUnlinked() && !drawn(m.laid.layout, k.at)
	}
	return v
}

// drawn reports whether a layout has a box of a node.
func drawn(l *graph.Layout, i int32) bool {
	if l == nil {
		return false
	}
	_, is := l.Box(i)
	return is
}

// summaryOf is what is to be said of the selected node in three lines.
func (m *Model) summaryOf(n *board.DepGraph, k *marked) *view.Summary {
	v := &view.Summary{
		WaitsFor: k.holds[0], Unblocks: k.holds[1], Upstream: k.far[0], Downstream: k.far[1],
		Before: k.reach[0], After: n.Behind(k.at), Start: k.start[:min(len(k.start), 2)],
	}
	for side, all := range k.near {
		v.Done[side] = len(all) - k.left[side]
	}
	key := n.Keys[k.at]
	if v.Past = key != (tasks.Key{}) && m.Board().State(key) == board.Done; v.Past {
		v.WaitsFor, v.Unblocks = k.near[0], k.near[1]
	}
	if _, is := n.Counted(k.at); is {
		v.Word, v.Note = safetext.Const("not drawn"), safetext.Line(m.KeyOf(keymap.OpenDetail)+" draws them")
		return v
	}
	if key == (tasks.Key{}) {
		v.Word, v.Note = safetext.Const("missing"), safetext.Const("no file has this id: unlink or move the links to it")
		if len(v.Unblocks) == 0 {
			v.Note = safetext.Const("no file has this id, and nobody waits for it all the same")
		}
		return v
	}
	v.Word = safetext.Line(phrase.StateWord(m.Board().State(key)))
	c := m.Card(key)
	switch {
	case n.Loop(k.at) >= 0:
		v.Note = safetext.Line(m.spellLoop(n, n.Loops()[n.Loop(k.at)]))
	case n.HasSelfLink(k.at):
		v.Note = safetext.Const("it waits for itself")
	case !c.Warn.Empty():
		v.Note = c.Warn
	default:
		v.Note = c.WaitsFor()
	}
	return v
}

// holding returns what holds a task back now, or what it holds back.
func holding(n *board.DepGraph, at int32, out bool) []int32 {
	return slices.DeleteFunc(neighbours(n, at, out), func(i int32) bool {
		from, to := i, at
		if out {
			from, to = at, i
		}
		e := n.EdgeBetween(from, to)
		return !n.LiveEdge(e) || !n.Edges()[e].Open
	})
}

// spellLoop returns a loop in words, as the arrows of the picture go: each has to be done before the one behind it.
func (m *Model) spellLoop(n *board.DepGraph, loop []int32) string {
	s := "loop: "
	for i, at := range loop {
		switch {
		case len(loop) > 8 && i == 4:
			s += strconv.Itoa(len(loop)-6) + " more > "
		case len(loop) <= 8 || i < 4 || i >= len(loop)-2:
			s += m.nodeName(n, at) + " > "
		}
	}
	return s + m.nodeName(n, loop[0])
}
