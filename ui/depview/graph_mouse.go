package depview

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Click handles a click.
func (m *Model) Click(p tea.Mouse) tea.Cmd {
	spot, _ := m.Painter.SpotAt(p.X, p.Y)
	n := m.ShownGraph()
	m.drag = linkDrag{}
	m.ClearNotice()
	if n == nil {
		return nil
	}
	switch spot.Kind {
	case view.TaskSpot:
		m.GoTo(n, int32(spot.Item))
		k := n.Keys[spot.Item]
		if m.Clicks.Again(k, m.Now) {
			m.Detail.Toggle()
			break
		}
		m.drag.of = k
	case view.LinkSpot:
		m.pickLink(n, int32(spot.Item))
	case view.WaveSpot:
		if l := m.picture.layout; l != nil {
			if nodes := inColumn(l, spot.Item); len(nodes) > 0 {
				m.GoTo(n, nodes[0])
			}
		}
	case view.FinishedSpot:
		m.foldFinished()
	case view.CanvasSpot:
		m.choice.picked = link{}
	}
	return nil
}

// pickLink selects a link, and says which keys change it.
func (m *Model) pickLink(n *board.DepGraph, e int32) {
	edge := n.Edges()[e]
	m.choice.picked = link{n.Node(edge.From).Name, n.Node(edge.To).Name}
	m.Info(m.nodeName(n, edge.To) + " waits for " + m.nodeName(n, edge.From) + ": " +
		m.KeyOf(keymap.Unlink) + " unlinks, " + m.KeyOf(keymap.Link) + " " + m.KeyOf(keymap.Insert) +
		" puts a task between")
}

// Wheel scrolls what is under the pointer. The selection stays.
func (m *Model) Wheel(p tea.Mouse) {
	by := 0
	switch p.Button {
	case tea.MouseWheelUp:
		by = -1
	case tea.MouseWheelDown:
		by = 1
	}
	if m.Layout.Detail.Contains(p.X, p.Y) {
		m.Detail.ScrollBy(by * host.WheelStep)
		return
	}
	if m.shown == view.TreeView {
		m.scrolled = true
		m.tree.first += by * host.WheelStep
	}
}
