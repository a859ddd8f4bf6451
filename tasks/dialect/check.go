package dialect

import (
	"errors"
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// This file knows what the agents of a dialect accept: spec.faults finds what is wrong with a file, for the board in
// words (unseen) and for the doctor with repairs (Judge); refuseValue checks what a person types, for workflow files
// with refuseFlowValue.

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

func (k key) isList() bool { return k.meaning() == keyWaits || k == keyBlocks }

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

func (sp *spec) unseenName(t *tasks.Task, d *folder) string {
	switch kind := kindOf(t.Name); {
	case sp.readsAll():
	case kind&nameTask == 0:
		return "its agents read only files named task_…"
	case sp.traits.NumericIDs && !leadsWithInt(t.Name):
		return "its agents expect a number after task_ in the name" + failsAll
	case !sp.traits.NumericIDs && kind&nameHex == 0 && d.hex > d.all-d.hex:
		return "the agents of this folder expect eight hex digits after task_ in the name" + failsAll
	}
	return ""
}

// Take is what the agents of a dialect do with a file.
type Take uint8

const (
	Taken     Take = iota // they see its task
	Ignored               // they do not open files with such a name
	Skipped               // they open it and skip it silently
	FailsAll              // it makes their listing fail: they see no task of the folder
	FailsOver             // they see its task, and fail on it when they complete any task of the folder
)

// Verdict is what the agents of a dialect do with a file of any dialect, and how to repair it.
type Verdict struct {
	Take   Take
	Why    string         // in words, "" if taken; may hold raw text of the file
	Repair []tasks.Change // changes of this file after which they take it; nil if there are none
	Lossy  bool           // Repair removes a value that is not empty
}

// TakeUnreadable returns what the agents of a dialect do with a file of this name that they cannot read.
func TakeUnreadable(as *tasks.Traits, name string) Take {
	switch {
	case !Matches(as, name):
		return Ignored
	case specOf(as).reader.failsAll:
		return FailsAll
	}
	return Skipped
}

// Judge returns what the agents of a dialect do with a file. Members in own are no fault: see tasks.OwnKeys.
func (c *Codec) Judge(as *tasks.Traits, name string, raw []byte, own []string) Verdict {
	sp := specOf(as)
	if !Matches(as, name) {
		return Verdict{Take: Ignored, Why: "its name does not begin with task_"}
	}
	if why := sp.misnamed(name); why != "" {
		return Verdict{Take: FailsAll, Why: why}
	}
	f := c.open()
	defer c.done(f)
	err := f.parse(raw)
	switch {
	case sp.traits.ReadOnly != "":
		return Verdict{}
	case f.Encoding != jsonedit.UTF8 && sp.flow != nil:
		return Verdict{Take: Skipped, Why: "its text is not UTF-8"}
	case f.Encoding != jsonedit.UTF8 && !sp.reader.typed:
		return Verdict{Take: FailsAll, Why: "its text is not UTF-8"}
	case f.BOM:
		return Verdict{Take: sp.unparsed(), Why: "it begins with a byte order mark"}
	}
	switch broken, _ := errors.AsType[*BrokenError](err); {
	case broken == nil:
	case broken.Kind == tasks.NotATask:
		return Verdict{Take: TakeUnreadable(as, name), Why: "it is " + broken.Text}
	default:
		return Verdict{Take: sp.unparsed(), Why: broken.Text}
	}
	if sp.flow != nil {
		return Verdict{} // their agents check nothing
	}
	s, _ := f.status(sp)
	id, _ := f.id(name)
	all := append(sp.faults(f, name, s, id, true), sp.surplus(f, own)...)
	if len(all) == 0 {
		return Verdict{}
	}
	v := Verdict{Take: FailsOver, Why: sp.describe(f, all[0])}
	_, dup := f.duplicate()
	unrepairable := dup || f.Encoding != jsonedit.UTF8
	for _, x := range all {
		if x.m.Kind != jsonedit.KindNull || x.k.meaning() != keyWaits || !sp.traits.NumericIDs {
			v.Take = TakeUnreadable(as, name) // more than its list of blockers is wrong
		}
		change, ok := sp.repair(f, x, own)
		unrepairable = unrepairable || !ok
		v.Repair = append(v.Repair, change)
		v.Lossy = v.Lossy || x.what == surplusKey && !empty(jsonedit.Canonical(f.Raw(x.m)))
	}
	if unrepairable {
		v.Repair, v.Lossy = nil, false
	}
	return v
}

// surplus returns the faults for keys that agents refuse, but for those in own.
func (sp *spec) surplus(f *file, own []string) (all []fault) {
	for i, m := range f.Object.Members() {
		if sp.isSurplus(f.codes[i]) && !slices.Contains(own, f.Key(m)) {
			all = append(all, fault{surplusKey, f.codes[i], m})
		}
	}
	return all
}

// repair returns the change that repairs a fault, false if that would be a guess.
func (sp *spec) repair(f *file, x fault, own []string) (tasks.Change, bool) {
	const gone = ""
	name, value := keyNames[x.k], gone
	owner := x.k == keyOwner
	switch {
	case x.what == surplusKey:
		name = f.Key(x.m)
	case x.what == wrongElem:
		if value = sp.idList(f, x.m); value == "" {
			return tasks.Change{}, false
		}
	case f.has(x.k) && x.m.Kind != jsonedit.KindNull:
		return tasks.Change{}, false
	case x.k.isList():
		value = "[]"
	case owner && sp.none == noneNull:
		value = "null"
	case owner && !slices.Contains(own, name): // they write no key instead
	case owner, x.k == keyDescription, x.k.meaning() == keyActive:
		value = `""`
	default:
		return tasks.Change{}, false
	}
	c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: name,
		To: tasks.Value{Kind: tasks.RawVal, Text: value}}
	m, _ := f.Get(name)
	c.From = memberValue(f.Raw(m))
	if value == gone {
		c.Op, c.To = tasks.Unset, tasks.Value{}
	}
	return c, true
}

