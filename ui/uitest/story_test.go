package uitest

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/tasks/demo"
)

// storyBeats are the tasks of each beat of the story: cards as far as their titles fit into the narrowest column, boxes with whole titles.
var storyBeats = [][]string{
	{},
	{"Sign in", "Short"},
	{"Migrations that roll back", "Link store", "Nightly backups", "Seed data for development"},
	{"Structured"},
	{"Structured"},
	{"Structured"},
	{"Link"},
	{"Sign in"},
	{"Sign in"},
	{"Link store", "Sign in with a token", "Short codes without clashes", "Redirect in under 5 ms", "POST /links"},
	{"Structured logs", "Metrics endpoint"},
	{"API reference with"},
	{"API reference"},
	{"API reference with"},
	{"Nightly backups", "Ship v1"},
	{"Nightly backups", "Ship v1"},
	{},
	{}, // who did how much
}

// stillStory opens a story that is so slow that only keys move it.
func stillStory(t *testing.T, w, h int) *Driver {
	t.Helper()
	d, _ := openDemoOf(t, Options{W: w, H: h, Profile: colorprofile.TrueColor}, true, demo.Config{Story: true, Speed: 1e-6})
	d.Sees("1 Board", "Migrations that roll")
	return d
}

// ground returns the colour behind a cell.
func (h *Driver) ground(x, y int) color.Color {
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	if c := h.screen.CellAt(x, y); c != nil {
		return c.Style.Bg
	}
	return nil
}

// brightness returns how bright a colour looks, from 0 to 1; 0 for none.
func brightness(c color.Color) float64 {
	if c == nil {
		return 0
	}
	r, g, b, _ := c.RGBA()
	return (0.30*float64(r) + 0.59*float64(g) + 0.11*float64(b)) / 0xffff
}

// lit reports whether a text below the caption of the story has the brightest ground.
func (h *Driver) lit(text string) bool { return h.litBelow(" of 18", text) }

// litBelow reports whether a text below the bar with a mark has a brighter ground than the bar.
func (h *Driver) litBelow(mark, text string) bool {
	_, bar, found := h.place(mark)
	if !found {
		return false
	}
	least := 1.2 * brightness(h.ground(2, bar))
	rows := h.Cells()
	for y := bar + 1; y < len(rows); y++ {
		for x := range rows[y] {
			if least > 0 && brightness(h.ground(x, y)) >= least && strings.HasPrefix(strings.Join(rows[y][x:], ""), text) {
				return true
			}
		}
	}
	return false
}

func TestEveryBeatOfTheStoryShowsItsSubjectBrightest(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {44, 50}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			h := stillStory(t, size[0], size[1])
			for i, names := range storyBeats {
				switch i {
				case len(storyBeats) - 1:
					h.Press(">", ">", ">", ">", "space") // the finale runs by itself
				default:
					h.Press("right")
				}
				h.SeesRow(fmt.Sprintf("%d of 18", i+1))
				if i == len(storyBeats)-1 {
					h.Sees("All done", "agent-1 ")
				}
				for _, name := range names {
					if size[0] < 80 {
						name, _, _ = strings.Cut(name, " ") // the rest is in the next row
					}
					h.Await(fmt.Sprintf("%q to be lit in beat %d", name, i+1), func() bool { return h.lit(name) })
				}
			}
		})
	}
}

func TestScenarioTheStoryIsSteppedThrough(t *testing.T) {
	t.Parallel()
	h := stillStory(t, 80, 24)
	h.Press("right").SeesRow("1 of 18").Press("right").SeesRow("2 of 18").SeesRow("resume").Press("right").SeesRow("3 of 18").Sees("done by agent-1", "now ready")
	h.Press("left").SeesRow("earlier", "2 of 18").SeesNot("now ready").Await("its subject to be lit again", func() bool { return h.lit("Sign in") })
	h.Press("left", "left", "left").SeesRow("earlier", "1 of 18") // there is nothing before the first
	h.Press("right", "right").SeesRow("3 of 18").Press("right").SeesRow("4 of 18").SeesRow("resume")
	h.Press("left", "left").SeesRow("earlier", "2 of 18").Press("space").SeesRow("4 of 18").SeesNot("resume", "earlier")
	h.Press("space").SeesRow("4 of 18").SeesRow("resume")
}

// Each change of a subject is a beat of its own: two writes between two readings are one change.
func TestScenarioTheStoryShowsAnOverwrittenSubjectWithItsOldValue(t *testing.T) {
	t.Parallel()
	h := stillStory(t, 80, 24)
	for range 12 {
		h.Press("right")
	}
	h.SeesRow("12 of 18").Sees("API reference with examples").Press("right").SeesRow("13 of 18")
	h.SeesRow("before", "API reference with examples").SeesRow("now", "API reference", "agent-2")
	h.Press("right").SeesRow("14 of 18").SeesRow("now", "API reference with examples", "you")
}

// The caption names the key that a person presses, and the files show the edit.
func TestScenarioTheStoryPressesAPersonsKeys(t *testing.T) {
	t.Parallel()
	h := stillStory(t, 120, 40)
	h.Press("right", "right", "right", "right").SeesRow("4 of 18").SeesRow("! stalled")
	h.Press("right").SeesRow("You press r", "5 of 18").SeesRow("r  release").SeesNot("stalled").SeesRow("▌", "● Structured logs")
	h.Press("right").SeesRow("You press c", "6 of 18").SeesRow("c  claim").SeesRow("◐ Structured logs").SeesRow("  you")
}

func TestScenarioAnActionLeavesTheStage(t *testing.T) {
	t.Parallel()
	h := stillStory(t, 120, 40)
	h.Press("right").SeesRow("1 of 18").SeesNot("filter").Press("esc").Sees("filter").Press("f5").SeesNot("filter")
	h.Press("j").Sees("filter").SeesRow("▌")
}

// The stage of a board shows the last event above it, and dims the other cards.
func TestScenarioAnyBoardHasAStage(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 40, Profile: colorprofile.TrueColor})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Draw", "pending", "[1]")).SeesRow("Draw")
	h.Press("f5").SeesRow("1 Board", "1 ready").SeesNot("filter").Write("task_1.json", s07("1", "Parse", "completed", "[]")).SeesRow("Parse was completed").SeesRow("Completed  1")
	h.Await("the completed task alone to be lit", func() bool {
		return h.litBelow("Parse was completed", "✓ Parse") && !h.litBelow("Parse was completed", "● Draw")
	})
	h.Press("f5").SeesRow("filter")
}

func TestScenarioAStageStartsWithTheLastEvent(t *testing.T) {
	t.Parallel()
	h := openReadme(t, Options{W: 120, H: 40})
	h.Press("f5").SeesRow("1 Board").SeesNot("Nothing has happened yet")
}
