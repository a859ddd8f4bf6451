package mcp

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks/locate"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
	"sideboard/ui/uitest/mcpclient"
	"sideboard/ui/workspace"
)

func TestMain(m *testing.M) {
	testdir.MostlyWaits()
	testdir.Main(m)
}

// client is an agent with a server of its own.
type client = mcpclient.Client

// serve starts a server in a project, which must end without error at the end of the test, and returns its input and
// output.
func serve(t *testing.T, project string, set ...func(*Options)) (in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	o := Options{Version: "1", Finder: workspace.Finder{
		Env:     locate.Env{Getenv: func(string) string { return "" }, Cwd: project, Home: filepath.Dir(project)},
		Options: workspace.Options{State: t.TempDir()},
	}}
	for _, f := range set {
		f(&o)
	}
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Serve(context.WithoutCancel(t.Context()), o, toServer, fromServer)
		_ = fromServer.Close()
		ended <- err
	}()
	t.Cleanup(func() {
		_ = in.Close()
		if err := <-ended; err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
	})
	return in, out
}

// connect starts a server in a project, for a client with a name.
func connect(t *testing.T, project, name string, set ...func(*Options)) *client {
	t.Helper()
	in, out := serve(t, project, set...)
	session, err := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, nil).Connect(t.Context(), ioTransport(in, out), nil)
	testdir.Must(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return &client{T: t, Session: session}
}

func ioTransport(in io.WriteCloser, out io.ReadCloser) sdk.Transport {
	return &sdk.IOTransport{Reader: out, Writer: in}
}

// at makes a server serve one directory, readOnly only show it.
func at(dir string) func(*Options) { return func(o *Options) { o.Finder.Arg = dir } }
func readOnly(o *Options)          { o.Finder.Options.ReadOnly = true }

func put(t *testing.T, path, text string) {
	t.Helper()
	testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
}

func reads(t *testing.T, path, want string) {
	t.Helper()
	if raw, err := os.ReadFile(path); err != nil || string(raw) != want {
		t.Errorf("%s: %v\n%s", path, err, raw)
	}
}

type in = map[string]any

// In a project without tasks one agent creates them, and another writes the same files itself.
func TestAnAgentIsServedWhileAnotherWritesTheSameFiles(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "codex")
	tools, err := c.Session.ListTools(t.Context(), nil)
	testdir.Must(t, err)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "TaskChanges TaskCreate TaskGet TaskList TaskUpdate claim complete release" {
		t.Errorf("the tools are %s", got)
	}
	c.Refused("TaskList", in{}, "no task directory found", "TaskCreate creates the first task")
	for _, wrong := range []in{{"subject": ""}, {"subject": "A", "metadata": in{"a": 1}}, {"subject": "A", "blockedBy": []string{"9"}}, {"tasks": []in{{"subject": "A", "owner": "a\nb"}}}} {
		c.Refused("TaskCreate", wrong)
		if _, err := os.Stat(filepath.Join(project, ".tasks")); err == nil {
			t.Errorf("%v leaves an empty directory behind", wrong)
		}
	}
	schema := c.Does("TaskCreate", in{"subject": "Schema", "description": "Tables"})
	parse := c.Does("TaskCreate", in{"subject": "Parse", "blockedBy": []string{schema.ID}})
	c.Refused("TaskCreate", in{"subject": " "}, "no subject")
	c.Refused("TaskCreate", in{"subject": "Draw", "blockedBy": []string{"task_x"}}, "no task is called task_x")

	// The other agent writes the file itself.
	other, err := refagents.New(refagents.S12, filepath.Join(project, ".tasks"), "agent-2")
	testdir.Must(t, err)
	testdir.Must(t, other.Claim(schema.File))
	c.Refused("claim", in{"taskId": schema.ID}, "agent-2 has")
	c.Refused("claim", in{"taskId": parse.ID}, "waits for Schema", schema.Short+" (agent-2 works on it)")
	c.Refused("claim", in{}, "nothing is ready: 1 in progress, 1 blocked")
	c.Refused("complete", in{"taskId": schema.ID}, "agent-2", "leave it to its owner, or ask the person")
	c.Refused("release", in{"taskId": schema.ID}, "agent-2")
	testdir.Must(t, other.Complete(schema.File))
	if is := c.Does("claim", in{}); is.ID != parse.ID || is.Owner != "codex" || is.Status != "in_progress" {
		t.Errorf("it claimed %+v", is)
	}
	if words, _ := c.Call("TaskGet", in{"taskId": schema.ID}); !strings.Contains(words, "Tables") || !strings.Contains(words, "blocks "+parse.Short+" Parse") {
		t.Errorf("the task is described as %q", words)
	}
	c.Does("release", in{"taskId": parse.ID})
	c.Does("claim", in{"taskId": parse.ID})
	c.Does("complete", in{"taskId": parse.ID})
	c.Refused("claim", in{}, "every task is completed")
	if words, _ := c.Call("TaskList", in{"filter": "is:done"}); !strings.Contains(words, "2 tasks") || !strings.Contains(words, "[completed] Parse (codex)") {
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

// An update does what agents expect, and every refusal says what to do.
func TestAnUpdateMakesItsEditsInOrderAndARefusalSaysWhatToDo(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "claude-code", func(o *Options) { o.Who = "lead" })
	one := c.Does("TaskCreate", in{"subject": "One"}).ID
	two := c.Does("TaskCreate", in{"subject": "Two"}).ID
	if words, _ := c.Call("TaskUpdate", in{"taskId": two, "addBlockedBy": []string{one}, "subject": "Second"}); !strings.HasPrefix(words, "edited, linked: ") {
		t.Errorf("both edits are described as %q", words)
	}
	c.Refused("TaskUpdate", in{"taskId": one, "addBlockedBy": []string{two}}, "closes a loop")
	c.Refused("TaskUpdate", in{"taskId": two, "description": "D", "status": "in_progress"}, "waits for One", "before that it was edited")
	if is := c.Does("TaskUpdate", in{"taskId": one, "status": "in_progress"}); is.Owner != "lead" {
		t.Errorf("it is %s's", is.Owner)
	}
	c.Does("TaskUpdate", in{"taskId": one, "status": "pending"})
	c.Refused("TaskUpdate", in{"taskId": one, "status": "deleted"}, "Second waits for it")
	c.Does("TaskUpdate", in{"taskId": two, "removeBlockedBy": []string{one}})
	c.Does("TaskUpdate", in{"taskId": one, "addBlocks": []string{two}})
	c.Does("TaskUpdate", in{"taskId": one, "status": "completed"})
	c.Does("TaskUpdate", in{"taskId": two, "status": "deleted"})
	c.Refused("TaskUpdate", in{"taskId": one}, "nothing to update")
	three := c.Does("TaskCreate", in{"subject": "Three"}).ID
	c.Refused("TaskUpdate", in{"taskId": three, "owner": "agent-2"}, "they never start it", "set status in_progress with the owner")
	if is := c.Does("TaskUpdate", in{"taskId": three, "owner": "agent-2", "status": "in_progress"}); is.Owner != "agent-2" || is.Status != "in_progress" {
		t.Errorf("given: %+v", is)
	}
	c.Refused("TaskUpdate", in{"taskId": one, "subject": "First", "status": "done"}, "status", "pending in_progress completed deleted")
	if words, _ := c.Call("TaskGet", in{"taskId": one}); strings.Contains(words, "First") {
		t.Errorf("what could not be done was begun: %s", words)
	}
	c.Refused("TaskGet", in{"taskId": two}, "no task is called")
	c.Does("TaskUpdate", in{"taskId": one, "status": "pending"})
}

