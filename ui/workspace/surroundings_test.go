package workspace_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/team"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// openWithTeam opens a workspace in a project with files of a team next to the tasks.
func openWithTeam(t *testing.T) (d *workspace.Workspace, config string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	config = filepath.Join(filepath.Dir(dir), ".team", "config.json")
	testdir.Must(t, os.Mkdir(filepath.Dir(config), 0o755))
	writeFile(t, config, `{"members": [{"name": "a", "status": "working"}]}`)
	return openWith(t, dir, nil), config
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestSurroundingsAreReturnedAtOnceAndThenWhenTheyChange(t *testing.T) {
	d, config := openWithTeam(t)
	b, err := d.NextSurroundings(nil)
	if err != nil || len(b.Roster.Members) != 1 || b.Roster.Members[0].State != team.Active || b.HasWorktreeEvents {
		t.Fatalf("%+v %v", b, err)
	}
	d.SetFocused(false)
	writeFile(t, config, `{"members": [{"name": "a", "status": "shutdown"}]}`)
	if b, err = d.NextSurroundings(&b); err != nil || b.Roster.Members[0].State != team.Gone {
		t.Errorf("%+v %v", b, err)
	}
	answers := make(chan workspace.Surroundings, 1)
	go func() {
		b, _ := d.NextSurroundings(&b)
		answers <- b
	}()
	events := filepath.Join(filepath.Dir(d.Place().Dir), ".worktrees", "events.jsonl")
	testdir.Must(t, os.Mkdir(filepath.Dir(events), 0o755))
	writeFile(t, events, "{}\n")
	for reported := false; !reported; { // a look in between may have seen the directory without the file
		d.SetFocused(true)
		b = <-answers
		if reported = b.HasWorktreeEvents; !reported {
			go func() {
				b, _ := d.NextSurroundings(&b)
				answers <- b
			}()
		}
	}
}

func TestNextSurroundingsEndsWithTheWorkspace(t *testing.T) {
	for _, here := range []bool{true, false} {
		d, _ := openWithTeam(t)
		b, err := d.NextSurroundings(nil)
		testdir.Must(t, err)
		d.SetFocused(here)
		ended := make(chan error, 1)
		go func() {
			_, err := d.NextSurroundings(&b)
			ended <- err
		}()
		testdir.Must(t, d.Close())
		if err := <-ended; !errors.Is(err, io.EOF) {
			t.Errorf("checked by a person %v: %v", here, err)
		}
	}
}
