package depview

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// linkDrag is a link that is dragged from a box: what it is let go on will wait for the task it began on.
type linkDrag struct {
	of   tasks.Key // the task the button went down on, zero for none
	on   bool      // it left its box with the button down
	g    *gesture  // the gesture this is, nil before it left
	x, y int
	over tasks.Key
}

// hitAt is what of the picture lies at a cell.
func (m *Model) hitAt(p tea.Mouse) view.Hit {
	return m.Layout().DepViewAt(m.Picture(), p.X, p.Y)
}

// Click does what a click means on what is under the pointer.
func (m *Model) Click(p tea.Mouse) tea.Cmd {
	spot, n := m.hitAt(p), m.ShownGraph()
	m.pull = linkDrag{}
	m.ClearNotice()
	if n == nil {
		return nil
	}
	if mode, ok := m.Mode().(linkMode); ok {
		return mode.click(spot, n)
	}
	switch spot.Kind {
	case view.HitNode, view.HitRow:
		m.GoTo(n, spot.Node)
		k := n.Keys[spot.Node]
		if m.ClickedAgain(k) {
			m.ToggleDetail()
			break
		}
		m.pull.of = k
	case view.HitEdge:
		m.pickLink(n, spot.Edge)
	case view.HitWave:
		if l := m.laid.layout; l != nil && spot.Index >= 0 {
			if nodes := inColumn(l, spot.Index); len(nodes) > 0 {
				m.GoTo(n, nodes[0])
			}
		}
	case view.HitFinished:
		m.Handle(keymap.FoldFinished)
	case view.HitBackground:
		m.picked = [2]string{}
	}
	m.RefreshKeys()
	return m.RefreshDetail()
}

// pickLink selects a link, and says what can be done with it.
func (m *Model) pickLink(n *board.DepGraph, e int32) {
	edge := n.Edges()[e]
	m.picked = [2]string{n.Node(edge.From).Name, n.Node(edge.To).Name}
	m.Say(m.nodeName(n, edge.To) + " waits for " + m.nodeName(n, edge.From) + ": " +
		m.KeyOf(keymap.Unlink) + " unlinks, " + m.KeyOf(keymap.Splice) + " puts a task between")
}

// click aims at what is clicked; a second click makes the link.
func (l linking) click(spot view.Hit, n *board.DepGraph) tea.Cmd {
	m := l.m
	g := l.g
	var k tasks.Key
	switch spot.Kind {
	case view.HitNode, view.HitRow:
		k = n.Keys[spot.Node]
	case view.HitCandidate:
		if i := max(0, g.selected-shownAround) + spot.Index; i >= 0 && i < len(g.keys) {
			k = g.keys[i]
		}
	}
	if k.Name == "" || k == g.source {
		return nil
	}
	m.aimAt(g, k)
	if m.ClickedAgain(k) {
		return m.commit(g)
	}
	return nil
}

// click chooses the link that is clicked; a second click removes it.
func (u *unlinking) click(spot view.Hit, _ *board.DepGraph) tea.Cmd {
	m := u.m
	chosen := -1
	switch {
	case spot.Kind == view.HitCandidate && spot.Index >= 0:
		chosen = min(max(0, u.selected-shownAround)+spot.Index, len(u.ties)-1)
	case spot.Kind == view.HitEdge:
		edge := u.net.Edges()[spot.Edge]
		for i, t := range u.ties {
			if t.from == edge.From && t.to == edge.To {
				chosen = i
			}
		}
	}
	if chosen < 0 {
		return nil
	}
	u.selected = chosen
	if m.ClickedAgain(tasks.Key{Name: strconv.Itoa(chosen)}) {
		return u.Handle(keymap.Submit)
	}
	return nil
}

// Drag draws a link from the box the button went down on to the pointer.
func (m *Model) Drag(p tea.Mouse) {
	d := &m.pull
	n := m.ShownGraph()
	if d.of.Name == "" || n == nil || m.shown == view.TimelineView {
		return
	}
	spot := m.hitAt(p)
	over := tasks.Key{}
	if spot.Kind == view.HitNode {
		over = n.Keys[spot.Node]
	}
	if !d.on && over == d.of {
		return
	}
	if d.g == nil {
		d.g = &gesture{source: d.of, turned: true, selected: -1, previews: map[tasks.Key]preview{}}
	}
	m.ForgetClick() // a drag is no click
	d.on, d.x, d.y, d.over = true, p.X, p.Y, over
	d.g.keys, d.g.selected, d.g.walked = nil, -1, true
	m.ClearNotice()
	if over.Name == "" || over == d.of {
		return
	}
	d.g.keys, d.g.selected = []tasks.Key{over}, 0
	if try := m.previewOf(d.g, over); try.Err != nil {
		m.Warn(m.refusalIn(try.Err))
		return
	}
	m.Post("Drop to link: "+m.Board().ShortID(over)+" will wait for "+m.Board().ShortID(d.of), view.Info)
}

// Drop makes the link that was dragged, if it was let go on a task that may wait.
func (m *Model) Drop(p tea.Mouse) tea.Cmd {
	d := m.pull
	m.pull = linkDrag{}
	if !d.on {
		return nil
	}
	m.ClearNotice()
	if spot := m.hitAt(p); spot.Kind != view.HitNode || d.over.Name == "" || d.over == d.of {
		return nil
	}
	if why := m.WhyNotNow(); why != "" {
		m.Warn("Not written: " + why)
		return nil
	}
	e, err := m.edit(d.g, d.over)
	if err != nil {
		m.Warn(m.refusalIn(err))
		return nil
	}
	return m.Submit(e)
}

// band is the link that is being dragged, as values.
func (m *Model) band(n *board.DepGraph) *view.LinkDrag {
	d := &m.pull
	from, ok := n.Find(d.of)
	if !d.on || !ok {
		return nil
	}
	b := &view.LinkDrag{From: from, X: d.x, Y: d.y}
	if d.over.Name != "" && d.over != d.of {
		b.Refused = m.previewOf(d.g, d.over).Err != nil
	}
	return b
}

// Wheel scrolls what is under the pointer; the selection stays where it is.
func (m *Model) Wheel(p tea.Mouse) {
	by := 0
	switch p.Button {
	case tea.MouseWheelUp:
		by = -1
	case tea.MouseWheelDown:
		by = 1
	}
	a := keymap.Down
	if by < 0 {
		a = keymap.Up
	}
	if mode, ok := m.Mode().(linkMode); ok && m.Layout().DepView.Below.Contains(p.X, p.Y) {
		mode.step(a)
		return
	}
	if m.Layout().Detail.Contains(p.X, p.Y) {
		m.ScrollDetail(by * host.WheelStep)
		return
	}
	if m.shown == view.TimelineView {
		m.loose = true
		m.log.first += by * host.WheelStep
	}
}
