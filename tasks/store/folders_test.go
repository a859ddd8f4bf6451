package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestATaskInAFolderOfItsOwnIsReadAndNeverWritten(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, ".trellis", "tasks")
	put := func(folder, text string) {
		testdir.Must(t, os.MkdirAll(filepath.Join(dir, folder), 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, folder, "task.json"), []byte(text), 0o644))
	}
	put("07-01-a", `{"id": "a", "title": "First", "status": "planning", "assignee": "mia"}`)
	put("07-02-b", `{"id": "b", "title": "Half`)
	put("archive/2026-06/06-01-c", `{"id": "c", "title": "Over", "status": "completed"}`)
	testdir.Must(t, os.WriteFile(filepath.Join(dir, "notes.json"), []byte(`{"id": "n", "title": "No folder"}`), 0o644))
	testdir.Must(t, os.WriteFile(filepath.Join(dir, "07-01-a", "prd.md"), nil, 0o644))
	outside := filepath.Join(root, "outside")
	testdir.Must(t, os.MkdirAll(outside, 0o755))
	testdir.Must(t, os.WriteFile(filepath.Join(outside, "task.json"), []byte(`{"id": "o", "title": "Outside"}`), 0o644))
	if err := os.Symlink(outside, filepath.Join(dir, "07-03-link")); err != nil {
		t.Log("no links here:", err)
	}

	b := opened(t, dir, Options{State: t.TempDir()})
	first := b.tasks["07-01-a.json"]
	if len(b.tasks) != 1 || first == nil || first.Subject != "First" || first.Owner != "mia" || first.ID.Text != "07-01-a" || first.Status != tasks.Pending {
		t.Fatalf("read %+v", b.tasks)
	}
	doc, err := b.s.Read(first.Key)
	if err != nil || doc.Path != filepath.Join(dir, "07-01-a", "task.json") {
		t.Errorf("its document: %+v, %v", doc, err)
	}
	if _, err := b.s.Read(tasks.Key{Name: "../../outside.json"}); err == nil {
		t.Error("a path was read")
	}

	put("07-01-a", `{"id": "a", "title": "First, changed", "status": "in_progress", "assignee": "mia"}`)
	put("07-02-b", `{"id": "b", "title": "Half no more", "status": "review"}`)
	delta, err := b.s.Refresh(t.Context(), nil)
	var subjects []string
	for _, put := range delta.Put {
		subjects = append(subjects, put.Subject)
	}
	if slices.Sort(subjects); err != nil || strings.Join(subjects, "|") != "First, changed|Half no more" {
		t.Errorf("after changes: %v, %v", subjects, err)
	}
	testdir.Must(t, os.RemoveAll(filepath.Join(dir, "07-02-b")))
	if delta, err = b.s.Refresh(t.Context(), nil); err != nil || len(delta.Gone) != 1 || delta.Gone[0].Name != "07-02-b.json" {
		t.Errorf("after its folder was removed: %+v, %v", delta, err)
	}

	var refused *RefusedError
	for _, e := range []tasks.Edit{
		{Verb: tasks.VerbClaim, Of: first.Key, Who: "ann"}, {Verb: tasks.VerbDelete, Of: first.Key},
		{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "x"}},
	} {
		if _, err := b.s.Apply(t.Context(), e); !errors.As(err, &refused) || !strings.Contains(refused.Why, "Trellis") {
			t.Errorf("%s: %v", e.Verb, err)
		}
	}
	d := b.s.directory()
	for what, err := range map[string]error{
		"Replace": d.Replace("a", "b.json"), "Place": d.Place("a", "b.json"), "Take": d.Take("b.json", "a"), "Remove": d.Remove("07-01-a.json"),
		"Make": errorOf(d.Make("a", 0o600)), "Hold": errorOf(d.Hold("07-01-a.json")), "a path": errorOf(d.Stat("../x")),
	} {
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }

// A reader that waits for the lock behind a Close, which waits for the reader's first lock, waits for ever.
func TestADirectoryCanBeUsedWhileItIsListedAndClosed(t *testing.T) {
	for name, path := range map[string]string{"files": t.TempDir(), "folders": filepath.Join(t.TempDir(), ".trellis", "tasks")} {
		t.Run(name, func(t *testing.T) {
			testdir.Must(t, os.MkdirAll(filepath.Join(path, "one"), 0o700))
			testdir.Must(t, os.WriteFile(filepath.Join(path, "one", "task.json"), []byte("{}"), 0o600))
			dir, err := System.Open(path)
			testdir.Must(t, err)
			var closed, listed atomic.Bool
			go func() {
				testdir.Must(t, dir.Each(func(name []byte, _ Kind) {
					go func() {
						dir.Close()
						closed.Store(true)
					}()
					for !closed.Load() {
						_, _ = dir.Stat(string(name))
					}
				}))
				listed.Store(true)
			}()
			if !testdir.Soon(listed.Load) {
				t.Error("it waits for ever")
			}
		})
	}
}
