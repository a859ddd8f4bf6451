package depview

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// fileLink is a link as the files have it: a task, and the id in its list.
type fileLink struct {
	waits tasks.Key
	on    tasks.ID
	from  int32 // the nodes of both ends in the net it was found in
	to    int32
}

// unlinking is the list of the links of a task, or of an id that no file has: one of them can be removed, led to
// another task, turned round, or have a task put into it.
type unlinking struct {
	m        *Model
	splices  bool   // it was opened for a link to put a task into: enter does that
	of       string // the name of the node
	net      *board.DepGraph
	ties     []fileLink
	selected int
	held     map[tasks.Key]bool
	why      string
	shifts   map[int]view.Text // what would come of removing each of them, as far as it was worked out
}

func (u *unlinking) Scopes() []keymap.ScopeName {
	if u.splices {
		return []keymap.ScopeName{keymap.SpliceScope, keymap.ListScope}
	}
	return []keymap.ScopeName{keymap.UnlinkScope, keymap.ListScope}
}

// fileLinks are the links of a node: what it waits for first.
func (m *Model) fileLinks(n *board.DepGraph, at int32) []fileLink {
	var all []fileLink
	own := idsOf(m.Board().WaitsFor(n.Keys[at]))
	for _, e := range n.In(at) {
		all = append(all, newFileLink(n, n.Edges()[e].From, at, own))
	}
	for _, e := range n.Out(at) {
		all = append(all, m.fileLinkOf(n, at, n.Edges()[e].To))
	}
	if n.HasSelfLink(at) {
		all = append(all, newFileLink(n, at, at, own))
	}
	return all
}

// idsOf are the ids of a list by what they mean.
func idsOf(links []board.LinkEnd) map[tasks.Key]tasks.ID {
	ids := make(map[tasks.Key]tasks.ID, len(links))
	for _, l := range links {
		if _, twice := ids[l.Key]; !twice {
			ids[l.Key] = l.ID
		}
	}
	return ids
}

// fileLinkOf is a link with the id as the waiting task's file spells it.
func (m *Model) fileLinkOf(n *board.DepGraph, from, to int32) fileLink {
	return newFileLink(n, from, to, idsOf(m.Board().WaitsFor(n.Keys[to])))
}

// newFileLink is a link between two nodes, with the id as a list has it that was looked up.
func newFileLink(n *board.DepGraph, from, to int32, ids map[tasks.Key]tasks.ID) fileLink {
	t := fileLink{waits: n.Keys[to], on: n.IDs[from], from: from, to: to}
	if id, ok := ids[n.Keys[from]]; ok && n.Keys[from] != (tasks.Key{}) {
		t.on = id
	}
	return t
}

// StartUnlink removes the selected link, or lists those of the selected task.
func (m *Model) StartUnlink() tea.Cmd {
	if t, ok := m.pickedLink(); ok {
		m.picked = [2]string{}
		return m.unlink(t)
	}
	m.listLinks()
	return nil
}

// listLinks lists the links of what is selected, and reports whether there are any.
func (m *Model) listLinks() bool {
	m.rebuildGraph()
	n := m.ShownGraph()
	at := m.node(n)
	if at < 0 {
		m.Warn("No task is selected")
		return false
	}
	ties := m.fileLinks(n, at)
	if len(ties) == 0 {
		m.Say(m.nodeName(n, at) + " has no links")
		return false
	}
	m.SetMode(&unlinking{m: m, of: n.Node(at).Name, net: n, ties: ties, held: map[tasks.Key]bool{}, shifts: map[int]view.Text{}})
	m.Relayout()
	m.RefreshKeys()
	return true
}

// StartSplice puts a task into the selected link, or into the one link there is; of several one is chosen first.
func (m *Model) StartSplice() {
	if t, ok := m.pickedLink(); ok {
		m.splice(t)
		return
	}
	if !m.listLinks() {
		return
	}
	u := m.Mode().(*unlinking)
	if len(u.ties) == 1 {
		m.splice(u.ties[0])
		return
	}
	u.splices = true
	m.RefreshKeys()
}

func (u *unlinking) candidates() int { return len(u.ties) }

func (u *unlinking) step(a keymap.Action) tea.Cmd { return u.Handle(a) }

func (u *unlinking) Overlay() view.Overlay { return u.m.linkOverlay(u) }

