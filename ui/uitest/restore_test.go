package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// Tasks deleted at one time are restored with every byte, in every design. Agents can read the directory at every moment, and one u undoes it.
func TestScenarioADeletedListIsRestoredByteForByteInEveryDesign(t *testing.T) {
	t.Parallel()
	for _, design := range designs() {
		t.Run(design, func(t *testing.T) {
			t.Parallel()
			project := filepath.Join(t.TempDir(), "my-service")
			d, err := newDesignDir(design, project, "Parse", "Draw", "Write “it”")
			testdir.Must(t, err)
			if a, err := refagents.New(design, d.path, "bob"); err == nil {
				waits, first := mustFind(t, d, "Write “it”"), mustFind(t, d, "Parse")
				testdir.Must(t, a.Link(waits, first))
			}
			sub, err := filepath.Rel(project, d.path)
			testdir.Must(t, err)
			h := OpenIn(t, project, Options{Sub: sub, Arg: d.path})
			h.Sees("Parse", "Draw", "Write “it”")
			was := map[string]string{}
			for _, name := range h.Names() {
				if filepath.Ext(name) == ".json" {
					was[name] = string(h.Bytes(name))
				}
			}
			if len(was) != 3 {
				t.Fatalf("the agents wrote %q", h.Names())
			}
			for name := range was {
				h.Remove(name)
			}
			h.Sees("No tasks yet").Press("A", "3").Sees("R restore all 3").Press("R").Sees("Restore 3 tasks").Press("enter")
			h.Await("all files to be back", func() bool {
				l, err := d.read()
				if err != nil || len(l.Skipped) > 0 {
					t.Errorf("its agents find %v, %+v", err, l.Skipped)
				}
				for name, raw := range was {
					if now := h.Bytes(name); now == nil {
						return false
					} else if string(now) != raw {
						t.Errorf("%s reads\n%s\nand was\n%s", name, now, raw)
					}
				}
				return true
			})
			h.Sees("3 tasks restored", "3 tasks").Press("u").Await("one undo to take all of it away", func() bool {
				for name := range was {
					if h.Bytes(name) != nil {
						return false
					}
				}
				return true
			})
			h.NoLitter()
		})
	}
}

func mustFind(t *testing.T, d designDir, subject string) refagents.Task {
	t.Helper()
	task, err := d.task(subject)
	testdir.Must(t, err)
	return task
}

func TestScenarioAFinishedListThatWouldBeWipedAgainIsRestoredOnlyIfThePersonChooses(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write(".lock", "")
	for i, subject := range []string{"Parse", "Draw", "Emit"} {
		h.Write(fmt.Sprint(i+1, ".json"), cc(fmt.Sprint(i+1), subject, "completed", "bob", "[]", "[]"))
	}
	h.Sees("3 tasks completed").Write(".highwatermark", "3").Remove("1.json").Remove("2.json").Remove("3.json")
	h.Sees("Finished, list reset").Press("A", "R").Sees("Restore 0 of 3 tasks", "is wiped again").Press("enter").Sees("Nothing was done: all were left out")
	h.Press("A", "R", "j", "space").Sees("Restore 1 of 3 tasks").Press("enter").Sees("1 task restored")
	h.Says("2.json", "status", `"completed"`).Gone("1.json")
	h.Press("A", "R").SeesRow("Draw", "not: there is another file of its name")
}

func TestScenarioDeletedTasksAreCopiedAndExported(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true})
	first := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", first).Write("task_2.json", s07("2", "Draw", "pending", "[]")).Sees("Parse", "Draw")
	h.Remove("task_1.json").SeesNot("● Parse").Press("A").Sees("new one like it").Press("y").Sees("Sent the file of Parse")
	h.Await("the clipboard", func() bool { c := h.clipboard(); return len(c) == 1 && c[0] == first })
	h.Press("w").Sees("Export 1 deleted task to").Press("enter").Sees("Name a directory").Type(h.Dir).Press("enter").Sees("That is a task directory")
	out := filepath.Join(h.Cwd, "kept")
	mkdir(t, out)
	put(t, filepath.Join(out, "task_1.json"), "mine")
	h.Press("ctrl+u").Type("kept").Press("enter").Sees("Exported 1 task")
	for name, want := range map[string]string{"task_1.json": "mine", "task_1-2.json": first} {
		if got, err := os.ReadFile(filepath.Join(out, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
