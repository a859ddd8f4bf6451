package uitest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// awkward are subjects whose width differs from their number of characters.
var awkward = []string{
	"日本語のとても長い見出しがここにあります", "👍🏽👩‍👩‍👧‍👦🇩🇪 flags and families", "שלום עולם زمان", "e\u0301\u0302\u0303\u0304\u0305\u0306 combining",
	"ﷺ ﷽ wide letters", "한국어 제목", "नमस्ते दुनिया", "tab\\tand\\nline", "\u200bzero\u200dwidth\ufeff", "\u202eoverride\u202c", "a\u0334\u0335\u0336b", "⚠️ ☂︎ 1️⃣ #️⃣",
}

// openSizes opens a board with awkward subjects in every column.
func openSizes(t *testing.T, o Options) *Driver {
	t.Helper()
	h := Open(t, o)
	n := 0
	for _, status := range []string{"pending", "in_progress", "completed"} {
		for i, subject := range awkward {
			n++
			h.Write(fmt.Sprintf("task_%d.json", n), s07by(fmt.Sprint(n), subject, status, awkward[(i+3)%len(awkward)], "[]"))
		}
	}
	h.Sees(fmt.Sprintf("%d tasks", n))
	return h
}

// fits returns what is wrong with the screen: the rules of a column must be in one line, whatever the subjects.
func (h *Driver) fits() error {
	cells := h.Cells()
	starts := h.columnStarts()
	for x, c := range cells[h.first()] {
		if (c == "▎" || c == "▌") && len(starts) == 0 {
			starts = append(starts, x)
		}
	}
	for y, row := range cells {
		if len(row) != h.w {
			return fmt.Errorf("row %d has %d cells", y, len(row))
		}
		for x, c := range row {
			if (c == "▎" || c == "▌") && !containsInt(starts, x) {
				return fmt.Errorf("row %d: a card begins in cell %d, others in %v", y, x, starts)
			}
		}
	}
	if len(starts) == 0 {
		return fmt.Errorf("no card is shown")
	}
	return nil
}

// columnStarts returns the cells of the rules of cards, before the names of the columns; none for one list.
func (h *Driver) columnStarts() (starts []int) {
	for _, row := range h.Cells() {
		if s := strings.Join(row, ""); !strings.Contains(s, " Pending ") || !strings.Contains(s, " Completed ") {
			continue
		}
		for x := range row {
			for _, name := range []string{"Pending ", "In progress ", "Completed "} {
				if strings.HasPrefix(strings.Join(row[x:], ""), name) {
					starts = append(starts, x-3)
				}
			}
		}
		return starts
	}
	return nil
}

// first returns the first row that shows a card.
func (h *Driver) first() int {
	for y, row := range h.Cells() {
		if s := strings.Join(row, ""); strings.Contains(s, "▌") || strings.Contains(s, "▎") {
			return y
		}
	}
	return 0
}

func containsInt(list []int, n int) bool {
	return slices.Contains(list, n)
}

func TestScenarioNoSubjectBreaksAColumnAtAnySize(t *testing.T) {
	t.Parallel()
	h := openSizes(t, Options{W: 120, H: 40})
	for _, size := range [][2]int{{120, 40}, {61, 12}, {100, 30}, {40, 12}, {250, 70}, {20, 5}, {80, 24}, {300, 100}, {25, 9}, {99, 28}, {110, 20}, {60, 20}} {
		h.Resize(size[0], size[1])
		var wrong error
		h.Await(fmt.Sprintf("a whole board at %v", size), func() bool {
			wrong = h.fits()
			return wrong == nil && h.drawn()
		})
		if wrong != nil {
			t.Errorf("%v: %v", size, wrong)
		}
	}
}

// drawn reports whether the screen was drawn for its size: its last row has the keys.
func (h *Driver) drawn() bool {
	rows := h.Cells()
	return strings.TrimSpace(strings.Join(rows[len(rows)-1], "")) != ""
}

func TestScenarioManyResizesEndInACompleteScreen(t *testing.T) {
	t.Parallel()
	h := openSizes(t, Options{W: 120, H: 40})
	bob := h.Agent("s07", "bob")
	for i := range 120 {
		h.Resize(20+(i*37)%281, 5+(i*23)%96)
		if i%10 == 0 {
			bob.Writes("task_1.json", s07(fmt.Sprint(1), fmt.Sprintf("Storm %d", i), "pending", "[]"))
		}
		if i%7 == 0 {
			h.Press("j", "enter")
		}
	}
	h.Resize(120, 40).Press("esc").Sees("In progress", "Completed", "Storm 110", "live")
	h.Await("a whole board", func() bool { return h.fits() == nil && h.drawn() })
	if rows := h.Cells(); len(rows) != 40 {
		t.Errorf("the screen has %d rows", len(rows))
	}
}

func TestScenarioTooSmallSaysSo(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 19, H: 4})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.Sees("small").Resize(8, 2).Resize(1, 1).Resize(0, 0).Resize(80, 24).Sees("Parse")
}
