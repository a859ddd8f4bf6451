// Package depview is the view of the dependencies, as the picture or the tree. board/graph lays them out, ui/view draws
// them.
package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Uses is what the dependencies ask of other features.
type Uses struct {
	// SpotlightTasks returns the tasks that the stage shows in a picture of their own: nothing else is drawn then.
	SpotlightTasks func() []tasks.Key
	PutCursor      func(tasks.Key) // on a task that the filter hides
	PlaceCursor    func()          // after the board changed
}

// Model is the state of the view. The selected task is that of the board.
type Model struct {
	*host.Program
	Uses

	shown       view.ViewKind
	stale       bool        // the board has changed since whole was read
	spotlight   []tasks.Key // if there are any, only these are drawn: see SpotlightTasks
	deleted     deletedSubjects
	tabs        []view.Tab
	finishedKey view.Text // the name of the key that folds finished tasks

	choice choice
	motion motion
	drawing
	picture pictureLayout // the last one, also while another view is shown: the next one is like it

	formKey      formKey
	inUpperThird bool // put the selection there: the tree was just opened
	scrolled     bool // the wheel moved the tree away from the selection
	drag         linkDrag
}

// choice is what the person chose.
type choice struct {
	form     form
	recalled bool // the form of the last run was restored
	finished bool // finished tasks are drawn
	implied  bool // implied links are drawn
	folded   bool // finished tasks were folded away
	picked   link // the selected link
}

// drawing is what is computed to draw the dependencies. While the board is shown it is empty: it may be larger than the
// board.
type drawing struct {
	whole *board.DepGraph // the dependencies of the whole board
	net   *board.DepGraph // what is drawn: whole, or a part of it

	near       near
	spotlit    spotlit
	kept       kept
	counts     counts
	trial      trial // the last one
	tree       treeLayout
	highlights highlights
	alone      alone
}

// New returns the view of a program. It computes nothing until it is shown.
func New(p *host.Program) *Model { return &Model{Program: p} }

// crowded is the number of tasks from which computing the dependencies takes long.
const crowded = 5000

// maxPicture is the largest number of linked tasks in a picture; no screen has room for more.
const maxPicture = 600

// Showing reports whether the dependencies are shown instead of the board.
func (m *Model) Showing() bool { return m.shown != view.BoardView && m.Workspace != nil }

// ViewWord returns the name of a view.
func ViewWord(p view.ViewKind) string {
	return [...]string{"board", "dependencies", "dependencies", "now"}[p]
}

// Show switches to the dependencies, to their other form, or to the board. The selected task stays selected.
func (m *Model) Show(p view.ViewKind) {
	if p == view.GraphView && m.Showing() && len(m.spotlight) == 0 {
		m.switchForm()
		return
	}
	m.tree.alive, m.motion.recent.extra = false, nil
	m.shown, m.scrolled, m.choice.picked, m.drag, m.inUpperThird = p, false, link{}, linkDrag{}, true
	if p != view.BoardView {
		m.recallForm()
		m.rebuildGraph()
		m.Relayout()
		m.formKey = formKey{}
	}
	m.chooseKept()
	m.Clicks.Forget()
	if p == view.BoardView {
		m.motion = motion{}
		m.PlaceCursor()
	}
	m.Relayout()
}

// drawnCount returns the number of tasks that the picture draws.
func (m *Model) drawnCount() int {
	if m.net == nil {
		return 0
	}
	t := m.counts.of(m.net)
	if m.choice.finished {
		return t.linked + t.finished
	}
	return t.linked
}

// rebuildGraph updates the net from the board, unless it is frozen.
func (m *Model) rebuildGraph() {
	m.updateSpotlight()
	if m.whole != nil && m.isFrozen() {
		return
	}
	was := m.net
	if m.whole == nil || m.stale {
		m.stale = false
		m.whole, was = m.Board.DepGraph(), nil
	}
	m.chooseNet()
	if m.net != was {
		m.chooseKept()
	}
}

