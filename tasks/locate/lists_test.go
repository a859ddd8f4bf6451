//go:build unix

package locate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
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
		"home/.claude/tasks/never/", "home/.claude/tasks/.hidden/1.json",
		"home/.claude/tasks/reset/.highwatermark=7",
	)
	claude := filepath.Join(root, "home/.claude")
	p := filepath.Join(root, "p")
	slug := func(path string) string { return strings.NewReplacer("/", "-", ".", "-").Replace(path) }
	write := func(path, text string) {
		testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	write(filepath.Join(claude, "projects", slug(p), session+".jsonl"), `{"type":"summary","summary":"Build repair"}`)
	write(filepath.Join(claude, "projects", slug("/srv/big.app"), other+".jsonl"), "not json\n"+`{"cwd":"/srv/other"}`+"\n"+`{"cwd":"/srv/big.app"}`+"\n")
	write(filepath.Join(claude, "teams", "red team", "config.json"),
		fmt.Sprintf(`{"name":"Red team","members":[{"cwd":"/elsewhere"},{"cwd":%q}]}`, filepath.Join(p, "sub")))
	for i, id := range []string{"nobody", other, session, "session-0f3c2b1a", "red-team", "reset"} {
		makeOld(t, i+1, filepath.Join(claude, "tasks", id))
	}
	all, err := Lists(testEnv(root, "p/sub"))
	testdir.Must(t, err)
	var got []string
	for _, l := range all {
		got = append(got, fmt.Sprintf("%s %q %d/%d mine=%v", l.ID, l.Project, l.Open, l.Tasks, l.Here))
		if l.Changed.IsZero() {
			t.Errorf("when %s changed is not known", l.ID)
		}
	}
	want := []string{
		session + ` "p" 1/2 mine=true`,
		`session-0f3c2b1a "p" 1/1 mine=true`,
		`red-team "Red team" 1/1 mine=true`,
		`nobody "" 1/1 mine=false`,
		other + ` "big.app" 1/1 mine=false`,
		`reset "" 0/0 mine=false`,
	}
	if all[0].Title != "Build repair" || all[2].Title != "" {
		t.Errorf("the titles are %q and %q", all[0].Title, all[2].Title)
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
		"l/index.json={\"worktrees\":[]}", "l/todos.json=[]", "l/.5.json", "l/.lock=", "l/6.json.lock/", "l/7.json/", "l/8.json -> 1.json", "l/notes.txt=", "l/link -> 1.json", "l/9.json="+`{"id":"9","title":"a","children":["1"]}`)
	s, err := surveyDir(filepath.Join(root, "l"), newBudget())
	testdir.Must(t, err)
	if s.tasks != 4 || s.open != 4 || !s.hasTraces || s.more {
		t.Errorf("%+v, want 4 tasks: one whole, one with parts, one empty, one half-written", s)
	}
}

// What is no task is not counted, and what may be one that is being written is open.
func TestATaskFileIsOpenOrDoneOrNoTask(t *testing.T) {
	for text, want := range map[string]taskHead{
		`{"id": 1, "subject": "a", "status": "pending"}`:                                        {kind: openTask},
		`{"task_id": 1, "title": "a"}`:                                                          {kind: openTask},
		`{"id": 1, "subject": "a"}`:                                                             {kind: openTask},
		`{"id": 1, "status": "odd"}`:                                                            {kind: openTask},
		`{"id": 1, "subject": "a", "status": "completed"}`:                                      {kind: doneTask},
		`{"id": "1", "subject": "a", "status": "cancelled"}`:                                    {kind: doneTask, id: "1"},
		`{"id": 1, "title": "a", "status": "container"}`:                                        {kind: notTask},
		`{"id": 1, "title": " a\n b", "status": "active", "owner": "bob"}`:                      {kind: openTask, running: true, subject: "a", owner: "bob"},
		`{"id": 1, "subject": "a", "title": "b", "status": "in_progress"}`:                      {kind: openTask, running: true, subject: "a"},
		`{"subject": "a", "status": "pending"}`:                                                 {kind: openTask},
		`{"id": 1, "description": "a"}`:                                                         {},
		`{"id": 1, "subject": "a", "metadata": {"_internal": false}}`:                           {kind: openTask},
		`{"id": 1, "subject": "a", "metadata": {"_internal": true}}`:                            {},
		`{"id": "1", "title": "a", "relations": {"parent": "0", "children": [2, "3"]}}`:         {kind: openTask, id: "1", parent: "0", hasParts: true},
		`{"id": "1", "title": "a", "context": {"parent": "1", "subtasks": [2]}, "parent": "0"}`: {kind: openTask, id: "1", parent: "0"},
		`{"id": "1", "title": "a", "relations": {"parent": "0"}, "parent": "2"}`:                {kind: openTask, id: "1", parent: "0"},
		`{"id": `: {kind: openTask},
	} {
		t.Run(text, func(t *testing.T) {
			dir := makeTree(t, "1.json="+text)
			for _, named := range []bool{true, false} {
				if text == `{"id": ` && !named {
					want.kind = notTask
				}
				got := readTaskHead(filepath.Join(dir, "1.json"), named)
				if got.changed = (taskHead{}).changed; got != want {
					t.Errorf("it is %+v, want %+v", got, want)
				}
			}
		})
	}
}

