// Package mcpclient is an agent that calls the tools of an MCP server in a test.
package mcpclient

import (
	"context"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/ui/verbs"
)

// Client is an agent with a server of its own.
type Client struct {
	T       *testing.T
	Session *sdk.ClientSession
}

// Call calls a tool and returns its text and whether it is an error.
func (c *Client) Call(name string, args map[string]any) (words string, failed bool) {
	c.T.Helper()
	res, err := c.Session.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.T.Fatalf("%s: %v", name, err)
	}
	return Words(c.T, res), res.IsError
}

// Words returns the text of an answer, which has nothing else.
func Words(t testing.TB, res *sdk.CallToolResult) (words string) {
	t.Helper()
	for _, part := range res.Content {
		words += part.(*sdk.TextContent).Text
	}
	if res.StructuredContent != nil {
		t.Errorf("an answer also has a value: %v", res.StructuredContent)
	}
	return words
}

// about finds the task that an answer to a change is about; whole finds the id if the short one is only a part of it.
var (
	about = regexp.MustCompile(`(?m)^(?:[a-z, ]+: )?(?:claimed|completed|released|reopened|created|edited|linked|unlinked|deleted) (#\S*) (.*)$`)
	whole = regexp.MustCompile(`, id (\S+)$`)
	line  = regexp.MustCompile(`^#\S* \[(\w+)\] .*?(?: \(([^()]*)\))?(?: \[blocked by [^]]*\])?(?:, id \S+)?$`)
)

// Tasks returns the tasks that an answer to a change is about, with their ids and subjects.
func Tasks(words string) (all []verbs.Task) {
	for _, m := range about.FindAllStringSubmatch(words, -1) {
		t := verbs.Task{Short: m[1], ID: strings.TrimPrefix(m[1], "#"), Subject: m[2]}
		if id := whole.FindStringSubmatch(m[2]); id != nil {
			t.ID, t.Subject = id[1], strings.TrimSuffix(m[2], id[0])
		}
		t.File = t.ID + ".json"
		all = append(all, t)
	}
	return all
}

// Does calls a tool that must succeed, and returns the task it is about.
func (c *Client) Does(name string, args map[string]any) verbs.Task {
	c.T.Helper()
	words, failed := c.Call(name, args)
	found := Tasks(words)
	if failed || len(found) != 1 {
		c.T.Fatalf("%s %v: %s", name, args, words)
	}
	return c.Now(found[0])
}

// Now returns a task with its status and owner, and the short ids of what it waits for, as they are now.
func (c *Client) Now(t verbs.Task) verbs.Task {
	c.T.Helper()
	if shown, failed := c.Call("TaskGet", map[string]any{"taskId": t.ID}); !failed {
		t.Status, t.Owner, t.WaitsFor = read(shown)
	}
	return t
}

// read returns what TaskGet says about a task: its status, its owner, and the short ids of what it waits for.
func read(shown string) (status, owner string, waitsFor []string) {
	first, rest, _ := strings.Cut(shown, "\n")
	if m := line.FindStringSubmatch(first); m != nil {
		status, owner = m[1], m[2]
	}
	switch status {
	case "ready", "blocked", "stuck":
		status = "pending"
	case "running":
		status = "in_progress"
	}
	for l := range strings.Lines(rest) {
		if on, waits := strings.CutPrefix(l, "waits for "); waits {
			short, _, _ := strings.Cut(on, " ")
			waitsFor = append(waitsFor, short)
		}
	}
	return status, owner, waitsFor
}

// Refused calls a tool that must refuse, with all of these words.
func (c *Client) Refused(name string, args map[string]any, words ...string) {
	c.T.Helper()
	said, failed := c.Call(name, args)
	if !failed {
		c.T.Fatalf("%s %v was done: %s", name, args, said)
	}
	for _, w := range words {
		if !strings.Contains(said, w) {
			c.T.Errorf("%s %v: %q does not say %q", name, args, said, w)
		}
	}
}
