package uitest

import "testing"

func TestScenarioAContainerIsFoldedAndUnfolded(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: ".workflow/active/WFS-login/.task"})
	part := func(id, title, status string) string {
		return `{"id": "` + id + `", "title": "` + title + `", "status": "` + status + `", "meta": {"type": "feature", "agent": "code-developer"}, "context": {"depends_on": []}, "flow_control": {}}`
	}
	h.Write("IMPL-1.json", part("IMPL-1", "Login", "container"))
	h.Write("IMPL-1.1.json", part("IMPL-1.1", "Form", "pending"))
	h.Write("IMPL-1.2.json", part("IMPL-1.2", "Session", "pending"))
	h.SeesRow("⊟", "Login").Sees("Form", "Session").SeesRow("z  fold")
	h.Press("z").SeesNot("Form", "Session").Press("z").Sees("Form", "Session")
	h.Press("j", "z").Sees("Not folded: only a task that stands for its parts can be")
}
