package depview

import (
	"slices"

	"sideboard/board"
)

// updateSpotlight makes the picture show the tasks that the stage lights, if they have changed.
func (m *Model) updateSpotlight() {
	keys := m.SpotlightTasks()
	if !m.Showing() {
		keys = nil
	}
	if slices.Equal(keys, m.spotlight) {
		return
	}
	m.spotlight, m.picture, m.formKey, m.near, m.motion = keys, pictureLayout{}, formKey{}, near{}, motion{}
}

// spotlit is the part of the net that is in the spotlight.
type spotlit struct {
	whole *board.DepGraph
	nodes []int32 // of whole
	net   *board.DepGraph
}

// chooseNet sets the net that is drawn: the whole, the neighbourhood of the selected task, or the spotlight.
func (m *Model) chooseNet() {
	if len(m.spotlight) == 0 {
		if m.near.whole != m.whole {
			m.near = near{}
		}
		m.net = m.whole
		if m.near.net != nil {
			m.net = m.near.net
		}
		return
	}
	var nodes []int32
	for _, k := range m.spotlight {
		if i, ok := m.whole.Find(k); ok {
			nodes = append(nodes, i)
		}
	}
	slices.Sort(nodes)
	if s := &m.spotlit; s.whole != m.whole || !slices.Equal(nodes, s.nodes) {
		*s = spotlit{m.whole, nodes, m.whole.Only(nodes)}
	}
	m.net = m.spotlit.net
}
