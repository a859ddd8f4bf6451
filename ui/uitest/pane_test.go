package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui"
)

// openPane opens the board in a side pane: one task in progress, three ready, twenty that wait, two completed.
func openPane(t *testing.T, o Options) *Driver {
	t.Helper()
	cwd := t.TempDir()
	mkdir(t, filepath.Join(cwd, ".tasks"))
	past := time.Now().Add(-time.Minute)
	for name, text := range map[string]string{ // completed before the start: in the order of their ids
		"task_40.json": s07by("40", "Schema", "completed", "bob", "[]"), "task_41.json": s07by("41", "Skeleton", "completed", "ann", "[]"),
	} {
		put(t, filepath.Join(cwd, ".tasks", name), text)
		testdir.Must(t, os.Chtimes(filepath.Join(cwd, ".tasks", name), past, past))
	}
	h := OpenIn(t, cwd, o)
	h.Write("task_1.json", s07by("1", "Parse", "in_progress", "bob", "[]"))
	for i := range 3 {
		h.Write(fmt.Sprintf("task_%d.json", 2+i), s07(fmt.Sprint(2+i), fmt.Sprintf("Ready %d", i), "pending", "[]"))
	}
	for i := range 20 {
		h.Write(fmt.Sprintf("task_%d.json", 10+i), s07(fmt.Sprint(10+i), fmt.Sprintf("Later %02d", i), "pending", "[1]"))
	}
	h.SeesRow("● 3 ready", "◐ 1", "○ 20", "✓ 2")
	return h
}

// At every size the selection starts on a task that needs a person, otherwise on the one in progress for longest. Then only the person moves it.
func TestScenarioTheSelectionStartsOnATaskThatNeedsAPersonAndStays(t *testing.T) {
	t.Parallel()
	for _, w := range []int{44, 120} {
		files := map[string]string{"task_1.json": s07("1", "Ready", "pending", "[]"), "task_2.json": s07by("2", "Running", "in_progress", "bob", "[]")}
		h := Open(t, Options{At: time.Now(), W: w, H: 40, Before: files}).On("Running")
		h.Write("task_3.json", s07("3", "Lost", "pending", list("9"))).Sees("1 needs you").SeesNot("▌ ⊘ Lost").Press(".").On("Lost").NoLitter()
		files["task_3.json"] = s07("3", "Lost", "pending", list("9"))
		Open(t, Options{At: time.Now(), W: w, H: 40, Before: files}).Sees("1 needs you").On("Lost").Remove("task_3.json").SeesNot("needs you")
	}
}

func TestScenarioASidePaneIsOneListInSections(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 50})
	h.SeesRow("Parse", "▾20").SeesRow("bob").SeesRow("#1 ", "Parse").SeesRow("Later 19", "← Parse").SeesRow("Schema", "bob")
	h.Press("g").On("Parse").Press("j").On("Ready 0").Press("l").On("Later 00").SeesRow("← Parse").Press("l").On("Schema").Press("l").On("Schema")
	h.Press("h").On("Later 00").Press("h").On("Ready 0").Press("G").On("Skeleton").Press("k").On("Schema").Press("g").On("Parse")
	h.Resize(44, 29).SeesRow("Blocked", " more").SeesRow("Schema", "bob").SeesRow("Skeleton") // the last completed task stays visible
	h.Press("G").On("Skeleton").SeesRow("Parse", "▾20").Press("k", "k").On("Later 19").SeesRow("Skeleton")
	h.SeesRow("Now  1", "1 more").SeesRow("Ready  3", "3 more").SeesNot("bob  Parse", "Ready 0")
	h.Press("g").On("Parse").Press("pgdown", "pgdown", "pgdown", "pgdown").On("Skeleton")
	h.Press("enter").Sees("File  ").SeesNot("Done  2").Press("esc").SeesRow("Done  2").On("Skeleton")
}