// Handle does what an action means in the list of links.
func (u *unlinking) Handle(a keymap.Action) tea.Cmd {
	m := u.m
	switch a {
	case keymap.Back:
		m.leaveGesture()
	case keymap.Submit, keymap.Choose:
		if u.splices {
			m.splice(u.ties[u.selected])
			return nil
		}
		m.leaveGesture()
		return m.unlink(u.ties[u.selected])
	case keymap.TurnRound:
		t := u.ties[u.selected]
		e, err := board.TurnRound(m.Board(), t.waits, t.on, m.Me(), m.Now())
		if err != nil {
			u.why = phrase.Sentence(err.Error())
			return nil
		}
		m.leaveGesture()
		return m.Submit(e)
	case keymap.Relink:
		t := u.ties[u.selected]
		if err := board.CheckEdit(m.Board(), t.waits); err != nil {
			u.why = err.Error()
			return nil
		}
		m.startGesture(&gesture{source: t.waits, instead: &t})
	case keymap.Splice:
		m.splice(u.ties[u.selected])
	case keymap.RepairLinks:
		m.leaveGesture()
		return m.RepairLinks()
	default:
		u.selected, u.why = host.Move(u.selected, len(u.ties), a, 5), ""
	}
	return nil
}

// unlink removes a link, if it is still there.
func (m *Model) unlink(t fileLink) tea.Cmd {
	return m.CarryOut(board.Unlink(m.Board(), t.waits, t.on, m.Me(), m.Now()))
}

// splice looks for a task to put into a link.
func (m *Model) splice(t fileLink) {
	if of, ok := m.keyOf(t.from); !ok || of == t.waits {
		m.leaveGesture()
		m.Warn("Nothing can be put into this link: " + t.on.Text + " is no task of its own")
		return
	}
	m.startGesture(&gesture{source: t.waits, into: &t})
}

// keyOf is the task of a node in the picture that is shown.
func (m *Model) keyOf(i int32) (tasks.Key, bool) {
	n := m.ShownGraph()
	if n == nil || i < 0 || int(i) >= n.Len() {
		return tasks.Key{}, false
	}
	return n.Keys[i], n.Keys[i] != (tasks.Key{})
}

// RepairLinks writes both sides of the selected task's links where only one says so.
func (m *Model) RepairLinks() tea.Cmd {
	k, ok := m.Selected()
	if !ok {
		m.Warn(m.NothingSelected())
		return nil
	}
	return m.CarryOut(board.RepairLinks(m.Board(), k, m.Me(), m.Now()))
}

// Offers reports whether an action means something in the gesture under way; is tells whether that is the gesture's to say.
func (m *Model) Offers(a keymap.Action) (on, is bool) {
	if l, ok := m.Mode().(linking); ok {
		return l.g.turns(), a == keymap.TurnRound
	}
	u, ok := m.Mode().(*unlinking)
	if !ok {
		return false, false
	}
	switch a {
	case keymap.Choose:
		return false, true
	case keymap.RepairLinks:
		return u.repairable(), true
	}
	return false, false
}

// repairable reports whether one of the links in the list is written on one side only.
func (u *unlinking) repairable() bool {
	for _, t := range u.ties {
		if e := u.net.Graph.EdgeBetween(t.from, t.to); e >= 0 && u.net.Edges()[e].OneSided {
			return true
		}
	}
	return false
}

// pickedLink is the selected link.
func (m *Model) pickedLink() (fileLink, bool) {
	n, p := m.ShownGraph(), m.picked
	if n == nil || p[0] == "" || !m.Showing() {
		return fileLink{}, false
	}
	from, ok := n.NodeNamed(p[0])
	to, also := n.NodeNamed(p[1])
	if !ok || !also || n.Graph.EdgeBetween(from, to) < 0 {
		return fileLink{}, false
	}
	return m.fileLinkOf(n, from, to), true
}

// isPicked reports whether a link is the selected one, or the chosen one of the list.
func (m *Model) isPicked(n *board.DepGraph, from, to int32) bool {
	if u, ok := m.Mode().(*unlinking); ok && u.net == n {
		t := u.ties[u.selected]
		return t.from == from && t.to == to
	}
	if l, ok := m.Mode().(linking); ok && l.g.into != nil {
		return l.g.into.from == from && l.g.into.to == to
	}
	p := m.picked
	return p[0] != "" && n.Node(from).Name == p[0] && n.Node(to).Name == p[1]
}

// HoldBack counts the changes of others that wait for the end of a gesture, and looks again at what it may end at.
func (m *Model) HoldBack(d board.Diff) {
	mode, ok := m.Mode().(linkMode)
	if !ok {
		if g := m.pull.g; g != nil {
			g.barred = nil
		}
		return
	}
	held := mode.hold()
	for _, keys := range [][]tasks.Key{d.Changed, d.Gone} {
		for _, k := range keys {
			held[k] = true
		}
	}
}

func (l linking) hold() map[tasks.Key]bool {
	m := l.m
	m.findCandidates(l.g)
	return l.g.held
}

func (u *unlinking) hold() map[tasks.Key]bool { return u.held }
