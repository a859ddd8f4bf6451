// Package depview is the dependency view on the screen: the picture and the tree. ui/view draws them, and board/graph
// lays them out.
package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Model is the pictures of the dependencies: which of them takes the place of the board, what they are made of, and
// where the person is in them. The selected task is the board's.
type Model struct {
	host.Host

	shown     view.ViewKind
	stale     bool            // the board has changed since whole was read
	whole     *board.DepGraph // as the board is
	net       *board.DepGraph // what is drawn of it: whole, or a part
	toldOf    *board.DepGraph // of which what is told was taken last, its nodes there, and what was taken
	toldNodes []int32
	toldNet   *board.DepGraph
	told      []tasks.Key // of these there is a picture, and of nothing else: see host.Host
	gone      deleted
	picked    [2]string // the selected link, by the names of its ends; "" for none
	tally     tally
	tabs      []view.Tab

	finishedKey view.Text // that folds, as it is shown
	aloneOf     *board.DepGraph
	aloneIn     *graph.Layout
	alone       []int32 // the tasks of aloneOf without links that have no box in aloneIn

	recalled     bool // which form was asked for before the directory was opened
	form         form // that is asked for
	formed       formed
	near         near
	fresh        fresh // a picture that fits, not shown yet
	toUpperThird bool  // the selection is to stand in the upper third of the tree, which was just opened

	finished bool // drawn too
	implied  bool // links that a longer way says are drawn too
	folded   bool // finished work, by somebody who had seen it
	loose    bool // the wheel moved the tree away from the selection

	laid   laid
	log    logged
	marked marked
	spark  spark
	moment moment
	pull   linkDrag

	keptOf   *board.DepGraph // of which the following are nodes
	kept     []int32         // drawn although the graph would fold them away
	keepSet  *graph.Set      // the same; another set is another picture
	keptDone int             // how many of them are done
}

// New returns the pictures of what a program shows. Nothing is worked out before one is shown.
func New(h host.Host) *Model { return &Model{Host: h} }

// crowded is among how many tasks working the dependencies out anew takes long.
const crowded = 5000

// drawable is how many linked tasks a picture is drawn of at most: no screen can hold more.
const drawable = 600

// Showing reports whether one of the pictures is shown in place of the board.
func (m *Model) Showing() bool { return m.shown != view.BoardView && m.Workspace() != nil }

// ViewWord returns what a view is called.
func ViewWord(p view.ViewKind) string {
	return [...]string{"board", "dependencies", "dependencies", "now"}[p]
}

// Show goes to a picture or back to the board. The selected task stays selected.
func (m *Model) Show(p view.ViewKind) {
	if p == view.GraphView && m.Showing() && len(m.told) == 0 {
		m.switchForm()
		return
	}
	m.log.alive, m.moment.guests = false, nil
	m.shown, m.loose, m.picked, m.pull, m.toUpperThird = p, false, [2]string{}, linkDrag{}, true
	if p != view.BoardView {
		m.recallForm()
		m.rebuildGraph()
		m.Relayout()
		m.formed = formed{}
		m.chooseForm()
	}
	m.keep()
	m.ForgetClick()
	if p == view.BoardView {
		m.spark, m.moment = spark{}, moment{}
		m.PlaceCursor()
	}
	m.Relayout()
}

// linked is how many tasks the graph would draw.
func (m *Model) linked() int {
	if m.net == nil {
		return 0
	}
	t := m.tallied(m.net)
	if m.finished {
		return t.linked + t.finished
	}
	return t.linked
}

// rebuildGraph brings what the pictures are made of up to the board, unless they are held still.
func (m *Model) rebuildGraph() {
	m.listen()
	if m.whole != nil && m.heldStill() {
		return
	}
	was := m.net
	if m.whole == nil || m.stale {
		m.stale = false
		m.whole, was = m.Board().DepGraph(), nil
	}
	if m.chooseNet(); m.net != was {
		m.keep()
	}
}

// heldStill reports whether nothing may move now: somebody points at a place, or looks at what was just completed.
func (m *Model) heldStill() bool { return m.spark.on || m.pulling() || m.holding() }

// pulling reports whether the button went down on a task and is still down: it may become a link from there.
func (m *Model) pulling() bool { return m.pull.of.Name != "" }