func TestAnUpdateMakesATaskPendingWhoseStatusNoAgentKnows(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	c := connect(t, project, "claude-code")
	c.Does("TaskCreate", in{"subject": "One"}) // the other files show what design it is
	c.Does("TaskCreate", in{"subject": "Two"})
	odd := filepath.Join(project, ".tasks", "task_1.json")
	put(t, odd, `{"id": "task_1", "subject": "Odd", "description": "", "status": "dne", "owner": null, "blockedBy": []}`)
	if is := c.Does("TaskUpdate", in{"taskId": "task_1", "status": "pending"}); is.Status != "pending" {
		t.Errorf("it is %+v", is)
	}
}

// What could not be done besides is in the answer.
func TestAnAnswerSaysThatAnEditCannotBeUndone(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	file := filepath.Join(project, "file")
	put(t, file, "")
	c := connect(t, project, "codex", func(o *Options) { o.Finder.Options.State = file })
	if words, failed := c.Call("TaskCreate", in{"subject": "One"}); failed || !strings.Contains(words, "not done: no undo: ") {
		t.Errorf("it is described as %q", words)
	}
}

// A read-only server offers no tool that writes.
func TestAReadOnlyServerOffersNoToolThatWritesAndKeepsNoState(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	put(t, filepath.Join(project, ".tasks", "task_1.json"), `{"id": 1, "subject": "Parse", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`)
	state := filepath.Join(t.TempDir(), "state")
	c := connect(t, project, "codex", readOnly, func(o *Options) { o.Finder.Options.State = state })
	tools, err := c.Session.ListTools(t.Context(), nil)
	testdir.Must(t, err)
	if !slices.EqualFunc(tools.Tools, []string{"TaskChanges", "TaskGet", "TaskList"}, func(tool *sdk.Tool, name string) bool { return tool.Name == name }) {
		t.Errorf("it lists %d tools", len(tools.Tools))
	}
	if words, _ := c.Call(changes, in{}); !strings.HasPrefix(words, "the person changed none") {
		t.Errorf("nobody was here, and it is told %q", words)
	}
	if _, err := os.Stat(state); err == nil {
		t.Error("it wrote a state directory")
	}
	connect(t, project, "codex", func(o *Options) { o.Finder.Options.State = "" }).Refused(changes, in{}, "there is no state directory")
}
