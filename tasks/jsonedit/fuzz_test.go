package jsonedit

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

// members gives the raw values of an object's members by their decoded names.
func members(t *testing.T, data []byte) map[string]string {
	t.Helper()
	o, err := Parse(data)
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	all := map[string]string{}
	for _, m := range o.Members() {
		all[o.Name(m)] = string(o.Raw(m))
	}
	return all
}

// FuzzApplyChangesItsMemberAlone edits any object in every way: what comes out is an object again, the member is what
// it was told to be, and every other member has the bytes it had.
func FuzzApplyChangesItsMemberAlone(f *testing.F) {
	for _, s := range []string{python, `{}`, "{ }", "{\r\n\t\"a\" : [ 1 , 2 ] ,\r\n\t\"b\":null\r\n}\r\n", `{"a":[],"\u0062":"x"}`, "\ufeff{\"a\":[\n1\n]}", "{\"a\":\"\x95\x5c\",\"b\":[1]}"} {
		for kind := range byte(5) {
			f.Add([]byte(s), "a", "b", kind)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, name, after string, kind byte) {
		o, err := Parse(data)
		if err != nil || o.Duplicates() != nil || !utf8.ValidString(name) {
			return
		}
		one := func(raw []byte) bool { return string(bytes.TrimSpace(raw)) == "1" }
		op := [...]Op{SetValue(name, []byte(`"set"`)), Insert(name, []byte(`"set"`), after), Remove(name), AddElem(name, []byte(`"set"`)), DropElem(name, one)}[kind%5]
		before, given := members(t, data), bytes.Clone(data)
		got, err := Apply(data, op)
		if !bytes.Equal(data, given) {
			t.Fatalf("%q was changed where it lies", given)
		}
		if err != nil {
			return
		}
		now := members(t, got)
		switch is, there := now[name]; {
		case kind%5 <= 1 && is != `"set"`:
			t.Fatalf("%q with %q is %q", given, name, got)
		case kind%5 == 2 && there:
			t.Fatalf("%q without %q is %q", given, name, got)
		}
		delete(before, name)
		delete(now, name)
		for other, raw := range before {
			if now[other] != raw {
				t.Fatalf("%q became %q: %q was %q", given, got, other, raw)
			}
			delete(now, other)
		}
		if len(now) > 0 {
			t.Fatalf("%q became %q: new are %v", given, got, now)
		}
	})
}
