package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// deps is the pictures of the dependencies: which of them takes the place of the board, what they are made of, and
// where the person is in them. The selected task is the board's.
type deps struct {
	shown  view.ViewKind
	stale  bool            // the board has changed since real was made
	real   *board.DepGraph // as the board is
	net    *board.DepGraph // as it is to be drawn: real, or what would be
	ghost  string          // the selected id that no file has, by its name in the net; "" for none
	picked [2]string       // the selected link, by the names of its ends; "" for none
	counts view.Counts
	tally  tally
	tabs   []view.Tab

	finishedKey, unlinkedKey view.Text // that fold, as they are shown

	finished, unlinked, redundant bool // drawn too
	loose                         bool // the wheel moved the picture away from the selection

	laid   laid
	focus  focus
	log    logged
	marked marked
	what   whatIf
	spark  spark
}

// drawable is how many linked tasks a graph is drawn of at most: more are costly, and no screen can hold them.
const drawable = 600

// picturing says that one of the pictures is shown in place of the board.
func (m *Model) picturing() bool { return m.deps.shown != view.BoardView && m.workspace != nil }

// views are the board and the pictures in the order in which they follow each other, which is that of their keys.
var views = [4]view.ViewKind{view.BoardView, view.GraphView, view.FocusView, view.TimelineView}

// nextView is what stands so many places behind the one that is shown.
func (m *Model) nextView(by int) view.ViewKind {
	for i, p := range views {
		if p == m.deps.shown {
			return views[(i+by+len(views))%len(views)]
		}
	}
	return views[0]
}

func viewWord(p view.ViewKind) string {
	return [...]string{"board", "graph", "focus", "log"}[p]
}

// show goes to a picture or back to the board. The selected task stays selected.
func (m *Model) show(p view.ViewKind) {
	d := &m.deps
	if p == view.GraphView {
		if m.rebuildGraph(); d.linked() > drawable {
			m.tooLarge()
			p = view.FocusView
		}
	}
	d.log.alive = false
	d.shown, d.loose, d.picked, m.mouse = p, false, [2]string{}, mouse{}
	if p == view.BoardView {
		d.ghost, d.laid, d.spark = "", laid{}, spark{}
		if d.what.on {
			m.endWhatIf()
		}
		m.placeCursor()
	}
	m.arrange()
	m.enableKeys()
}

func (m *Model) tooLarge() {
	m.warn(fmt.Sprintf("%d linked tasks are too many for one graph: here is one of them with its neighbours", m.deps.linked()))
}

// linked is how many tasks the graph would draw.
func (d *deps) linked() int {
	if d.net == nil {
		return 0
	}
	t := d.tallied(d.net)
	if d.unlinked {
		return t.linked + t.unlinked
	}
	return t.linked
}

// rebuildGraph brings what the pictures are made of up to the board, unless they are held still.
func (m *Model) rebuildGraph() {
	d := &m.deps
	if d.real != nil && (!d.stale || m.heldStill()) {
		return
	}
	d.stale = false
	d.real = m.board.DepGraph()
	m.derive()
}

// derive makes what is drawn of what is.
func (m *Model) derive() {
	d := &m.deps
	d.net = m.supposed(d.real)
	if _, ok := findName(d.net, d.ghost); !ok {
		d.ghost = ""
	}
	d.counts = m.countStates(d.net)
}

// heldStill says that nothing may move now: somebody points at a place, or a spark runs.
func (m *Model) heldStill() bool { return m.gesturing() || m.deps.spark.on || m.mouse.pull.on }

// refreshPicture brings the picture that is shown up to date: it is asked after everything that happened. What takes long is
// done in the background, while the last one stays.
func (m *Model) refreshPicture() tea.Cmd {
	if !m.picturing() {
		m.deps.forget(m.gesturing())
		return nil
	}
	if m.w == 0 {
		return nil
	}
	m.rebuildGraph()
	switch m.deps.shown {
	case view.GraphView:
		if m.deps.linked() > drawable {
			m.tooLarge()
			m.show(view.FocusView)
			return m.refreshPicture()
		}
		return m.layOut()
	case view.FocusView:
		m.layOutFocus()
	case view.TimelineView:
		m.order()
	}
	return nil
}

// forget lets go of all that was worked out for the pictures, while the board is shown: among many tasks it is more than
// the board itself. A gesture still needs what it began with.
func (d *deps) forget(gesturing bool) {
	if d.real == nil || gesturing {
		return
	}
	d.real, d.net, d.tally, d.marked, d.log = nil, nil, tally{}, marked{}, logged{}
	d.focus.net, d.focus.layout = nil, nil
}

// shownGraph is the net whose numbers the picture that is shown uses.
func (m *Model) shownGraph() *board.DepGraph {
	if d := &m.deps; d.shown == view.GraphView && d.laid.net != nil {
		return d.laid.net
	}
	return m.deps.net
}

// node is the selected task in a net, -1 where it has none.
func (m *Model) node(n *board.DepGraph) int32 {
	if n == nil {
		return -1
	}
	if m.deps.ghost != "" {
		i, _ := findName(n, m.deps.ghost)
		return i
	}
	if i, ok := n.Find(m.cursor.key); ok {
		return i
	}
	return -1
}

// findName finds an id that no file has by its name in the net.
func findName(n *board.DepGraph, name string) (int32, bool) {
	if name == "" || n == nil {
		return -1, false
	}
	if i, ok := n.NodeNamed(name); ok && n.Keys[i] == (tasks.Key{}) {
		return i, true
	}
	return -1, false
}

// goTo selects a node: a task, or an id that no file has.
func (m *Model) goTo(n *board.DepGraph, i int32) {
	d := &m.deps
	d.loose, d.picked = false, [2]string{}
	if k := n.Keys[i]; k != (tasks.Key{}) {
		d.ghost = ""
		m.selectInPicture(k)
		return
	}
	d.ghost = n.Node(i).Name
}

// selectInPicture selects a task whether or not the board shows its card: the pictures show what a filter hides.
func (m *Model) selectInPicture(k tasks.Key) {
	if !m.selectKey(k) {
		m.cursor.key = k
	}
}

// inPicture does what an action means in a picture; false for what means the same everywhere.
func (m *Model) inPicture(a keymap.Action) bool {
	d := &m.deps
	switch a {
	case keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown:
		m.walk(a)
	case keymap.FollowChain:
		m.alongChain()
	case keymap.FoldFinished:
		d.finished = !d.finished
		m.derive()
		m.say(shownOrNot("Finished work", d.finished))
	case keymap.FoldUnlinked:
		d.unlinked = !d.unlinked
		m.say(shownOrNot("Tasks without links", d.unlinked))
	case keymap.ShowRedundant:
		d.redundant = !d.redundant
		m.say(shownOrNot("Links that a longer path implies", d.redundant))
	case keymap.Deeper:
		m.deepen(1)
	case keymap.Shallower:
		m.deepen(-1)
	case keymap.WhatIf:
		m.startWhatIf()
	case keymap.AssumeDone:
		m.suppose()
	default:
		return false
	}
	return true
}

func shownOrNot(what string, shown bool) string {
	if shown {
		return what + " is shown"
	}
	return what + " is folded away"
}

// graphOptions are how the graph is drawn now.
func (m *Model) graphOptions() graph.Options {
	d := &m.deps
	return graph.Options{Finished: d.finished || len(d.what.done) > 0, Unlinked: d.unlinked, Redundant: d.redundant}
}
