package jsonedit

import (
	"errors"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

const python = `{
  "id": "task_1",
  "subject": "\u00c9crire l'API \ud83d\ude80",
  "done": false,
  "owner": null,
  "n": 1774445042.2717857,
  "blockedBy": [
    "a",
    "b"
  ],
  "meta": {"x": [1, {"y": "}]"}]}
}`

func TestParseFindsEveryMember(t *testing.T) {
	o, err := Parse([]byte(python))
	testdir.Must(t, err)
	kinds := []Kind{KindString, KindString, KindFalse, KindNull, KindNumber, KindArray, KindObject}
	for i, name := range []string{"id", "subject", "done", "owner", "n", "blockedBy", "meta"} {
		m, ok := o.Get(name)
		if !ok || o.Key(o.Members()[i]) != name || m.Kind != kinds[i] {
			t.Errorf("%s: found %v, kind %d", name, ok, m.Kind)
		}
	}
	for name, none := range map[string]bool{"owner": true, "nobody": true, "done": false, "id": false} {
		if m, _ := o.Get(name); m.None() != none {
			t.Errorf("%s: none %v", name, !none)
		}
	}
}

// What is empty is said to be empty, and what ends in its middle to be cut off there.
func TestParseRefusesWithLineAndColumn(t *testing.T) {
	for _, c := range []struct {
		in        string
		line, col int
		why       string // "" if the text does not end there
	}{
		{"", 1, 1, "the file is empty"},
		{" \n\t\r\n", 3, 1, "the file is empty"},
		{`{"a": 1`, 1, 8, "the text ends too early: expected a comma or the end of the object"},
		{`{"a":`, 1, 6, "the text ends too early: expected a value"},
		{"{\n  \"a\": \"é", 2, 10, "the text ends inside a string"},
		{`{"a": 1} x`, 1, 10, ""},
		{"{\n\"a\": 1,\n}", 3, 1, ""},
		{`{"a" 1}`, 1, 6, ""},
		{`{"a": 01}`, 1, 8, ""},
		{`{"a": "\x"}`, 1, 9, ""},
		{"{\"a\": \"\x01\"}", 1, 8, ""},
		{`{"a": [1 2]}`, 1, 10, ""},
		{`{"a": tru}`, 1, 10, ""},
		{`{"a": -}`, 1, 8, ""},
		{"{\"a\": 1}\x00", 1, 9, ""},
		{"nope", 1, 2, ""},
	} {
		_, err := Parse([]byte(c.in))
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", c.in, err)
		} else if e.Line != c.line || e.Col != c.col || (e.Off == len(c.in)) != (c.why != "") || c.why != "" && e.Msg != c.why || e.CutOff != strings.HasPrefix(c.why, "the text") {
			t.Errorf("%q: %+v, want %d:%d, %s", c.in, e, c.line, c.col, c.why)
		}
	}
}

func TestParseSurvivesDeepNesting(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(`{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}")
	}
	if _, err := Parse(deep(maxDepth - 1)); err != nil {
		t.Error(err)
	}
	if _, err := Parse(deep(maxDepth)); err == nil {
		t.Error("one level too many was accepted")
	}
	if _, err := Parse([]byte(`{"a":` + strings.Repeat(`[{"b":`, 500000))); err == nil {
		t.Error("endless nesting was accepted")
	}
}
