package uitest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// client is an agent with a server of its own, which is another process.
type client struct {
	t       *testing.T
	session *sdk.ClientSession
}

// connect starts a server in a project, for a client with a name.
func connect(t *testing.T, project, name string, args ...string) *client {
	t.Helper()
	cmd := program(t, append([]string{"mcp"}, args...)...)
	cmd.Dir = project
	c := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, nil)
	session, err := c.Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	testdir.Must(t, err)
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
	})
	return &client{t, session}
}

// call calls a tool and returns its text and whether it is an error. If as is not nil it gets the value.
func (c *client) call(name string, args map[string]any, as any) (words string, failed bool) {
	c.t.Helper()
	res, err := c.session.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	for _, part := range res.Content {
		words += part.(*sdk.TextContent).Text
	}
	if as != nil {
		raw, _ := json.Marshal(res.StructuredContent)
		if err := json.Unmarshal(raw, as); err != nil {
			c.t.Fatal(err)
		}
	}
	return words, res.IsError
}

// does calls a tool that must succeed, and returns the task it is about.
func (c *client) does(name string, args map[string]any) verbs.Task {
	c.t.Helper()
	var done verbs.Change
	words, failed := c.call(name, args, &done)
	if failed || len(done.Tasks) != 1 {
		c.t.Fatalf("%s %v: %s", name, args, words)
	}
	return done.Tasks[0]
}

// refused calls a tool that must refuse, with all of these words.
func (c *client) refused(name string, args map[string]any, words ...string) {
	c.t.Helper()
	var f verbs.Failure
	said, failed := c.call(name, args, &f)
	if !failed {
		c.t.Fatalf("%s %v was done: %s", name, args, said)
	}
	if f.Version != verbs.Version || f.Code == "" || !strings.HasPrefix(said, f.Reason[:min(10, len(f.Reason))]) {
		c.t.Errorf("%s %v is refused to programs as %+v", name, args, f)
	}
	for _, w := range words {
		if !strings.Contains(said, w) {
			c.t.Errorf("%s %v: %q does not say %q", name, args, said, w)
		}
	}
}

type in = map[string]any

// A plan of ten tasks from start to end: an agent that only uses the server, one that writes files itself, and a board that shows every step.
func TestScenarioAPlanOfTenIsCompletedOverMCPWhileABoardIsOpen(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true})
	c := connect(t, h.Cwd, "codex")
	plan := map[string]verbs.Task{}
	for i, step := range [][]string{
		{"Schema"}, {"Parser", "Schema"}, {"Store", "Schema"}, {"Rules", "Parser", "Store"}, {"Screen", "Rules"}, {"Keys", "Screen"},
		{"Manual", "Rules"}, {"Trials", "Rules"}, {"Package", "Keys", "Trials"}, {"Publish", "Manual", "Package"},
	} {
		on := []string{}
		for _, subject := range step[1:] {
			on = append(on, plan[subject].ID)
		}
		plan[step[0]] = c.does("TaskCreate", in{"subject": step[0], "blockedBy": on})
		h.SeesRow(map[bool]string{true: "●", false: "○"}[i == 0], step[0])
	}
	h.Sees("10 tasks", "0% done")
	writer := h.Agent(refagents.S12, "agent-2")
	claims := func(oneOf ...string) string {
		t.Helper()
		is := c.does("claim", in{})
		for _, on := range is.WaitsFor {
			var blocker verbs.Detail
			if words, failed := c.call("TaskGet", in{"taskId": on}, &blocker); failed || blocker.Task.Status != "completed" {
				t.Errorf("%s was claimed before: %s", is.Subject, words)
			}
		}
		if !slices.Contains(oneOf, is.Subject) || is.Owner != "codex" {
			t.Fatalf("it claimed %s for %s, not one of %s", is.Subject, is.Owner, oneOf)
		}
		h.SeesRow("◐", is.Subject)
		return is.Subject
	}
	completes := func(subject string, frees ...string) {
		t.Helper()
		var done verbs.Change
		if words, failed := c.call("complete", in{"taskId": plan[subject].ID}, &done); failed || len(done.Unblocked) != len(frees) {
			t.Fatalf("%s: %s", subject, words)
		}
		h.SeesRow("✓", subject)
		for _, freed := range frees {
			h.SeesRow("●", freed)
		}
	}
	claims("Schema")
	writer.MayNotClaim(plan["Parser"].ID)
	completes("Schema", "Parser", "Store")

	// The agent that writes files takes the first tasks; the other takes the rest, and waits for both.
	writer.Claims(plan["Parser"].ID)
	h.SeesRow("◐", "Parser")
	claims("Store")
	completes("Store")
	c.refused("claim", in{}, "nothing is ready: 1 in progress, 7 blocked")
	c.refused("complete", in{"taskId": plan["Parser"].ID}, "agent-2")
	writer.Completes(plan["Parser"].ID)
	h.SeesRow("✓", "Parser").SeesRow("●", "Rules")
	claims("Rules")
	completes("Rules", "Screen", "Manual", "Trials")

	// So does the person.
	h.Choose("Manual").Press("c").SeesRow("◐", "Manual")
	c.refused("claim", in{"taskId": plan["Manual"].ID}, "ann has")
	claims("Screen")
	completes("Screen", "Keys")
	completes(claims("Keys", "Trials"))
	completes(claims("Keys", "Trials"), "Package")
	h.Choose("Manual").Press("d").SeesRow("✓", "Manual")
	claims("Package")
	completes("Package", "Publish")
	claims("Publish")
	completes("Publish")
	c.refused("claim", in{}, "every task is completed")
	h.SeesRow("All done", "codex 8", "agent-2 1", "you 1", "10 tasks completed").NoLitter()
}
