package uitest

import (
	"os"
	"path/filepath"
	"testing"
)

const implementation = `{"id": "impl-1", "title": "Sign in", "status": "active", "type": "feature", "agent": "code-developer", "paths": "src", "context": {}, "relations": {}, "execution": {}}`

func TestScenarioTheHeaderNamesTheSession(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: ".workflow/active/WFS-login/.task"})
	h.Write("impl-1.json", implementation)
	h.SeesRow("sideboard", "WFS-login in")
}

func TestScenarioACompletedTaskThatIsNotTickedOffIsReported(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: ".workflow/active/WFS-login/.task"})
	put(t, filepath.Join(filepath.Dir(h.Dir), "TODO_LIST.md"), "# Tasks\n- [ ] **impl-1**: Sign in\n")
	h.Write("impl-1.json", implementation)
	h.SeesRow("Sign in").Press("d").Sees("TODO_LIST.md still shows", "as not done: agents that read the list do it again")
	todo := filepath.Join(filepath.Dir(h.Dir), "TODO_LIST.md")
	h.Press("V").Sees("V is removed: press v, then a").Press("v").Sees("add #1").Press("a").Sees("It says: - [ ] **impl-1**: Sign in", "It will say: - [x] **impl-1**: Sign in").Press("y").Sees("its line is right now")
	reads(t, todo, "# Tasks\n- [x] **impl-1**: Sign in\n")
	h.Press("v", "a").Sees("TODO_LIST.md agrees with its file")
	h.Press("u").Sees("Undone: noted")
	reads(t, todo, "# Tasks\n- [ ] **impl-1**: Sign in\n")
	h.NoLitter().Press("v").Sees("! its file says completed").Press("esc")
	h.Press("o").SeesNot("! its file says completed")
}

func TestScenarioTheTasksOfARunAreShownAndNotWritten(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: ".workflow/sessions/S-1/runs/R-1/outputs/tasks"})
	task := func(id, waits string) string {
		return `{"_meta": {"kind": "plan-task"}, "id": "` + id + `", "title": "Step ` + id + `", "deps": [` + waits + `], "status": "pending"}`
	}
	h.Write("TASK-001.json", task("TASK-001", ""))
	h.Write("TASK-002.json", task("TASK-002", `"TASK-001"`))
	h.SeesRow("S-1/R-1 in my-service").SeesRow("●", "Step TASK-001").SeesRow("○", "Step TASK-002")
	h.Sees("Maestro Flow, read only").SeesNot("no known design").Press("d").Sees("Not completed:", "Maestro Flow")
}

func reads(t *testing.T, path, want string) {
	t.Helper()
	if raw, err := os.ReadFile(path); err != nil || string(raw) != want {
		t.Errorf("%s: %v\n%s", path, err, raw)
	}
}
