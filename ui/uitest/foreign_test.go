package uitest

import (
	"strings"
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
		{"task-ab12cd34.json", clawTask, "Claw work", "ClawTeam, only shown", "only shown: ClawTeam's agents"},
		{"task_1.json", payload, "Wrapped work", "other files, only shown", "only shown: no title in these files"},
	} {
		h := Open(t, Options{})
		h.Write(c.name, c.raw).Sees(c.subject, "of 1 done", c.design).SeesNot("c claim", "d done", "e edit", "n new", "broken")
		h.Press("n").Sees("Not created: " + c.why).SeesNot("New task")
		h.Press("c").Sees("Not claimed: " + c.why)
		h.Press("e").Sees("Not edited: " + c.why)
		h.Reads(c.name, c.raw).NoLitter()
	}
}

// Enter is no answer to the question, n only shows the list, and esc asks again at the next edit.
func TestScenarioTheFirstEditOfAnInferredFormAsks(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("1.json", titled).Sees("Labelled work", "inferred form")
	h.Press("c").Sees("Edit this list?", "No published design writes these files.", "status: status (pending · in_progress · completed)")
	h.Press("enter").Sees("Edit this list?")
	h.Press("esc").SeesNot("Edit this list?").Reads("1.json", titled)
	h.Press("c").Sees("Edit this list?")
	h.Press("y").SeesNot("Edit this list?").Reads("1.json", strings.Replace(titled, "pending", "in_progress", 1))
	h.Press("u").Reads("1.json", titled)
	for _, words := range []string{"revoke", "take back", "stop editing"} {
		h.Press(":").Type(words).Sees("Take back that this list may be edited").Press("esc")
	}
	h.Press(":").Type("revoke").Press("enter").Sees("This list is only shown from now on")
	h.Press("c").Sees("Edit this list?").Press("n").Press("c").Sees("Not claimed: no published design")
	h.Press(":").Type("revoke").Sees("nobody allowed to edit this list").Reads("1.json", titled)

	h = Open(t, Options{})
	h.Write("task_1.json", robotArm).Sees("Robot work", "inferred form")
	h.Press("c").Sees("Edit this list?")
	h.Press("n").SeesNot("Edit this list?")
	h.Press("c").Sees("Not claimed: no published design").Reads("task_1.json", robotArm).NoLitter()
}
