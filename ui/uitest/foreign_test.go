package uitest

import (
	"testing"
)

const (
	clawTask = "{\n  \"id\": \"ab12cd34\",\n  \"subject\": \"Claw work\",\n  \"status\": \"pending\",\n  \"owner\": \"\",\n  \"lockedBy\": \"\",\n  \"blocks\": [],\n  \"blockedBy\": []\n}"
	robotArm = "{\n  \"task_id\": \"1\",\n  \"name\": \"Robot work\",\n  \"status\": \"pending\",\n  \"blocked_by\": [],\n  \"blocks\": []\n}"
	payload  = "{\n  \"id\": 1,\n  \"TaskPayload\": {\n    \"subject\": \"Wrapped work\",\n    \"status\": \"pending\",\n    \"block_by\": []\n  }\n}"
	titled   = "{\n  \"id\": \"1\",\n  \"title\": \"Labelled work\",\n  \"status\": \"pending\",\n  \"labels\": []\n}"
)

func TestScenarioADesignThatIsOnlyShownIsNamedAndRefusesInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, raw, subject, design, why string }{
		{"task-ab12cd34.json", clawTask, "Claw work", "ClawTeam, read only", "ClawTeam's agents"},
		{"task_1.json", robotArm, "Robot work", "no known design, read only", "no design known here names new tasks"},
		{"task_1.json", payload, "Wrapped work", "no known design, read only", "no design known here names new tasks"},
		{"1.json", titled, "Labelled work", "no known design, read only", "no design known here names new tasks"},
	} {
		h := Open(t, Options{})
		h.Write(c.name, c.raw).Sees(c.subject, "1 task", c.design).SeesNot("c claim", "d done", "e edit", "n new", "broken")
		h.Press("n").Sees("Not created: " + c.why).SeesNot("New task")
		h.Press("c").Sees("Not claimed: " + c.why)
		h.Press("e").Sees("Not edited: " + c.why)
		h.Reads(c.name, c.raw).NoLitter()
	}
}
