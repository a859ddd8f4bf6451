package depview

import (
	"slices"

	"sideboard/ui/view"
)

// listen has the graph be of what is told, where that is something else than it was.
func (m *Model) listen() {
	told := m.Told()
	if m.shown != view.GraphView {
		told = nil
	}
	if slices.Equal(told, m.told) {
		return
	}
	m.told, m.chosen, m.laid, m.spark, m.moment = told, chosen{}, laid{}, spark{}, moment{}
	m.stale = true
}

// chooseTold makes real of whole: what is told, and the links between that.
func (m *Model) chooseTold() {
	var nodes []int32
	for _, k := range m.told {
		if i, ok := m.whole.Find(k); ok {
			nodes = append(nodes, i)
		}
	}
	slices.Sort(nodes)
	if m.partOf != m.whole || !slices.Equal(nodes, m.partNodes) {
		m.partOf, m.partNodes, m.partly = m.whole, nodes, m.whole.Only(nodes)
	}
	m.real = m.partly
}
