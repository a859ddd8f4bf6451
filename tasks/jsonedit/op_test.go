package jsonedit

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sideboard/tasks/testdir"
)

func TestOpsKeepEveryLayout(t *testing.T) {
	drop := func(raw string) func([]byte) bool { return func(b []byte) bool { return string(b) == raw } }
	for _, c := range []struct {
		name, in, want string
		op             Op
	}{
		{"set", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"a\": \"x\",\n  \"b\": 2\n}\n", SetValue("a", []byte(`"x"`))},
		{"set minified", `{"a":1,"b":2}`, `{"a":1,"b":null}`, SetValue("b", []byte("null"))},
		{"insert at the end", "{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"z\": 2\n}", Insert("z", []byte("2"), "")},
		{"insert behind", "{\n\t\"a\": 1,\n\t\"b\": 2\n}", "{\n\t\"a\": 1,\n\t\"z\": 3,\n\t\"b\": 2\n}", Insert("z", []byte("3"), "a")},
		{"insert minified", `{"a":1}`, `{"a":1,"z":2}`, Insert("z", []byte("2"), "")},
		{"insert one line", `{"a": 1}`, `{"a": 1, "z": 2}`, Insert("z", []byte("2"), "")},
		{"insert spaced braces", `{ "a": 1, "b": 2 }`, `{ "a": 1, "b": 2, "z": 3 }`, Insert("z", []byte("3"), "")},
		{"insert CRLF", "{\r\n  \"a\": 1\r\n}", "{\r\n  \"a\": 1,\r\n  \"z\": 2\r\n}", Insert("z", []byte("2"), "")},
		{"insert into nothing", `{}`, "{\n  \"z\": 2\n}", Insert("z", []byte("2"), "")},
		{"insert comma first", "{\"a\":1\n,\"b\":2}", "{\"a\":1\n,\"b\":2,\"z\":3}", Insert("z", []byte("3"), "")},
		{"remove first", "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"b\": 2\n}", Remove("a")},
		{"remove last", "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"a\": 1\n}", Remove("b")},
		{"remove only", "{ \"a\": 1 }\n", "{}\n", Remove("a")},
		{"remove none", `{"a":1}`, `{"a":1}`, Remove("b")},
		{"add to empty", "{\n  \"a\": []\n}", "{\n  \"a\": [\n    1\n  ]\n}", AddElem("a", []byte("1"))},
		{"add to empty minified", `{"a":[],"b":1}`, `{"a":[1],"b":1}`, AddElem("a", []byte("1"))},
		{"add to empty next to inline", "{\n  \"a\": [ ],\n  \"b\": [\"x\"]\n}", "{\n  \"a\": [1],\n  \"b\": [\"x\"]\n}", AddElem("a", []byte("1"))},
		{"add to empty behind another member", "{\n  \"a\": 1, \"b\": []\n}", "{\n  \"a\": 1, \"b\": [2]\n}", AddElem("b", []byte("2"))},
		{"insert behind a member without a name", `{"": 1, "a": 2}`, `{"": 1, "a": 2, "z": 3}`, Insert("z", []byte("3"), "")},
		{"add to empty CRLF", "{\r\n  \"a\": []\r\n}", "{\r\n  \"a\": [\r\n    1\r\n  ]\r\n}", AddElem("a", []byte("1"))},
		{"add below a blank line", "{\n\n  \"a\": []\n}", "{\n\n  \"a\": [\n    1\n  ]\n}", AddElem("a", []byte("1"))},
		{"add to one a line", "{\n  \"a\": [\n    1\n  ]\n}", "{\n  \"a\": [\n    1,\n    2\n  ]\n}", AddElem("a", []byte("2"))},
		{"add to tabs", "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t]\n}", "{\n\t\"a\": [\n\t\t1,\n\t\t2,\n\t\t3\n\t]\n}", AddElem("a", []byte("3"))},
		{"add inline", "{\n  \"a\": [\"x\"]\n}", "{\n  \"a\": [\"x\", \"y\"]\n}", AddElem("a", []byte(`"y"`))},
		{"add minified", `{"a":[1]}`, `{"a":[1,2]}`, AddElem("a", []byte("2"))},
		{"drop first", "{\n  \"a\": [\n    1,\n    2\n  ]\n}", "{\n  \"a\": [\n    2\n  ]\n}", DropElem("a", drop("1"))},
		{"drop last", `{"a": [1, 2]}`, `{"a": [1]}`, DropElem("a", drop("2"))},
		{"drop middle", "{\"a\": [ 1,2 , 3 ]}", "{\"a\": [ 1 , 3 ]}", DropElem("a", drop("2"))},
		{"drop only", "{\n  \"a\": [\n    1\n  ]\n}", "{\n  \"a\": []\n}", DropElem("a", drop("1"))},
		{"drop twice", `{"a":[1,2,1,3,1]}`, `{"a":[2,3]}`, DropElem("a", drop("1"))},
		{"drop none", `{"a": [1,  2]}`, `{"a": [1,  2]}`, DropElem("a", drop("9"))},
		{"GBK", "{\"s\": \"\xc4\xe3\", \"a\": 1}", "{\"s\": \"\xc4\xe3\", \"a\": 2}", SetValue("a", []byte("2"))},
		{"BOM", "\xef\xbb\xbf{\"a\": 1}", "\xef\xbb\xbf{\"a\": 2}", SetValue("a", []byte("2"))},
	} {
		got, err := Apply([]byte(c.in), c.op)
		if err != nil || string(got) != c.want {
			t.Errorf("%s:\n got %q, %v\nwant %q", c.name, got, err, c.want)
		}
	}
}

