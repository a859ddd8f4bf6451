package mcp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// by opens the directory of a fleet as somebody who edits it in a way.
func (f *fleet) by(via tasks.Via, who string) *verbs.Session {
	f.Helper()
	s, err := verbs.Open(f.Context(), verbs.Options{Finder: f.options.Finder, Who: who, Via: via})
	testdir.Must(f.T, err)
	f.Cleanup(func() { s.Close() })
	return s
}

// next returns what an answer of TaskChanges says to ask with next.
func next(words string) string {
	_, after, _ := strings.Cut(words, "\nnext: ")
	word, _, _ := strings.Cut(after, "\n")
	return word
}

// An agent that waits is woken by what a person does to one of its tasks, and by nothing else, over both roads.
func TestAnAgentLearnsWhatThePersonDoesToItsTasks(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	first := f.as("ann")
	mine := first.Does("TaskCreate", in{"subject": "Mine"})
	theirs := first.Does("TaskCreate", in{"subject": "Theirs"})
	other := first.Does("TaskCreate", in{"subject": "Nobody's"})
	for road, c := range map[string]*client{
		"HTTP": first,
		"standard input and output": connect(t, filepath.Dir(f.dir), "any", func(o *Options) {
			o.Who, o.Finder.Options.State, o.Finder.Arg = "ann", f.options.Finder.Options.State, f.dir
		}),
	} {
		person, script, bob := f.by(tasks.ViaBoard, "you"), f.by(tasks.ViaCommand, "you"), f.as("bob")
		did := func(_ verbs.Change, err error) {
			t.Helper()
			testdir.Must(t, err)
		}
		c.Does("claim", in{"taskId": mine.ID})
		bob.Does("claim", in{"taskId": theirs.ID})
		words, _ := c.Call(changes, in{})
		if !strings.HasPrefix(words, "the person changed none of your tasks\nnext: ") {
			t.Fatalf("%s: at first it is told %q", road, words)
		}
		told := make(chan string, 1)
		go func() {
			words, _ := c.Call(changes, in{"since": next(words), "wait": 60})
			told <- words
		}()
		bob.Does("complete", in{"taskId": theirs.ID})
		subject := "Mine, " + road
		did(script.Edit(t.Context(), mine.ID, verbs.Fields{Description: &subject}, true))
		did(person.Edit(t.Context(), other.ID, verbs.Fields{Description: &subject}, true))
		select {
		case words := <-told:
			t.Fatalf("%s: agents, commands and other tasks wake it: %s", road, words)
		case <-time.After(2 * rest):
		}
		did(person.Edit(t.Context(), mine.ID, verbs.Fields{Subject: &subject}, true))
		words = <-told
		if !strings.HasPrefix(words, "the person edited "+mine.Short+" "+subject+" at ") || strings.Count(words, "the person") != 1 {
			t.Fatalf("%s: it is told %q", road, words)
		}
		did(person.Do(t.Context(), tasks.VerbRelease, mine.ID, true))
		did(f.by(tasks.ViaRing, "you").Edit(t.Context(), mine.ID, verbs.Fields{Subject: new("Mine")}, true))
		words, _ = c.Call(changes, in{"since": next(words)})
		if !strings.HasPrefix(words, "the person released "+mine.Short+" ") || strings.Count(words, "the person") != 1 {
			t.Errorf("%s: of a task that was its own it is told %q", road, words)
		}
		if words, _ = c.Call(changes, in{"since": next(words), "wait": 1}); !strings.HasPrefix(words, "the person changed none") {
			t.Errorf("%s: it is told twice: %q", road, words)
		}
		did(script.Do(t.Context(), tasks.VerbReopen, theirs.ID, true))
	}
	first.Refused(changes, in{"since": "yesterday"}, "is not what TaskChanges returned as next")
	first.Refused(changes, in{"wait": 601}, "a number of seconds up to 600")
	left, err := os.ReadDir(f.dir)
	testdir.Must(t, err)
	if len(left) != 3 {
		t.Errorf("the directory has %v", left)
	}
}

// An agent over standard input that subscribed is notified of what a person does to one of its tasks, and of nothing else. Over HTTP, where
// nothing is kept for a client, nothing of that is declared.
func TestAnAgentSubscribesToWhatThePersonDoes(t *testing.T) {
	t.Parallel()
	f := serveHTTP(t)
	first := f.as("ann")
	if has := first.Session.InitializeResult().Capabilities.Resources; has != nil {
		t.Errorf("over HTTP the server declares %+v", has)
	}
	mine, theirs := first.Does("TaskCreate", in{"subject": "Mine"}), first.Does("TaskCreate", in{"subject": "Theirs"})
	in, out := serve(t, filepath.Dir(f.dir), func(o *Options) {
		o.Who, o.Finder.Options.State, o.Finder.Arg = "ann", f.options.Finder.Options.State, f.dir
	})
	updated := make(chan string, 100)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "any", Version: "1"}, &sdk.ClientOptions{
		ResourceUpdatedHandler: func(_ context.Context, req *sdk.ResourceUpdatedNotificationRequest) { updated <- req.Params.URI },
	}).Connect(t.Context(), ioTransport(in, out), nil)
	testdir.Must(t, err)
	t.Cleanup(func() { _ = session.Close() })
	c := &client{T: t, Session: session}
	if has := session.InitializeResult().Capabilities.Tools; has == nil || has.ListChanged {
		t.Errorf("of the tools, which never change, it promises %+v", has)
	}
	if has := session.InitializeResult().Capabilities.Resources; has == nil || !has.Subscribe || has.ListChanged {
		t.Errorf("over standard input the server declares %+v", has)
	}
	all, err := session.ListResources(t.Context(), nil)
	testdir.Must(t, err)
	if len(all.Resources) != 1 || all.Resources[0].URI != changesURI {
		t.Fatalf("the resources are %+v", all.Resources)
	}
	told := func() string {
		t.Helper()
		res, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: changesURI})
		testdir.Must(t, err)
		return res.Contents[0].Text
	}
	testdir.Must(t, session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: changesURI}))
	person, script, bob := f.by(tasks.ViaBoard, "you"), f.by(tasks.ViaCommand, "you"), f.as("bob")
	edit := func(by *verbs.Session, of verbs.Task, text string) {
		t.Helper()
		_, err := by.Edit(t.Context(), of.ID, verbs.Fields{Description: &text}, true)
		testdir.Must(t, err)
	}
	c.Does("claim", map[string]any{"taskId": mine.ID})
	bob.Does("claim", map[string]any{"taskId": theirs.ID})
	edit(script, mine, "by a command")
	edit(person, theirs, "of another agent")
	select {
	case <-updated:
		t.Fatalf("agents, commands and other tasks notify it: %s", told())
	case <-time.After(2 * rest):
	}
	edit(person, mine, "by the person")
	if uri := <-updated; uri != changesURI || !strings.HasPrefix(told(), "the person edited "+mine.Short+" Mine at ") {
		t.Errorf("it is notified of %s, and reads %q", uri, told())
	}
	testdir.Must(t, session.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: changesURI}))
	edit(person, mine, "later")
	if words := told(); strings.Count(words, "the person edited") != 2 {
		t.Errorf("it reads %q", words)
	}
	select {
	case <-updated:
		t.Error("it is notified after it had enough")
	case <-time.After(2 * rest):
	}
}

// rest is how long a call must stay silent about what does not concern it.
const rest = 250 * time.Millisecond
