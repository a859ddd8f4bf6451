package uitest

import (
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
			h.Sees("3 tasks restored", "of 3 done").Press("u").Await("one undo to take all of it away", func() bool {
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
