package uitest

import (
	"fmt"
	"strings"
	"testing"
	"time"
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
	h.Sees("42 tasks").Choose("Job 00")
	return h
}

func job(i int) string { return fmt.Sprintf("task_17780001%02d_0000.json", i) }

func TestScenarioAClickSelectsAndADoubleClickOpens(t *testing.T) {
	t.Parallel()
	h := openMouse(t, Options{At: time.Now()})
	x, y := h.Card("Job 03")
	h.Click(x, y).On("Job 03").Click(x+10, y) // any cell of the card
	h.Sees("File  ", job(3)[:10])
	x, y = h.Card("Finished")
	h.Click(x, y).On("Finished").SeesRow("completed", "you")
	h.Press("esc").SeesNot("File  ").Still(job(3), s12(strings.TrimSuffix(job(3), ".json"), "Job 03", "pending", "null", "[]"))
}

func TestScenarioTwoClicksWithAKeyBetweenThemAreNoDoubleClick(t *testing.T) {
	t.Parallel()
	h := openMouse(t, Options{W: 100, H: 24, At: time.Now()})
	x, y := h.Card("Job 03")
	h.Click(x, y).On("Job 03").Press("j").On("Job 04").Click(x, y).On("Job 03").Press("j", "j").On("Job 05")
	h.settle()
	below := h.Row(y)
	h.Click(x, y).Await("the card that is there now to be selected", func() bool { return strings.Contains(below, h.selected()) })
	h.SeesNot("File  ")
}

func TestScenarioTheWheelScrollsTheDetailItIsOver(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 130, H: 24})
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "Line %02d\\n\\n", i)
	}
	h.Write("task_1.json", strings.Replace(s07("1", "Parse", "pending", "[]"), `"description": ""`, `"description": "`+text.String()+`"`, 1))
	h.Sees("1 task").Press("enter").Sees("Line 00").SeesNot("Line 30")
	x, y := h.Cell("Line 00")
	h.Wheel(x, y, 30).SeesNot("Line 00").Wheel(x, y, 100).Sees("Line 59").Wheel(x, y, -200).Sees("Line 00").On("Parse")
}

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

func TestScenarioADragOfACardThatAnAgentTakesMeanwhile(t *testing.T) {
	t.Parallel()
	h := openMouse(t, Options{})
	x, y := h.Card("Job 02")
	to, row := h.Cell("In progress")
	h.Down(x, y).Drag(to, row+3).Sees("Drop to claim it")
	h.Agent("s12", "bob").Claims(strings.TrimSuffix(job(2), ".json"))
	h.SeesRow("◐ Job 02").Up(to, row+3).Sees("bob claimed Job 02")
	h.Still(job(2), s12(strings.TrimSuffix(job(2), ".json"), "Job 02", "in_progress", `"bob"`, "[]"))
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
	h.Press("esc").SeesRow("▌ safety").Press("esc", "esc").SeesNot("F1  manual")
	h.Press("n").Type("X").Press("shift+tab").Type("sche").ClickOn("#0002  Schema docs").SeesRow("Waits for", "#0002")
	h.Press("esc").Sees("Throw away").Press("y").SeesNot("New task")
	h.Write("broken.json", "{").Write("worse.json", "[").Sees("2 need you").Press("!").SeesRow("╭", "need you").ClickOn("   ! worse.json").SeesRow("▌ ! worse.json")
	h.ClickOn("▌ ! worse.json").SeesNot("╭─")
}

func TestScenarioTheSelectedLineOfALongListStaysUnderThePointer(t *testing.T) {
	t.Parallel()
	h := openMouse(t, Options{W: 100, H: 24})
	h.Press(":").Type("job").SeesRow("▌", "Job 00").Press("pgdown", "pgdown").SeesRow("▌", "Job 24")
	for _, line := range []string{"Job 14", "Job 21"} {
		x, y := h.Cell(line)
		if h.Click(x, y).SeesRow("▌", line); !strings.Contains(h.Row(y), line) {
			t.Errorf("%s is in another row now:\n%s", line, h.Screen())
		}
	}
	h.ClickOn("Job 21").On("Job 21")
}

func TestScenarioKeysAreClickedWhereverTheyAreDrawn(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true})
	h.Sees("No task directory").ClickOn("make .tasks here").Sees("No tasks yet")
	h.Team(teamConfig("alice working", "bob shutdown"))
	for _, place := range []struct {
		id   string
		w    int
		text string
		at   int
	}{{idA, 120, "   r  release", 4}, {idC, 44, "  r  release", 3}, {idD, 44, "! bob is gone    r  release", 18}} { // a card, a row, the detail
		h.Resize(place.w, 40).Await("the new size", h.drawn)
		h.Write(place.id+".json", running12(place.id, "Logo", "bob")).Sees("1 needs you").Press(".").Sees("! bob is gone")
		x, y := h.Cell(place.text)
		h.Click(x+place.at, y).Sees("Release Logo?").Press("y").Says(place.id+".json", "status", `"pending"`).SeesNot("needs you")
	}
}
