package dialect

import (
	"errors"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

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
