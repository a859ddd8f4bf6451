package locate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	session = "0f3c2b1a-1111-4222-8333-444455556666"
	other   = "9e9e9e9e-1111-4222-8333-444455556666"
)

func TestListsPutThisProjectOnTopAndNameEachList(t *testing.T) {
	root := makeTree(t, "p/.git/", "p/sub/",
		"home/.claude/tasks/"+session+"/1.json",
		"home/.claude/tasks/"+session+"/2.json="+`{"id":"2","subject":"s","status":"completed"}`,
		"home/.claude/tasks/"+other+"/1.json",
		"home/.claude/tasks/red-team/1.json",
		"home/.claude/tasks/session-0f3c2b1a/1.json",
		"home/.claude/tasks/nobody/1.json",
		"home/.claude/tasks/never/",
		"home/.claude/tasks/reset/.highwatermark=7",
	)
	claude := filepath.Join(root, "home/.claude")
	p := filepath.Join(root, "p")
	slug := func(path string) string { return strings.NewReplacer("/", "-", ".", "-").Replace(path) }
	write := func(path, text string) {
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write(filepath.Join(claude, "projects", slug(p), session+".jsonl"), "")
	write(filepath.Join(claude, "projects", slug("/srv/big.app"), other+".jsonl"), "not json\n"+`{"cwd":"/srv/big.app"}`+"\n")
	write(filepath.Join(claude, "teams", "red team", "config.json"),
		fmt.Sprintf(`{"name":"Red team","members":[{"cwd":"/elsewhere"},{"cwd":%q}]}`, filepath.Join(p, "sub")))
	for i, id := range []string{"nobody", other, session, "session-0f3c2b1a", "red-team", "reset"} {
		makeOld(t, i+1, filepath.Join(claude, "tasks", id))
	}
	all, err := Lists(testEnv(root, "p/sub"))
	must(t, err)
	var got []string
	for _, l := range all {
		got = append(got, fmt.Sprintf("%s %q %d/%d mine=%v", l.ID, l.Project, l.Open, l.Tasks, l.Here))
	}
	want := []string{
		session + ` "p" 1/2 mine=true`,
		`session-0f3c2b1a "p" 1/1 mine=true`,
		`red-team "Red team" 1/1 mine=true`,
		`nobody "" 1/1 mine=false`,
		other + ` "big.app" 1/1 mine=false`,
		`reset "" 0/0 mine=false`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("lists:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestListsWithoutAConfigDirectoryAreNone(t *testing.T) {
	root := makeTree(t, "p/")
	for _, e := range []Env{testEnv(root, "p"), {Cwd: root}} {
		if all, err := Lists(e); len(all) > 0 || err != nil {
			t.Errorf("%v, %v", all, err)
		}
	}
}

func TestOnlyTasksAreCounted(t *testing.T) {
	root := makeTree(t, "l/1.json", "l/2.json=", "l/3.json={\"id\":", "l/4.json="+`{"id":"4","subject":"","metadata":{"_internal":true}}`,
		"l/index.json={\"worktrees\":[]}", "l/todos.json=[]", "l/.5.json", "l/.lock=", "l/6.json.lock/", "l/7.json/", "l/8.json -> 1.json", "l/notes.txt=")
	s, err := surveyDir(filepath.Join(root, "l"), newBudget())
	must(t, err)
	if s.tasks != 3 || s.open != 3 || !s.hasTraces || s.more {
		t.Errorf("%+v, want 3 tasks: one whole, one empty, one half-written", s)
	}
}

func TestCountingStopsAtTheCaps(t *testing.T) {
	dir := t.TempDir()
	for i := range maxPeek + 10 {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(`{"id":"1","status":"pending"}`), 0o644))
	}
	s, err := surveyDir(dir, newBudget())
	must(t, err)
	if s.tasks != maxPeek+10 || s.open != maxPeek || !s.more {
		t.Errorf("%d tasks, %d open, more %v", s.tasks, s.open, s.more)
	}
	b := &budget{names: 100, files: 5, perList: 1000}
	s, err = surveyDir(dir, b)
	must(t, err)
	if s.tasks != 100 || s.open != 5 || !s.more || b.names != 0 || b.files != 0 {
		t.Errorf("%d tasks, %d open, more %v, left %+v", s.tasks, s.open, s.more, *b)
	}
}

func TestAFullListHidesNoOther(t *testing.T) {
	root := makeTree(t, "home/.claude/tasks/full/", "home/.claude/tasks/other/1.json")
	full := filepath.Join(root, "home/.claude/tasks/full")
	for i := range 300 {
		must(t, os.WriteFile(filepath.Join(full, fmt.Sprintf("%d.json", i)), nil, 0o644))
	}
	b := newBudget()
	b.names, b.perList = 250, 200
	all := lists(filepath.Join(root, "home/.claude/tasks"), []string{"full", "other"}, b)
	if len(all) != 2 || all[0].Tasks != 200 || !all[0].More || all[1].Tasks != 1 || all[1].More {
		t.Errorf("lists %+v", all)
	}
}
