package locate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

const (
	impl     = `{"id":"IMPL-1","title":"t","status":"pending"}`
	implDone = `{"id":"IMPL-2","title":"t","status":"skipped"}`
	box      = `{"id":"IMPL-3","title":"t","status":"container"}`
)

// sessionsAt returns the sessions of the nearest .workflow, nil if there is none.
func sessionsAt(e Env) ([]FoundList, error) {
	if root := nearestWorkflow(e); root != "" {
		return sessionsIn(root)
	}
	return nil, nil
}

func sessionWords(all []FoundList) string {
	var words []string
	for _, s := range all {
		w := fmt.Sprintf("%s in %q %d/%d", s.Name(), s.Under, s.Open, s.Tasks)
		if s.Active {
			w += " active"
		}
		if s.Archived {
			w += " archived"
		}
		words = append(words, w)
	}
	return strings.Join(words, "; ")
}

// A run of Maestro Flow keeps its tasks among what it puts out.
func TestTheTasksOfARunAreFoundAndOpened(t *testing.T) {
	root := makeTree(t, ".git/", ".workflow/sessions/S-login/runs/R-1/outputs/tasks/TASK-001.json="+impl, ".workflow/sessions/S-login/runs/R-1/outputs/plan.json={}",
		".workflow/sessions/S-login/tasks/TASK-001.json="+impl, ".workflow/scratch/20260802-plan/outputs/notes/TASK-001.json="+impl, ".workflow/.git/x/.task/TASK-001.json="+impl, ".workflow/node_modules/x/.task/TASK-001.json="+impl,
		".workflow/scratch/20260802-plan/outputs/tasks/TASK-001.json="+implDone, "outputs/tasks/TASK-001.json="+impl)
	makeOld(t, 10, root)
	makeOld(t, 1, filepath.Join(root, ".workflow/sessions"))
	e := Env{Cwd: root}
	all, err := sessionsAt(e)
	testdir.Must(t, err)
	if got, want := sessionWords(all), `S-login/R-1 in "sessions/S-login/runs" 1/1; 20260802-plan in "scratch" 0/1`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	run := filepath.Join(root, ".workflow/sessions/S-login/runs/R-1")
	for arg, list := range map[string]string{"": "", run: "", run + "/outputs/tasks": "", ".workflow": "S-login/R-1"} {
		p, err := Resolve(e, arg, list)
		if err != nil || p.Dir != filepath.Join(run, "outputs/tasks") || p.List != "S-login/R-1" || p.Project != filepath.Base(root) || p.Kind != WorkflowDir {
			t.Errorf("%q %q: %+v, %v", arg, list, p, err)
		}
	}
	if p, err := Resolve(e, filepath.Join(root, "outputs/tasks"), ""); err != nil || p.Kind != Explicit {
		t.Errorf("outside .workflow: %+v, %v", p, err)
	}
}

func TestSessionsAreFoundWhereverTheyLie(t *testing.T) {
	root := makeTree(t, ".git/", "src/deep/",
		".workflow/WFS-old/.task/impl-1.json="+impl, ".workflow/.active-WFS-old=", ".workflow/.active-WFS-past=",
		".workflow/active/WFS-new/.task/IMPL-1.json="+impl, ".workflow/active/WFS-new/.task/IMPL-2.json="+implDone, ".workflow/active/WFS-new/.task/IMPL-3.json="+box,
		".workflow/archives/WFS-past/.task/IMPL-2.json="+implDone,
		".workflow/.lite-plan/fix-1/.task/TASK-001.json="+impl,
		".workflow/.req-plan/RPLAN-1/.task/TASK-001.json="+impl,
		".workflow/milestones/M2/artifacts/X/.task/TASK-001.json="+impl,
		".workflow/active/WFS-empty/.task/",
		".workflow/WFS-old/.review/.task/FIX-001.json="+impl,
		".workflow/active/WFS-none/IMPL_PLAN.md=x", ".workflow/.task/IMPL-9.json="+impl,
	)
	makeOld(t, 10, root)
	makeOld(t, 1, filepath.Join(root, ".workflow/.lite-plan"))
	all, err := sessionsAt(Env{Cwd: filepath.Join(root, "src/deep")})
	testdir.Must(t, err)
	want := `WFS-old in "" 1/1 active; fix-1 in ".lite-plan" 1/1; .workflow in "" 1/1; RPLAN-1 in ".req-plan" 1/1; WFS-old/.review in "WFS-old" 1/1; WFS-new in "active" 1/2; ` +
		`X in "milestones/M2/artifacts" 1/1; WFS-empty in "active" 0/0; WFS-past in "archives" 0/1 archived`
	if got := sessionWords(all); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if all[0].Dir != filepath.Join(root, ".workflow/WFS-old/.task") || all[0].Changed.IsZero() || all[0].Project != filepath.Base(root) {
		t.Errorf("%+v", all[0])
	}
	if none, err := sessionsAt(Env{Cwd: makeTree(t, ".git/")}); err != nil || none != nil {
		t.Errorf("%v, %v", none, err)
	}
}

