package depview

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// link is a link by the names of its ends, the zero value for none.
type link struct{ from, to string }

// PickedLink returns the selected link: a task, and the id that it waits for.
func (m *Model) PickedLink() (waits tasks.Key, on tasks.ID, ok bool) {
	n, p := m.ShownGraph(), m.choice.picked
	if p == (link{}) { // as when the board is shown
		return tasks.Key{}, tasks.ID{}, false
	}
	from, ok := n.NodeNamed(p.from)
	to, also := n.NodeNamed(p.to)
	if !ok || !also || n.Graph.EdgeBetween(from, to) < 0 {
		return tasks.Key{}, tasks.ID{}, false
	}
	for _, l := range m.Board.WaitsFor(n.Keys[to]) {
		if l.Key != (tasks.Key{}) && l.Key == n.Keys[from] {
			return n.Keys[to], l.ID, true
		}
	}
	return n.Keys[to], n.IDs[from], true
}

// is reports whether it is the link between two nodes.
func (l link) is(n *board.DepGraph, from, to int32) bool {
	return n.Node(from).Name == l.from && n.Node(to).Name == l.to
}

// linkDrag is a link being dragged from a box. The task it is dropped on will wait for the one it started on.
type linkDrag struct {
	of   tasks.Key // the task where the button was pressed, zero for none
	on   bool      // the pointer has left that box with the button down
	x, y int
	over tasks.Key
	edit tasks.Edit
	err  error // why it cannot be made
}

// begun reports whether the button is down on a task: it may become a link from there.
func (d *linkDrag) begun() bool { return d.of.Name != "" }

// Drag draws a link from the box where the button was pressed to the pointer.
func (m *Model) Drag(p tea.Mouse) {
	d := &m.drag
	n := m.ShownGraph()
	if !d.begun() || m.shown == view.TreeView {
		return
	}
	over := tasks.Key{}
	if s, _ := m.Painter.SpotAt(p.X, p.Y); s.Kind == view.TaskSpot {
		over = n.Keys[s.Item]
	}
	if !d.on && over == d.of {
		return
	}
	m.Clicks.Forget() // a drag is no click
	d.on, d.x, d.y, d.over = true, p.X, p.Y, over
	m.ClearNotice()
	m.judge(d)
	if over.Name == "" || over == d.of {
		return
	}
	if d.refused() {
		m.Refuse(d.err)
		return
	}
	m.Post("Drop to link: "+m.Board.ShortID(over)+" will wait for "+m.Board.ShortID(d.of), view.Info)
}

// judge asks the rules whether the dragged link can be made.
func (m *Model) judge(d *linkDrag) {
	d.edit, d.err = tasks.Edit{}, nil
	if t := m.Board.Task(d.of); t != nil && d.over.Name != "" && d.over != d.of {
		d.edit, d.err = board.Link(m.Board, d.over, t.ID, m.Me, m.Now)
	}
}

// refused reports whether the rules refuse the dragged link: they may also ask about it.
func (d *linkDrag) refused() bool {
	_, no := errors.AsType[board.Refusal](d.err)
	return no
}

// Drop makes the dragged link if it was dropped on a task that may wait.
func (m *Model) Drop(p tea.Mouse) tea.Cmd {
	d := m.drag
	m.drag = linkDrag{}
	if !d.on {
		return nil
	}
	m.ClearNotice()
	if s, _ := m.Painter.SpotAt(p.X, p.Y); s.Kind != view.TaskSpot || d.over.Name == "" || d.over == d.of {
		return nil
	}
	if why := m.WhyNotNow(); why != "" {
		m.Warn("Not written: " + why)
		return nil
	}
	m.judge(&d)
	return m.CarryOut(d.edit, d.err)
}

// dragView returns the dragged link as values, nil if there is none.
func (m *Model) dragView(n *board.DepGraph) *view.LinkDrag {
	d := &m.drag
	from, ok := n.Find(d.of)
	if !d.on || !ok {
		return nil
	}
	return &view.LinkDrag{From: from, X: d.x, Y: d.y, Refused: d.refused()}
}
