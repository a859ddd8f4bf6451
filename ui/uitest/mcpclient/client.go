// Package mcpclient is an agent that calls the tools of an MCP server in a test.
package mcpclient

import (
	"context"
	"encoding/json"
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

// Call calls a tool and returns its text and whether it is an error. If as is not nil it gets the value.
func (c *Client) Call(name string, args map[string]any, as any) (words string, failed bool) {
	c.T.Helper()
	res, err := c.Session.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.T.Fatalf("%s: %v", name, err)
	}
	for _, part := range res.Content {
		words += part.(*sdk.TextContent).Text
	}
	if as != nil {
		raw, _ := json.Marshal(res.StructuredContent)
		if err := json.Unmarshal(raw, as); err != nil {
			c.T.Fatal(err)
		}
	}
	return words, res.IsError
}

// Does calls a tool that must succeed, and returns the task it is about.
func (c *Client) Does(name string, args map[string]any) verbs.Task {
	c.T.Helper()
	var done verbs.Change
	words, failed := c.Call(name, args, &done)
	if failed || len(done.Tasks) != 1 {
		c.T.Fatalf("%s %v: %s", name, args, words)
	}
	return done.Tasks[0]
}

// Refused calls a tool that must refuse, with all of these words.
func (c *Client) Refused(name string, args map[string]any, words ...string) {
	c.T.Helper()
	var f verbs.Failure
	said, failed := c.Call(name, args, &f)
	if !failed {
		c.T.Fatalf("%s %v was done: %s", name, args, said)
	}
	if f.Version != verbs.Version || f.Code == "" || !strings.HasPrefix(said, f.Reason[:min(10, len(f.Reason))]) {
		c.T.Errorf("%s %v is refused to programs as %+v", name, args, f)
	}
	for _, w := range words {
		if !strings.Contains(said, w) {
			c.T.Errorf("%s %v: %q does not say %q", name, args, said, w)
		}
	}
}
