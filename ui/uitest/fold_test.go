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

// A workflow's plan in the graph: whole, and the parts of one container with what is outside of them counted.
func TestScenarioAContainersPartsAreDrawnAlone(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: ".workflow/active/WFS-shop/.task"})
	for id, task := range map[string][2]string{
		"IMPL-1": {"Catalogue", ""}, "IMPL-1.1": {"Feed", ""}, "IMPL-1.2": {"Index", `"IMPL-1.1"`}, "IMPL-1.3": {"Images", `"IMPL-1.1"`},
		"IMPL-2": {"Orders", `"IMPL-1"`}, "IMPL-2.1": {"Basket", `"IMPL-1.2"`}, "IMPL-2.2": {"Payment", `"IMPL-2.1"`},
	} {
		status := "pending"
		if !strings.Contains(id, ".") {
			status = "container"
		}
		h.Write(id+".json", `{"id": "`+id+`", "title": "`+task[0]+`", "status": "`+status+`", "meta": {"type": "feature", "agent": "code-developer"}, "context": {"depends_on": [`+task[1]+`]}, "flow_control": {}}`)
	}
	h.Choose("Feed").Press("2").Sees("WAVE 4", "Catalogue", "Orders", "Payment").At("Feed")
	h.Press("*").Press("*").Sees("Drawn: in #1").Sees("Feed", "Index", "Images").SeesNot("Basket", "Orders").Sees("1 task")
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
