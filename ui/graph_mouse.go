package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
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

// pointPicture takes what the mouse does in a picture of the dependencies.
func (m *Model) pointPicture(msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		m.wheelPicture(p)
	case tea.MouseClickMsg:
		if p.Button == tea.MouseLeft {
			return m.clickPicture(p)
		}
	case tea.MouseMotionMsg:
		m.pullTo(p)
	case tea.MouseReleaseMsg:
		return m.letGo(p)
	}
	return nil
}

// hitAt is what of the picture lies at a cell.
func (m *Model) hitAt(p tea.Mouse) view.Hit {
	return m.layout.DepViewAt(m.picture(), p.X, p.Y)
}

// again says that a node is clicked a second time, soon after the first.
func (m *Model) clickedAgain(k tasks.Key) bool {
	double := k.Name != "" && k == m.mouse.clicked && m.now.Sub(m.mouse.at) < doubleClick
	m.mouse.clicked, m.mouse.at = k, m.now
	if double {
		m.mouse.clicked = tasks.Key{}
	}
	return double
}

func (m *Model) clickPicture(p tea.Mouse) tea.Cmd {
	spot, n := m.hitAt(p), m.shownGraph()
	m.mouse.pull, m.notice = linkDrag{}, notice{}
	if n == nil && spot.Kind != view.HitTab {
		return nil
	}
	if mode, ok := m.mode.(linkMode); ok {
		return mode.click(spot, n)
	}
	switch spot.Kind {
	case view.HitNode, view.HitRow:
		m.goTo(n, spot.Node)
		k := n.Keys[spot.Node]
		if m.clickedAgain(k) {
			m.toggleReader()
			break
		}
		m.mouse.pull.of = k
	case view.HitEdge:
		m.pickLink(n, spot.Edge)
	case view.HitTab:
		m.show(view.ViewKind(spot.Index))
	case view.HitWave:
		if l := m.deps.laid.layout; l != nil && spot.Index >= 0 {
			if nodes := inColumn(l, spot.Index); len(nodes) > 0 {
				m.goTo(n, nodes[0])
			}
		}
	case view.HitFinished:
		m.inPicture(keymap.FoldFinished)
	case view.HitUnlinked:
		m.inPicture(keymap.FoldUnlinked)
	case view.HitMoreBefore, view.HitMoreAfter:
		m.say("The log shows them all (" + m.keysOf(keymap.ShowTimeline) + ")")
	case view.HitBackground:
		m.deps.picked = [2]string{}
	}
	m.enableKeys()
	return m.refreshReader()
}

// pickLink selects a link, and says what can be done with it.
func (m *Model) pickLink(n *board.DepGraph, e int32) {
	edge := n.Edges()[e]
	m.deps.picked = [2]string{n.Node(edge.From).Name, n.Node(edge.To).Name}
	m.say(m.nodeName(n, edge.To) + " waits for " + m.nodeName(n, edge.From) + ": " +
		m.keysOf(keymap.Unlink) + " unlinks, " + m.keysOf(keymap.Splice) + " puts a task between")
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
	if m.clickedAgain(k) {
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
	if m.clickedAgain(tasks.Key{Name: strconv.Itoa(chosen)}) {
		return u.Handle(keymap.Submit)
	}
	return nil
}

// pullTo draws a link from the box the button went down on to the pointer.
func (m *Model) pullTo(p tea.Mouse) {
	d := &m.mouse.pull
	n := m.shownGraph()
	if d.of.Name == "" || n == nil || m.deps.shown == view.TimelineView {
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
		d.g = &gesture{source: d.of, swapped: true, selected: -1, previews: map[tasks.Key]preview{}}
	}
	m.mouse.clicked = tasks.Key{} // a drag is no click
	d.on, d.x, d.y, d.over = true, p.X, p.Y, over
	d.g.keys, d.g.selected, d.g.walked = nil, -1, true
	m.notice = notice{}
	if over.Name == "" || over == d.of {
		return
	}
	d.g.keys, d.g.selected = []tasks.Key{over}, 0
	if try := m.previewOf(d.g, over); try.Err != nil {
		m.warn(m.refusalIn(d.g, over, try.Err))
		return
	}
	m.post("Drop to link: "+m.board.ShortID(over)+" will wait for "+m.board.ShortID(d.of), view.Info)
}

// letGo makes the link that was dragged, if it was let go on a task that may wait.
func (m *Model) letGo(p tea.Mouse) tea.Cmd {
	d := m.mouse.pull
	m.mouse.pull = linkDrag{}
	if !d.on {
		return nil
	}
	m.notice = notice{}
	if spot := m.hitAt(p); spot.Kind != view.HitNode || d.over.Name == "" || d.over == d.of {
		return nil
	}
	if why := m.whyNotNow(); why != "" {
		m.warn("Not written: " + why)
		return nil
	}
	e, err := m.edit(d.g, d.over)
	if err != nil {
		m.warn(m.refusalIn(d.g, d.over, err))
		return nil
	}
	return m.submit(e)
}

// band is the link that is being dragged, as values.
func (m *Model) band(n *board.DepGraph) *view.LinkDrag {
	d := &m.mouse.pull
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

// wheelPicture scrolls what is under the pointer; the selection stays where it is.
func (m *Model) wheelPicture(p tea.Mouse) {
	d := &m.deps
	by, across := 0, 0
	switch p.Button {
	case tea.MouseWheelUp:
		by = -1
	case tea.MouseWheelDown:
		by = 1
	case tea.MouseWheelLeft:
		across = -1
	case tea.MouseWheelRight:
		across = 1
	}
	a := keymap.Down
	if by < 0 {
		a = keymap.Up
	}
	if mode, ok := m.mode.(linkMode); ok && m.layout.DepView.Below.Contains(p.X, p.Y) {
		mode.step(a)
		return
	}
	if m.layout.Detail.Contains(p.X, p.Y) {
		m.scrollReader(by * wheelStep)
		return
	}
	switch l := d.laid.layout; {
	case d.shown == view.TimelineView:
		d.loose = true
		d.log.first += by * wheelStep
	case d.shown == view.GraphView && l != nil:
		d.loose = true
		if p.Mod.Contains(tea.ModShift) || l.H <= m.layout.DepView.Canvas.H {
			by, across = 0, by+across
		}
		d.laid.y += by * wheelStep
		d.laid.x = besideWave(d.laid.x, across, d)
	}
}

// besideWave is where the window begins that is a wave further left or right.
func besideWave(x, by int, d *deps) int {
	columns := d.laid.layout.Columns
	switch {
	case by < 0:
		return x - 1 // the window begins with the wave before
	case by > 0:
		for _, c := range columns {
			if c.X > x+boxLead {
				return c.X
			}
		}
	}
	return x
}

// boxLead is more than what is shown of the links in front of the first wave.
const boxLead = 4