func TestWithoutMarkersTheSessionsFilesSayWhichIsAtWork(t *testing.T) {
	root := makeTree(t, ".git/", ".workflow/active/WFS-a/.task/IMPL-1.json="+impl, `.workflow/active/WFS-a/workflow-session.json={"status":"completed"}`,
		".workflow/active/WFS-b/.task/IMPL-1.json="+impl, `.workflow/active/WFS-b/workflow-session.json={"status":"planning"}`, ".workflow/WFS-c/.task/IMPL-1.json="+impl)
	makeOld(t, 10, root)
	all, err := sessionsAt(Env{Cwd: root})
	testdir.Must(t, err)
	if got := sessionWords(all); got != `WFS-b in "active" 1/1 active; WFS-c in "" 1/1; WFS-a in "active" 1/1` {
		t.Error(got)
	}
}

func TestAProjectWithSessionsAloneOpensTheOneAtWork(t *testing.T) {
	root := makeTree(t, "shop/.git/", "shop/src/", "shop/.workflow/active/WFS-login/.task/IMPL-1.json="+impl, "shop/.workflow/archives/WFS-past/.task/IMPL-1.json="+impl)
	cwd := filepath.Join(root, "shop")
	task := filepath.Join(cwd, ".workflow/active/WFS-login/.task")
	for _, c := range []struct{ cwd, arg, list string }{
		{cwd, "", ""}, {filepath.Join(cwd, "src"), "", ""}, {root, "shop", ""}, {root, "shop/.workflow", ""}, {root, "shop/.workflow/active/WFS-login", ""},
		{root, "shop/.workflow/active/WFS-login/.task", ""}, {cwd, "", "WFS-login"}, {root, "shop", "WFS-login"}, {root, "shop/.workflow", "WFS-login"}, {cwd, "", Latest},
	} {
		p, err := Resolve(Env{Cwd: c.cwd}, c.arg, c.list)
		if err != nil || p.Dir != task || p.Kind != WorkflowDir || p.List != "WFS-login" || p.Project != "shop" {
			t.Errorf("%+v: %+v, %v", c, p, err)
		}
	}
	if p, err := Resolve(Env{Cwd: cwd}, "", "WFS-past"); err != nil || p.List != "WFS-past" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := Resolve(Env{Cwd: cwd}, "", "WFS-nobody"); err == nil {
		t.Errorf("%+v", p)
	}
}

