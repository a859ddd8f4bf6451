package mcp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// In a list of Claude Code an agent with an open task is refused another one.
func TestASecondTaskOfClaudeCodeIsRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "tasks", "l")
	put(t, filepath.Join(dir, ".lock"), "")
	put(t, filepath.Join(dir, "1.json"), `{"id": "1", "subject": "One", "description": "", "status": "pending", "blocks": [], "blockedBy": []}`)
	c := connect(t, dir, "codex", at(dir))
	for _, subject := range []string{"Two", "Three", "Four"} {
		c.Does("TaskCreate", in{"subject": subject})
	}
	c.Does("claim", in{})
	for tool, args := range map[string]in{"claim": {}, "TaskUpdate": {"taskId": "2", "status": "in_progress"}} {
		c.Refused(tool, args, "codex has One open", "agent_busy", "complete or release it first", "#1 (codex works on it)")
	}
	c.Does("complete", in{"taskId": "1"})
	c.Does("claim", in{"taskId": "2"})
	c.Does("TaskUpdate", in{"taskId": "2", "status": "completed"})
}

// A link that nobody would clear is for a person to make.
func TestALinkToACompletedTaskThatNobodyWouldClearIsRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), ".tasks")
	put(t, filepath.Join(dir, "task_1.json"), `{"id": 1, "subject": "One", "description": "", "status": "completed", "blockedBy": [], "owner": ""}`)
	put(t, filepath.Join(dir, "task_2.json"), `{"id": 2, "subject": "Two", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`)
	c := connect(t, dir, "codex", at(dir))
	const asks = "1 is completed: agents of s07 will not start 2 until its list is cleared. Link anyway?"
	c.Refused("TaskUpdate", in{"taskId": "2", "addBlockedBy": []string{"1"}}, asks, "ask the person")
	c.Refused("TaskUpdate", in{"taskId": "1", "addBlocks": []string{"2"}}, asks, "ask the person")
	c.Refused("TaskCreate", in{"subject": "Three", "blockedBy": []string{"1"}}, "1 is completed: agents of s07 will not start it", "ask the person")
}

// If the server cannot find or create its directory, it tells the agent to ask the person.
func TestAnAgentIsSentToThePersonIfTheDirectoryIsMissing(t *testing.T) {
	t.Parallel()
	c := connect(t, t.TempDir(), "codex", func(o *Options) { o.Finder.List = "nope" })
	c.Refused("TaskList", in{}, "no task directory found", "ask the person")
	c.Refused("TaskCreate", in{"subject": "One"}, "no task directory found", "ask the person")
	connect(t, t.TempDir(), "codex", readOnly).Refused("TaskList", in{}, "no task directory found", "ask the person")
}

// Some clients fail at every request if an argument has two types. So each argument has one type, a description, and
// its values if there are few.
func TestSchemasHaveOneTypeForEachArgumentAndDescribeIt(t *testing.T) {
	t.Parallel()
	tools, err := connect(t, t.TempDir(), "codex").Session.ListTools(t.Context(), nil)
	testdir.Must(t, err)
	seen := map[string]bool{}
	var walk func(at string, schema any)
	walk = func(at string, schema any) {
		s, ok := schema.(in)
		kind, _ := s["type"].(string)
		if !ok || !slices.Contains([]string{"object", "array", "string", "boolean", "integer"}, kind) {
			t.Errorf("%s is of the type %v", at, s["type"])
			return
		}
		for _, union := range []string{"anyOf", "oneOf", "allOf", "$ref", "nullable"} {
			if s[union] != nil {
				t.Errorf("%s has %s", at, union)
			}
		}
		seen[at] = true
		if kind == "array" {
			walk(at+"[]", s["items"])
		}
		arguments, _ := s["properties"].(in)
		if open := strings.HasSuffix(at, ".metadata"); kind == "object" && (len(arguments) == 0 || open == (s["additionalProperties"] == false)) {
			t.Errorf("%s takes arguments that nobody reads, or none", at)
		}
		for name, argument := range arguments {
			walk(at+"."+name, argument)
			if about, _ := argument.(in)["description"].(string); len(about) < 10 {
				t.Errorf("%s.%s is described as %q", at, name, about)
			}
		}
		required, _ := s["required"].([]any)
		for _, name := range required {
			if arguments[name.(string)] == nil {
				t.Errorf("%s needs %s, which it does not take", at, name)
			}
		}
	}
	for _, tool := range tools.Tools {
		walk(tool.Name, tool.InputSchema)
	}
	for _, at := range []string{"TaskCreate.blockedBy[]", "TaskUpdate.owner", "TaskUpdate.addBlocks[]", "TaskUpdate.metadata", "release.force", "claim.taskId"} {
		if !seen[at] {
			t.Errorf("there is no %s", at)
		}
	}
	update := tools.Tools[slices.IndexFunc(tools.Tools, func(t *sdk.Tool) bool { return t.Name == "TaskUpdate" })].InputSchema.(in)
	if words := fmt.Sprint(update["properties"].(in)["status"].(in)["enum"]); words != "[pending in_progress completed deleted]" {
		t.Errorf("a status is one of %s", words)
	}
}

