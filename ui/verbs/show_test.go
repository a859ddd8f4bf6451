package verbs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// shown returns the facts and members that show prints of a task, a line each.
func shown(t *testing.T, d verbs.Detail) string {
	t.Helper()
	var lines []string
	for _, f := range d.Facts {
		lines = append(lines, f.Name+": "+strings.Join(f.Values, "; "))
	}
	for _, m := range d.Members {
		if !json.Valid(m.Value) {
			t.Errorf("the value of %s is no JSON: %s", m.Name, m.Value)
		}
		lines = append(lines, m.Lines()...)
	}
	return strings.Join(lines, "\n")
}

func TestATaskIsShownWithEverythingItsFileHas(t *testing.T) {
	const s07 = `{"id": 1, "subject": "Parse", "description": "", "status": "pending", "blockedBy": [], "owner": "", `
	for file, want := range map[string]string{
		s07 + `"metadata": {"pr": 12, "labels": ["a", "b"]}}`: "metadata\n  pr: 12\n  labels\n    - a\n    - b",
		s07 + `"metadata": {"pr": 12}}`:                       "metadata\n  pr: 12",
		s07 + `"todos": ["x"], "cwd": "/w", "none": null}`:    "todos\n  - x\ncwd: /w",
		s07 + `"note": "one\ntwo"}`:                           "note\n  one\n  two",
		s07 + `"loose": NaN}`:                                 "loose: NaN",
		s07 + `"odd": "\ud800", "long": 1e400}`:               "odd: \ufffd\nlong: 1e400",
		`{"id": "impl-1", "title": "Parse", "status": "pending", "context": {"inherited_from": "WFS-a", "requirements": ["r"]}, "implementation": {"files": [{"path": "a.ts"}]}}`: "" +
			"requirements: r\ninherited: from WFS-a\nimplementation\n  files\n    - path: a.ts",
		`{"id": "impl-1", "title": "Parse", "status": "pending", "meta": {}, "context": {"inherited": {"from": "impl-0", "context": ["c"]}}, "flow_control": {}}`: "inherited: from impl-0; c",
	} {
		dir := project(t, map[string]string{"task_1.json": file})
		if strings.Contains(file, "title") {
			dir = project(t, map[string]string{"impl-1.json": file})
			session := filepath.Join(filepath.Dir(dir), ".workflow", "WFS-a")
			testdir.Must(t, errors.Join(os.MkdirAll(session, 0o755), os.Rename(dir, filepath.Join(session, ".task"))))
			dir = filepath.Join(session, ".task")
		}
		d, err := open(t, dir, false).Show("1")
		testdir.Must(t, err)
		if got := shown(t, d); got != want {
			t.Errorf("%s\nis shown as\n%s\nwant\n%s", file, got, want)
		}
	}
}

func TestWhatIsDoneToATaskOfASessionSaysWhatItsListStillShows(t *testing.T) {
	session := filepath.Join(t.TempDir(), ".workflow", "WFS-a")
	dir := filepath.Join(session, ".task")
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	for i, status := range []string{"pending", "pending"} {
		file := fmt.Sprintf(`{"id": "IMPL-%d", "title": "Task", "status": "%s", "meta": {}, "context": {}, "flow_control": {}}`, i+1, status)
		testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("IMPL-%d.json", i+1)), []byte(file), 0o644))
	}
	testdir.Must(t, os.WriteFile(filepath.Join(session, "TODO_LIST.md"), []byte("- [ ] **IMPL-1**: Task\n- [x] **IMPL-2**: Task\n"), 0o644))
	s := open(t, dir, false)
	for id, want := range map[string]string{"IMPL-1": "still shows #1 as not done", "IMPL-2": ""} {
		_, err := s.Do(context.Background(), tasks.VerbClaim, id, true)
		c, errComplete := s.Do(context.Background(), tasks.VerbComplete, id, true)
		testdir.Must(t, errors.Join(err, errComplete))
		if strings.Contains(c.Notice, "TODO_LIST.md") != (want != "") || !strings.Contains(c.Notice, want) {
			t.Errorf("%s: %q", id, c.Notice)
		}
	}
}
