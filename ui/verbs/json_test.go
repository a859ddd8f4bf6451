package verbs_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

var update = flag.Bool("update", false, "write the goldens anew")

// project is a directory of tasks, whose files were all changed at the same time.
func project(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	for name, text := range files {
		path := filepath.Join(dir, name)
		at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
		testdir.Must(t, errors.Join(os.WriteFile(path, []byte(text), 0o644), os.Chtimes(path, at, at)))
	}
	return dir
}

// open opens it as ann.
func open(t *testing.T, dir string, dryRun bool) *verbs.Session {
	t.Helper()
	s, err := verbs.Open(context.Background(), verbs.Options{
		Finder: workspace.Finder{Env: locate.Env{Cwd: dir}, Arg: dir, Options: workspace.Options{State: t.TempDir()}}, Who: "ann", DryRun: dryRun,
	})
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// What programs get is compared byte by byte: a name that changes breaks them.
func TestTheJSONOfEveryAnswerStaysAsItIs(t *testing.T) {
	dir := project(t, map[string]string{
		"task_1.json": `{"id": 1, "subject": "Parse", "description": "A\nB", "status": "in_progress", "blockedBy": [], "owner": "bob"}`,
		"task_2.json": `{"id": 2, "subject": "Draw \u001b[31m", "description": "", "status": "pending", "blockedBy": [1, 9], "owner": ""}`,
		"task_3.json": `{"id": 3, "subject": "Write", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`,
		"task_4.json": `{"id": 4, "subject": "Ship", "description": "", "status": "pending", "blockedBy": [3], "owner": ""}`,
		"task_5.json": `{"id": 5, "subject": "Half`,
	})
	s := open(t, dir, true)
	list, err := s.List(context.Background(), "")
	detail, errShow := s.Show("2")
	claim, errClaim := s.Do(context.Background(), tasks.VerbClaim, "3", false)
	_, refused := s.Do(context.Background(), tasks.VerbComplete, "1", false)
	_, none := s.Show("#77")
	testdir.Must(t, errors.Join(err, errShow, errClaim))
	if refused == nil || none == nil {
		t.Fatal("nothing was refused")
	}
	var b strings.Builder
	for _, form := range []any{list, detail, s.Next(0), claim, s.Explain(refused), s.Explain(none)} {
		raw, err := json.MarshalIndent(form, "", "  ")
		testdir.Must(t, err)
		text := regexp.MustCompile(`\d+d or more`).ReplaceAllString(string(raw), "AGE or more") // it grows every day
		b.WriteString(strings.ReplaceAll(text, dir, "DIR") + "\n")
	}
	golden := filepath.Join("testdata", "answers.json")
	if *update {
		testdir.Must(t, errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(golden, []byte(b.String()), 0o644)))
	}
	want, err := os.ReadFile(golden)
	testdir.Must(t, err)
	if b.String() != string(want) {
		t.Errorf("programs get something else now:\n%s", b.String())
	}
}
