package dialect

import (
	"bytes"
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// flowStatus sets the status of a workflow file, and tells its history of that where it keeps one.
func (r *rendering) flowStatus(to tasks.Value) ([]jsonedit.Op, error) {
	word := r.flowWordFor(tasks.StatusNamed(to.Text))
	was := tasks.Pending.String()
	m, ok := r.f.get(keyStatus)
	if ok && m.Kind != jsonedit.KindNull {
		was = r.f.flowWord(m)
	}
	raw := jsonedit.Quote(word, jsonedit.ASCII)
	ops := r.put(keyStatus, raw)
	if ok && m.Kind == jsonedit.KindObject {
		in, name, held := r.f.wordInside(m)
		if !held {
			return nil, fmt.Errorf("its status is an object that holds no word for it")
		}
		next, err := jsonedit.Apply(in.raw, jsonedit.SetValue(name, raw))
		if err != nil {
			return nil, err
		}
		ops = r.put(keyStatus, next)
	}
	return append(ops, r.history(was, word)...), nil
}

// flowWordFor spells a status. For what is in progress there are two words: the one that the file's own history has,
// else the folder's, else its generation's.
func (r *rendering) flowWordFor(s tasks.Status) string {
	if s != tasks.InProgress {
		return s.String()
	}
	if i, ok := r.f.runningInHistory(); ok {
		return runningWords[i]
	}
	return r.codec.runningWord(r.sp)
}

// RunningWord returns the word for a task in progress in a folder of workflow files, "" in other dialects.
func (b *Codec) RunningWord(as *tasks.Traits) string {
	if sp := specOf(as); sp.flow != nil {
		return b.runningWord(sp)
	}
	return ""
}

func (b *Codec) runningWord(sp *spec) string {
	counts := &b.habits.running[sp.index()]
	switch first, second := counts[0].Load(), counts[1].Load(); {
	case first > second:
		return runningWords[0]
	case second > first:
		return runningWords[1]
	}
	return runningWords[sp.flow.word]
}

// runningInHistory returns which of runningWords the newest entry of a file's history has that has one.
func (f *file) runningInHistory() (int, bool) {
	m, ok := f.get(keyHistory)
	if !ok || m.Kind != jsonedit.KindArray {
		return 0, false
	}
	for _, e := range slices.Backward(f.Elems(nil, m)) {
		entry, err := jsonedit.Parse(f.Bytes(e))
		if err != nil {
			continue
		}
		for _, name := range [...]string{"to", "from"} {
			if said, ok := entry.Get(name); ok && said.Kind == jsonedit.KindString {
				if i := slices.Index(runningWords[:], entry.String(said)); i >= 0 {
					return i, true
				}
			}
		}
	}
	return 0, false
}

// retold is what a status that a person typed means for the history of a workflow file.
func (r *rendering) retold(k key, raw []byte) []jsonedit.Op {
	if r.sp.flow == nil || k != keyStatus {
		return nil
	}
	m, _ := r.f.get(keyStatus)
	var in file
	if in.parse(append(append([]byte(`{"status":`), raw...), '}')) != nil {
		return nil
	}
	now, _ := in.get(keyStatus)
	return r.history(r.f.flowWord(m), in.flowWord(now))
}

// history adds an entry to the status_history of a file that has one. It looks like the last one there.
func (r *rendering) history(from, to string) []jsonedit.Op {
	m, ok := r.f.get(keyHistory)
	if !ok || m.Kind != jsonedit.KindArray {
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
	if entry == nil { // there is no last one, or it is no object
		pairs[2].Raw = isoTimeLike(nil, r.at)
		return []jsonedit.Op{jsonedit.AddElem(name, deeper(r.f.Layout(), 2).Object(pairs))}
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
	if err != nil { // it has a member twice
		return nil
	}
	return []jsonedit.Op{jsonedit.AddElem(name, next)}
}

// deeper is a layout for an object that lies some levels down.
func deeper(l jsonedit.Layout, levels int) jsonedit.Layout {
	l.Final = ""
	if l.Newline != "" {
		l.Newline += string(bytes.Repeat([]byte(l.Indent), levels))
	}
	return l
}

// flowSet adds a dependency to the list of a workflow file or drops it from there, wherever that list lies.
func (r *rendering) flowSet(c tasks.Change) ([]jsonedit.Op, error) {
	if c.Field != tasks.FieldWaitsFor {
		return nil, nil
	}
	outer, name, in, m, ok := r.f.flowList(r.sp)
	if ok && m.Kind != jsonedit.KindArray && m.Kind != jsonedit.KindNull {
		return nil, fmt.Errorf("its %s is not a list", quoted(name))
	}
	listed, empty := false, true
	if ok {
		have := in.ids(m)
		listed, empty = slices.Contains(have, c.To.ID), len(have) == 0
	}
	if listed == (c.Op == tasks.Add) {
		return nil, nil
	}
	elem := idRaw(c.To.ID, r.escapes())
	var op jsonedit.Op
	switch {
	case c.Op == tasks.Drop:
		op = drop(name, c)
	case ok && !empty:
		op = jsonedit.AddElem(name, elem)
	case ok && outer == keyOther && m.Kind == jsonedit.KindArray:
		op = jsonedit.AddElem(name, elem)
	case ok:
		op = jsonedit.SetValue(name, r.listWithin(in, elem))
	case outer == keyOther:
		return r.put(keyDependsOn, r.f.Layout().Array(elem)), nil
	default:
		return r.newList(outer, name, elem)
	}
	if outer == keyOther {
		return []jsonedit.Op{op}, nil
	}
	next, err := jsonedit.Apply(in.raw, op)
	if err != nil {
		return nil, err
	}
	return []jsonedit.Op{jsonedit.SetValue(r.f.spelled(outer), next)}, nil
}

// newList gives a file its first list of dependencies, inside an object that it may not have yet.
func (r *rendering) newList(outer key, name string, elem []byte) ([]jsonedit.Op, error) {
	in, ok := r.f.inner(outer)
	if !ok {
		if m, there := r.f.get(outer); there && m.Kind != jsonedit.KindNull {
			return nil, fmt.Errorf("its %s is not an object", quoted(keyNames[outer]))
		}
		l := deeper(r.f.Layout(), 1)
		return r.put(outer, l.Object([]jsonedit.Pair{{Key: name, Raw: l.Array(elem)}})), nil
	}
	next, err := jsonedit.Apply(in.raw, jsonedit.Insert(name, r.listWithin(in, elem), ""))
	if err != nil {
		return nil, err
	}
	return []jsonedit.Op{jsonedit.SetValue(r.f.spelled(outer), next)}, nil
}

// listWithin lays out a list of one inside an object one level down, as the lists beside it are, or those of the file.
func (r *rendering) listWithin(in *file, elem []byte) []byte {
	l, inner := r.f.Layout(), in.Layout()
	if inner.Newline == "" || inner.Inline || l.Inline && !in.hasLists() {
		return append(append([]byte{'['}, elem...), ']')
	}
	lead := inner.Newline + inner.Indent
	out := append([]byte{'['}, lead+l.Indent...)
	out = append(out, elem...)
	return append(out, lead+"]"...)
}

// hasLists reports whether some list of the object has elements, so that its layout can be learned from.
func (f *file) hasLists() bool {
	return slices.ContainsFunc(f.Object.Members(), func(m jsonedit.Member) bool { return m.Kind == jsonedit.KindArray && len(f.Elems(nil, m)) > 0 })
}

// flowFits returns why a value that a person typed must not become the value of a member of a workflow file.
func (r *rendering) flowFits(name string, k key, in *jsonedit.Object, m jsonedit.Member) error {
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
