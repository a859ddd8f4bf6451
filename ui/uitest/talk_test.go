package uitest

import (
	"testing"
	"time"
)

func TestScenarioATalkShowsPressedKeysForTwoSeconds(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{At: time.Now()})
	h.Write(idC+".json", s12(idC, "Logo", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", ids(idC))).Sees("Logo", "Docs").Press("f4").SeesNot("filter", "  quit", ".tasks")
	h.Press("j").SeesRow("go down", "j").Later(time.Second).SeesRow("go down", "j").Later(time.Second).SeesNot("go down")
	h.Choose("Logo").Press("m").Sees("Give Logo to").SeesRow("give it to somebody", "m").Type("eve").Press("enter").Sees("Give Logo to eve?").Press("y").Says(idC+".json", "owner", `"eve"`)
	for _, size := range [][2]int{{44, 50}, {80, 24}, {200, 60}, {40, 12}, {20, 5}, {120, 40}} {
		h.Resize(size[0], size[1]).Await("the new size", h.drawn)
		h.Press("c")
	}
	h.Press("f4").Sees("No longer for a talk", "quit").Press(":").Type("talk").SeesRow("Show the pressed keys", "F4").Press("enter").SeesNot("  quit")
}

func TestScenarioAStoryIsShownInATalk(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Press("f4").SeesNot("  quit").Press("f5").SeesRow("show it in a talk", "f5").Press("2").SeesRow("Dependencies: the graph", "2").Press("esc").SeesRow("back to the board", "esc")
}
