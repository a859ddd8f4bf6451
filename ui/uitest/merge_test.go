package uitest

import "testing"

func TestScenarioAFormShowsWhatAnAgentWrites(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	const id = "task_1778000000_0001"
	h.Write(id+".json", s12(id, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse").Press("e").Sees("Edit #0001", "Subject")
	h.Type(" it").Sees("Parse it") // and the agent changes the owner
	h.Write(id+".json", s12(id, "Parse", "in_progress", `"bob"`, "[]"))
	h.Sees("just changed by somebody else").SeesRow("bob")
	h.Press("ctrl+s").Reads(id+".json", s12(id, "Parse it", "in_progress", `"bob"`, "[]"))
}

func TestScenarioAFormMarksAFieldThatAnAgentChanged(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	const id = "task_1778000000_0001"
	h.Write(id+".json", s12(id, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse").Press("e").Sees("Edit #0001", "Subject")
	h.Type(" it").Sees("Parse it")
	h.Write(id+".json", s12(id, "Parse files", "pending", "null", "[]"))
	h.Sees("changed this meanwhile to “Parse files”")
	h.Press("ctrl+s").Sees("save again to put yours").Still(id+".json", s12(id, "Parse files", "pending", "null", "[]"))
	h.Press("ctrl+s").Reads(id+".json", s12(id, "Parse it", "pending", "null", "[]"))
}