func TestCountingStopsAtTheCaps(t *testing.T) {
	dir := t.TempDir()
	for i := range maxPeek + 10 {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(`{"id":"1","status":"pending"}`), 0o644))
	}
	s, err := surveyDir(dir, newBudget())
	testdir.Must(t, err)
	if s.tasks != maxPeek+10 || s.open != maxPeek || !s.more {
		t.Errorf("%d tasks, %d open, more %v", s.tasks, s.open, s.more)
	}
	b := &budget{names: 100, files: 5, perList: 1000}
	s, err = surveyDir(dir, b)
	testdir.Must(t, err)
	if s.tasks != 100 || s.open != 5 || !s.more || b.names != 0 || b.files != 0 {
		t.Errorf("%d tasks, %d open, more %v, left %+v", s.tasks, s.open, s.more, *b)
	}
}

func TestAFullListHidesNoOther(t *testing.T) {
	root := makeTree(t, "home/.claude/tasks/full/", "home/.claude/tasks/other/1.json")
	full := filepath.Join(root, "home/.claude/tasks/full")
	for i := range 300 {
		testdir.Must(t, os.WriteFile(filepath.Join(full, fmt.Sprintf("%d.json", i)), nil, 0o644))
	}
	b := newBudget()
	b.names, b.perList = 250, 200
	all, err := listsIn(filepath.Join(root, "home/.claude/tasks"), b)
	testdir.Must(t, err)
	if len(all) != 2 || all[0].Tasks != 200 || !all[0].More || all[1].Tasks != 1 || all[1].More {
		t.Errorf("lists %+v", all)
	}
}

