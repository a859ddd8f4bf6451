package uitest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// Where a design allows an owner one task at a time, a second claim is refused with what to do.
func TestCommandMCPHoldsToOneTaskAtATimeWhereItsDesignDoes(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	a, err := refagents.New(refagents.S13, filepath.Join(project, ".tasks"), "lead")
	testdir.Must(t, err)
	testdir.Must(t, a.MakeDir())
	for _, subject := range []string{"One", "Two"} {
		if _, err := a.Create(refagents.Draft{Subject: subject}); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, project, "codex")
	first := c.does("claim", in{})
	c.refused("claim", in{}, first.Subject+" is in progress under your name", "complete or release it first")
	c.does("complete", in{"taskId": first.ID})
	c.does("claim", in{})
}

// What the server cannot find and may not make is the person's to put right.
func TestCommandMCPSendsAgentsToThePersonWhereItServesWhatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--list", "nope"}, {"--read-only"}} {
		c := connect(t, t.TempDir(), "codex", args...)
		c.refused("TaskList", in{}, "no task directory found", "ask the person")
		c.refused("TaskCreate", in{"subject": "One"}, "no task directory found", "ask the person")
	}
	if out, err := program(t, "mcp", filepath.Join(t.TempDir(), "nowhere")).CombinedOutput(); err == nil || !strings.Contains(string(out), "does not exist") {
		t.Errorf("%v: %s", err, out)
	}
}

// Clients exist that give up on an argument of two types, and on every request then. So each has one, is described, and names the words
// that it takes where there are few.
func TestCommandMCPSchemasHaveOneTypeForEachArgumentAndDescribeIt(t *testing.T) {
	t.Parallel()
	tools, err := connect(t, t.TempDir(), "codex").session.ListTools(t.Context(), nil)
	testdir.Must(t, err)
	seen := map[string]bool{}
	var walk func(at string, schema any)
	walk = func(at string, schema any) {
		s, is := schema.(in)
		kind, _ := s["type"].(string)
		if !is || !slices.Contains([]string{"object", "array", "string", "boolean", "integer"}, kind) {
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
		if len(arguments) > 0 && s["additionalProperties"] != false {
			t.Errorf("%s takes arguments that nobody reads", at)
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

// What a tool does not take is refused by its name, and nothing is written of the rest.
func TestCommandMCPRefusesArgumentsItDoesNotTake(t *testing.T) {
	t.Parallel()
	c := connect(t, t.TempDir(), "codex")
	id := c.does("TaskCreate", in{"subject": "One"}).ID
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
				c.refused(tool, all, name)
			}
		}
	}
	if said, _ := c.call("TaskList", in{}, nil); !strings.Contains(said, "1 of 1 tasks") {
		t.Errorf("then there is %s", said)
	}
}