// idList returns a list with texts in place of numbers, "" if it has other elements too.
func (sp *spec) idList(f *file, m jsonedit.Member) string {
	var all [][]byte
	for _, e := range f.elemsOf(m) {
		raw := f.Bytes(e)
		switch {
		case e.Kind != jsonedit.KindString && e.Kind != jsonedit.KindNumber:
			return ""
		case e.Kind == jsonedit.KindNumber:
			raw = []byte(`"` + string(raw) + `"`)
		}
		all = append(all, raw)
	}
	return string(f.Layout().Array(all...))
}

// misnamed returns why agents fail on the name of a file.
func (sp *spec) misnamed(name string) string {
	switch {
	case sp.traits.NumericIDs && !leadsWithInt(name):
		return "no number follows task_ in its name"
	case sp.ids == taskHex && kindOf(name)&nameHex == 0:
		return "its name is not task_ and eight hex digits"
	}
	return ""
}

// unparsed returns what agents do with a file that is not JSON. Those of the v6 family expect that, and nothing else.
func (sp *spec) unparsed() Take {
	if sp.reader.failsAll && !sp.reader.pending {
		return FailsAll
	}
	return Skipped
}

func empty(raw []byte) bool {
	switch string(raw) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// refuseValue returns why a value that a person typed must not become the value of a key: agents fail on values of
// other types, or skip the file.
func (r *rendering) refuseValue(name string, k key, raw []byte) error {
	in, m := valueOf(raw)
	must := func(what string) error { return fmt.Errorf("%s must be %s%s", quoted(name), what, r.sp.consequence()) }
	if r.sp.reader.typed && in.Loose {
		return fmt.Errorf("NaN and Infinity are not JSON%s", r.sp.consequence())
	}
	if r.sp.flow != nil {
		return r.refuseFlowValue(name, k, in, m)
	}
	null := m.Kind == jsonedit.KindNull
	switch {
	case k == keyID:
		return fmt.Errorf("%s must stay: its file's name and other tasks rely on it", quoted(name))
	case !r.sp.fits(k, m.Kind), k.isList() && null, k == keyMetadata && slices.Contains(r.sp.order, k) &&
		m.Kind != jsonedit.KindObject:
		return must(r.sp.kindsFor(k))
	case k == keyStatus && r.sp.reader.statuses && tasks.StatusOf(in.String(m)) == tasks.Foreign:
		return fmt.Errorf("the status %s is not one its agents know%s", quoted(in.String(m)), r.sp.consequence())
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