func TestTheNearerOfTheTwoFoldersIsTaken(t *testing.T) {
	root := makeTree(t, "a/.git/", "a/.tasks/task_1.json", "a/sub/.workflow/active/WFS-x/.task/IMPL-1.json="+impl,
		"b/.git/", "b/.tasks/task_1.json", "b/.workflow/active/WFS-x/.task/IMPL-1.json="+impl,
		"c/.git/", "c/.workflow/active/WFS-x/.task/IMPL-1.json="+impl, "c/sub/.tasks/task_1.json",
		"d/.git/", "d/.workflow/active/WFS-x/plan.md=x", "e/.git/", "e/.workflow/active/WFS-x/.task/",
		"f/.git/", "f/.workflow/archives/WFS-x/.task/IMPL-1.json="+impl)
	for from, want := range map[string]string{"a/sub": ".task", "a": ".tasks", "b": ".tasks", "c/sub": ".tasks", "c": ".task", "d": "", "e": "", "f": ""} {
		p, err := Resolve(Env{Cwd: filepath.Join(root, from)}, "", "")
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "no session with tasks") {
				t.Errorf("%s: %+v, %v", from, p, err)
			}
			continue
		}
		if err != nil || filepath.Base(p.Dir) != want {
			t.Errorf("%s: %+v, %v", from, p, err)
		}
	}
}

func TestTheFilesOfASessionAreRead(t *testing.T) {
	root := makeTree(t, ".workflow/WFS-a/.task/impl-1.json="+impl, ".workflow/WFS-a/TODO_LIST.md=- [x] **IMPL-1**", ".workflow/.active-WFS-b=", ".workflow/.active-WFS-d/", ".workflow/notes.txt=", `.workflow/WFS-a/workflow-session.json={"status":"paused"}`,
		".workflow/active/WFS-c/.task/")
	s, ok := ReadSession(filepath.Join(root, ".workflow/WFS-a/.task"))
	if !ok || fmt.Sprintf("%s %s %v %v %s", s.Name, s.Todo, s.Markers, s.TopLevel, s.Status) != "WFS-a - [x] **IMPL-1** [WFS-b] true paused" {
		t.Errorf("%+v %v", s, ok)
	}
	if s, ok := ReadSession(filepath.Join(root, ".workflow/active/WFS-c/.task")); !ok || s.TopLevel || s.Todo != nil || s.Name != "WFS-c" {
		t.Errorf("%+v %v", s, ok)
	}
	if _, ok := ReadSession(root); ok {
		t.Error("any directory is a session")
	}
}

func TestASearchThroughAHostileFolderEnds(t *testing.T) {
	root := makeTree(t, ".git/", ".workflow/a/b/c/d/e/f/g/.task/IMPL-1.json="+impl)
	if err := os.Symlink(filepath.Join(root, ".workflow"), filepath.Join(root, ".workflow", "loop")); err != nil {
		t.Skip("no links here:", err)
	}
	all, err := sessionsAt(Env{Cwd: root})
	if err != nil || len(all) != 0 {
		t.Errorf("%v, %v", sessionWords(all), err)
	}
}

func TestATeamThatKeepsAllTasksInOneFileIsNamedAndNotOpened(t *testing.T) {
	const table = ".workflow/.team/TC-login"
	root := makeTree(t, ".git/", table+"/tasks.json={}", ".workflow/.csv-wave/x/.task/IMPL-1.json="+impl, ".workflow/.csv-wave/x/tasks.csv=id")
	e := Env{Cwd: root}
	all, errs := FindAll(e)
	testdir.Must(t, errors.Join(errs...))
	var words []string
	for _, f := range all {
		words = append(words, fmt.Sprintf("%s: %d tasks, %q", f.ID, f.Tasks, f.OneFile))
	}
	if got, want := strings.Join(words, "; "), `x: 1 tasks, "tasks.csv"; TC-login: 0 tasks, "tasks.json"`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	_, err := Resolve(e, table, "")
	var bad *BadDirError
	if !errors.As(err, &bad) || !strings.Contains(bad.Why, "one file, tasks.json") {
		t.Errorf("opened by hand: %v", err)
	}
	for _, list := range []string{"", Latest} {
		if p, err := Resolve(e, "", list); err != nil || p.Dir != filepath.Join(root, ".workflow/.csv-wave/x/.task") {
			t.Errorf("--list %q: %+v, %v", list, p, err)
		}
	}
	if both, err := FindListSet(e, ""); err != nil || len(both.Lists) != 1 {
		t.Errorf("together: %+v, %v", both, err)
	}
}
