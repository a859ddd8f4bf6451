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
	Ignored               // they never look at a file of this name
	Skipped               // they look at it and pass over it without a word
	FailsAll              // it makes their listing fail, so that they see no task of the folder at all
	FailsOver             // they see its task, and fail on it when they complete any task of the folder
)

// Verdict is what the agents of one dialect make of one file, whatever dialect the file was written in.
type Verdict struct {
	Take  Take
	Why   string         // in words, "" when taken; may hold raw text of the file
	Mend  []tasks.Change // changes of this file after which they take it; nil where there are none
	Lossy bool           // Mend takes away something that is not empty
}

// TakeUnreadable is what the agents of a dialect do at a file of this name that the system does not let them read.
func TakeUnreadable(as *tasks.Traits, name string) Take {
	switch {
	case !Matches(as, name):
		return Ignored
	case specOf(as).reader.failsAll:
		return FailsAll
	}
	return Skipped
}

// Judge returns what the agents of a dialect make of a file. Members named in own are no fault: see tasks.OwnKeys.
func (b *Codec) Judge(as *tasks.Traits, name string, raw []byte, own []string) Verdict {
	sp := specOf(as)
	if !Matches(as, name) {
		return Verdict{Take: Ignored, Why: "its name does not begin with task_"}
	}
	if why := sp.misnamed(name); why != "" {
		return Verdict{Take: FailsAll, Why: why}
	}
	f := b.open()
	defer b.done(f)
	err := f.parse(raw)
	switch {
	case sp.traits.ReadOnly != "":
		return Verdict{}
	case f.Encoding != jsonedit.UTF8 && sp.flow != nil:
		return Verdict{Take: Skipped, Why: "its text is not UTF-8"}
	case f.Encoding != jsonedit.UTF8 && !sp.reader.typed:
		return Verdict{Take: FailsAll, Why: "its text is not UTF-8"}
	case err == nil && f.BOM:
		return Verdict{Take: sp.unparsed(), Why: "it begins with a byte order mark"}
	}
	if broken, is := errors.AsType[*Broken](err); is && broken.Kind == tasks.Unparsable {
		return Verdict{Take: sp.unparsed(), Why: broken.Text}
	}
	if err != nil {
		return Verdict{Take: TakeUnreadable(as, name), Why: "it is " + err.Error()}
	}
	if sp.flow != nil {
		return Verdict{} // whoever can read it takes it as it is
	}
	j := judging{sp: sp, f: f, own: own}
	j.keys()
	j.types()
	j.words(name)
	if j.why == "" {
		return Verdict{}
	}
	v := Verdict{Take: TakeUnreadable(as, name), Why: j.why, Mend: j.mend, Lossy: j.lossy}
	if j.listed {
		v.Take = FailsOver
	}
	if _, dup := f.duplicate(); dup || j.hopeless || f.Encoding != jsonedit.UTF8 || f.crlf() {
		v.Mend, v.Lossy = nil, false
	}
	return v
}

// misnamed returns why agents that look at a name fail on it.
func (sp *spec) misnamed(name string) string {
	switch {
	case sp.reader.glob == globTaskInt && !leadsWithInt(name):
		return "no number follows task_ in its name"
	case sp.reader.glob == globTaskHex && kindOf(name)&nameHex == 0:
		return "its name is not task_ and eight hex digits"
	}
	return ""
}

// unparsed is what agents do at a file that is not JSON. Those of the v6 family look out for that, and for nothing
// else.
func (sp *spec) unparsed() Take {
	if sp.reader.failsAll && !sp.reader.pending {
		return FailsAll
	}
	return Skipped
}

// judging holds one parsed file against what one dialect's agents accept.
type judging struct {
	sp       *spec
	f        *file
	own      []string // members that the folder's agents write, whatever the design says
	why      string   // the first thing that is wrong
	mend     []tasks.Change
	hopeless bool // something is wrong that no change can put right without guessing
	lossy    bool
	listed   bool // they list it all the same: nothing is wrong but its list of blockers
}

func (j *judging) wrong(why string) {
	if j.why == "" {
		j.why = why
	}
}

