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
	m, _ := o.Get("n")
	if string(o.Raw(m)) != "1774445042.2717857" {
		t.Errorf("the number's text became %s", o.Raw(m))
	}
	m, _ = o.Get("subject")
	if o.String(m) != "Écrire l'API 🚀" {
		t.Errorf("decoded %q", o.String(m))
	}
	m, _ = o.Get("blockedBy")
	if el := o.Elems(nil, m); len(el) != 2 || string(o.Bytes(el[1])) != `"b"` {
		t.Errorf("elements %v", el)
	}
}

func TestParseRefusesWithLineAndColumn(t *testing.T) {
	for _, c := range []struct {
		in        string
		line, col int
		cut       bool
	}{
		{"", 1, 1, true},
		{" \n", 2, 1, true},
		{`{"a": 1`, 1, 8, true},
		{"{\n  \"a\": \"é", 2, 10, true},
		{`{"a": 1} x`, 1, 10, false},
		{"{\n\"a\": 1,\n}", 3, 1, false},
		{`{"a" 1}`, 1, 6, false},
		{`{"a": 01}`, 1, 8, false},
		{`{"a": "\x"}`, 1, 9, false},
		{"{\"a\": \"\x01\"}", 1, 8, false},
		{`{"a": [1 2]}`, 1, 10, false},
		{`{"a": tru}`, 1, 10, false},
		{`{"a": -}`, 1, 8, false},
		{"{\"a\": 1}\x00", 1, 9, false},
		{"nope", 1, 2, false},
	} {
		_, err := Parse([]byte(c.in))
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", c.in, err)
		} else if e.Line != c.line || e.Col != c.col || (e.Off == len(c.in)) != c.cut {
			t.Errorf("%q: %v, want %d:%d, and at its end %v", c.in, e, c.line, c.col, c.cut)
		}
	}
}

// What is empty is said to be empty, and what ends in its middle to be cut off there.
func TestParseSaysWhatIsMissingAtTheEnd(t *testing.T) {
	for in, want := range map[string]string{
		"": "the file is empty", "\n \t\r\n": "the file is empty",
		`{"a":"b`: "the text ends inside a string", `{"a":`: "the text ends too early: expected a value", `{"a":[1`: "the text ends too early: expected a comma or the end of the array",
	} {
		var e *SyntaxError
		if _, err := Parse([]byte(in)); !errors.As(err, &e) || e.Msg != want || e.CutOff == (want == "the file is empty") {
			t.Errorf("%q: %+v", in, e)
		}
	}
}

func TestParseDistinguishesOtherJSONFromNoJSON(t *testing.T) {
	for _, in := range []string{"[]", "[{\"a\": 1}]\n", "1", `"x"`, "null"} {
		if _, err := Parse([]byte(in)); !errors.Is(err, ErrNotObject) {
			t.Errorf("%s: %v", in, err)
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
