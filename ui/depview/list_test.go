package depview

import (
	"testing"

	"sideboard/keymap"
	"sideboard/ui/view"
)

func TestInAListTheArrowsWalkItsRowsFromWaveToWaveAndTheLinks(t *testing.T) {
	p := chained(8) // four tasks, and four that wait for one of them each
	p.show(view.GraphView)
	for p.deps.laid.scale.Zoom != view.ZoomList {
		p.press(keymap.ZoomOut)
	}
	order := inOrder(p.deps.laid.layout)
	p.press(keymap.First)
	for i, node := range order {
		if at := p.deps.node(p.deps.ShownGraph()); at != node {
			t.Errorf("row %d is %d, and %d is selected", i, node, at)
		}
		p.press(keymap.Down)
	}
	p.press(keymap.First)
	first := p.On
	if p.press(keymap.Right); p.On == first {
		t.Error("right leads nowhere")
	}
	if p.press(keymap.Left); p.On != first {
		t.Errorf("left leads to %v, not back to %v", p.On, first)
	}
}