func TestFindAllFindsEverythingAroundTheWorkingDirectory(t *testing.T) {
	done := func(id string) string { return fmt.Sprintf(`={"id":%q,"title":"t","status":"completed"}`, id) }
	root := makeTree(t, "p/.git/", "p/sub/.tasks/task_1.json", "p/.tasks/red/task_1.json", "p/.tasks/blue/task_1.json", "p/.tasks/notes/readme.txt",
		"p/.workflow/active/WFS-login/.task/IMPL-1.json", "p/.workflow/archives/WFS-old/.task/IMPL-1.json"+done("IMPL-1"),
		"home/.claude/tasks/red-team/1.json", "home/.claude/tasks/own/1.json", "elsewhere/.tasks/task_1.json")
	team := filepath.Join(root, "home/.claude/teams/own/config.json")
	testdir.Must(t, os.MkdirAll(filepath.Dir(team), 0o755), os.WriteFile(team, fmt.Appendf(nil, `{"members":[{"cwd":%q}]}`, filepath.Join(root, "p")), 0o644))
	makeOld(t, 1, filepath.Join(root, "p/.tasks/blue"))
	makeOld(t, 2, filepath.Join(root, "p/.tasks/red"))
	all, errs := FindAll(testEnv(root, "p/sub"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for _, f := range all {
		words := fmt.Sprintf("%d %s %d/%d", f.Kind, f.Name(), f.Open, f.Tasks)
		if f.Archived {
			words += " archived"
		}
		if f.Here {
			words += " mine"
		}
		got = append(got, words)
	}
	want := []string{
		fmt.Sprint(int(TasksDir), " sub 1/1 mine"),
		fmt.Sprint(int(TasksDir), " p 0/0 mine"),
		fmt.Sprint(int(SubList), " blue 1/1 mine"),
		fmt.Sprint(int(SubList), " red 1/1 mine"),
		fmt.Sprint(int(WorkflowDir), " WFS-login 1/1 mine"),
		fmt.Sprint(int(ClaudeCode), " own 1/1 mine"),
		fmt.Sprint(int(WorkflowDir), " WFS-old 0/1 archived mine"),
		fmt.Sprint(int(ClaudeCode), " red-team 1/1"),
	}
	if !slices.Equal(got, want) {
		t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAPipeIsNeitherWaitedForNorCounted(t *testing.T) {
	root := makeTree(t, "l/1.json", "home/.claude/teams/l/")
	for _, name := range []string{"l/2.json", "home/.claude/teams/l/config.json"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o644); err != nil {
			t.Skip("no pipes here:", err)
		}
	}
	s, err := surveyDir(filepath.Join(root, "l"), newBudget())
	testdir.Must(t, err)
	if s.tasks != 1 {
		t.Errorf("%d tasks", s.tasks)
	}
	all := []List{{ID: "l"}}
	addProjects(testEnv(root, ""), all)
	if all[0].Project != "" {
		t.Errorf("a pipe named the team %q", all[0].Project)
	}
	if _, err := Resolve(testEnv(root, ""), "l/2.json", ""); err == nil || !strings.HasSuffix(err.Error(), "2.json is not a directory: name a directory") {
		t.Errorf("opened: %v", err)
	}
}

func TestAListHasItsRunningTaskAndOwners(t *testing.T) {
	root := makeTree(t, "home/.claude/tasks/a/1.json="+`{"id":"1","subject":"Draw\nit","status":"in_progress","owner":"bob"}`,
		"home/.claude/tasks/a/3.json="+`{"id":"3","subject":"","status":"in_progress"}`, "home/.claude/tasks/a/4.json="+`{"id":"4","status":"active","owner":"bob"}`,
		"home/.claude/tasks/a/2.json="+`{"id":"2","subject":"Parse","status":"completed","owner":"eve"}`,
		"home/.claude/tasks/a/5.json="+`{"id":"5","subject":"Ink it","status":"in_progress"}`, "home/.claude/tasks/a/6.json="+`{"id":"6","subject":"Frame it","status":"in_progress"}`,
		"home/.claude/tasks/b/.highwatermark=7", "home/.claude/tasks/c/.lock=", "home/.claude/tasks/d/.highwatermark=0",
		"home/.claude/tasks/e/.highwatermark=seven", "home/.claude/tasks/f/.highwatermark=7", "home/.claude/tasks/f/1.json")
	for minutes, name := range []string{"4", "1", "5", "6"} { // of two with a subject the newest counts, in whatever order they are read
		makeOld(t, minutes, filepath.Join(root, "home/.claude/tasks/a/"+name+".json"))
	}
	all, err := Lists(testEnv(root, ""))
	if err != nil || len(all) != 6 {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, l := range all {
		switch {
		case l.ID == "a" && (l.Running != "Draw" || len(l.Owners) != 1 || l.Owners[0] != "bob" || l.Open != 5):
			t.Errorf("%+v", l)
		case l.Wiped != (l.ID == "b"):
			t.Errorf("wiped: %+v", l)
		}
	}
}

func TestAProjectsOwnClaudeTasksAreFound(t *testing.T) {
	root := makeTree(t, "p/.git/", "p/.claude/tasks/1.json", "p/sub/", "home/.claude/tasks/other/1.json", "home/.claude/tasks/9.json", "q/.git/", "q/.claude/tasks/notes.md", "home/sub/")
	own := filepath.Join(root, "p/.claude/tasks")
	for _, cwd := range []string{"p", "p/sub"} {
		p, err := Resolve(testEnv(root, cwd), "", "")
		if err != nil || p.Dir != own || p.Kind != TasksDir || p.Project != "p" {
			t.Errorf("from %s: %+v, %v", cwd, p, err)
		}
	}
	if p, err := Resolve(testEnv(root, "home"), filepath.Join(root, "p"), ""); err != nil || p.Dir != own {
		t.Errorf("by its project: %+v, %v", p, err)
	}
	if all, _ := FindAll(testEnv(root, "p/sub")); len(all) != 2 || all[0].Dir != own || all[0].Name() != "p" || !all[0].Here {
		t.Errorf("found %+v", all)
	}
	for _, cwd := range []string{"q", "home", "home/sub"} { // nothing like a task, and lists of Claude Code's
		if p, err := Resolve(testEnv(root, cwd), "", ""); err == nil {
			t.Errorf("from %s: %+v", cwd, p)
		}
	}
}

func TestHoweverManyListsThereAreThoseWithOpenTasksAreThereAndComeFirst(t *testing.T) {
	const idle = 100
	root := makeTree(t, "p/.git/", "home/.claude/tasks/old/1.json")
	for i := range idle {
		dir := filepath.Join(root, fmt.Sprintf("home/.claude/tasks/s%d", i))
		testdir.Must(t, os.Mkdir(dir, 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, ".lock"), nil, 0o644))
	}
	makeOld(t, 30, filepath.Join(root, "home/.claude/tasks/old"))
	all, errs := FindAll(testEnv(root, "p"))
	if len(errs) > 0 || len(all) != idle+1 || all[0].ID != "old" || all[0].Open != 1 || FoldAt(all) != 1+maxIdle {
		t.Errorf("%v, %d lists, %d of them shown, the first %+v", errs, len(all), FoldAt(all), all[0])
	}
	if few := all[:10]; FoldAt(few) != 10 || FoldAt(all[1:]) != maxIdle {
		t.Errorf("of ten lists %d are shown, of idle ones %d", FoldAt(few), FoldAt(all[1:]))
	}
}

func TestATaskIsCountedThoughOtherListsHaveUsedUpTheBudget(t *testing.T) {
	root := makeTree(t, "l/1.json")
	b := newBudget()
	b.names, b.files = 0, 0
	if s, err := surveyDir(filepath.Join(root, "l"), b); err != nil || s.open != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}
