package worktree

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) {
	testdir.InMemory()
	testdir.Main(m, func() { _ = os.RemoveAll(template) })
}

// template is a repository with one commit and an empty .tasks, which every test copies.
var template string

// project makes a project, and the Repo of it.
func project(t *testing.T, form Form) *Repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "none"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "Somebody")
		t.Setenv("GIT_"+who+"_EMAIL", "somebody@example.org")
	}
	if template == "" {
		dir, err := os.MkdirTemp("", "")
		testdir.Must(t, err)
		put(t, filepath.Join(dir, "README"), "one\ntwo\n")
		put(t, filepath.Join(dir, ".gitignore"), ".tasks\n.worktrees\n")
		testdir.Must(t, os.Mkdir(filepath.Join(dir, ".tasks"), 0o755))
		does(t, dir, "init", "-q", "-b", "main", "--template=")
		does(t, dir, "add", ".")
		does(t, dir, "commit", "-q", "-m", "Begin")
		template = dir
	}
	dir := filepath.Join(t.TempDir(), "p")
	testdir.Must(t, os.CopyFS(dir, os.DirFS(template)))
	r, err := Open(t.Context(), filepath.Join(dir, ".tasks"), form)
	testdir.Must(t, err)
	return r
}

func put(t *testing.T, path, text string) {
	t.Helper()
	testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
}

func does(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := change(t.Context(), dir, args...)
	testdir.Must(t, err)
	return out
}

// lines returns the events as they stand in the file.
func lines(t *testing.T, r *Repo) []map[string]any {
	t.Helper()
	raw, err := os.ReadFile(r.eventsPath())
	testdir.Must(t, err)
	var out []map[string]any
	for line := range strings.Lines(string(raw)) {
		var m map[string]any
		testdir.Must(t, json.Unmarshal([]byte(line), &m))
		out = append(out, m)
	}
	return out
}
