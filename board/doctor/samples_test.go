package doctor_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/board/doctor"
	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

func codecOf(t *testing.T, o *folder) *dialect.Codec {
	t.Helper()
	s, err := store.Open(o.dir, store.Options{})
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	return s.Codec()
}

// known are the collected folders in which agents really were stopped, and by what.
var known = map[string]doctor.Kind{
	"claude-code/andres-monge__haystack": doctor.SkippedFile,    // the status "done", written by hand
	"s12-s18/liuchao0111__agent_harness": doctor.MissingBlocker, // its blocker was not collected
}

func TestCollectedFoldersHaveNoErrorsButTheKnownOnes(t *testing.T) {
	root := os.Getenv("SIDEBOARD_SAMPLES")
	if root == "" {
		t.Skip("SIDEBOARD_SAMPLES names no collection")
	}
	var dirs []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(path, ".json") && (len(dirs) == 0 || dirs[len(dirs)-1] != filepath.Dir(path)) {
			dirs = append(dirs, filepath.Dir(path))
		}
		return err
	})
	testdir.Must(t, err)
	skipped := 0
	for _, from := range dirs {
		rel, _ := filepath.Rel(root, from)
		dir, left := sampled(t, filepath.ToSlash(rel), from)
		skipped += left
		_, fs := examine(t, dir)
		want := known[filepath.ToSlash(rel)]
		for _, f := range fs {
			if strings.HasPrefix(rel, "ccw") && (f.Kind == doctor.MisnamedID || f.Kind == doctor.DoubleID) {
				continue // several sessions lie together there, under names of the collection
			}
			if f.Severity == doctor.Error && f.Kind != want {
				t.Errorf("%s: %s %v: %s", rel, f.Kind, f.Files, f.What)
			}
		}
		if want != "" && !errorsIn(fs) {
			t.Errorf("%s: nothing was found", rel)
		}
	}
	t.Logf("examined %d folders; skipped %d files that are other versions of a file beside them", len(dirs), skipped)
}

// sampled lays a collected folder where its agents would have it.
func sampled(t *testing.T, rel, from string) (dir string, skipped int) {
	t.Helper()
	under := ".tasks"
	switch top, rest, _ := strings.Cut(rel, "/"); {
	case top == "claude-code" || rest == "claude-code":
		under = ".claude/tasks/list"
	case top == "ccw":
		under = ".task"
	}
	dir = filepath.Join(t.TempDir(), filepath.FromSlash(under))
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	entries, err := os.ReadDir(from)
	testdir.Must(t, err)
	for _, e := range entries {
		if strings.Contains(e.Name(), "~v") {
			skipped++
			continue
		}
		raw, err := os.ReadFile(filepath.Join(from, e.Name()))
		testdir.Must(t, err, os.WriteFile(filepath.Join(dir, e.Name()), raw, 0o644))
	}
	return dir, skipped
}
