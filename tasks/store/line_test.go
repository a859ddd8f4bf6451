package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
)

const listBefore, listAfter = "# Tasks\n- [ ] **IMPL-1**: a\n", "# Tasks\n- [x] **IMPL-1**: a\n"

// noting is the edit that ticks the one line.
func noting() tasks.Edit {
	return tasks.Edit{Verb: tasks.VerbNote, Of: tasks.Key{Name: "IMPL-1.json"}, Who: "mia", Steps: []tasks.Step{{Kind: tasks.SetLine, Changes: []tasks.Change{
		{Field: tasks.FieldLine, Op: tasks.Set, From: tasks.TextValue("- [ ] **IMPL-1**: a"), To: tasks.TextValue("- [x] **IMPL-1**: a")},
	}}}}
}

func TestALineOfTheListBesideIsWrittenAsTasksAre(t *testing.T) {
	for what, c := range map[string]struct {
		list func(t *testing.T, path string)
		why  string // "" for written
		want string
	}{
		"as it was read":       {func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte(listBefore), 0o640)) }, "", listAfter},
		"another line changed": {func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte(listBefore+"more\n"), 0o644)) }, "", listAfter + "more\n"},
		"the line changed":     {func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte(listAfter), 0o644)) }, "changed meanwhile", listAfter},
		"there is none":        {func(*testing.T, string) {}, "there is no TODO_LIST.md", ""},
		"it has a second name": {func(t *testing.T, path string) {
			must(t, os.WriteFile(path, []byte(listBefore), 0o644), os.Link(path, path+".2"))
		}, "several names", listBefore},
		"it is a link": {func(t *testing.T, path string) {
			must(t, os.WriteFile(path+".2", []byte(listBefore), 0o644), os.Symlink(path+".2", path))
		}, "link", listBefore},
		"it is a directory":     {func(t *testing.T, path string) { must(t, os.Mkdir(path, 0o755)) }, "a directory", ""},
		"it is larger than 1 M": {func(t *testing.T, path string) { must(t, os.WriteFile(path, make([]byte, MaxFile+1), 0o644)) }, "larger", string(make([]byte, MaxFile+1))},
	} {
		session, state := t.TempDir(), t.TempDir()
		dir, list := filepath.Join(session, ".task"), filepath.Join(session, "TODO_LIST.md")
		must(t, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "IMPL-1.json"), []byte(`{"id": "IMPL-1", "title": "a", "status": "completed"}`), 0o644))
		c.list(t, list)
		b := opened(t, dir, Options{State: state})
		res, err := b.s.Apply(t.Context(), noting())
		var no *Refused
		if c.why == "" && (err != nil || len(res.Applied) != 1) || c.why != "" && (!errors.As(err, &no) || !strings.Contains(no.Why, c.why)) {
			t.Errorf("%s: %+v, %v", what, res, err)
		}
		if raw, _ := os.ReadFile(list); string(raw) != c.want {
			t.Errorf("%s: it says\n%.80s", what, raw)
		}
		for _, at := range []string{session, dir} {
			entries, _ := os.ReadDir(at)
			for _, e := range entries {
				if strings.HasPrefix(e.Name(), ".sideboard") {
					t.Errorf("%s: %s was left", what, e.Name())
				}
			}
		}
		if c.why != "" {
			continue
		}
		was, _ := os.Stat(list)
		if what == "as it was read" && was.Mode().Perm() != 0o640 {
			t.Errorf("its mode is %v", was.Mode())
		}
		must(t, b.s.Close())
		b = opened(t, dir, Options{State: state}) // undone after a restart
		all, err := b.s.History()
		must(t, err)
		if len(all) != 1 || all[0].Verb != tasks.VerbNote {
			t.Fatalf("%s: %+v", what, all)
		}
		back, err := b.s.Undo(all[0].ID)
		must(t, err)
		_, err = b.s.Apply(t.Context(), back)
		must(t, err)
		if raw, _ := os.ReadFile(list); string(raw) != strings.Replace(c.want, "[x]", "[ ]", 1) {
			t.Errorf("%s: undone it says\n%s", what, raw)
		}
	}
}
