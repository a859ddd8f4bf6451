package workflow

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// modelIn returns the model in a harness.
func modelIn(h *hosttest.Harness) *Model {
	m := New(&h.Program.Program)
	h.Edits = hosttest.Edits{Harness: h}
	h.OnKey = func(a keymap.Action) tea.Cmd {
		if a == keymap.ReadPlan {
			return m.ReadPlan(h.On)
		}
		return nil
	}
	return m
}

func write(t *testing.T, path, text string) {
	t.Helper()
	testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
}

// session returns a harness over a workflow session with two tasks and the files next to them.
func session(t *testing.T, todo string) (*hosttest.Harness, *Model, string) {
	t.Helper()
	task := func(id, title, status string) string {
		return `{"id": "` + id + `", "title": "` + title + `", "status": "` + status + `", "type": "feature", "context": {}, "relations": {}, "execution": {}}`
	}
	h := hosttest.OnFilesIn(t, ".workflow/active/WFS-login/.task", map[string]string{"impl-1.json": task("impl-1", "Sign in", "completed"), "impl-2.json": task("impl-2", "Sign out", "pending")})
	path := filepath.Join(filepath.Dir(h.Dir), "TODO_LIST.md")
	write(t, path, todo)
	m := modelIn(h)
	h.On = tasks.Key{Name: "impl-1.json"}
	return h, m, path
}

func TestAWrongLineOfTheTodoListIsReportedAndCorrected(t *testing.T) {
	const both = "# Tasks\n- [ ] **impl-1**: Sign in\n- [ ] **impl-2**: Sign out\n"
	h, m, path := session(t, both)
	reads := func(want string) {
		t.Helper()
		if raw, err := os.ReadFile(path); err != nil || string(raw) != want {
			t.Errorf("it reads %q, %v", raw, err)
		}
	}
	check := func(v tasks.Verb, k tasks.Key) {
		h.ClearNotice()
		h.Run(m.CheckTodoAfter(tasks.Edit{Verb: v, Of: k}, tasks.Result{Made: []tasks.Key{h.On}}))
	}
	for _, v := range []tasks.Verb{tasks.VerbComplete, tasks.VerbReopen, tasks.VerbEdit, tasks.VerbCreate} {
		check(v, h.On)
		h.Sees("TODO_LIST.md still shows #1 as not done", "v a puts the line right")
	}
	check(tasks.VerbClaim, h.On)
	h.Sees("no: TODO_LIST.md")
	check(tasks.VerbNote, h.On)
	h.Sees("TODO_LIST.md: its line is right now")
	check(tasks.VerbComplete, tasks.Key{Name: "impl-2.json"})
	h.Sees("no: TODO_LIST.md")
	check(tasks.VerbComplete, h.On)
	h.On = tasks.Key{Name: "impl-2.json"} // the next one is selected, but the reported line is corrected
	h.Press("v").Sees("WFS-login", "add #1", "Session", "TODO_LIST.md", "impl-1: Sign in", "IMPL_PLAN.md", "There is none.").Press("a")
	h.Sees("Put the line of #1 in TODO_LIST.md right?", "It says: - [ ] **impl-1**: Sign in", "It will say: - [x] **impl-1**: Sign in").Press("n")
	reads(both)
	h.Press("v").Sees("add #2").Press("a").Sees("TODO_LIST.md agrees with its file")
	h.On = tasks.Key{Name: "impl-1.json"}
	h.Press("v", "a", "y")
	reads(strings.Replace(both, "[ ] **impl-1", "[x] **impl-1", 1))
	write(t, path, "# Tasks\n")
	h.On = tasks.Key{Name: "impl-2.json"}
	h.Press("v", "a").Sees("no: It says", "It will say: - [ ] **impl-2**: Sign out").Press("n")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	check(tasks.VerbComplete, h.On)
	h.Sees("no: TODO_LIST").Press("v", "a").Sees("Not noted: ")
}

func TestThePlanOfASessionIsRead(t *testing.T) {
	h, m, path := session(t, "# Tasks\n")
	asks := func() {
		h.SetMode(host.Question{
			Screen: &h.Program.Screen, Words: func() view.Confirm { return view.Confirm{} }, Decided: func(bool) tea.Cmd { return nil },
		})
	}
	write(t, filepath.Join(filepath.Dir(path), "IMPL_PLAN.md"), "# How\n\nFirst the **form**.\n")
	h.Run(m.WarnAboutTable())
	h.Sees("no: tasks.csv")
	write(t, filepath.Join(filepath.Dir(path), "tasks.csv"), "id,title\n")
	h.Run(m.WarnAboutTable())
	h.Sees("tasks.csv: agents that go by it see no change made here")
	h.Press("v").Sees("How", "First the form.", "no: There is none", "tasks.csv", "It is neither read nor written here").Press("esc").Sees("no: How")
	asks()
	m.showPlan(h.On, locate.SessionFiles{}, true)
	h.Sees("no: Session").Press("esc")
	m.showPlan(h.On, locate.SessionFiles{}, false)
	h.Sees("Nothing to read: only workflow sessions keep a plan")
	asks()
	m.showTodo(h.On, true, workspace.Todo{Wrong: "does not have it"}, nil)
	h.Sees("no: Put the line").Press("esc")
}

func TestNoTodoListIsCheckedInAListThatIsNoSession(t *testing.T) {
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": hosttest.S07("1", "A", "completed", "", "[]")})
	m := modelIn(h)
	for _, e := range []tasks.Edit{{Verb: tasks.VerbComplete, Of: h.On}, {Verb: tasks.VerbCreate}} {
		if m.CheckTodoAfter(e, tasks.Result{}) != nil {
			t.Errorf("after %v it is", e.Verb)
		}
	}
}
