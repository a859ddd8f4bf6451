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
	h.Sees("bob", "● Ready 2", "Later 14")
	return h
}

func TestScenarioASidePaneIsOneListInSections(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 50})
	h.SeesRow("Now 1").SeesRow("Ready 3").SeesRow("Blocked 20").SeesRow("Done 2").SeesRow("◐ Parse").SeesRow("#1 bob", "blocks 20")
	h.SeesRow("Later 19", "#1").SeesRow("Schema")
	h.Press("g").On("Parse").Press("j").On("Ready 0").Press("l").On("Later 00").Press("l").On("Schema").Press("l").On("Schema")
	h.Press("h").On("Later 00").Press("h").On("Ready 0").Press("G").On("Skeleton").Press("k").On("Schema").Press("g").On("Parse")
	h.Resize(44, 29).SeesRow("2 more ↓").SeesRow("◐ Parse", "bob", "20").SeesRow("Later 19").SeesNot("Schema") // without heads, the completed last
	h.Press("G").On("Skeleton").SeesRow("2 more ↑").SeesNot("Parse").Press("k", "k").On("Later 19").SeesRow("✓ Skeleton")
	h.Press("g").On("Parse").Press("pgdown", "pgdown", "pgdown", "pgdown").On("Skeleton")
	h.Press("enter").Sees("File").SeesNot("Later 19").Press("esc").SeesRow("2 more ↑").SeesRow("✓ Schema").On("Skeleton")
}

// With bare the cards have all rows, until there is a notice or a question.
func TestScenarioOnlyTheCards(t *testing.T) {
	t.Parallel()
	h := openPane(t, Options{W: 44, H: 24})
	h.Press("H").SeesNot("live", "3 ready", "help").Sees("H brings the rest back").Press("g").SeesNot("brings").On("Parse")
	h.Agent("s07", "bob").Claims("2")
	h.SeesRow("◐ Ready 0").SeesNot("bob claimed")
	h.Choose("Parse").Press("d").Sees("bob has").Press("y").Says("task_1.json", "status", `"completed"`).Sees("✓ you Parse")
	h.Later(time.Minute).SeesNot("✓ you").SeesRow("3 more ↓").SeesRow("● Later 19").Press("c").Sees("Not claimed")
	h.Press("/").Type("skel").Sees("1 found").SeesRow("Done", "1 of 3").Press("esc").SeesNot("1 found")
	h.Resize(44, 12).Sees("15 more ↑").Resize(20, 5).Resize(120, 40).Sees("Pending", "Completed").SeesNot("live", "help")
	h.Press("2").SeesNot("1 board").Press("enter").Sees("File").SeesNot("live").Press("esc", "1").Sees("Pending")
	h.Press("H").Sees("live", "help").SeesNot("brings the rest back")
}
