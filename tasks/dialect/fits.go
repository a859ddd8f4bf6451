package dialect

import (
	"fmt"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// fits says why a value that a person typed must not become the value of a key: agents fail on a file, or pass over
// it, whose values have types they cannot work with.
func (r *rendering) fits(name string, k key, raw []byte) error {
	var in jsonedit.Object
	if err := in.Parse(append(append([]byte(`{"":`), raw...), '}')); err != nil {
		return fmt.Errorf("the value of %s: %w", quoted(name), err)
	}
	m := in.Members()[0]
	must := func(what string) error { return fmt.Errorf("%s must be %s%s", quoted(name), what, r.sp.then()) }
	if r.sp.reader.typed && in.Loose {
		return fmt.Errorf("NaN and Infinity are not JSON%s", r.sp.then())
	}
	if r.sp.flow != nil {
		return r.flowFits(name, k, &in, m)
	}
	switch k.meaning() {
	case keyID:
		return fmt.Errorf("%s must stay: its file's name and other tasks rely on it", quoted(name))
	case keyStatus:
		if m.Kind != jsonedit.KindString {
			return must("a text")
		}
		if word := in.String(m); r.sp.reader.statuses && tasks.StatusOf(word) == tasks.Foreign {
			return fmt.Errorf("the status %s is not one its agents know%s", quoted(word), r.sp.then())
		}
	case keySubject, keyDescription, keyActive:
		if m.Kind != jsonedit.KindString {
			return must("a text")
		}
	case keyOwner, keyWorktree:
		if r.sp.none == noneAbsent && m.Kind != jsonedit.KindString {
			return must("a text, or not there at all")
		}
		if m.Kind != jsonedit.KindString && m.Kind != jsonedit.KindNull {
			return must("a text or null")
		}
	case keyWaits, keyBlocks:
		if m.Kind != jsonedit.KindArray {
			return must("a list")
		}
		for _, e := range in.Elems(nil, m) {
			if e.Kind != jsonedit.KindString && (e.Kind != jsonedit.KindNumber || !r.sp.traits.NumericIDs) {
				return must("a list of ids")
			}
		}
	case keyMetadata:
		if has(r.sp.order, k) && m.Kind != jsonedit.KindObject || r.sp.reader.typed && m.Kind != jsonedit.KindObject {
			return must("an object")
		}
	}
	return nil
}
