package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// workflowProject lays a project that has nothing but workflow sessions.
func workflowProject(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	files[".git/HEAD"] = "ref: refs/heads/main\n"
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func workflowTask(id, status, waits string) string {
	return `{"id": "` + id + `", "title": "T", "description": "", "status": "` + status + `", "depends_on": [` + waits + `], "convergence": {"criteria": ["x"]}}`
}

func TestAProjectOfWorkflowSessionsIsOpenedAndExamined(t *testing.T) {
	const at = ".workflow/active/WFS-login/"
	dir := workflowProject(t, map[string]string{
		at + ".task/TASK-001.json":                        workflowTask("TASK-001", "completed", ""),
		at + ".task/TASK-002.json":                        workflowTask("TASK-002", "pending", `"TASK-1"`),
		at + "TODO_LIST.md":                               "- [ ] **TASK-001**: one\n- [ ] **TASK-002**: two\n",
		".workflow/archives/WFS-past/.task/TASK-001.json": workflowTask("TASK-001", "pending", ""),
	})
	out, code := run(t, "doctor", dir)
	for _, want := range []string{
		filepath.FromSlash(".workflow/active/WFS-login/.task"), "CCW task schema", "write TASK-001 in place of TASK-1", "TODO_LIST.md does not tick it off",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if code != 1 {
		t.Errorf("code %d", code)
	}
	if out, code = run(t, "doctor", "--fix=all", dir); code != 0 && !strings.Contains(out, "TODO_LIST.md") {
		t.Errorf("code %d\n%s", code, out)
	}
	raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(at), ".task", "TASK-002.json"))
	if err != nil || string(raw) != workflowTask("TASK-002", "pending", `"TASK-001"`) {
		t.Errorf("%v: %s", err, raw)
	}
	todo, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(at), "TODO_LIST.md"))
	if err != nil || !strings.HasPrefix(string(todo), "- [ ] **TASK-001**") {
		t.Errorf("%v: the list was written: %s", err, todo)
	}
}