// Refresh brings the shown form up to date. It is called after every message.
func (m *Model) Refresh() {
	if !m.Showing() {
		m.forget()
		return
	}
	if m.Width() == 0 {
		return
	}
	m.rebuildGraph()
	if m.chooseForm(); m.shown == view.GraphView {
		m.layOut()
	} else {
		m.order()
	}
}

// Reset begins anew, for another directory.
func (m *Model) Reset() { *m = Model{Host: m.Host} }

// forget lets go of all that was worked out for the pictures, while the board is shown: among many tasks it is more than
// the board itself.
func (m *Model) forget() {
	if m.net == nil {
		return
	}
	m.whole, m.net, m.tally, m.marked, m.log = nil, nil, tally{}, marked{}, logged{}
	m.fresh, m.near = fresh{}, near{}
	m.laid.net, m.aloneOf, m.aloneIn, m.alone, m.toldOf, m.toldNet = nil, nil, nil, nil, nil, nil
	m.keptOf, m.kept, m.keepSet = nil, nil, nil
}

// ShownGraph is the net whose numbers the picture that is shown uses.
func (m *Model) ShownGraph() *board.DepGraph {
	if d := m; d.shown == view.GraphView && d.laid.net != nil {
		return d.laid.net
	}
	return m.net
}

// node is the selected task in a net, -1 where it has none.
func (m *Model) node(n *board.DepGraph) int32 {
	if n == nil {
		return -1
	}
	if i, ok := n.Find(m.UnderCursor()); ok {
		return i
	}
	return -1
}

// Shown returns which of the pictures is shown, or the board.
func (m *Model) Shown() view.ViewKind { return m.shown }

// MarkStale has the pictures made anew.
func (m *Model) MarkStale() { m.stale = true }

// Unpick ends the selection of a link, and reports whether one was selected.
func (m *Model) Unpick() bool {
	was := m.picked[0] != ""
	m.picked = [2]string{}
	return was
}

// Crowded reports whether what is shown is of so many tasks that it is costly to work out.
func (m *Model) Crowded() bool {
	return m.Showing() && m.whole != nil && m.whole.Len() > crowded
}

// GoTo selects the task of a node.
func (m *Model) GoTo(n *board.DepGraph, i int32) {
	m.loose, m.picked = false, [2]string{}
	if k := n.Keys[i]; !m.Select(k) { // the pictures show what a filter hides
		m.PutCursor(k)
	}
}

// Actions returns what the keys do in the picture and in the tree.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.Up: m.walk, keymap.Down: m.walk, keymap.Left: m.walk, keymap.Right: m.walk,
		keymap.First: m.walk, keymap.Last: m.walk, keymap.PageUp: m.walk, keymap.PageDown: m.walk,
		keymap.FoldFinished: host.Do(m.foldFinished),
	}
}

// EndDrag forgets a link that is being dragged. A key ends it: not every terminal reports that the button was released.
func (m *Model) EndDrag() { m.pull = linkDrag{} }

// foldFinished folds the finished work away, or shows it again.
func (m *Model) foldFinished() {
	if m.holding() {
		m.settle()
	}
	ordered := m.shown == view.TreeView
	m.folded = m.finished || ordered && m.logsFinished()
	m.finished = !m.folded
	m.log.alive = m.log.alive || m.folded && ordered // so that a finished task is left, which would keep all of them
	m.formed = formed{}
	m.keep()
	m.Say(shownOrNot("Finished work", m.finished))
}

// ShowImplied draws links that a longer way says already too, or leaves them out again.
func (m *Model) ShowImplied() {
	m.implied, m.formed = !m.implied, formed{}
	if m.implied {
		m.Say("The picture shows links that a longer way says already")
	} else {
		m.Say("The picture leaves out links that a longer way says already")
	}
}

func shownOrNot(what string, shown bool) string {
	if shown {
		return what + " shown"
	}
	return what + " folded away"
}

// graphOptions are how the picture is drawn now.
func (m *Model) graphOptions() graph.Options {
	alone := m.near.net != nil
	return graph.Options{Finished: m.finished || len(m.told) > 0 || alone, Unlinked: alone, Redundant: m.implied, Keep: m.keepSet}
}