// put asks for a value of a member. A change without a value takes the member away.
func (j *judging) put(name, value string) {
	c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: name, To: tasks.Value{Kind: tasks.RawVal, Text: value}}
	if m, ok := j.f.Get(name); ok {
		c.From = memberValue(j.f.Raw(m))
	}
	if value == "" {
		c.Op, c.To = tasks.Unset, tasks.Value{}
	}
	j.mend = append(j.mend, c)
}

// keys finds what is missing and what is one too many.
func (j *judging) keys() {
	for _, k := range j.sp.reader.need {
		if j.f.hasSpelled(k) {
			continue
		}
		j.wrong("the key " + quoted(keyNames[k]) + " is missing")
		value := ""
		switch k {
		case keyOwner:
			value = `""`
			if j.sp.none == noneNull {
				value = "null"
			}
		case keyDescription:
			value = `""`
		case keyWaits, keyWaitsSnake, keyBlocks:
			value = "[]"
		}
		if value == "" || j.f.has(k) { // it has it in the words of another dialect
			j.hopeless = true
			continue
		}
		j.put(keyNames[k], value)
	}
	for i, m := range j.f.Object.Members() {
		name := j.f.Key(m)
		if !j.sp.isSurplus(j.f.codes[i]) || slices.Contains(j.own, name) {
			continue
		}
		j.wrong("the key " + quoted(name) + " is one too many")
		j.lossy = j.lossy || !empty(jsonedit.Canonical(j.f.Raw(m)))
		j.put(name, "")
	}
}

func empty(raw []byte) bool {
	switch string(raw) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// types finds values that are of another kind than the agents count on.
func (j *judging) types() {
	if j.sp.reader.typed && j.f.Loose {
		j.wrong("NaN and Infinity are not JSON")
		j.hopeless = true
	}
	for k, m := range j.sp.mistyped(j.f, true) {
		if k.isList() && m.Kind == jsonedit.KindArray {
			j.elements(k, m)
			continue
		}
		name := keyNames[k]
		null := m.Kind == jsonedit.KindNull
		j.listed = null && k.meaning() == keyWaits && j.sp.traits.NumericIDs && (j.why == "" || j.listed)
		j.wrong("its " + quoted(name) + " is " + kindWord(m.Kind))
		switch {
		case k == keyOwner && null && j.sp.none == noneAbsent && slices.Contains(j.own, name):
			j.put(name, `""`)
		case k == keyOwner && null && j.sp.none == noneAbsent:
			j.put(name, "")
		case null && (k == keyDescription || k.meaning() == keyActive):
			j.put(name, `""`)
		case null && (k.meaning() == keyWaits || k == keyBlocks):
			j.put(name, "[]")
		default:
			j.hopeless = true
		}
	}
}

// elements finds what is no id in a list: where ids are texts, a number can be made one.
func (j *judging) elements(k key, m jsonedit.Member) {
	j.f.elems = j.f.Elems(j.f.elems[:0], m)
	var all [][]byte
	for _, e := range j.f.elems {
		raw := j.f.Bytes(e)
		if e.Kind == jsonedit.KindNumber && !j.sp.traits.NumericIDs {
			raw = []byte(`"` + string(raw) + `"`)
		}
		j.hopeless = j.hopeless || e.Kind != jsonedit.KindString && e.Kind != jsonedit.KindNumber
		all = append(all, raw)
	}
	j.listed = false
	j.wrong("its " + quoted(keyNames[k]) + " names tasks by something else than texts")
	j.put(keyNames[k], string(j.f.Layout().Array(all...)))
}

// words checks what stands in the values, where agents do.
func (j *judging) words(name string) {
	if j.sp.reader.statuses && j.f.hasSpelled(keyStatus) {
		if s, word := j.f.status(j.sp); s == tasks.Foreign {
			j.wrong("the status " + quoted(word) + " is not one its agents know")
			j.hopeless = true
		}
	}
	if id, ok := j.f.id(name); j.sp.reader.stem && ok && id.Text != stemOf(name) {
		j.wrong("its id " + quoted(id.Text) + " is not its file's name")
		j.hopeless = true
	}
}
