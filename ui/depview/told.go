package depview

import (
	"slices"

	"sideboard/tasks"
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

// chooseTold makes real of whole: what is told, where there is room what waits for it and what it waits for, and the links between that.
func (m *Model) chooseTold() {
	var nodes []int32
	for _, k := range m.told {
		if i, ok := m.whole.Find(k); ok {
			nodes = append(nodes, i)
		}
	}
	nodes = append(nodes, m.aroundTold(nodes)...)
	slices.Sort(nodes)
	if m.partOf != m.whole || !slices.Equal(nodes, m.partNodes) {
		m.partOf, m.partNodes, m.partly = m.whole, nodes, m.whole.Only(nodes)
	}
	m.real = m.partly
}

// aroundTold returns what is drawn beside what is told, where there is room: what has a link with it, unless it waits for another of those,
// which would only make the picture long.
func (m *Model) aroundTold(told []int32) (around []int32) {
	if !m.Layout().ShowsAround() {
		return nil
	}
	n := m.whole
	for _, i := range told {
		for _, to := range slices.Concat(neighbours(n, i, false), neighbours(n, i, true)) {
			if n.Live(to) && n.Keys[to] != (tasks.Key{}) && !slices.Contains(told, to) && !slices.Contains(around, to) {
				around = append(around, to)
			}
		}
	}
	all := slices.Clone(around)
	return slices.DeleteFunc(around, func(i int32) bool {
		return slices.ContainsFunc(neighbours(n, i, false), func(from int32) bool { return slices.Contains(all, from) })
	})
}
