package depview

import "slices"

// listen has the graph be of what is told, where that is something else than it was.
func (m *Model) listen() {
	told := m.Told()
	if !m.Showing() {
		told = nil
	}
	if slices.Equal(told, m.told) {
		return
	}
	m.told, m.laid, m.formed, m.near, m.spark, m.moment = told, laid{}, formed{}, near{}, spark{}, moment{}
	m.stale = true
}

// chooseNet makes net of whole: all of it, what is near the selected task, or what is told, and the links between that.
func (m *Model) chooseNet() {
	if len(m.told) == 0 || m.whole == nil {
		if m.near.whole != m.whole {
			m.near = near{}
		}
		if m.net = m.whole; m.near.net != nil {
			m.net = m.near.net
		}
		return
	}
	var nodes []int32
	for _, k := range m.told {
		if i, ok := m.whole.Find(k); ok {
			nodes = append(nodes, i)
		}
	}
	slices.Sort(nodes)
	if m.toldOf != m.whole || !slices.Equal(nodes, m.toldNodes) {
		m.toldOf, m.toldNodes, m.toldNet = m.whole, nodes, m.whole.Only(nodes)
	}
	m.net = m.toldNet
}
