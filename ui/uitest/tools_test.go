package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/testdir"
)

func TestScenarioTheTasksOfAnotherToolAreOpenedFromItsProjectAndOnlyShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dir, file, design, task string }{
		{".story/tickets", "T-00%d.json", "Storybloq", `{"id": "T-00%d", "title": "%s", "status": "%s", "blockedBy": [%s], "phase": "p"}`},
		{".trellis/tasks", "07-0%d-x/task.json", "Trellis", `{"id": "x", "title": "%[2]s", "status": "%[3]s", "assignee": "mia", "children": [], "parent": null}`},
	} {
		cwd := filepath.Join(t.TempDir(), "my-service")
		put := func(n int, title, status, waits string) {
			path := filepath.Join(cwd, c.dir, fmt.Sprintf(c.file, n))
			testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			testdir.Must(t, os.WriteFile(path, fmt.Appendf(nil, c.task, n, title, status, waits), 0o644))
		}
		put(1, "Draw the plan", "in_progress", "")
		put(2, "Build the wall", "open", `"T-001"`)
		h := OpenIn(t, cwd, Options{NoDir: true})
		h.Sees("my-service", "Draw the plan", "Build the wall", c.design+", only shown", "1 in progress").SeesNot("c claim", "n new")
		if c.dir == ".story/tickets" {
			h.Sees("1 blocked")
		}
		h.Press("c").Sees("Not claimed: only shown: " + c.design)
		h.Press("n").Sees("Not created: only shown: " + c.design).SeesNot("New task")
		put(1, "Draw the whole plan", "in_progress", "")
		h.Sees("Draw the whole plan")
	}
}
