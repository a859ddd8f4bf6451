package depview

import (
	"cmp"
	"fmt"
	"slices"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// whatIf is what a person takes for done, to see what would follow. Nothing of it is written, and nothing else can be
// while it lasts. Agents go on meanwhile: what they do is in the picture too.
type whatIf struct {
	on    bool
	done  map[string]bool // by the names of nodes
	freed map[string]bool // what would be ready because of it
	chain int             // how long the longest chain really is
	would int             // and how long it would be
}

// startWhatIf begins with the selected task as if it were done, and ends when it is asked for once more.
func (m *Model) startWhatIf() {
	w := &m.what
	if w.on {
		m.EndWhatIf()
		return
	}
	*w = whatIf{on: true, done: map[string]bool{}, freed: map[string]bool{}}
	m.RefreshKeys()
	if !m.suppose() {
		m.derive()
	}
}

// Supposing reports whether tasks are taken for done.
func (m *Model) Supposing() bool { return m.what.on }

// EndWhatIf goes back to what is.
func (m *Model) EndWhatIf() {
	m.what = whatIf{}
	m.RefreshKeys()
	m.derive()
}

// suppose takes the selected task for done, or not any more, and reports whether it can.
func (m *Model) suppose() bool {
	at := m.node(m.net)
	if at < 0 {
		m.Warn("No task is selected")
		return false
	}
	name := m.net.Node(at).Name
	switch {
	case m.net.Node(at).State == graph.Counted:
		m.Warn(m.NothingSelected())
		return false
	case m.net.Keys[at] == (tasks.Key{}):
		m.Warn("No file has the id " + m.net.IDs[at].Text + ": it cannot be done")
		return false
	case m.what.done[name]:
		delete(m.what.done, name)
	case m.net.Node(at).State == graph.Finished:
		m.Say("It is completed already: choose another task")
		return false
	default:
		m.what.done[name] = true
	}
	m.derive()
	return true
}

// supposed is a net as it would be with what is taken for done. Its nodes and links have the numbers they really have, so that
// nothing is rearranged: the picture shows a difference.
func (m *Model) supposed(real *board.DepGraph) *board.DepGraph {
	w := &m.what
	if !w.on || real == nil {
		return real
	}
	var done []int32
	for name := range w.done {
		if i, ok := real.NodeNamed(name); ok && real.Node(i).State != graph.Finished {
			done = append(done, i)
		} else {
			delete(w.done, name) // it really is done by now, or gone
		}
	}
	net := &board.DepGraph{Graph: real.WithFinished(done), Keys: real.Keys, IDs: real.IDs, States: real.States, Outside: real.Outside}
	clear(w.freed)
	for i := range int32(net.Len()) {
		if net.Node(i).Ready && !real.Node(i).Ready {
			w.freed[net.Node(i).Name] = true
		}
	}
	w.chain, w.would = len(real.Chain()), len(net.Chain())
	return net
}

// stateIf is how a node would stand that stands somehow.
func stateIf(n *board.DepGraph, i int32, is view.State) view.State {
	switch node := n.Node(i); {
	case node.State == graph.Finished:
		return view.Done
	case node.Ready:
		return view.Ready
	case n.Stuck(i):
		return view.Stuck
	case is != view.Waiting && is != view.Stuck:
		return is
	}
	for _, e := range n.In(i) {
		if edge := n.Edges()[e]; edge.Open && n.Node(edge.From).State != graph.Missing {
			return view.Waiting
		}
	}
	return view.Missing
}

// WhatIfNews returns what would follow from what is supposed, in place of the news.
func (m *Model) WhatIfNews() view.News {
	w, n := &m.what, m.net
	done, freed := m.inWaves(n, w.done), m.inWaves(n, w.freed)
	if len(done) == 0 {
		return view.News{Level: view.Warning, Line: phrase.Line("What if: nothing is supposed yet, and nothing is written. Space takes a task for done", style.Plain)}
	}
	s := "What if " + phrase.Few(done) + " were done: "
	if len(freed) == 0 {
		s += "nothing else becomes ready"
	} else {
		s += phrase.Few(freed) + phrase.Plural(len(freed), " becomes ready", " become ready")
	}
	if w.chain != w.would {
		s += fmt.Sprintf(", longest chain %d %s %d", w.chain, m.Sheet().Glyphs.Arrow, w.would)
	}
	return view.News{Level: view.Warning, Line: phrase.Line(s+". Nothing is written", style.Plain)}
}

// inWaves are what nodes are called, wave by wave.
func (m *Model) inWaves(n *board.DepGraph, names map[string]bool) []string {
	var nodes []int32
	for name, is := range names {
		if i, ok := n.NodeNamed(name); ok && is {
			nodes = append(nodes, i)
		}
	}
	slices.SortFunc(nodes, func(x, y int32) int {
		return cmp.Or(cmp.Compare(n.Wave(x), n.Wave(y)), cmp.Compare(n.Rank(x), n.Rank(y)))
	})
	called := make([]string, len(nodes))
	for k, i := range nodes {
		called[k] = m.nodeName(n, i)
	}
	return called
}
