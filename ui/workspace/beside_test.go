package workspace_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sideboard/ui/workspace"
)

// beside is a desk in a project where something of a team lies beside the tasks.
func beside(t *testing.T) (d *workspace.Desk, config string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	config = filepath.Join(filepath.Dir(dir), ".team", "config.json")
	if err := os.Mkdir(filepath.Dir(config), 0o755); err != nil {
		t.Fatal(err)
	}
	says(t, config, `{"members": [{"name": "a", "status": "working"}]}`)
	return opened(t, dir, nil), config
}

func says(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWhatLiesBesideIsToldAtOnceAndThenWhenItChanged(t *testing.T) {
	d, config := beside(t)
	b, err := d.Beside(nil)
	if err != nil || len(b.Roster.Members) != 1 || b.Roster.Members[0].State != workspace.Active || b.Told {
		t.Fatalf("%+v %v", b, err)
	}
	d.Attend(false)
	says(t, config, `{"members": [{"name": "a", "status": "shutdown"}]}`)
	if b, err = d.Beside(&b); err != nil || b.Roster.Members[0].State != workspace.Gone {
		t.Errorf("%+v %v", b, err)
	}
	answers := make(chan workspace.Beside, 1)
	go func() {
		b, _ := d.Beside(&b)
		answers <- b
	}()
	events := filepath.Join(filepath.Dir(d.Place().Dir), ".worktrees", "events.jsonl")
	if err := os.Mkdir(filepath.Dir(events), 0o755); err != nil {
		t.Fatal(err)
	}
	says(t, events, "{}\n")
	for told := false; !told; { // a look in between may have seen the directory without the file
		d.Attend(true)
		b = <-answers
		if told = b.Told; !told {
			go func() {
				b, _ := d.Beside(&b)
				answers <- b
			}()
		}
	}
}

func TestAClosedDeskTellsNothingMoreOfWhatLiesBeside(t *testing.T) {
	for _, here := range []bool{true, false} {
		d, _ := beside(t)
		b, err := d.Beside(nil)
		if err != nil {
			t.Fatal(err)
		}
		d.Attend(here)
		ended := make(chan error, 1)
		go func() {
			_, err := d.Beside(&b)
			ended <- err
		}()
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; !errors.Is(err, io.EOF) {
			t.Errorf("looked at by a person %v: %v", here, err)
		}
	}
}
