package dialect

import (
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// This file knows what the agents of a dialect accept: spec.faults finds what is wrong with a file, for the board in
// words (unseen) and for the doctor with repairs (Judge). What a person types is checked by refuseValue, for workflow
// files by refuseFlowValue.

// reads reports whether the agents read a key. Metadata are optional.
func (sp *spec) reads(k key) bool { return k == keyMetadata || slices.Contains(sp.order, k) }

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

// takesNull reports whether null is harmless in place of a list: agents whose ids are numbers print it, and iterate
// over the lists of blockers only if completing a task clears them.
func (sp *spec) takesNull(k key) bool {
	return sp.traits.NumericIDs && (k == keyBlocks || sp.traits.Blocked != tasks.ListNotEmpty)
}

// kindsFor returns, in words, the kinds of values that the agents accept for a key.
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

// isID reports whether a value of this kind can be an id.
func (sp *spec) isID(kind jsonedit.Kind) bool {
	return kind == jsonedit.KindString || kind == jsonedit.KindNumber && sp.traits.NumericIDs
}

// holdsMore reports whether a list has anything but ids.
func (sp *spec) holdsMore(list []jsonedit.Elem) bool {
	return slices.ContainsFunc(list, func(e jsonedit.Elem) bool { return !sp.isID(e.Kind) })
}

// isSurplus reports whether a key is one that the dialect's agents refuse.
func (sp *spec) isSurplus(k key) bool {
	return sp.traits.FixedKeys && !slices.Contains(sp.order, k)
}

// fault is something in a file that the agents of a dialect do not accept.
type fault struct {
	what faultKind
	k    key
	m    jsonedit.Member // the member, unless it is missing
}

// faultKind is the kind of a fault.
type faultKind uint8

const (
	missingKey faultKind = iota
	surplusKey
	foreignStatus
	otherID   // the id is not the file's name
	looseJSON // NaN and Infinity
	wrongKind // of a value
	wrongElem // of a list of ids
)

// faults returns what is wrong with a file, except surplus keys: whether those are wrong depends on the other files. If
// inside is set, the elements of lists are checked too.
func (sp *spec) faults(f *file, name string, s tasks.Status, id tasks.ID, inside bool) (all []fault) {
	for _, k := range sp.reader.need {
		if !f.hasSpelled(k) {
			all = append(all, fault{what: missingKey, k: k})
		}
	}
	if sp.reader.statuses && !f.hasDesignWord() {
		all = append(all, fault{what: foreignStatus, k: keyStatus})
	}
	if sp.ids == taskHex && id.Text != stemOf(name) {
		all = append(all, fault{what: otherID, k: keyID})
	}
	if sp.reader.typed && f.Loose {
		all = append(all, fault{what: looseJSON})
	}
	for i, m := range f.Object.Members() {
		switch k := f.codes[i]; {
		case !sp.reads(k):
		case k == keyOwner && sp.none != noneAbsent && f.isNobody(m): // they only ask whether there is one
		case !sp.fits(k, m.Kind):
			all = append(all, fault{wrongKind, k, m})
		case inside && k.isList() && sp.holdsMore(f.elemsOf(m)):
			all = append(all, fault{wrongElem, k, m})
		}
	}
	return all
}

// describe returns what is wrong, in words.
func (sp *spec) describe(f *file, x fault) string {
	switch x.what {
	case missingKey:
		return "the key " + quoted(keyNames[x.k]) + " is missing"
	case surplusKey:
		return "the key " + quoted(f.Key(x.m)) + " is one too many"
	case foreignStatus:
		_, word := f.status(sp)
		return "the status " + quoted(word) + " is not one its agents know"
	case otherID:
		return "its id is not its file's name"
	case looseJSON:
		return "NaN and Infinity are not JSON"
	case wrongElem:
		return "its " + quoted(keyNames[x.k]) + " holds more than " +
			map[bool]string{false: "texts", true: "ids"}[sp.traits.NumericIDs]
	}
	return "its " + quoted(keyNames[x.k]) + " is not " + sp.kindsFor(x.k)
}

const failsAll = ": its agents then fail to list any task of this folder"

// unseen returns why the dialect's own agents cannot see the task, "" if they can. Surplus keys depend on the other
// files: see tasks.OwnKeys.
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
	for _, x := range sp.faults(f, t.Name, t.Status, t.ID, sp.reader.typed) {
		switch words := sp.describe(f, x); {
		case x.what != wrongKind || sp.reader.typed:
			return words + sp.consequence()
		case !x.k.isList(): // it fails only if they print it
		case x.m.Kind == jsonedit.KindNull && sp.traits.NumericIDs:
			return words + ": its agents then fail to complete any task of this folder"
		default:
			return words + ": its agents fail on it"
		}
	}
	return ""
}

// consequence returns what happens when agents fail to read a file, as the end of a sentence.
func (sp *spec) consequence() string {
	if sp.reader.failsAll {
		return failsAll
	}
	return ": its agents skip the file"
}

// unseenName returns why the dialect's own agents cannot see a task because of the name of its file, "" if they can.
func (sp *spec) unseenName(t *tasks.Task, d *folder) string {
	switch kind := kindOf(t.Name); {
	case sp.readsAll():
	case kind&nameTask == 0:
		return "its agents read only files named task_…"
	case sp.traits.NumericIDs && !leadsWithInt(t.Name):
		return "its agents expect a number after task_ in the name" + failsAll
	case !sp.traits.NumericIDs && kind&nameHex == 0 && 2*d.hex > d.all:
		return "the agents of this folder expect eight hex digits after task_ in the name" + failsAll
	}
	return ""
}

// kindWord returns the words for a kind of JSON value.
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

// empty reports whether a canonical JSON value is null or has nothing in it.
func empty(raw []byte) bool {
	switch string(raw) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}