func TestOpsRefuseWhatTheyCannotDo(t *testing.T) {
	one := []byte("1")
	for _, c := range []struct {
		in string
		op Op
	}{
		{`{"a":1}`, SetValue("b", one)},
		{`{"a":1}`, Insert("a", one, "")},
		{`{"a":1}`, AddElem("a", one)},
		{`{"a":1}`, DropElem("b", nil)},
		{`[1]`, SetValue("a", one)},
		{`{"a":`, SetValue("a", one)},
	} {
		if _, err := Apply([]byte(c.in), c.op); err == nil {
			t.Errorf("%s: no error", c.in)
		}
	}
	if _, err := Apply([]byte(`{"a":1,"a":2}`), SetValue("a", one)); !errors.Is(err, ErrDuplicate) {
		t.Errorf("duplicates: %v", err)
	}
}

func TestLayoutWritesWhatItLearnt(t *testing.T) {
	for _, in := range []string{
		"{\n  \"a\": 1,\n  \"b\": [\n    2,\n    3\n  ]\n}",
		"{\r\n    \"a\": 1,\r\n    \"b\": [\r\n        2,\r\n        3\r\n    ]\r\n}\r\n",
		"{\n\t\"a\": 1,\n\t\"b\": [2, 3]\n}\n",
		`{"a":1,"b":[2,3]}`,
		"{\"a\": 1, \"b\": [2, 3]}\n",
		"{\n \"a\": 1,\n \"b\": [\n  2,\n  3\n ]\n}",
	} {
		o, err := Parse([]byte(in))
		testdir.Must(t, err)
		l := o.Layout()
		got := l.Object([]Pair{{"a", []byte("1")}, {"b", l.Array([]byte("2"), []byte("3"))}})
		if string(got) != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}

// anObject draws an object in a random layout, with random values.
func anObject(t *rapid.T) ([]byte, []string) {
	ws := rapid.SampledFrom([]string{"", " ", "\n", "\r\n  ", "\t", "\n    "})
	value := rapid.SampledFrom([]string{`1`, `-0.5e3`, `"é\u00e9\""`, `null`, `true`, `[]`, `[ ]`, `[1,"x"]`, "[\n1 ,\n2]", `{"k":["]"]}`, `NaN`, `123456789012345678901234567890`})
	n := rapid.IntRange(0, 7).Draw(t, "members")
	var b strings.Builder
	var names []string
	b.WriteString(ws.Draw(t, "ws") + "{")
	for i := range n {
		if i > 0 {
			b.WriteString(ws.Draw(t, "ws") + ",")
		}
		names = append(names, fmt.Sprintf("k%d", i))
		fmt.Fprintf(&b, "%s\"k%d\"%s:%s%s", ws.Draw(t, "ws"), i, ws.Draw(t, "ws"), ws.Draw(t, "ws"), value.Draw(t, "value"))
	}
	b.WriteString(ws.Draw(t, "ws") + "}" + ws.Draw(t, "ws"))
	return []byte(b.String()), names
}

func TestAnOpChangesOnlyItsOwnMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, names := anObject(t)
		name := rapid.SampledFrom(append(names, "new")).Draw(t, "name")
		changesItsMemberAlone(t, data, name, rapid.SampledFrom(append(names, "")).Draw(t, "after"), byte(rapid.IntRange(0, 4).Draw(t, "op")))
	})
}

func TestInsertThenRemoveGivesTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, names := anObject(t)
		if len(names) == 0 {
			return
		}
		got, err := Apply(data, Insert("new", []byte("[1]"), rapid.SampledFrom(names).Draw(t, "after")), Remove("new"))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%q became %q, %v", data, got, err)
		}
	})
}

// failer is a test, or one case of a property.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// members returns the raw values of an object's members by their decoded names.
func members(t failer, data []byte) map[string]string {
	t.Helper()
	o, err := Parse(data)
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	all := map[string]string{}
	for _, m := range o.Members() {
		all[o.Key(m)] = string(o.Raw(m))
	}
	return all
}

