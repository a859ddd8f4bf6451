package jsonedit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// An act on a file in any encoding and with any line ends gives what the same act gives in UTF-8 with LF, in that encoding and with
// those line ends: nothing else changes.
func TestEveryActKeepsEveryEncoding(t *testing.T) {
	const file = `{
  "id": 1,
  "subject": "café",
  "list": [
    1,
    2
  ],
  "none": [],
  "status": "pending"
}
`
	drop := func(raw string) func([]byte) bool { return func(b []byte) bool { return string(b) == raw } }
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	bom := func(s string) string { return "\xef\xbb\xbf" + s }
	acts := []struct {
		name, old, new string
		op             Op
	}{
		{"a text", `"café"`, `"a \"b\"\r\nc"`, SetValue("subject", Quote("a \"b\"\r\nc", Raw))},
		{"a text beyond ASCII", `"café"`, `"thé"`, SetValue("subject", Quote("thé", Raw))},
		{"a word", `"pending"`, `"completed"`, SetValue("status", Quote("completed", ASCII))},
		{"a new member", `"none"`, "\"owner\": \"me\",\n  \"none\"", Insert("owner", []byte(`"me"`), "list")},
		{"a new last member", `"pending"`, "\"pending\",\n  \"owner\": \"me\"", Insert("owner", []byte(`"me"`), "")},
		{"no member", "  \"subject\": \"café\",\n", "", Remove("subject")},
		{"another element", "2\n", "2,\n    3\n", AddElem("list", []byte("3"))},
		{"a first element", "[]", "[\n    3\n  ]", AddElem("none", []byte("3"))},
		{"an element less", "    1,\n", "", DropElem("list", drop("1"))},
	}
	for name, written := range map[string]func(string) string{
		"LF":                  func(s string) string { return s },
		"CRLF":                crlf,
		"BOM":                 bom,
		"BOM and CRLF":        func(s string) string { return bom(crlf(s)) },
		"no end of line":      func(s string) string { return strings.TrimSuffix(s, "\n") },
		"CRLF without an end": func(s string) string { return strings.TrimSuffix(crlf(s), "\r\n") },
		"tabs":                func(s string) string { return strings.ReplaceAll(s, "  ", "\t") },
		"tabs and CRLF":       func(s string) string { return crlf(strings.ReplaceAll(s, "  ", "\t")) },
		"blank lines before":  func(s string) string { return crlf("\n\n") + s },
		"one line": func(s string) string {
			var b bytes.Buffer
			testdir.Must(t, json.Compact(&b, []byte(s)))
			return b.String() + "\n"
		},
		"one line after a BOM": func(s string) string {
			var b bytes.Buffer
			testdir.Must(t, json.Compact(&b, []byte(s)))
			return bom(b.String())
		},
	} {
		for _, act := range acts {
			want := written(strings.Replace(file, act.old, act.new, 1))
			got, err := Apply([]byte(written(file)), act.op)
			if err != nil || string(got) != want {
				t.Errorf("%s in a file with %s: %v\n got %q\nwant %q", act.name, name, err, got, want)
			}
		}
	}
}
