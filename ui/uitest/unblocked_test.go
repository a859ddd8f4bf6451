package uitest

import (
	"strings"
	"testing"
	"time"

	"sideboard/ui"
)

// planIcon waits only for the parser: when that is done it has no open links.
const planIcon = "task_1778000007_0007"

// aPlan opens a board whose clock does not run, with a task that an agent will complete and three that wait for it.
func aPlan(t *testing.T, still bool) (h *Driver, bob *Agent) {
	t.Helper()
	h = openPlan(t, Options{At: time.Now(), Board: func(o *ui.Options) { o.Still = still }})
	h.Write(planIcon+".json", s12(planIcon, "Icon", "pending", "null", ids(planParser))).Sees("7 tasks")
	return h, h.Agent("s12", "bob").Claims(planParser)
}

// where returns the place of each of these words on the screen.
func (h *Driver) where(words ...string) (places [][2]int) {
	for _, w := range words {
		x, y := h.Cell(w)
		places = append(places, [2]int{x, y})
	}
	return places
}

func TestScenarioAPictureOpenedRightAfterACompletionMarksReadyTasks(t *testing.T) {
	t.Parallel()
	h, bob := aPlan(t, false)
	h.SeesRow("◐ Parser").Choose("Docs")
	bob.Completes(planParser)
	h.SeesRow("● Docs").Press("2").At("Docs").Sees("now ready")
	h.Later(7 * time.Second).SeesNot("now ready")
}

func TestScenarioThePictureIsHeldWhileItShowsWhatWasUnblocked(t *testing.T) {
	t.Parallel()
	h, bob := aPlan(t, false)
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
	h.SeesRow("✓ #0002").SeesRow(" done ").SeesNot("now ready", "╭─ claimed")
	isHeld("at once")
	h.Later(500*time.Millisecond).Sees("now ready", "✓ 2 done")
	if n := strings.Count(h.Screen(), "now ready"); n != 3 {
		t.Errorf("%d boxes are now ready, want 3:\n%s", n, h.Screen())
	}
	isHeld("after the spark")
	bob.Claims(planDocs)
	h.Sees("╭─ claimed").Press("right").At("Endpoints").Press("left").At("Parser") // keys do not wait for it
	h.Later(2500*time.Millisecond).Sees("now ready", "╭─ claimed")
	isHeld("after three seconds")
	h.Later(4*time.Second).SeesNot("now ready", "╭─ claimed").Sees("2 done", "Icon", "Docs")
	if at := h.where("Icon")[0]; at == before[3] {
		t.Errorf("after seven seconds the picture has not settled:\n%s", h.Screen())
	}
}

func TestScenarioTheBoardHighlightsUnblockedTasks(t *testing.T) {
	t.Parallel()
	h, bob := aPlan(t, false)
	h.Resize(120, 24).SeesRow("◐ Parser").Choose("Schema")
	lit := func() (n int) {
		for y, row := range h.Cells() {
			for x, c := range row {
				if c == "●" && y > 4 && h.ground(x, y) != nil {
					n++
				}
			}
		}
		return n
	}
	h.Later(10*time.Second).Await("no lit cards", func() bool { return lit() == 0 }) // also cards that appeared after the first reading
	bob.Completes(planParser)
	h.Await("three lit cards", func() bool { return lit() == 3 })
	h.Later(500*time.Millisecond).Press("up").Await("three lit cards", func() bool { return lit() == 3 })
	h.Later(2400*time.Millisecond).Await("three lit cards", func() bool { return lit() == 3 })
	h.Later(4*time.Second).Await("no lit cards", func() bool { return lit() == 0 })
}

func TestScenarioWithoutMotionThePictureUpdatesAtOnce(t *testing.T) {
	t.Parallel()
	h, bob := aPlan(t, true)
	h.SeesRow("◐ Parser").Choose("Docs").Press("2").At("Docs").Sees("Icon")
	bob.Completes(planParser)
	h.Sees("2 done").SeesNot("now ready", " done ─")
}