func TestScenarioASidePaneStartsWithWhatNeedsAPerson(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 50})
	h.Press("G").On("Skeleton").SeesNot("Needs you", "need you", "needs you").Press(".").Sees("Nothing needs you").On("Skeleton")
	h.Write("task_50.json", s07("50", "Left alone", "pending", "[99]"))
	h.SeesRow("1 needs you", "live").SeesRow("! Needs you  1 ─").SeesRow("⊘ Left alone").SeesRow("waits for a missing task").SeesRow("○ 21").SeesRow("Blocked  20").On("Skeleton")
	h.Press(".").On("Left alone").Sees("needs you: waits for a missing task", "unlinks it").Press("j").On("Parse").Press("k").On("Left alone")
	h.Press("X").Press("enter").SeesRow("Ready  4").SeesNot("needs you").On("Left alone")
	h.Write("task_51.json", s07("51", "Round", "pending", "[52]")).Write("task_52.json", s07("52", "And round", "pending", "[51]"))
	h.SeesRow("1 needs you").SeesRow("Needs you  1").SeesRow("in a loop").SeesRow("Blocked  21").Press(".").On("Round").SeesRow("in a loop", "X unlink")
	h.Later(31*time.Minute).SeesRow("2 need you").SeesRow("bob", "stalled").SeesRow("◐ 1").SeesNot("Now  1").NoLitter()
}

func TestScenarioASidePaneFollowsAnAgent(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 30})
	h.Press("g", "l").On("Ready 0")
	bob := h.Agent("s07", "bob")
	bob.Claims("3")
	h.SeesRow("◐ 2").SeesRow("Now  2").SeesRow("•", "Ready 1").On("Ready 0") // the cursor stays, the change is marked
	bob.Completes("1")
	h.SeesRow("● 22 ready", "◐ 1", "○ 0", "✓ 3").SeesRow("Ready  22").SeesNot("Blocked").On("Ready 0")
	h.Press("c").Says("task_2.json", "status", `"in_progress"`).SeesRow("◐ 2").Sees("you claimed Ready 0").On("Ready 0")
	h.Press("d").Says("task_2.json", "status", `"completed"`).SeesRow("✓ 4")
}

func TestScenarioAFilterInASidePane(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 24})
	h.Press("/").Type("skel").SeesRow("Done", "1 of 2").Sees("Skeleton").SeesNot("Later").Press("enter").On("Skeleton")
	h.SeesRow("● 0 ready", "◐ 0", "○ 0", "✓ 1").Press("esc").Sees("Parse").SeesRow("✓ 2")
}

func TestScenarioTheMouseInASidePane(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 30, At: time.Now()}) // two clicks are a double click however busy the machine is
	x, y := h.Cell("Ready 1")
	h.Click(x, y).On("Ready 1").Click(x, y).Sees("File  ").Press("esc").SeesNot("File  ")
	x, y = h.Cell("bob")
	h.Click(x, y).On("Parse") // the second row belongs to the card
	x, y = h.Cell("✓ 2")
	h.Click(x, y).On("Schema") // a count leads to its section
	x, y = h.Cell("Ready  3")
	h.Click(x, y).On("Ready 0")                                                                                                   // and so does the head of a section
	h.Wheel(x, y+2, 30).Sees("Skeleton").SeesRow("Ready  3", "3 more").Wheel(x, y+2, -60).SeesRow("#1 ", "Parse").Sees("Ready 0") // the first card is visible: nothing scrolls any more
	drag := func(subject, to string) {
		t.Helper()
		x, y := h.Cell(subject)
		_, row := h.Cell(to)
		h.Down(x, y).Drag(x+1, y).Drag(x, row).Sees("Drop to").Up(x, row)
	}
	drag("Ready 1", "Now  1")
	h.Says("task_3.json", "status", `"in_progress"`).SeesRow("Now  2").On("Ready 1")
	drag("Ready 1", "Done  2")
	h.Says("task_3.json", "status", `"completed"`).SeesRow("Done  3")
	h.Press("g", "l").On("Ready 0")
	x, y = h.Cell("Ready 2")
	_, row := h.Cell("Blocked")
	h.Down(x, y).Drag(x+1, y).Drag(x, row).SeesNot("Drop to").Up(x, row) // both are pending: nothing to drop
	h.Still("task_4.json", s07("4", "Ready 2", "pending", "[]"))
}

