// Package depview is the dependency view on the screen: the graph and the timeline; making and removing links in them, by key and by mouse. What they look like is drawn by
// ui/view, and how a graph is laid out is worked out by board/graph.
package depview

import (
	tea "charm.land/bubbletea/v2"

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
	AtOnce int // up to how many tasks a graph is laid out at once; others are laid out in the background

	shown  view.ViewKind
	stale  bool            // the board has changed since real was made
	whole  *board.DepGraph // as the board is
	real   *board.DepGraph // what is drawn of it: whole, or a part
	net    *board.DepGraph // as it is to be drawn: real, or what would be
	told   []tasks.Key     // of these there is a picture, and of nothing else: see host.Host
	gone   deleted
	ghost  string    // the selected id that no file has, by its name in the net; "" for none
	picked [2]string // the selected link, by the names of its ends; "" for none
	tally  tally
	tabs   []view.Tab

	finishedKey, unlinkedKey view.Text // that fold, as they are shown

	recalled  bool // how the graph was drawn before the directory was opened
	part      part
	chosen    chosen
	partOf    *board.DepGraph // of which the last part was taken
	partNodes []int32         // its nodes there
	partly    *board.DepGraph // and the part

	finished, unlinked, redundant bool // drawn too
	folded                        bool // finished work, by somebody who had seen it
	loose                         bool // the wheel moved the picture away from the selection

	laid   laid
	zoom   zoom
	log    logged
	marked marked
	spark  spark
	moment moment
	finale finale
	pull   linkDrag
	onMap  view.Minimap // the button went down on it and is still down

	keptOf           *board.DepGraph // of which the following are nodes
	kept             []int32         // drawn although the graph would fold them away
	keepSet          *graph.Set      // the same; another set is another picture
	guests, keptDone int             // how many of them have no links, and how many are done
}

// New returns the pictures of what a program shows. Nothing is worked out before one is shown.
func New(h host.Host) *Model { return &Model{Host: h, AtOnce: atOnce} }

// crowded is among how many tasks working the dependencies out anew takes long.
const crowded = 5000

// drawable is how many linked tasks a graph is drawn of at most: more are costly, and no screen can hold them. Of more a part is
// drawn.
const drawable = 600

// Showing reports whether one of the pictures is shown in place of the board.
func (m *Model) Showing() bool { return m.shown != view.BoardView && m.Workspace() != nil }

// ViewWord returns what a view is called.
func ViewWord(p view.ViewKind) string {
	return [...]string{"board", "graph", "order", "now"}[p]
}

// Show goes to a picture or back to the board. The selected task stays selected.
func (m *Model) Show(p view.ViewKind) {
	if p == view.GraphView && m.shown == p || m.part.kind == all || m.part.kind != found && !m.Board().Filter().Empty() {
		m.part = part{} // of what is selected, or found, now
	}
	m.log.alive, m.moment.guests = false, nil
	m.shown, m.loose, m.picked, m.pull = p, false, [2]string{}, linkDrag{}
	if p != view.BoardView {
		m.rebuildGraph()
	}
	if m.real != nil {
		m.keep()
	}
	m.ForgetClick()
	if p == view.BoardView {
		m.ghost, m.laid, m.spark, m.moment = "", m.laid.kept(), spark{}, moment{}
		m.PlaceCursor()
	}
	m.Relayout()
	m.RefreshKeys()
}

// ShowFinished draws finished work too, or folds it away.
func (m *Model) ShowFinished(on bool) {
	if m.finished != on {
		m.finished, m.stale = on, true
	}
}

// linked is how many tasks the graph would draw.
func (m *Model) linked() int {
	if m.net == nil {
		return 0
	}
	if m.partial() {
		return m.real.Len()
	}
	t := m.tallied(m.real)
	if m.isFinale() {
		return t.finished
	}
	if m.drawsUnlinked() {
		return t.linked + t.unlinked
	}
	return t.linked
}

// drawsUnlinked reports whether tasks without links are drawn too: where that is asked for, and where there would be nothing else to draw
// of what is not done.
func (m *Model) drawsUnlinked() bool {
	t := m.tallied(m.whole)
	return m.unlinked || t.linked == 0 && t.unlinked <= drawable
}

// rebuildGraph brings what the pictures are made of up to the board, unless they are held still.
func (m *Model) rebuildGraph() {
	m.listen()
	if m.whole != nil && m.heldStill() {
		return
	}
	was := m.real
	if m.whole == nil || m.stale {
		m.stale = false
		m.whole, was = m.Board().DepGraph(), nil
	}
	if m.choosePart(); m.real != was {
		m.derive()
	}
}

// derive makes what is drawn of what is.
func (m *Model) derive() {
	m.net = m.real
	if _, ok := findName(m.net, m.ghost); !ok {
		m.ghost = ""
	}
	if m.real != nil {
		m.keep()
	}
}

