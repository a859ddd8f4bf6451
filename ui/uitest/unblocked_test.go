package uitest

import (
	"strings"
	"testing"
	"time"
)

// where returns the place of each of these words on the screen.
func (h *Driver) where(words ...string) (places [][2]int) {
	for _, w := range words {
		x, y := h.Cell(w)
		places = append(places, [2]int{x, y})
	}
	return places
}

func TestScenarioThePictureIsHeldWhileItShowsWhatWasUnblocked(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{At: time.Now()})
	const icon = "task_1778000007_0007" // it waits only for the parser: when that is done it has no open links
	h.Write(icon+".json", s12(icon, "Icon", "pending", "null", ids(planParser))).Sees("of 7 done")
	bob := h.Agent("s12", "bob").Claims(planParser)
	h.SeesRow("◐ Parser").Choose("Parser").Press("2").At("Parser").Sees("Icon", "Docs")
	boxes := []string{"Parser", "Docs", "Endpoints", "Icon", "Tests"}
	before := h.where(boxes...)
	isHeld := func(when string) {
		h.T.Helper()
		for i, at := range h.where(boxes...) {
			if at != before[i] {
				t.Errorf("%s %s moved from %v to %v:\n%s", when, boxes[i], before[i], at, h.Screen())
			}
		}
	}
	bob.Completes(planParser)
	h.SeesRow("✓ Parser").SeesRow("done ").SeesNot("can start now", "claimed  ")
	isHeld("at once")
	h.Later(500*time.Millisecond).Sees("can start now", "✓ 2 done")
	if n := strings.Count(h.Screen(), "can start now"); n != 3 {
		t.Errorf("%d boxes can start now, want 3:\n%s", n, h.Screen())
	}
	isHeld("after the spark")
	bob.Claims(planDocs)
	h.Sees("claimed  ").Press("right").At("Endpoints").Press("left").At("Parser") // keys do not wait for it
	h.Later(2500*time.Millisecond).Sees("can start now", "claimed  ")
	isHeld("after three seconds")
	h.Later(4*time.Second).SeesNot("can start now", "claimed  ").Sees("2 done", "Icon", "Docs")
	if at := h.where("Icon")[0]; at == before[3] {
		t.Errorf("after seven seconds the picture has not settled:\n%s", h.Screen())
	}
}
