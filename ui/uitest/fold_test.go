package uitest

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestScenarioAContainerIsFoldedAndUnfolded(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 24, Sub: ".workflow/active/WFS-login/.task"})
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

func TestScenarioTheSessionsPlanIsReadBesideItsTasks(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: ".workflow/active/WFS-login/.task"})
	session := filepath.Dir(h.Dir)
	put(t, filepath.Join(session, "workflow-session.json"), `{"session_id": "WFS-login", "status": "active"}`)
	put(t, filepath.Join(session, "TODO_LIST.md"), "# Tasks\n- [ ] **IMPL-1**: Login\n")
	put(t, filepath.Join(session, "IMPL_PLAN.md"), "# The plan\n"+strings.Repeat("One step more.\n\n", 60)+"The end \x1b[31mof it\n")
	h.Write("IMPL-1.json", `{"id": "IMPL-1", "title": "Login", "status": "pending", "meta": {"type": "feature"}, "context": {"depends_on": []}, "flow_control": {}}`)
	h.SeesRow("●", "Login").SeesRow("v  plan").Press("v").SeesRow("Session", "active").Sees("TODO_LIST.md", "IMPL-1: Login", "IMPL_PLAN.md", "The plan")
	h.SeesNot("The end of it").Press("G").Sees("The end").SeesNot("TODO_LIST.md").Press("g").Sees("TODO_LIST.md").Press("esc").SeesNot("TODO_LIST.md")
}
