package uitest

import (
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
	"sideboard/ui/uitest/mcpclient"
	"sideboard/ui/verbs"
)

// connect starts a server in a project, for a client with a name.
func connect(t *testing.T, project, name string, args ...string) *mcpclient.Client {
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
	return &mcpclient.Client{T: t, Session: session}
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
		plan[step[0]] = c.Does("TaskCreate", in{"subject": step[0], "blockedBy": on})
		h.SeesRow(map[bool]string{true: "●", false: "○"}[i == 0], step[0])
	}
	h.Sees(" 0% of 10 done")
	writer := h.Agent(refagents.S12, "agent-2")
	claims := func(oneOf ...string) string {
		t.Helper()
		is := c.Does("claim", in{})
		for _, on := range is.WaitsFor {
			if words, failed := c.Call("TaskGet", in{"taskId": on}); failed || !strings.HasPrefix(words, on+" [completed]") {
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
		words, failed := c.Call("complete", in{"taskId": plan[subject].ID})
		if failed || strings.Count(words, "ready now: ") != len(frees) {
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
	c.Refused("claim", in{}, "nothing is ready: 1 in progress, 7 blocked")
	c.Refused("complete", in{"taskId": plan["Parser"].ID}, "agent-2")
	writer.Completes(plan["Parser"].ID)
	h.SeesRow("✓", "Parser").SeesRow("●", "Rules")
	claims("Rules")
	completes("Rules", "Screen", "Manual", "Trials")

	// So does the person.
	h.Choose("Manual").Press("c").SeesRow("◐", "Manual")
	c.Refused("claim", in{"taskId": plan["Manual"].ID}, "ann has")
	claims("Screen")
	completes("Screen", "Keys")
	completes(claims("Keys", "Trials"))
	completes(claims("Keys", "Trials"), "Package")
	h.Choose("Manual").Press("d").SeesRow("✓", "Manual")
	claims("Package")
	completes("Package", "Publish")
	claims("Publish")
	completes("Publish")
	c.Refused("claim", in{}, "every task is completed")
	h.SeesRow("All done").Sees("codex 8", "agent-2 1", "you 1", "10 tasks completed").NoLitter()
}