// heldStill reports whether nothing may move now: somebody points at a place, or looks at what was just completed.
func (m *Model) heldStill() bool { return m.Gesturing() || m.spark.on || m.pulling() || m.holding() }

// pulling reports whether the button went down on a task and is still down: it may become a link from there.
func (m *Model) pulling() bool { return m.pull.of.Name != "" }

// Refresh brings the picture that is shown up to date: it is asked after everything that happened. What takes long is
// done in the background, while the last one stays.
func (m *Model) Refresh() tea.Cmd {
	if !m.Showing() {
		m.forget(m.Gesturing())
		return nil
	}
	if m.Width() == 0 {
		return nil
	}
	m.rebuildGraph()
	switch m.shown {
	case view.GraphView:
		return m.layOut()
	case view.TimelineView:
		m.order()
	}
	return nil
}

// Reset begins anew, for another directory.
func (m *Model) Reset() { *m = Model{Host: m.Host, AtOnce: m.AtOnce} }

// forget lets go of all that was worked out for the pictures, while the board is shown: among many tasks it is more than
// the board itself. A gesture still needs what it began with.
func (m *Model) forget(gesturing bool) {
	if m.real == nil || gesturing {
		return
	}
	m.whole, m.real, m.net, m.tally, m.marked, m.log = nil, nil, nil, tally{}, marked{}, logged{}
	m.partOf, m.partly = nil, nil
	m.keptOf, m.kept, m.keepSet, m.finale = nil, nil, nil, finale{}
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
	if m.ghost != "" {
		i, _ := findName(n, m.ghost)
		return i
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

// HasChain reports whether there is a chain to follow.
func (m *Model) HasChain() bool { return m.net != nil && len(m.net.Chain()) > 0 }

// Crowded reports whether what is shown is of so many tasks that it is costly to work out.
func (m *Model) Crowded() bool {
	return m.Showing() && m.whole != nil && m.whole.Len() > crowded
}

// GoTo selects a node: a task, or an id that no file has.
func (m *Model) GoTo(n *board.DepGraph, i int32) {
	m.loose, m.picked = false, [2]string{}
	if k := n.Keys[i]; k != (tasks.Key{}) {
		m.ghost = ""
		m.selectInPicture(k)
		return
	}
	m.ghost = n.Node(i).Name
}

// selectInPicture selects a task whether or not the board shows its card: the pictures show what a filter hides.
func (m *Model) selectInPicture(k tasks.Key) {
	if !m.Select(k) {
		m.PutCursor(k)
	}
}

// Handle does what an action means in a picture, and reports whether it means something else there than everywhere.
func (m *Model) Handle(a keymap.Action) bool {
	m.pull = linkDrag{} // a key ends it, also where the terminal did not tell that the button was let go
	switch a {
	case keymap.FoldFinished, keymap.FoldUnlinked, keymap.ShowRedundant:
		if m.holding() {
			m.settle()
		}
	}
	switch a {
	case keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown:
		m.walk(a)
	case keymap.FollowChain:
		m.alongChain()
	case keymap.NextHit:
		m.toHit(1)
	case keymap.PreviousHit:
		m.toHit(-1)
	case keymap.FoldFinished:
		ordered := m.shown == view.TimelineView
		m.folded = m.finished || ordered && m.logsFinished()
		m.finished = !m.folded
		m.log.alive = m.log.alive || m.folded && ordered // so that a finished task is left, which would keep all of them
		m.choosePart()
		m.derive()
		m.Say(shownOrNot("Finished work", m.finished))
	case keymap.FoldUnlinked:
		was := m.graphOptions().Unlinked
		if m.unlinked = !m.unlinked; m.shown == view.GraphView && m.graphOptions().Unlinked == was {
			m.unlinked = !m.unlinked
			m.Say("Tasks without links are shown: there is room for them")
			break
		}
		m.choosePart()
		m.derive()
		m.Say(shownOrNot("Tasks without links", m.unlinked))
	case keymap.ShowRedundant:
		m.redundant = !m.redundant
		m.Say(shownOrNot("Links that a longer path implies", m.redundant))
	case keymap.NextPart:
		m.nextPart()
	case keymap.OpenDetail:
		return m.openCounted()
	case keymap.Tidy:
		m.tidy()
	case keymap.ZoomOut:
		m.zoomBy(1)
	case keymap.ZoomIn:
		m.zoomBy(-1)
	default:
		return false
	}
	return true
}

func shownOrNot(what string, shown bool) string {
	if shown {
		return what + " shown"
	}
	return what + " folded away"
}

// graphOptions are how the graph is drawn now.
func (m *Model) graphOptions() graph.Options {
	end := m.isFinale()
	return graph.Options{Finished: m.finished || end || len(m.told) > 0, Unlinked: m.unlinked || m.drawsUnlinked() && (!end || len(m.real.Edges()) == 0 || m.listsAll()), Redundant: m.redundant, Keep: m.keepSet}
}
