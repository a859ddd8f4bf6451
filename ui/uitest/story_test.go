package uitest

import (
	"fmt"
	"image/color"
	"math"
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

// page is the background of the emulated terminal, as the palette assumes it.
var page = color.RGBA{R: 0x16, G: 0x16, B: 0x1e, A: 0xff}

// distance returns how far a ground is from the page, 0 for none.
func distance(c color.Color) float64 {
	if c == nil {
		return 0
	}
	r, g, b, _ := c.RGBA()
	return math.Hypot(math.Hypot(float64(r>>8)-float64(page.R), float64(g>>8)-float64(page.G)), float64(b>>8)-float64(page.B))
}

// lit reports whether a text below the caption of the story stands out from the page at least as much as the caption.
func (h *Driver) lit(text string) bool {
	_, bar, found := h.place(" of 18")
	if !found {
		return false
	}
	least := distance(h.ground(2, bar))
	rows := h.Cells()
	for y := bar + 1; y < len(rows); y++ {
		for x := range rows[y] {
			if least > 0 && distance(h.ground(x, y)) >= least && strings.HasPrefix(strings.Join(rows[y][x:], ""), text) {
				return true
			}
		}
	}
	return false
}

func TestEveryBeatOfTheStoryShowsItsSubjectBest(t *testing.T) {
	t.Parallel()
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
