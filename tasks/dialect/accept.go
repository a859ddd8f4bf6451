package dialect

// What a dialect's agents accept is asked by four, and all are answered from here: spec.fits knows the kinds of values, and
// spec.mistyped finds the members of a file that do not fit. On them rely unseen, for the board; rendering.refuseValue, for what a
// person types; and judge.go, for the doctor. Files of a flow have ccw_edit.go in place of refuseValue.

import (
	"fmt"
	"iter"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// reads reports whether the agents make something of a key. What only others know is none of their business.
func (sp *spec) reads(k key) bool {
	if sp.traits.NumericIDs && k == keyBlocks {
		return true // s07 lost it and still finds it in old files
	}
	return k == keyMetadata && sp.reader.typed || slices.Contains(sp.order, k)
}

// fits reports whether a key may have a value of this kind.
func (sp *spec) fits(k key, kind jsonedit.Kind) bool {
	switch k.meaning() {
	case keyID:
		return sp.isID(kind)
	case keyOwner, keyWorktree:
		return kind == jsonedit.KindString || kind == jsonedit.KindNull && sp.none != noneAbsent
	case keySubject, keyDescription, keyStatus, keyActive:
		return kind == jsonedit.KindString
	case keyWaits, keyBlocks:
		return kind == jsonedit.KindArray || kind == jsonedit.KindNull && sp.takesNull(k)
	case keyMetadata:
		return kind == jsonedit.KindObject || !sp.reader.typed
	}
	return true
}

// takesNull reports whether null does no harm in the place of a list: those whose ids are numbers print it, and go
// through the lists of blockers only where completing a task clears it from them.
func (sp *spec) takesNull(k key) bool {
	return sp.traits.NumericIDs && (k == keyBlocks || sp.traits.Blocked != tasks.ListNotEmpty)
}

// kindsFor returns which kinds of values the agents want of a key.
func (sp *spec) kindsFor(k key) string {
	switch k.meaning() {
	case keyOwner, keyWorktree:
		if sp.none == noneAbsent {
			return "a text (its key must be absent when there is none)"
		}
		return "a text or null"
	case keyWaits, keyBlocks:
		return "a list"
	case keyMetadata:
		return "an object"
	}
	return "a text"
}

func (k key) isList() bool { return k.meaning() == keyWaits || k == keyBlocks }

// isID reports whether a value of this kind can be an id: where ids are texts, a number is none.
func (sp *spec) isID(kind jsonedit.Kind) bool {
	return kind == jsonedit.KindString || kind == jsonedit.KindNumber && sp.traits.NumericIDs
}

// mistyped visits the members whose values are of a kind that the dialect's agents cannot work with; with inside also the
// lists of ids in which something is no id.
func (sp *spec) mistyped(f *file, inside bool) iter.Seq2[key, jsonedit.Member] {
	return func(yield func(key, jsonedit.Member) bool) {
		for i, m := range f.Object.Members() {
			k := f.codes[i]
			bad := !sp.fits(k, m.Kind)
			if !bad && inside && k.isList() {
				f.elems = f.Elems(f.elems[:0], m)
				bad = sp.holdsMore(f.elems)
			}
			if bad && sp.reads(k) && !yield(k, m) {
				return
			}
		}
	}
}

// holdsMore reports whether a list holds something else than ids.
func (sp *spec) holdsMore(list []jsonedit.Elem) bool {
	return slices.ContainsFunc(list, func(e jsonedit.Elem) bool { return !sp.isID(e.Kind) })
}

// isSurplus reports whether a key is one too many for the dialect's agents.
func (sp *spec) isSurplus(k key) bool {
	return sp.traits.FixedKeys && !slices.Contains(sp.order, k)
}

const failsAll = ": its agents then fail to list any task of this folder"

// unseen returns why the dialect's own agents cannot see the task, "" when they can. Whether a key is one too many the other
// files decide: see tasks.OwnKeys.
func (sp *spec) unseen(f *file, t *tasks.Task, d *folder) string {
	if sp.traits.ReadOnly != "" {
		return ""
	}
	if f.BOM {
		return "its agents' JSON reader refuses a byte order mark"
	}
	if why := sp.unseenName(t, d); why != "" {
		return why
	}
	if why := sp.unseenKeys(f); why != "" {
		return why
	}
	if sp.reader.statuses && t.Status == tasks.Foreign {
		return "the status " + quoted(t.StatusText) + " is not one its agents know" + sp.then()
	}
	if sp.reader.stem && t.ID.Text != stemOf(t.Name) {
		return "its id is not its file's name" + sp.then()
	}
	if sp.reader.typed && f.Loose {
		return "NaN and Infinity are not JSON" + sp.then()
	}
	for k, m := range sp.mistyped(f, sp.reader.typed) {
		name := quoted(keyNames[k])
		switch list := k.isList(); {
		case sp.reader.typed && list && m.Kind == jsonedit.KindArray:
			return "its " + name + " holds more than texts" + sp.then()
		case sp.reader.typed:
			return "its " + name + " is not " + sp.kindsFor(k) + sp.then()
		case !list: // they trip over it no sooner than they print it
		case m.Kind == jsonedit.KindNull && sp.traits.NumericIDs:
			return "its " + name + " is null: its agents then fail to complete any task of this folder"
		default:
			return "its " + name + " is not a list: its agents fail on it"
		}
	}
	return ""
}

// then tells what a file that fails does to its listing.
func (sp *spec) then() string {
	if sp.reader.failsAll {
		return failsAll
	}
	return ": its agents skip the file"
}

func (sp *spec) unseenName(t *tasks.Task, d *folder) string {
	kind := kindOf(t.Name)
	if sp.reader.glob != globAll && kind&nameTask == 0 {
		return "its agents read only files named task_…"
	}
	switch {
	case sp.reader.glob == globTaskInt && !leadsWithInt(t.Name):
		return "its agents expect a number after task_ in the name" + failsAll
	case sp.reader.glob == globTask && kind&nameHex == 0 && d.hex > d.all-d.hex:
		return "the agents of this folder expect eight hex digits after task_ in the name" + failsAll
	}
	return ""
}

func (sp *spec) unseenKeys(f *file) string {
	for _, k := range sp.reader.need {
		if !f.hasSpelled(k) {
			return "the key " + quoted(keyNames[k]) + " is missing" + sp.then()
		}
	}
	return ""
}

// refuseValue returns why a value that a person typed must not become the value of a key: agents fail on a file, or pass over
// it, whose values have types they cannot work with.
func (r *rendering) refuseValue(name string, k key, raw []byte) error {
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
	null := m.Kind == jsonedit.KindNull
	switch {
	case k == keyID:
		return fmt.Errorf("%s must stay: its file's name and other tasks rely on it", quoted(name))
	case !r.sp.fits(k, m.Kind), k.isList() && null, k == keyMetadata && slices.Contains(r.sp.order, k) && m.Kind != jsonedit.KindObject:
		return must(r.sp.kindsFor(k))
	case k == keyStatus && r.sp.reader.statuses && tasks.StatusOf(in.String(m)) == tasks.Foreign:
		return fmt.Errorf("the status %s is not one its agents know%s", quoted(in.String(m)), r.sp.then())
	case k.isList() && r.sp.holdsMore(in.Elems(nil, m)):
		return must("a list of ids")
	}
	return nil
}

func kindWord(k jsonedit.Kind) string {
	switch k {
	case jsonedit.KindString:
		return "a text"
	case jsonedit.KindNumber:
		return "a number"
	case jsonedit.KindArray:
		return "a list"
	case jsonedit.KindObject:
		return "an object"
	case jsonedit.KindNull:
		return "null"
	}
	return "a yes or no"
}