// An unknown argument is refused by name, and nothing is written.
func TestArgumentsThatAToolDoesNotTakeAreRefused(t *testing.T) {
	t.Parallel()
	c := connect(t, t.TempDir(), "codex")
	id := c.Does("TaskCreate", in{"subject": "One"}).ID
	for tool, rows := range map[string][]in{
		"TaskCreate": {{"priority": 1}, {"dependsOn": []string{id}}, {"owner": nil}, {"blockedBy": id}, {"blockedBy": []int{1}}, {"Subject": "Two"}},
		"TaskUpdate": {{"priority": "high"}, {"subject": 5}, {"description": nil}, {"addBlocks": id}, {"status": "done"}, {"blockedBy": []string{}}, {"metadata": "a"}},
		"TaskList":   {{"status": "pending"}, {"filter": 1}},
		"claim":      {{"force": true}, {"taskId": nil}},
		"release":    {{"force": "yes"}},
	} {
		for _, row := range rows {
			for name := range row {
				all := in{"subject": "Two", "description": "D"}
				if tool != "TaskCreate" {
					all = in{"taskId": id}
				}
				all[name] = row[name]
				c.Refused(tool, all, name)
			}
		}
	}
	if said, _ := c.Call("TaskList", in{}); !strings.Contains(said, "1 task;") {
		t.Errorf("then there is %s", said)
	}
}

// Metadata is merged like in Claude Code if the design has it, in the layout of its agents. Otherwise it is refused by
// name, like everything that the design has no place for.
func TestOnlyWhatTheDesignKeepsIsWritten(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "tasks", "l")
	put(t, filepath.Join(dir, ".lock"), "")
	one := filepath.Join(dir, "1.json")
	before, after := "{\n  \"id\": \"1\",\n  \"subject\": \"A\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blocks\": [],\n  \"blockedBy\": [],\n  \"metadata\": ", "\n}"
	put(t, one, before+"{\n    \"pr\": 12,\n    \"none\": null\n  }"+after)
	c := connect(t, home, "codex", at(dir))
	c.Does("TaskCreate", in{"subject": "C", "activeForm": "Doing C", "owner": "eve", "metadata": in{"ticket": "X-1"}})
	reads(t, filepath.Join(dir, "2.json"), "{\n  \"id\": \"2\",\n  \"subject\": \"C\",\n  \"description\": \"\",\n  \"activeForm\": \"Doing C\",\n  \"owner\": \"eve\",\n"+
		"  \"status\": \"pending\",\n  \"blocks\": [],\n  \"blockedBy\": [],\n  \"metadata\": {\n    \"ticket\": \"X-1\"\n  }\n}")
	for _, step := range []struct{ patch, becomes string }{
		{`{"k":"v"}`, "{\n    \"pr\": 12,\n    \"none\": null,\n    \"k\": \"v\"\n  }"},
		{`{"pr":null,"k":{"b":1,"a":[12345678901234567890,"<ä>"]}}`,
			"{\n    \"none\": null,\n    \"k\": {\n      \"b\": 1,\n      \"a\": [\n        12345678901234567890,\n        \"<ä>\"\n      ]\n    }\n  }"},
		{`{"k":null,"none":null,"gone":null}`, "{}"},
	} {
		c.Does("TaskUpdate", in{"taskId": "1", "metadata": json.RawMessage(step.patch)})
		reads(t, one, before+step.becomes+after)
	}
	c.Does("TaskUpdate", in{"taskId": "1", "subject": "A2", "metadata": in{"z": true}})
	reads(t, one, strings.Replace(before, "A", "A2", 1)+"{\n    \"z\": true\n  }"+after)
	c.Refused("TaskUpdate", in{"taskId": "1", "metadata": in{"z": true}}, "nothing was changed")

	c = connect(t, t.TempDir(), "codex")
	id := c.Does("TaskCreate", in{"subject": "One"}).ID
	for name, value := range map[string]any{"metadata": in{"a": 1}, "activeForm": "Doing"} {
		c.Refused("TaskCreate", in{"subject": "Two", name: value}, name)
		c.Refused("TaskUpdate", in{"taskId": id, "subject": "Two", name: value}, name)
		c.Refused("TaskUpdate", in{"taskId": id, name: value}, name)
	}
	if said, _ := c.Call("TaskList", in{}); !strings.Contains(said, " One, id "+id+"\n1 task;") {
		t.Errorf("then there is %s", said)
	}
}

// A client may have any name; the owner made from it is a name that every agent and board can read.
func TestAnyNameOfAClientBecomesAnOwner(t *testing.T) {
	testdir.InOneGoroutine(t)
	t.Parallel()
	for name, owner := range map[string]string{
		"claude-code": "claude-code", " odd\x1b[2J\nname ": "odd [2J name", strings.Repeat("x", 100_000): strings.Repeat("x", tasks.MaxOwner),
		"\n\t": "agent",
	} {
		c := connect(t, t.TempDir(), name)
		id := c.Does("TaskCreate", in{"subject": "One"}).ID
		if is := c.Does("claim", in{"taskId": id}).Owner; is != owner {
			t.Errorf("%.40q owns it as %.300q", name, is)
		}
		c.Does("release", in{"taskId": id})
	}
}
