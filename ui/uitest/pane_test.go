package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
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
