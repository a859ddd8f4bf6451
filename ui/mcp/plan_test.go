package mcp

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
	"sideboard/ui/uitest/mcpclient"
	"sideboard/ui/verbs"
)

// A plan is created in one call, each task after its blockers. If anything in it is wrong, nothing is created.
func TestOneCallCreatesAPlan(t *testing.T) {
	t.Parallel()
	c := connect(t, t.TempDir(), "codex")
	plan := func(tasks ...in) (made map[string]verbs.Task, said string, failed bool) {
		said, failed = c.Call("TaskCreate", in{"tasks": tasks})
		made = map[string]verbs.Task{}
		for _, task := range mcpclient.Tasks(said) {
			made[task.Subject] = c.Now(task)
		}
		return made, said, failed
	}
	first := c.Does("TaskCreate", in{"subject": "Schema"})
	made, said, failed := plan(
		in{"subject": "Ship", "blockedBy": []string{"p", "Draw"}},
		in{"subject": "Parse", "id": "p", "blockedBy": []string{first.Short}, "description": "All of it", "owner": "eve"},
		in{"subject": "Draw", "blockedBy": []string{first.ID}},
	)
	if failed || len(made) != 3 {
		t.Fatal(said)
	}
	for subject, on := range map[string][]string{"Parse": {first.Short}, "Draw": {first.Short}, "Ship": {made["Parse"].Short, made["Draw"].Short}} {
		if got := made[subject].WaitsFor; strings.Join(got, " ") != strings.Join(on, " ") {
			t.Errorf("%s waits for %s, not %s", subject, got, on)
		}
		if !strings.Contains(said, made[subject].Short+" "+subject) {
			t.Errorf("%q does not name %s", said, subject)
		}
	}
	if made["Parse"].Owner != "eve" {
		t.Errorf("Parse is %s's", made["Parse"].Owner)
	}
	for why, tasks := range map[string][]in{
		"no task is called":   {{"subject": "A"}, {"subject": "B", "blockedBy": []string{"nobody"}}},
		"no subject":          {{"subject": "A"}, {"subject": " "}},
		"in a loop":           {{"subject": "A", "blockedBy": []string{"B"}}, {"subject": "B", "blockedBy": []string{"A"}}},
		"two new tasks":       {{"subject": "A", "id": "x"}, {"subject": "B", "id": "x"}},
		"keeps no activeForm": {{"subject": "A"}, {"subject": "B", "activeForm": "Doing"}},
		"priority":            {{"subject": "A"}, {"subject": "B", "priority": 1}},
		"missing properties":  {{"subject": "A"}, {"id": "x"}},
		"keeps no metadata":   {{"subject": "A"}, {"subject": "B", "metadata": in{}}},
		"has no subject":      {},
	} {
		c.Refused("TaskCreate", in{"tasks": tasks}, why)
	}
	c.Refused("TaskCreate", in{"subject": "A", "tasks": []in{{"subject": "B"}}}, "tasks", "not both")
	if said, _ := c.Call("TaskList", in{}); !strings.Contains(said, "4 tasks;") {
		t.Errorf("then there is %s", said)
	}
}

// A claim waits until a task is ready or the time is over. Other calls are answered meanwhile, and a cancelled one
// writes nothing.
func TestAClaimWaitsForATask(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "codex")
	one := c.Does("TaskCreate", in{"subject": "One"})
	two := c.Does("TaskCreate", in{"subject": "Two", "blockedBy": []string{one.ID}})
	three := c.Does("TaskCreate", in{"subject": "Three", "blockedBy": []string{two.ID}})
	other, err := refagents.New(refagents.S12, filepath.Join(project, ".tasks"), "agent-2")
	testdir.Must(t, err)
	testdir.Must(t, other.Claim(one.File))
	for _, args := range []in{{"wait": -1}, {"wait": 601}, {"wait": 5, "taskId": two.ID}, {"wait": "5"}} {
		c.Refused("claim", args, "wait")
	}
	c.Refused("claim", in{"wait": 1}, "nothing is ready: 1 in progress, 2 blocked")

	waits := func(ctx context.Context) <-chan *sdk.CallToolResult {
		done := make(chan *sdk.CallToolResult, 1)
		go func() {
			res, _ := c.Session.CallTool(ctx, &sdk.CallToolParams{Name: "claim", Arguments: in{"wait": 600}})
			done <- res
		}()
		return done
	}
	claimed := waits(t.Context())
	c.Does("TaskUpdate", in{"taskId": three.ID, "subject": "Third"}) // another call, while it waits
	testdir.Must(t, other.Complete(one.File))
	words := mcpclient.Words(t, <-claimed)
	if got := mcpclient.Tasks(words); len(got) != 1 || got[0].ID != two.ID || c.Now(two).Owner != "codex" {
		t.Fatalf("it claimed %s", words)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancelled := waits(ctx)
	cancel()
	<-cancelled
	c.Does("complete", in{"taskId": two.ID})
	if is := c.Does("TaskUpdate", in{"taskId": three.ID, "subject": "Free"}); is.Status != "pending" || is.Owner != "" {
		t.Errorf("a claim that was cancelled left %+v", is)
	}
}

// Answers use the short ids of the board, and give the whole id once.
func TestTasksAreCalledAsOnTheBoard(t *testing.T) {
	t.Parallel()
	c := connect(t, t.TempDir(), "codex")
	one := c.Does("TaskCreate", in{"subject": "One"})
	two := c.Does("TaskCreate", in{"subject": "Two", "blockedBy": []string{one.Short}})
	says := func(tool string, args in, words ...string) {
		t.Helper()
		said, failed := c.Call(tool, args)
		for _, w := range words {
			if failed || !strings.Contains(said, w) {
				t.Errorf("%s: %q does not say %q", tool, said, w)
			}
		}
		if strings.Contains(said, "#task_") || strings.Count(said, one.ID) > 1 || strings.Count(said, two.ID) > 1 {
			t.Errorf("%s repeats whole ids: %s", tool, said)
		}
	}
	says("TaskList", in{}, one.Short+" [ready] One, id "+one.ID+"\n", two.Short+" [blocked] Two [blocked by "+one.Short+"], id "+two.ID)
	says("TaskList", in{"filter": "is:blocked"}, "[blocked by "+one.Short+"]")
	says("TaskGet", in{"taskId": two.Short}, "waits for "+one.Short+" One", two.ID)
	says("TaskUpdate", in{"taskId": one.ID, "subject": "First"}, "edited "+one.Short+" First, id "+one.ID)
	says("claim", in{}, "claimed "+one.Short+" First, id "+one.ID)
	says("complete", in{"taskId": one.Short}, "completed "+one.Short, "ready now: "+two.Short+" Two")
}
