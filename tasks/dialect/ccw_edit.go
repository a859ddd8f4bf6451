package dialect

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// flowStatus returns the edits that set the status of a workflow file, and add the change to its status_history if it
// has one.
func (r *rendering) flowStatus(to tasks.Value) ([]jsonedit.Op, error) {
	word := r.flowWordFor(tasks.StatusNamed(to.Text))
	was := tasks.Pending.String()
	m, _ := r.f.get(keyStatus)
	if !m.None() {
		was = r.f.flowWord(m)
	}
	raw := jsonedit.Quote(word, jsonedit.ASCII)
	ops := r.put(keyStatus, raw)
	if m.Kind == jsonedit.KindObject {
		in, name := r.f.statusWordIn(m)
		if name == "" {
			return nil, fmt.Errorf("its status is an object that holds no word for it")
		}
		ops = []jsonedit.Op{r.f.within(in, keyStatus, jsonedit.SetValue(name, raw))}
	}
	return append(ops, r.history(was, word)...), nil
}

// flowWordFor returns the word for a status. For a task in progress there are two: the one in the file's own history
// counts, then the folder's, then its generation's.
func (r *rendering) flowWordFor(s tasks.Status) string {
	if s != tasks.InProgress {
		return s.String()
	}
	if i, ok := r.f.runningInHistory(); ok {
		return runningWords[i]
	}
	return r.codec.runningWord(r.sp)
}

// mirrorStatusHistory returns the edits that add a status that a person typed to the history of a workflow file.
func (r *rendering) mirrorStatusHistory(k key, raw []byte) []jsonedit.Op {
	if r.sp.flow == nil || k != keyStatus {
		return nil
	}
	m, _ := r.f.get(keyStatus)
	in, now := valueOf(raw)
	return r.history(r.f.flowWord(m), in.flowWord(now))
}

// history returns the edits that add an entry to the status_history of a file that has one, in the form of the last
// entry.
func (r *rendering) history(from, to string) []jsonedit.Op {
	m, _ := r.f.get(keyHistory)
	if m.Kind != jsonedit.KindArray {
		return nil
	}
	name := r.f.spelled(keyHistory)
	pairs := []jsonedit.Pair{
		{Key: "from", Raw: jsonedit.Quote(from, r.escapes())}, {Key: "to", Raw: jsonedit.Quote(to, r.escapes())},
		{Key: "changed_at"},
	}
	var entry *jsonedit.Object
	elems := r.f.Elems(nil, m)
	if n := len(elems); n > 0 {
		entry, _ = jsonedit.Parse(r.f.Bytes(elems[n-1]))
	}
	if entry == nil || len(entry.Members()) == 0 { // it has no form
		pairs[2].Raw = isoTimeLike(nil, r.at)
		return []jsonedit.Op{jsonedit.AddElem(name, nestedLayout(r.f.Layout(), 2).Object(pairs))}
	}
	sample, _ := entry.Get("changed_at")
	pairs[2].Raw = isoTimeLike(entry.Raw(sample), r.at)
	var ops []jsonedit.Op
	for _, had := range entry.Members() {
		known := func(p jsonedit.Pair) bool { return entry.Is(had, p.Key) }
		if !slices.ContainsFunc(pairs, known) {
			ops = append(ops, jsonedit.Remove(entry.Key(had)))
		}
	}
	for _, p := range pairs {
		if _, ok := entry.Get(p.Key); ok {
			ops = append(ops, jsonedit.SetValue(p.Key, p.Raw))
		} else {
			ops = append(ops, jsonedit.Insert(p.Key, p.Raw, ""))
		}
	}
	next, err := jsonedit.Apply(r.f.Bytes(elems[len(elems)-1]), ops...)
	if err != nil { // the last entry has a member twice
		return nil
	}
	return []jsonedit.Op{jsonedit.AddElem(name, next)}
}

// nestedLayout returns the layout of an object some levels down.
func nestedLayout(l jsonedit.Layout, levels int) jsonedit.Layout {
	l.Final = ""
	if l.Newline != "" {
		l.Newline += string(bytes.Repeat([]byte(l.Indent), levels))
	}
	return l
}

// newList returns the edits that add the first list of dependencies to an object of a file, which may be empty or
// missing.
func (r *rendering) newList(at place, elem []byte) ([]jsonedit.Op, error) {
	m, _ := r.f.get(at.outer)
	if in := r.f.object(m); len(in.Object.Members()) > 0 {
		return []jsonedit.Op{r.f.within(in, at.outer, jsonedit.Insert(at.name, r.listWithin(in, elem), ""))}, nil
	}
	if !m.None() && m.Kind != jsonedit.KindObject {
		return nil, fmt.Errorf("its %s is not an object", quoted(keyNames[at.outer]))
	}
	l := nestedLayout(r.f.Layout(), 1)
	return r.put(at.outer, l.Object([]jsonedit.Pair{{Key: at.name, Raw: l.Array(elem)}})), nil
}

// listWithin returns a list of one element for the nested object in, laid out like its other lists or those of the
// file.
func (r *rendering) listWithin(in *file, elem []byte) []byte {
	l, inner := r.f.Layout(), in.Layout()
	l.Inline = inner.Inline || l.Inline && !in.hasLists()
	l.Newline = strings.TrimSuffix(inner.Newline+inner.Indent, l.Indent)
	return l.Array(elem)
}

// hasLists reports whether a list of the object has elements, whose layout can be copied.
func (f *file) hasLists() bool {
	return slices.ContainsFunc(f.Object.Members(), func(m jsonedit.Member) bool { return len(f.Elems(nil, m)) > 0 })
}

// refuseFlowValue returns why a value that a person typed must not become the value of a member of a workflow file.
func (r *rendering) refuseFlowValue(name string, k key, in *file, m jsonedit.Member) error {
	must := func(what string) error { return fmt.Errorf("%s must be %s", quoted(name), what) }
	switch k {
	case keyID, keyTaskID:
		return fmt.Errorf("%s must stay: its file's name and other tasks rely on it", quoted(name))
	case keyTitle, keyDescription:
		if m.Kind != jsonedit.KindString {
			return must("a text")
		}
	case keyStatus:
		if m.Kind == jsonedit.KindString && workflowStatus(in.String(m)) == tasks.Foreign {
			return fmt.Errorf("the status %s is not one its agents know", quoted(in.String(m)))
		}
		if m.Kind != jsonedit.KindString && m.Kind != jsonedit.KindObject {
			return must("a text")
		}
	case keyDependsOn, keyHistory:
		if m.Kind != jsonedit.KindArray {
			return must("a list")
		}
	case keyContext, keyRelations, keyMeta, keyFlow, keyExecution:
		if m.Kind != jsonedit.KindObject && slices.Contains(r.sp.order, k) {
			return must("an object")
		}
	}
	return nil
}

// RunningWord returns the word for a task in progress in a folder of workflow files, "" in other dialects.
func (c *Codec) RunningWord(as *tasks.Traits) string {
	if sp := specOf(as); sp.flow != nil {
		return c.runningWord(sp)
	}
	return ""
}

func (c *Codec) runningWord(sp *spec) string {
	said := c.habits.counted(sp).running
	return majority(said[0], said[1], runningWords[0], runningWords[1], runningWords[sp.flow.word])
}