// isFrozen reports whether nothing may move now: a spark runs, a link is being dragged, or a completion is shown.
func (m *Model) isFrozen() bool { return m.motion.spark.on || m.drag.begun() || m.motion.holds() }

// Refresh brings the shown form up to date. It is called after every message.
func (m *Model) Refresh() {
	if !m.Showing() {
		m.forget()
		return
	}
	if m.Width == 0 {
		return
	}
	m.rebuildGraph()
	m.chooseForm()
	if m.shown == view.GraphView {
		m.layOutPicture()
	} else {
		m.layOutTree()
	}
}

// Reset forgets everything, for another directory.
func (m *Model) Reset() { *m = Model{Program: m.Program, Uses: m.Uses} }

// forget frees what was computed for the dependencies, while the board is shown.
func (m *Model) forget() {
	if m.net != nil {
		m.drawing, m.picture.net = drawing{}, nil
	}
}

// ShownGraph returns the net whose node numbers the shown form uses.
func (m *Model) ShownGraph() *board.DepGraph {
	if m.shown == view.GraphView && m.picture.net != nil {
		return m.picture.net
	}
	return m.net
}

// node returns the selected task as a node of a net, -1 if it has none.
func (m *Model) node(n *board.DepGraph) int32 {
	if n == nil {
		return -1
	}
	if i, ok := n.Find(m.UnderCursor()); ok {
		return i
	}
	return -1
}

// Shown returns the view that is shown.
func (m *Model) Shown() view.ViewKind { return m.shown }

// MarkStale makes the next refresh read the dependencies again.
func (m *Model) MarkStale() { m.stale = true }

// Unpick ends the selection of a link, and reports whether there was one.
func (m *Model) Unpick() bool {
	was := m.choice.picked != (link{})
	m.choice.picked = link{}
	return was
}

// Crowded reports whether more tasks are shown than can be laid out quickly (see crowded).
func (m *Model) Crowded() bool {
	return m.whole != nil && m.whole.Len() > crowded
}

// GoTo selects the task of a node.
func (m *Model) GoTo(n *board.DepGraph, i int32) {
	m.scrolled, m.choice.picked = false, link{}
	if k := n.Keys[i]; !m.Select(k) { // tasks that the filter hides are shown here
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

// EndDrag forgets a link that is being dragged. Any key ends a drag: not every terminal reports that the button was
// released.
func (m *Model) EndDrag() { m.drag = linkDrag{} }

// foldFinished folds the finished tasks away, or shows them again.
func (m *Model) foldFinished() {
	if m.motion.holds() {
		m.followBoard()
	}
	inTree := m.shown == view.TreeView
	m.choice.folded = m.choice.finished || inTree && m.hasFinished()
	m.choice.finished = !m.choice.folded
	// so that the selection leaves a finished task, which would unfold all
	m.tree.alive = m.tree.alive || m.choice.folded && inTree
	m.formKey = formKey{}
	m.chooseKept()
	m.Info(shownOrFolded("Finished work", m.choice.finished))
}

// ShowImplied draws implied links, or leaves them out again.
func (m *Model) ShowImplied() {
	m.choice.implied, m.formKey = !m.choice.implied, formKey{}
	if m.choice.implied {
		m.Info("The picture shows links that a longer way says already")
	} else {
		m.Info("The picture leaves out links that a longer way says already")
	}
}

func shownOrFolded(what string, shown bool) string {
	if shown {
		return what + " shown"
	}
	return what + " folded away"
}

// graphOptions returns the options of the picture.
func (m *Model) graphOptions() graph.Options {
	isPart := m.near.net != nil // a neighbourhood is drawn whole, whatever its tasks are
	return graph.Options{Finished: m.choice.finished || len(m.spotlight) > 0 || isPart, Unlinked: isPart,
		Redundant: m.choice.implied, Keep: m.kept.set}
}
