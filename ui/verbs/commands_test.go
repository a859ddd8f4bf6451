package verbs_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui/cli"
	"sideboard/ui/verbs"
)

// Forms that people and models write are edited with commands, member by member, and undoing all of it gives every
// byte back.
func TestCommandsEditFilesOfAnInferredForm(t *testing.T) {
	testdir.InOneGoroutine(t)
	home := t.TempDir()
	for name, value := range map[string]string{"HOME": home, "XDG_STATE_HOME": home, "SIDEBOARD_AS": "ann", "LC_ALL": "C.UTF-8"} {
		t.Setenv(name, value)
	}
	for _, c := range []struct{ name, files, acts, after string }{
		{
			"other words and an assignee",
			`1.json {"id": 1, "title": "One", "status": "todo", "assignee": null, "depends_on": [],  "n": 1.0}` + "\n" +
				`2.json {"id": 2, "title": "Two", "status": "in_progress", "assignee": "bob", "depends_on": []}` + "\n" +
				`3.json {"id": 3, "title": "Three", "status": "done", "assignee": "bob", "depends_on": []}`,
			"claim 1; complete 1; link 2 1; edit 2 --subject Both",
			`1.json {"id": 1, "title": "One", "status": "done", "assignee": "ann", "depends_on": [],  "n": 1.0}` + "\n" +
				`2.json {"id": 2, "title": "Both", "status": "in_progress", "assignee": "bob", "depends_on": [1]}`,
		},
		{
			"a boolean",
			`a.json {"id": "a", "title": "One", "done": false, "deps": [ ]}` + "\n" +
				`b.json {"id": "b", "title": "Two", "done": true, "deps": []}` + "\n" +
				`c.json {"id": "c", "title": "Thr\u0065e", "done": false, "deps": ["a"]}`,
			"!claim a; complete a; reopen b; link b c; edit c --subject Both",
			`a.json {"id": "a", "title": "One", "done": true, "deps": [ ]}` + "\n" +
				`b.json {"id": "b", "title": "Two", "done": false, "deps": ["c"]}` + "\n" +
				`c.json {"id": "c", "title": "Both", "done": false, "deps": ["a"]}`,
		},
		{
			"texts as ids",
			`AUTH-1.json {"status":"open","id":"AUTH-1","name":"One","depends_on":[]}` + "\n" +
				`AUTH-2.json {"status":"in_progress","id":"AUTH-2","name":"Two","depends_on":["AUTH-1"]}` + "\n" +
				`AUTH-3.json {"status":"closed","id":"AUTH-3","name":"Three","depends_on":[]}`,
			"claim AUTH-1; complete AUTH-1; link AUTH-2 AUTH-3; edit AUTH-2 --subject Both",
			`AUTH-1.json {"status":"closed","id":"AUTH-1","name":"One","depends_on":[]}` + "\n" +
				`AUTH-2.json {"status":"in_progress","id":"AUTH-2","name":"Both","depends_on":["AUTH-1","AUTH-3"]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, c.files)
			began := readAll(t, dir)
			o := verbs.Options{}
			o.Finder.Options.State = filepath.Join(home, "sideboard")
			s := openOptions(t, dir, o)
			testdir.Must(t, s.Allow(t.Context(), s.Form()), s.Close())
			edits := 0
			for act := range strings.SplitSeq(c.acts, "; ") {
				line, refused := strings.CutPrefix(act, "!")
				code, said := command(slices.Concat(strings.Fields(line), []string{"--yes", "--dir", dir})...)
				if (code == 0) == refused {
					t.Errorf("%s ended with %d: %s", line, code, said)
				}
				if code == 0 {
					edits++
				}
			}
			want := maps.Clone(began)
			maps.Copy(want, readAll(t, folder(t, c.after)))
			if got := readAll(t, dir); !maps.Equal(got, want) {
				t.Errorf("edited:\n%v\nwant:\n%v", got, want)
			}
			for range edits {
				if code, said := command("undo", "--dir", dir); code != 0 {
					t.Errorf("undo ended with %d: %s", code, said)
				}
			}
			if got := readAll(t, dir); !maps.Equal(got, began) {
				t.Errorf("undone:\n%v\nbefore:\n%v", got, began)
			}
		})
	}
}

// command runs the program and returns what it ended with and what it said.
func command(line ...string) (code int, said string) {
	c := cli.Command(cli.Program{Version: "test", Getenv: os.Getenv, ASCII: func(func(string) string) bool { return false }})
	var out strings.Builder
	c.SetOut(&out)
	c.SetErr(&out)
	c.SetIn(strings.NewReader(""))
	code = cli.Execute(c, line)
	return code, out.String()
}
