package depview

import (
	"slices"
	"strconv"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// focus is the picture of the selected task and its neighbours.
type focus struct {
	net     *board.DepGraph
	real    *board.DepGraph // of which the layout is: net, but for what is supposed in it
	of      int32
	layout  *graph.Layout
	plans   []*graph.Layout // all tasks
	plansOf planned
	how     fitted
	shape   view.Shape
	by      int // wished when it was laid out
	wished  int // more or fewer steps than there is room for
	said    int // the rows of what is said in the box of the task
	x, y    int
	came    came
}

// planned is what plans are laid out of, and the cells of the canvas.
type planned struct {
	net  *board.DepGraph
	w, h int
}

// came is from where the selection was walked to: up and down then go to the other tasks there.
type came struct {
	from string // the name of a node, "" for nowhere
	out  bool   // to one that waits for it
}

// layOutFocus lays the neighbours of the selected task out where they are not yet as they should be.
func (m *Model) layOutFocus() {
	f, n := &m.focus, m.net
	at := m.node(n)
	if at < 0 {
		if at = m.anyNode(n); at < 0 {
			f.layout, f.net = nil, n
			return
		}
		m.GoTo(n, at)
	}
	how := fitted{options: graph.Options{Redundant: m.redundant}, w: m.Layout().DepView.Canvas.W, h: m.Layout().DepView.Canvas.H}
	if m.Gesturing() && f.how.w == how.w {
		how.h = f.how.h // the picture stands still
	}
	if m.pulling() && f.layout != nil && f.net == n {
		return // what is pressed is selected, and stays under the pointer until the button is let go
	}
	f.net = n
	changed := f.real != m.real || f.of != at || f.how != how || f.by != f.wished || f.layout == nil
	if changed {
		if f.of != at {
			f.layout = nil // of another task nothing stays where it is
		}
		f.real, f.of, f.how, f.by = m.real, at, how, f.wished
		f.shape = m.Layout().FocusShape(m.real.Graph, at, f.wished)
	}
	if of := (planned{m.real, how.w, how.h}); f.plansOf != of {
		f.plansOf, f.plans = of, m.Layout().LayoutPlans(m.real.Graph, m.wordsOf)
	}
	said := m.Layout().SaidInBox(m.said(n.Keys[at]))
	if m.Gesturing() && f.layout != nil {
		said = f.said
	}
	if changed || f.said != said {
		o := how.options
		o.Previous, f.said = f.layout, said
		f.layout = m.Layout().LayoutFocus(m.real.Graph, at, f.shape, said, o, m.titledIn(m.real))
	}
	f.x, f.y = m.Layout().ScrollFocus(m.Picture())
}

// titledIn returns what stands in the titles of the tasks of a net.
func (m *Model) titledIn(n *board.DepGraph) func(i int32) view.Node {
	return func(i int32) (v view.Node) {
		if n.Keys[i] != (tasks.Key{}) {
			fillNode(&v, m.Card(n.Keys[i]))
		}
		return v
	}
}

// deepen shows neighbours further away, or fewer.
func (m *Model) deepen(by int) {
	f := &m.focus
	now := min(max(f.shape.Steps+by, 1), view.MaxSteps)
	if now == f.shape.Steps && by > 0 {
		m.Say("No further: " + strconv.Itoa(view.MaxSteps) + " steps to each side are shown")
		return
	}
	f.wished += now - f.shape.Steps
	m.Say("Neighbours within " + strconv.Itoa(now) + " " + phrase.Plural(now, "step", "steps"))
}

// anyNode is a node to begin with where none is selected: the task to start with, else the first there is.
func (m *Model) anyNode(n *board.DepGraph) int32 {
	if n == nil || n.Len() == 0 {
		return -1
	}
	if start := n.StartHere(1); len(start) > 0 {
		return start[0]
	}
	for i := range int32(n.Len()) {
		if n.Keys[i] != (tasks.Key{}) {
			return i
		}
	}
	return -1
}

// walkFocus moves along links: left to what the task waits for, right to what waits for it; up and down to the other
// tasks at the end of the link that was walked last, without such a link to the tasks of the same wave.
func (m *Model) walkFocus(n *board.DepGraph, a keymap.Action) {
	f := &m.focus
	at := m.node(n)
	if at < 0 {
		if at = m.anyNode(n); at >= 0 {
			m.GoTo(n, at)
		}
		return
	}
	if a == keymap.Left || a == keymap.Right {
		to, ok := m.beside(n, at, a == keymap.Right)
		if !ok {
			m.Say(m.nodeName(n, at) + [2]string{" waits for nothing", " is waited for by nothing"}[a-keymap.Left])
			return
		}
		f.came = came{n.Node(at).Name, a == keymap.Right}
		m.GoTo(n, to)
		return
	}
	ring := m.ring(n, at)
	i := slices.Index(ring, at)
	if i < 0 {
		return
	}
	m.GoTo(n, ring[host.Move(i, len(ring), a, 5)])
}

// beside is the neighbour an arrow leads to: the one whose box is nearest in height, else the first.
func (m *Model) beside(n *board.DepGraph, at int32, out bool) (int32, bool) {
	if l := m.focus.layout; l != nil && m.focus.net == n {
		if box, drawn := l.Box(at); drawn {
			if to, ok := nearest(l, box, along(n, l, at, out)); ok {
				return to, true
			}
		}
	}
	all := neighbours(n, at, out)
	if len(all) == 0 {
		return 0, false
	}
	return all[0], true
}

// ring are the tasks that up and down go through.
func (m *Model) ring(n *board.DepGraph, at int32) []int32 {
	if c := m.focus.came; c.from != "" {
		if i, ok := n.NodeNamed(c.from); ok {
			if all := neighbours(n, i, c.out); slices.Contains(all, at) {
				return all
			}
		}
		m.focus.came = came{}
	}
	var wave []int32
	same, live := n.Wave(at), n.Live(at)
	for _, i := range n.Order() {
		if n.Live(i) == live && n.Wave(i) == same {
			wave = append(wave, i)
		}
	}
	return wave
}

// neighbours are the nodes at the other ends of a node's links, those that are left to do first, each once.
func neighbours(n *board.DepGraph, at int32, out bool) []int32 {
	var all []int32
	edges := n.Edges()
	for _, e := range links(n, at, out) {
		to := edges[e].From
		if out {
			to = edges[e].To
		}
		if to != at {
			all = append(all, to)
		}
	}
	slices.SortStableFunc(all, func(x, y int32) int {
		switch {
		case n.Live(x) == n.Live(y):
			return 0
		case n.Live(x):
			return -1
		}
		return 1
	})
	return all
}

// ToNeighbour goes from the selected task to what it waits for, or to what waits for it, wherever the person is: one
// that holds it back first. It reports whether there is one.
func (m *Model) ToNeighbour(out bool) bool {
	m.rebuildGraph()
	n := m.ShownGraph()
	if m.partial() {
		n = m.whole
	}
	at := m.node(n)
	if at < 0 {
		m.Warn("No task is selected")
		return false
	}
	all := neighbours(n, at, out)
	if len(all) == 0 {
		what := " waits for nothing"
		if out {
			what = " is waited for by nothing"
		}
		m.Say(m.nodeName(n, at) + what)
		return false
	}
	k := n.Keys[all[0]]
	switch {
	case m.Showing():
		m.GoTo(n, all[0])
	case k == (tasks.Key{}):
		m.Warn("It waits for " + n.IDs[all[0]].Text + ", which no file has")
		return false
	default:
		m.Reveal(k)
	}
	if len(all) > 1 {
		m.Say("One of " + strconv.Itoa(len(all)) + ": the pictures show them all (" + m.KeyOf(keymap.NextView) + ")")
	}
	return true
}

// nodeName is what a node is called in a sentence.
func (m *Model) nodeName(n *board.DepGraph, i int32) string {
	if out, is := n.Counted(i); is {
		return countedCount(out)
	}
	if n.Keys[i] == (tasks.Key{}) {
		return n.IDs[i].Text
	}
	return m.Board().ShortID(n.Keys[i])
}

// focusView is the focus as values.
func (m *Model) focusView(n *board.DepGraph, k *marked) *view.Focus {
	f := &m.focus
	v := &view.Focus{
		Layout: f.layout, X: f.x, Y: f.y, Chain: k.chain, Plans: f.plans, Reach: k.reach,
		About: m.aboutView(k), Width: m.Layout().AboutWidth(f.shape), Preview: m.trace(n), Drag: m.band(n),
	}
	for side, all := range k.near {
		v.Near[side], v.Left[side] = all, k.left[side]
	}
	return v
}
