package view

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sideboard/ui/style"
)

func TestIDsThatFollowOneAnotherAreNamedTogetherWhereNotAllHaveRoom(t *testing.T) {
	for _, c := range []struct {
		ids  []int
		room int
		want string
	}{
		{[]int{3, 4, 5, 9}, 20, "#3 #4 #5 #9"},
		{[]int{3, 4, 5, 9}, 10, "#3-#5 #9"},
		{[]int{3, 4, 9, 11}, 11, "#3 #4 #9 +1"}, // two are no shorter together
		{[]int{7, 8, 9, 10, 20, 30}, 12, "#7-#10 +2"},
		{[]int{7, 8, 9}, 1, "+3"},
	} {
		p := pen{sh: plainSheet()}
		p.beginRow(40, style.Flat)
		dv := &DepView{Tasks: Tasks{Node: func(i int32) Node { return Node{ID: txt(fmt.Sprint("#", i))} }}, Selected: -1}
		var nodes []int32
		for _, id := range c.ids {
			nodes = append(nodes, int32(id))
		}
		p.drawSet(dv, nodes, c.room)
		if got := ansi.Strip(string(p.b)); got != c.want && got != " "+c.want {
			t.Errorf("%v in %d cells: %q, want %q", c.ids, c.room, got, c.want)
		}
	}
}