// changesItsMemberAlone edits an object in one of five ways: what comes out is an object again, the member is what it was set to,
// and every other member has the bytes it had.
func changesItsMemberAlone(t failer, data []byte, name, after string, kind byte) {
	t.Helper()
	const set, insert, remove, add, drop = 0, 1, 2, 3, 4 // the kinds, in the order of the ops
	one := func(raw []byte) bool { return string(bytes.TrimSpace(raw)) == "1" }
	op := [...]Op{SetValue(name, []byte(`"set"`)), Insert(name, []byte(`"set"`), after), Remove(name), AddElem(name, []byte(`"set"`)), DropElem(name, one)}[kind]
	before, given := members(t, data), bytes.Clone(data)
	got, err := Apply(data, op)
	if !bytes.Equal(data, given) {
		t.Fatalf("%q was changed in place", given)
	}
	if err != nil {
		return
	}
	now := members(t, got)
	is, there := now[name]
	var elems []Elem
	o, err := Parse(got)
	if err == nil {
		m, _ := o.Get(name)
		elems = o.Elems(nil, m)
	}
	switch {
	case (kind == set || kind == insert) && is != `"set"`, kind == remove && there,
		kind == add && string(o.Bytes(elems[len(elems)-1])) != `"set"`,
		kind == drop && slices.ContainsFunc(elems, func(e Elem) bool { return one(o.Bytes(e)) }):
		t.Fatalf("%q with another %q is %q", given, name, got)
	}
	delete(before, name)
	delete(now, name)
	if !maps.Equal(before, now) {
		t.Fatalf("%q became %q: others changed", given, got)
	}
}

func FuzzApplyChangesItsMemberAlone(f *testing.F) {
	for _, s := range []string{python, `{}`, "{ }", "{\r\n\t\"a\" : [ 1 , 2 ] ,\r\n\t\"b\":null\r\n}\r\n", `{"a":[],"\u0062":"x"}`, "\ufeff{\"a\":[\n1\n]}", "{\"a\":\"\x95\x5c\",\"b\":[1]}"} {
		for kind := range byte(5) {
			f.Add([]byte(s), "a", "b", kind)
		}
	}
	f.Add([]byte("{\"a\":\"\x95\x5c\",\"b\":[1]}"), "ٹ", "a", byte(1))
	f.Fuzz(func(t *testing.T, data []byte, name, after string, kind byte) {
		if o, err := Parse(data); err == nil && o.Duplicates() == nil && utf8.ValidString(name) {
			changesItsMemberAlone(t, data, name, after, kind%5)
		}
	})
}

func TestMergeSetsMembersAndRemovesThoseThatAreNull(t *testing.T) {
	for _, row := range [][3]string{
		{`{}`, `{"a":1}`, `{"a":1}`},
		{`{"a":1,"b":null}`, `{"c":"x"}`, `{"a":1,"b":null,"c":"x"}`},
		{`{ "a" : 1, "b": [2 , 3] }`, `{"a":null,"b":{"c":null}}`, `{"b":{"c":null}}`},
		{`{"a":1}`, `{"\u0061":2,"a":3}`, `{"a":3}`},
		{`{"a":1}`, `{"b":1,"b":null}`, `{"a":1}`},
	} {
		if got, err := Merge([]byte(row[0]), []byte(row[1])); err != nil || string(got) != row[2] {
			t.Errorf("%s with %s: %s, %v", row[0], row[1], got, err)
		}
	}
}

func TestMergeRefusesWhatIsNoObject(t *testing.T) {
	for _, bad := range []string{"[]", "null", "{", ""} {
		if _, err := Merge([]byte(bad), []byte(`{"a":1}`)); err == nil {
			t.Errorf("%q was merged", bad)
		}
	}
}

func TestALargeValueIsNotIndented(t *testing.T) {
	deep := strings.Repeat("[", 900) + strings.Repeat("[],", maxIndented) + "1" + strings.Repeat("]", 900)
	if got := string(Indented(Raw).Value([]byte(deep))); got != deep {
		t.Errorf("%d bytes that are nested deep became %d", len(deep), len(got))
	}
}

func TestAValueIsLaidOutAsItsFile(t *testing.T) {
	value := []byte(`{"a":["ä😀\u00e9",{}],"b":1e2}`)
	for layout, want := range map[Layout]string{
		Indented(Raw):   "{\n    \"a\": [\n      \"ä😀\\u00e9\",\n      {}\n    ],\n    \"b\": 1e2\n  }",
		Indented(ASCII): "{\n    \"a\": [\n      \"\\u00e4\\ud83d\\ude00\\u00e9\",\n      {}\n    ],\n    \"b\": 1e2\n  }",
		{Colon: ":"}:    string(value),
	} {
		if got := string(layout.Value(value)); got != want {
			t.Errorf("%+v: %s", layout, got)
		}
	}
}

func TestTheLayoutOfAnotherEncodingEscapes(t *testing.T) {
	o, err := Parse([]byte("{\"a\": \"\xc4\xe3\"}"))
	testdir.Must(t, err)
	if l := o.Layout(); l.Escapes != ASCII {
		t.Errorf("%+v", l)
	}
}

func TestAnArrayOfAFileOnOneLineIsOnOneLine(t *testing.T) {
	if got := (Layout{Gap: " "}).Array([]byte("1"), []byte("2")); string(got) != "[1, 2]" {
		t.Errorf("it is %s", got)
	}
}

func TestAValueBetweenBlanksIsValid(t *testing.T) {
	if err := Valid([]byte(" 1\n")); err != nil {
		t.Error(err)
	}
}
