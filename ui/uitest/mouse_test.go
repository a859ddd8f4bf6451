package uitest

import (
	"fmt"
	"strings"
	"testing"
)

// openMouse opens a board with one task in each column and a long list of ready ones.
func openMouse(t *testing.T, o Options) *Driver {
	t.Helper()
	h := Open(t, o)
	for i := range 40 {
		id := fmt.Sprintf("task_17780001%02d_0000", i)
		h.Write(id+".json", s12(id, fmt.Sprintf("Job %02d", i), "pending", "null", "[]"))
	}
	h.Write(idA+".json", s12(idA, "Running", "in_progress", `"bob"`, "[]"))
	h.Write(idB+".json", s12(idB, "Finished", "completed", `"ann"`, "[]"))
	h.Sees("of 42 done").Choose("Job 00")
	return h
}

func job(i int) string { return fmt.Sprintf("task_17780001%02d_0000.json", i) }

func TestScenarioDraggingACardClaimsCompletesReleasesAndReopens(t *testing.T) {
	t.Parallel()
	h := openMouse(t, Options{})
	file, id := job(2), strings.TrimSuffix(job(2), ".json")
	drag := func(subject, column string) {
		t.Helper()
		x, y := h.Card(subject)
		to, row := h.Cell(column)
		h.Down(x, y).Drag(x+3, y).Drag(to, row+3).Sees("Drop to").Up(to, row+3)
	}
	drag("Job 02", "In progress")
	h.Reads(file, s12(id, "Job 02", "in_progress", `"ann"`, "[]")).SeesRow("◐ Job 02").Sees("you claimed Job 02").On("Job 02")
	drag("Job 02", "Pending")
	h.Reads(file, s12(id, "Job 02", "pending", "null", "[]")).SeesRow("● Job 02").Sees("you released Job 02")
	drag("Job 02", "In progress")
	h.SeesRow("◐ Job 02").Sees("you claimed Job 02")
	drag("Job 02", "Completed")
	h.Reads(file, s12(id, "Job 02", "completed", `"ann"`, "[]")).SeesRow("✓ Job 02").Sees("you completed Job 02")
	drag("Job 02", "Pending")
	h.Reads(file, s12(id, "Job 02", "pending", "null", "[]")).Sees("you reopened Job 02")
	drag("Job 04", "Completed")
	h.Sees("Complete Job 04 without claiming it?").Press("n").SeesNot("without claiming")
}

// ClickOn clicks on a text.
func (h *Driver) ClickOn(text string) *Driver {
	h.T.Helper()
	x, y := h.Cell(text)
	return h.Click(x, y)
}

// A click selects a line of any list, and a second click chooses it.
func TestScenarioALineOfAListIsClicked(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Logo")
	h.Press(":").Sees("Find an action").ClickOn("Give it to").SeesRow("▌ Give it to").ClickOn("Claim it").SeesRow("▌ Claim it")
	h.ClickOn("Claim it").Says(idC+".json", "status", `"in_progress"`)
	h.Press("?").SeesRow("F1").Press("f1").SeesRow("▌", "start").ClickOn("safety ").SeesRow("▌ safety").ClickOn("safety ").SeesNot("reference ")
	h.Press("esc").SeesRow("▌ safety").Press("esc", "esc").SeesNot("F1 manual")
	h.Press("n").Type("X").Press("shift+tab").Type("sche").ClickOn("     #0002").SeesRow("Waits for", "#0002")
	h.Press("esc").Sees("Throw away").Press("y").SeesNot("New task")
	h.Write("broken.json", "{").Write("worse.json", "[").Sees("2 need you").Press("!").SeesRow("▌", "need you").ClickOn(" ▎ ! worse.json").SeesRow("▌ ! worse.json")
	h.ClickOn("▌ ! worse.json").SeesNot("esc back")
}
