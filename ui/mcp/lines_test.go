package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// lineClient is a client that sends arbitrary lines to a server.
type lineClient struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	asks int
}

// lineReply is a line from a server.
type lineReply struct {
	ID     json.RawMessage
	Result json.RawMessage
	Error  struct{ Code int }
}

// startLines starts and initializes a server.
func startLines(t *testing.T) *lineClient {
	t.Helper()
	in, out := serve(t, t.TempDir())
	w := &lineClient{t: t, in: in, out: bufio.NewReader(out)}
	w.replies(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"codex","version":"1"}}}`, 1)
	w.replies(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, 0)
	return w
}

// replies sends some lines and then a ping, and returns the n replies before that of the ping.
func (w *lineClient) replies(lines string, n int) []lineReply {
	w.t.Helper()
	w.asks++
	ping := fmt.Sprintf(`"ping %d"`, w.asks)
	if _, err := io.WriteString(w.in, lines+"\n"+`{"jsonrpc":"2.0","id":`+ping+`,"method":"ping"}`+"\n"); err != nil {
		w.t.Fatalf("the server is gone: %v", err)
	}
	var got []lineReply
	for ponged := false; !ponged || len(got) < n; {
		line, err := w.out.ReadBytes('\n')
		if err != nil {
			w.t.Fatalf("the server went on no more: %v", err)
		}
		var r lineReply
		testdir.Must(w.t, json.Unmarshal(line, &r))
		if ponged = ponged || string(r.ID) == ping; string(r.ID) != ping {
			got = append(got, r)
		}
	}
	if len(got) != n {
		w.t.Fatalf("%d replies to %.80s, not %d: %+v", len(got), lines, n, got)
	}
	return got
}

// Every line is answered as JSON-RPC requires, whatever came before.
func TestEveryLineIsAnsweredAsJSONRPCRequires(t *testing.T) {
	testdir.InOneGoroutine(t)
	t.Parallel()
	const parse, invalid, params = -32700, -32600, -32602
	call := func(id, arguments string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"TaskCreate","arguments":` + arguments + `}}`
	}
	nested := func(depth int) string {
		return call("7", `{"subject":"Deep","metadata":{"a":`+strings.Repeat("[", depth)+strings.Repeat("]", depth)+`}}`)
	}
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }
	w := startLines(t)
	for name, row := range map[string]struct {
		line string
		code int
		id   string
	}{
		"bad JSON":                         {`{"jsonrpc":`, parse, "null"},
		"a byte order mark":                {"\ufeff" + ping("1"), parse, "null"},
		"no UTF-8":                         {call("1", "{\"subject\":\"\xff\"}"), parse, "null"},
		"two messages":                     {ping("1") + ping("2"), parse, "null"},
		"a batch":                          {"[" + ping("1") + "," + ping("2") + "]", invalid, "null"},
		"an empty batch":                   {"[]", invalid, "null"},
		"an empty object":                  {"{}", invalid, "null"},
		"another version":                  {`{"jsonrpc":"1.0","id":3,"method":"ping"}`, invalid, "3"},
		"an object for an id":              {ping(`{"a":1}`), invalid, "null"},
		"null for an id":                   {ping("null"), invalid, "null"},
		"an id that would be another":      {ping("9007199254740993"), invalid, "9007199254740993"},
		"no method":                        {`{"jsonrpc":"2.0","id":4}`, invalid, "4"},
		"a name like that of method":       {`{"jsonrpc":"2.0","id":4,"Method":"ping"}`, invalid, "4"},
		"a number for a method":            {`{"jsonrpc":"2.0","id":4,"method":1}`, invalid, "4"},
		"a text for parameters":            {`{"jsonrpc":"2.0","id":4,"method":"ping","params":"bar"}`, params, "4"},
		"an error that is none":            {`{"jsonrpc":"2.0","id":4,"error":5}`, invalid, "4"},
		"nesting beyond the library":       {nested(1500), invalid, "7"},
		"nesting beyond any reader":        {nested(10_001), parse, "null"},
		"a message of more than 16 MB":     {call("8", `{"subject":"`+strings.Repeat("x", 16<<20)+`"}`), invalid, "null"},
		"an unknown method":                {`{"jsonrpc":"2.0","id":5,"method":"tools/burn"}`, -32601, "5"},
		"a text for an id":                 {ping(`"a"`), 0, `"a"`},
		"a whole number with a point":      {ping("6.0"), 0, "6"},
		"a message between blanks":         {" \t" + ping("6") + " \r", 0, "6"},
		"blank lines before":               {"\n \n\r\n" + ping("6"), 0, "6"},
		"a tool with nothing to work with": {`{"jsonrpc":"2.0","id":5,"method":"tools/call"}`, invalid, "5"},
	} {
		got := w.replies(row.line, 1)[0]
		if got.Error.Code != row.code || string(got.ID) != row.id {
			t.Errorf("%s: answered with %d to %s, not %d to %s", name, got.Error.Code, got.ID, row.code, row.id)
		}
	}
	if list := w.replies(`{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"TaskList"}}`, 1)[0]; strings.Contains(string(list.Result), "1 task") {
		t.Errorf("a line that is refused created a task: %s", list.Result)
	}
}

func TestWhatAsksForNoAnswerGetsNoneAndDoesNothing(t *testing.T) {
	testdir.InOneGoroutine(t)
	t.Parallel()
	w := startLines(t)
	for name, line := range map[string]string{
		"a notification nobody knows": `{"jsonrpc":"2.0","method":"notifications/odd"}`,
		"an answer nobody waits for":  `{"jsonrpc":"2.0","id":99,"result":{}}`,
		"a cancellation of nothing":   `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}`,
		"a call without an id":        `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"TaskCreate","arguments":{"subject":"Unasked"}}}`,
		"nothing":                     "",
	} {
		t.Log(name)
		w.replies(line, 0)
	}
	got := w.replies(`{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"TaskCreate","arguments":{"subject":"Last"}}}`, 1)[0]
	if list := w.replies(`{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"TaskList"}}`, 1)[0]; got.Error.Code != 0 || !strings.Contains(string(list.Result), "1 task;") {
		t.Errorf("at the end there is more than one task: %s", list.Result)
	}
}
