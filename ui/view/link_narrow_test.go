package view

import (
	"strings"
	"testing"
)

// Which link is removed is told by name at every width: the ids of both tasks, and some of their subjects.
func TestUnlinkNamesItsTargetAtEveryWidth(t *testing.T) {
	for w := 40; w <= 120; w++ {
		k := &Link{Action: RemoveLink, Source: Node{State: Ready, ID: txt("#0012"), Subject: txt("Endpoints")}, Selected: 0,
			Items: []Candidate{{Before: true, Node: Node{State: Done, ID: txt("#0017"), Subject: txt("Undo across agents")}}}}
		pt := NewPainter()
		pt.sh = plainSheet()
		source, target := false, false
		for _, row := range rowsOf(Arrange(w, 24, LayoutOptions{}), &Screen{Board: sampleBoard(), Overlay: k}, pt.sh) {
			source, target = source || strings.Contains(row, "#0012 End"), target || strings.Contains(row, "#0017 Und")
		}
		if !source || !target {
			t.Errorf("%d cells wide: the sentence does not name its target", w)
		}
	}
}
