package uitest

import (
	"flag"
	"testing"
)

// Scenarios mostly wait, so more of them than there are cores run at the same time, unless -parallel is set.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	Main(m, removeBinary)
}

// The exercises of the lessons. The board starts before the directory exists; the agent is another process that writes like its lesson.

func s12(id, subject, status, owner, waits string) string {
	return "{\n  \"id\": \"" + id + "\",\n  \"subject\": \"" + subject + "\",\n  \"description\": \"\",\n  \"status\": \"" +
		status + "\",\n  \"owner\": " + owner + ",\n  \"blockedBy\": " + waits + "\n}"
}

func TestScenarioS12CompletingTheSchemaUnblocksTwo(t *testing.T) {
	t.Parallel()
	const (
		schema, endpoints = "task_1778000000_0001", "task_1778000001_0002"
		tests, docs       = "task_1778000002_0003", "task_1778000003_0004"
	)
	h := Open(t, Options{NoDir: true})
	h.Sees("No task directory")
	bob := h.Agent("s12", "bob").Makes()
	h.Sees("No tasks yet")
	bob.Writes(schema+".json", s12(schema, "Set up schema", "pending", "null", "[]"))
	h.SeesRow("●", "Set up schema")
	bob.Writes(endpoints+".json", s12(endpoints, "Write endpoints", "pending", "null", "[\n    \""+schema+"\"\n  ]"))
	h.SeesRow("○", "Write endpoints")
	bob.Writes(tests+".json", s12(tests, "Write tests", "pending", "null", "[\n    \""+endpoints+"\"\n  ]"))
	bob.Writes(docs+".json", s12(docs, "Write docs", "pending", "null", "[\n    \""+schema+"\"\n  ]"))
	h.Sees("4 tasks").SeesRow("○", "Write docs").SeesRow("○", "Write tests")

	bob.Claims(schema)
	h.Sees("bob claimed Set up schema").SeesRow("◐", "Set up schema")
	bob.Completes(schema)
	h.Sees("bob: Set up schema was completed", "unblocked Write endpoints, Write docs")
	h.SeesRow("●", "Write endpoints").SeesRow("●", "Write docs").SeesRow("○", "Write tests")
	bob.Finds(endpoints, "pending", true).Finds(tests, "pending", false)

	// A person claims the endpoints; the agent respects it and continues with the result.
	h.Press("h", "h", "g").Press("c")
	h.Says(endpoints+".json", "owner", `"ann"`).Says(endpoints+".json", "status", `"in_progress"`)
	h.Sees("you claimed Write endpoints")
	bob.MayNotClaim(endpoints).Finds(endpoints, "in_progress", false)
	h.Press("`", "d")
	h.Says(endpoints+".json", "status", `"completed"`).Sees("unblocked Write tests")
	h.Reads(endpoints+".json", s12(endpoints, "Write endpoints", "completed", `"ann"`, "[\n    \""+schema+"\"\n  ]"))
	bob.Claims(tests)
	h.Sees("bob claimed Write tests")
	bob.Completes(tests).Claims(docs).Completes(docs)
	h.Sees("4 tasks completed").NoLitter()
}

func s07(id, subject, status, waits string) string {
	return "{\n  \"id\": " + id + ",\n  \"subject\": \"" + subject + "\",\n  \"description\": \"\",\n  \"status\": \"" +
		status + "\",\n  \"blockedBy\": " + waits + ",\n  \"owner\": \"\"\n}"
}

func TestScenarioS07AChainIsClearedStepByStep(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true})
	h.Sees("No task directory")
	a := h.Agent("s07", "agent").Makes()
	a.Writes("task_1.json", s07("1", "Parse", "pending", "[]"))
	a.Writes("task_2.json", s07("2", "Transform", "pending", "[\n    1\n  ]"))
	a.Writes("task_3.json", s07("3", "Emit", "pending", "[\n    1\n  ]"))
	a.Writes("task_4.json", s07("4", "Test", "pending", "[\n    2,\n    3\n  ]"))
	h.Sees("4 tasks").SeesRow("●", "Parse").SeesRow("○", "Transform").SeesRow("○", "Test", "").SeesRow("← 2 tasks")

	// The person completes the first: its id must be removed from both lists, or their agents would wait for ever.
	h.Press("g", "c").Says("task_1.json", "status", `"in_progress"`).Sees("claimed Parse")
	h.Press("`", "d").Says("task_1.json", "status", `"completed"`)
	h.Reads("task_2.json", s07("2", "Transform", "pending", "[]")).Reads("task_3.json", s07("3", "Emit", "pending", "[]"))
	h.SeesRow("●", "Transform").SeesRow("●", "Emit").SeesRow("○", "Test")
	a.Finds("2", "pending", true).Finds("4", "pending", false)

	a.Completes("2").Completes("3")
	h.SeesRow("●", "Test")
	h.Says("task_4.json", "blockedBy", "[]")
	a.Completes("4")
	h.Sees("4 tasks completed").NoLitter()
}

func v6(id, subject, status, owner, blocks, waits string) string {
	return "{\n  \"id\": \"" + id + "\",\n  \"subject\": \"" + subject + "\",\n  \"description\": \"\",\n  \"status\": \"" + status +
		"\",\n  \"active_form\": \"Working on: " + subject + "\",\n  \"owner\": \"" + owner + "\",\n  \"blocks\": " + blocks +
		",\n  \"blocked_by\": " + waits + ",\n  \"metadata\": {}\n}"
}

func TestScenarioV6CompletingClearsTheLinksOfOthersAndKeepsItsOwn(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true})
	h.Sees("No task directory")
	a := h.Agent("v6", "agent").Makes()
	a.Writes("1.json", v6("1", "Design", "pending", "", "[\n    \"2\"\n  ]", "[]"))
	a.Writes("2.json", v6("2", "Build", "pending", "", "[\n    \"3\"\n  ]", "[\n    \"1\"\n  ]"))
	a.Writes("3.json", v6("3", "Ship", "pending", "", "[]", "[\n    \"2\"\n  ]"))
	h.Sees("3 tasks").SeesRow("●", "Design").SeesRow("○", "Build").SeesRow("○", "Ship")
	h.Press("g", "c").Sees("you claimed Design").Sees("Working on: Design")
	h.Press("`", "d").SeesRow("●", "Build")
	h.Reads("2.json", v6("2", "Build", "pending", "", "[\n    \"3\"\n  ]", "[]"))
	h.Reads("1.json", v6("1", "Design", "completed", "ann", "[\n    \"2\"\n  ]", "[]"))
	a.Finds("2", "pending", true)
	a.Claims("2").Completes("2")
	h.SeesRow("●", "Ship")
	a.Claims("3").Completes("3")
	h.Sees("3 tasks completed").NoLitter()
}
