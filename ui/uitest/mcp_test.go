package uitest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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

// In a project without tasks one agent creates them, and another writes the same files itself.
func TestCommandMCPServesAnAgentWhileAnotherWritesFiles(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "codex")
	tools, err := c.session.ListTools(t.Context(), nil)
	testdir.Must(t, err)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "TaskCreate TaskGet TaskList TaskUpdate claim complete release" {
		t.Errorf("the tools are %s", got)
	}
	c.refused("TaskList", in{}, "no task directory found", "TaskCreate creates the first task")
	for _, wrong := range []in{{"subject": ""}, {"subject": "A", "metadata": in{"a": 1}}, {"subject": "A", "blockedBy": []string{"9"}}, {"tasks": []in{{"subject": "A", "owner": "a\nb"}}}} {
		c.refused("TaskCreate", wrong)
		if _, err := os.Stat(filepath.Join(project, ".tasks")); err == nil {
			t.Errorf("%v leaves an empty directory behind", wrong)
		}
	}
	schema := c.does("TaskCreate", in{"subject": "Schema", "description": "Tables"})
	parse := c.does("TaskCreate", in{"subject": "Parse", "blockedBy": []string{schema.ID}})
	c.refused("TaskCreate", in{"subject": " "}, "no subject")
	c.refused("TaskCreate", in{"subject": "Draw", "blockedBy": []string{"task_x"}}, "no task is called task_x")

	// The other agent writes the file itself.
	other, err := refagents.New(refagents.S12, filepath.Join(project, ".tasks"), "agent-2")
	testdir.Must(t, err)
	testdir.Must(t, other.Claim(schema.File))
	c.refused("claim", in{"taskId": schema.ID}, "agent-2 has")
	c.refused("claim", in{"taskId": parse.ID}, "waits for Schema", schema.Short+" (agent-2 works on it)")
	c.refused("claim", in{}, "nothing is ready: 1 in progress, 1 blocked")
	c.refused("complete", in{"taskId": schema.ID}, "agent-2", "leave it to its owner, or ask the person")
	c.refused("release", in{"taskId": schema.ID}, "agent-2")
	testdir.Must(t, other.Complete(schema.File))
	if is := c.does("claim", in{}); is.ID != parse.ID || is.Owner != "codex" || is.Status != "in_progress" {
		t.Errorf("it claimed %+v", is)
	}
	if words, _ := c.call("TaskGet", in{"taskId": schema.ID}, nil); !strings.Contains(words, "Tables") || !strings.Contains(words, "blocks "+parse.Short+" Parse") {
		t.Errorf("the task is described as %q", words)
	}
	c.does("release", in{"taskId": parse.ID})
	c.does("claim", in{"taskId": parse.ID})
	c.does("complete", in{"taskId": parse.ID})
	c.refused("claim", in{}, "every task is completed")
	if words, _ := c.call("TaskList", in{"filter": "is:done"}, nil); !strings.Contains(words, "2 tasks") || !strings.Contains(words, "[completed] Parse (codex)") {
		t.Errorf("the list is described as %q", words)
	}
	l, err := other.Read()
	if err != nil {
		t.Fatalf("its agents cannot read what was written: %v", err)
	}
	for _, task := range l.Tasks {
		if task.Status != "completed" {
			t.Errorf("%s is %s", task.Subject, task.Status)
		}
	}
}

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

// An update does what agents expect, and every refusal says what to do.
func TestCommandMCPUpdatesTasks(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "claude-code", "--as", "lead")
	one := c.does("TaskCreate", in{"subject": "One"}).ID
	two := c.does("TaskCreate", in{"subject": "Two"}).ID
	c.does("TaskUpdate", in{"taskId": two, "addBlockedBy": []string{one}, "subject": "Second"})
	c.refused("TaskUpdate", in{"taskId": one, "addBlockedBy": []string{two}}, "closes a loop")
	c.refused("TaskUpdate", in{"taskId": two, "description": "D", "status": "in_progress"}, "waits for One", "before that it was edited")
	if is := c.does("TaskUpdate", in{"taskId": one, "status": "in_progress"}); is.Owner != "lead" {
		t.Errorf("it is %s's", is.Owner)
	}
	c.does("TaskUpdate", in{"taskId": one, "status": "pending"})
	c.refused("TaskUpdate", in{"taskId": one, "status": "deleted"}, "Second waits for it")
	c.does("TaskUpdate", in{"taskId": two, "removeBlockedBy": []string{one}})
	c.does("TaskUpdate", in{"taskId": one, "addBlocks": []string{two}})
	c.does("TaskUpdate", in{"taskId": one, "status": "completed"})
	c.does("TaskUpdate", in{"taskId": two, "status": "deleted"})
	c.refused("TaskUpdate", in{"taskId": one}, "nothing to update")
	three := c.does("TaskCreate", in{"subject": "Three"}).ID
	c.refused("TaskUpdate", in{"taskId": three, "owner": "agent-2"}, "they never start it", "set status in_progress with the owner")
	if is := c.does("TaskUpdate", in{"taskId": three, "owner": "agent-2", "status": "in_progress"}); is.Owner != "agent-2" || is.Status != "in_progress" {
		t.Errorf("given: %+v", is)
	}
	c.refused("TaskUpdate", in{"taskId": one, "subject": "First", "status": "done"}, "status", "pending in_progress completed deleted")
	if words, _ := c.call("TaskGet", in{"taskId": one}, nil); strings.Contains(words, "First") {
		t.Errorf("what could not be done was begun: %s", words)
	}
	c.refused("TaskGet", in{"taskId": two}, "no task is called")
	c.does("TaskUpdate", in{"taskId": one, "status": "pending"})
}

// While an agent without locks rewrites its own tasks again and again, nothing of either is lost.
func TestCommandMCPWhileAnAgentNeverStopsWriting(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "codex")
	var ours, theirs []verbs.Task
	for i := range 4 {
		ours = append(ours, c.does("TaskCreate", in{"subject": fmt.Sprint("Ours ", i)}))
		theirs = append(theirs, c.does("TaskCreate", in{"subject": fmt.Sprint("Theirs ", i), "owner": "agent-2"}))
	}
	other, err := refagents.New(refagents.S12, filepath.Join(project, ".tasks"), "agent-2")
	testdir.Must(t, err)
	stop, stopped := make(chan struct{}), make(chan int)
	go func() {
		wrote := 0
		for {
			select {
			case <-stop:
				stopped <- wrote
				return
			default:
			}
			for i, task := range theirs {
				if err := other.SetSubject(task.File, fmt.Sprintf("Theirs %d, %d", i, wrote)); err != nil {
					t.Errorf("the agent: %v", err)
				}
			}
			wrote++
		}
	}()
	for _, task := range ours {
		c.does("claim", in{"taskId": task.ID})
		c.does("complete", in{"taskId": task.ID})
	}
	close(stop)
	wrote := <-stopped
	l, err := other.Read()
	testdir.Must(t, err)
	for _, task := range ours {
		if is, ok := l.Task(task.ID); !ok || is.Status != "completed" || is.OwnedBy() != "codex" {
			t.Errorf("ours is %+v", is)
		}
	}
	for i, task := range theirs {
		if is, ok := l.Task(task.ID); !ok || is.Subject != fmt.Sprintf("Theirs %d, %d", i, wrote-1) {
			t.Errorf("theirs is %+v after %d writes", is, wrote)
		}
	}
}
