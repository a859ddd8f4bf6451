package uitest

import (
	"testing"
)

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
	h.Sees("A live board of")
	bob := h.Agent("s12", "bob").Makes()
	h.Sees("No tasks yet")
	bob.Writes(schema+".json", s12(schema, "Set up schema", "pending", "null", "[]"))
	h.SeesRow("●", "Set up schema")
	bob.Writes(endpoints+".json", s12(endpoints, "Write endpoints", "pending", "null", "[\n    \""+schema+"\"\n  ]"))
	h.SeesRow("○", "Write endpoints")
	bob.Writes(tests+".json", s12(tests, "Write tests", "pending", "null", "[\n    \""+endpoints+"\"\n  ]"))
	bob.Writes(docs+".json", s12(docs, "Write docs", "pending", "null", "[\n    \""+schema+"\"\n  ]"))
	h.Sees("of 4 done").SeesRow("○", "Write docs").SeesRow("○", "Write tests")

	bob.Claims(schema)
	h.Sees("bob claimed Set up schema").SeesRow("◐", "Set up schema")
	bob.Completes(schema)
	h.Sees("bob completed Set up schema", "Write endpoints, Write docs can start")
	h.SeesRow("●", "Write endpoints").SeesRow("●", "Write docs").SeesRow("○", "Write tests")
	bob.Finds(endpoints, "pending", true).Finds(tests, "pending", false)

	// A person claims the endpoints; the agent respects it and continues with the result.
	h.Press("h", "h", "g").Press("c")
	h.Says(endpoints+".json", "owner", `"ann"`).Says(endpoints+".json", "status", `"in_progress"`)
	h.Sees("you claimed Write endpoints")
	bob.MayNotClaim(endpoints).Finds(endpoints, "in_progress", false)
	h.Press("`", "d")
	h.Says(endpoints+".json", "status", `"completed"`).Sees("Write tests can start")
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

func v6(id, subject, status, owner, blocks, waits string) string {
	return "{\n  \"id\": \"" + id + "\",\n  \"subject\": \"" + subject + "\",\n  \"description\": \"\",\n  \"status\": \"" + status +
		"\",\n  \"active_form\": \"Working on: " + subject + "\",\n  \"owner\": \"" + owner + "\",\n  \"blocks\": " + blocks +
		",\n  \"blocked_by\": " + waits + ",\n  \"metadata\": {}\n}"
}