func TestScenarioNoRowOfASidePaneIsEmptyWhileTasksAreHidden(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 24})
	for _, size := range [][2]int{{44, 24}, {40, 12}, {60, 20}, {83, 15}, {20, 5}, {30, 9}} {
		h.Resize(size[0], size[1])
		h.Await(fmt.Sprintf("full rows at %v", size), func() bool {
			for _, row := range h.Cells() {
				if strings.TrimSpace(strings.Join(row, "")) == "" {
					return false
				}
			}
			return h.drawn() && len(h.Cells()) == size[1]
		})
	}
}

// With bare the cards have all rows, until there is a notice or a question.
func TestScenarioOnlyTheCards(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 24})
	h.Press("H").SeesNot("live", "3 ready", "help").Sees("H brings the rest back").Press("g").SeesNot("brings").On("Parse")
	h.Agent("s07", "bob").Claims("2")
	h.SeesRow("Now  2").SeesNot("bob claimed")
	h.Choose("Parse").Press("d").Sees("bob has").Press("y").Says("task_1.json", "status", `"completed"`).SeesRow("Done  3").Sees("you completed Parse")
	h.Later(time.Minute).SeesNot("you completed").Press("c").Sees("Not claimed")
	h.Press("/").Type("skel").Sees("1 found").SeesRow("Done", "1 of 3").Press("esc").SeesNot("1 found")
	h.Resize(44, 12).Sees("Now  1").Resize(20, 5).Resize(120, 40).Sees("Pending", "Completed").SeesNot("live", "help")
	h.Press("2").SeesNot("1 board").Press("enter").Sees("File  ").SeesNot("live").Press("esc", "1").Sees("Pending")
	h.Press("H").Sees("live", "help").SeesNot("brings the rest back")
}

func TestScenarioBareFromTheStart(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 44, H: 24, Board: func(o *ui.Options) { o.Bare = true }})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).SeesRow("Ready  1").Sees("Parse").SeesNot("live", "help")
	h.Press("?").Sees("What you can do now").Press("esc").Press("H").Sees("live")
}

// If there is room, a task in progress names the dependant that holds up the most work, and counts the others.
func TestScenarioATaskInProgressSaysWhatItUnblocks(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"task_1.json": s07by("1", "Parse", "in_progress", "bob", "[]"), "task_2.json": s07("2", "Emit", "pending", "[1]"),
		"task_3.json": s07("3", "Docs", "pending", "[1]"), "task_4.json": s07("4", "Ship", "pending", "[3]"),
	}
	h := Open(t, Options{Before: files}).SeesRow("unblocks Docs +1")
	h.Write("task_3.json", s07("3", "Docs", "completed", "[1]")).SeesRow("unblocks Emit")
	h.Resize(120, 24).Sees("unblocks").Resize(44, 50).SeesNot("unblocks").NoLitter()
}

func TestScenarioTheDetailIsBelowTheCardsIfThereAreRows(t *testing.T) {
	t.Parallel()
	for _, w := range []int{44, 80, 120} {
		h := Open(t, Options{W: w, H: 40, At: time.Now()})
		file := strings.Replace(s07("1", "Parse", "pending", "[]"), `"description": ""`, `"description": "Byte by byte."`, 1)
		h.Write("task_1.json", file).Write("task_2.json", s07("2", "Draw", "pending", "[1]"))
		h.On("Parse").Sees("Byte by byte.", "File  ").Choose("Draw").SeesNot("Byte by byte.").Sees("Waits for")
		for i := range 40 {
			h.Write(fmt.Sprintf("task_%d.json", 10+i), s07(fmt.Sprint(10+i), fmt.Sprintf("Later %02d", i), "pending", "[]"))
		}
		h.SeesNot("File  ").Sees("Later 30")
		h.Press("/").Type("draw").Sees("File  ").Press("enter").On("Draw").Press("H").SeesNot("File  ").Press("H").Sees("File  ").NoLitter()
	}
}
