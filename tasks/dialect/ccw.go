package dialect

import (
	"bytes"
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Claude-Code-Workflow keeps a session's tasks in the folder .task of the session. There are four generations of its files, and
// language models write most of them, in any layout and with any members. All have a title, chosen ids, no owner, no lock, and
// lists of dependencies that are judged by status and never cleared. Each generation is a dialect, because each has its list of
// dependencies in another place and demands other members.

// flow is what differs between the workflow generations, apart from their keys.
type flow struct {
	word  int      // the index of its word in runningWords
	waits waitsAt  // where a file without a list of dependencies gets one
	must  []mustBe // the members that it demands
	agent string   // the agent of a new task, if it demands one
	form  idForm   // the form of its ids
}

// waitsAt is the place of a list of dependencies, as an index of waitsPlaces.
type waitsAt uint8

const (
	waitsTop       waitsAt = iota // depends_on
	waitsContext                  // context.depends_on
	waitsRelations                // relations.dependencies
)

// waitsPlaces are the places of a list of dependencies: those of the generations, then others that occur.
var waitsPlaces = [...]struct {
	outer key
	name  string
}{
	waitsTop:       {keyOther, "depends_on"},
	waitsContext:   {keyContext, "depends_on"},
	waitsRelations: {keyRelations, "dependencies"},
	{keyOther, "dependencies"},
	{keyOther, "deps"},
}

// mustBe is a member that a generation demands.
type mustBe struct {
	outer key // the object that it is in, keyOther for the file itself
	name  string
	kind  jsonedit.Kind // 0 for any
}

// ofKind returns members of one kind that a generation demands in the file itself.
func ofKind(kind jsonedit.Kind, names ...string) (must []mustBe) {
	for _, name := range names {
		must = append(must, mustBe{name: name, kind: kind})
	}
	return must
}

// ccw10 is the first generation, of ten members: impl-1.json, dependencies in relations.
var ccw10 = flowSpec("ccw10", "CCW, ten members",
	[]key{keyID, keyTitle, keyStatus, keyType, keyAgent, keyPaths, keyContext, keyRelations, keyExecution, keyImplementation},
	flow{
		word: 1, waits: waitsRelations, agent: "code-developer", form: lowerIMPL,
		must: slices.Concat(ofKind(jsonedit.KindString, "id", "title"), ofKind(0, "status"), ofKind(jsonedit.KindString, "type", "agent", "paths"),
			ofKind(jsonedit.KindObject, "context", "relations", "execution", "implementation")),
	})

// ccw5 is the second, of five members and a flow of control: IMPL-1.2.json, dependencies in the context.
var ccw5 = flowSpec("ccw5", "CCW, five members",
	[]key{keyID, keyTitle, keyStatus, keyMeta, keyContext, keyFlow},
	flow{
		word: 1, waits: waitsContext, agent: "@code-developer", form: upperIMPL,
		must: slices.Concat(ofKind(jsonedit.KindString, "id", "title"), ofKind(0, "status"), ofKind(jsonedit.KindObject, "meta"),
			[]mustBe{{keyMeta, "agent", jsonedit.KindString}}, ofKind(jsonedit.KindObject, "context", "flow_control")),
	})

// ccw is the task schema of 2026: ids with any prefix, dependencies in the file itself, and criteria of convergence.
var ccw = flowSpec("ccw", "CCW task schema",
	[]key{keyID, keyTitle, keyDescription, keyStatus, keyDependsOn, keyConvergence},
	flow{must: slices.Concat(ofKind(jsonedit.KindString, "id", "title", "description"), ofKind(jsonedit.KindArray, "depends_on"),
		ofKind(jsonedit.KindObject, "convergence"), []mustBe{{keyConvergence, "criteria", jsonedit.KindArray}})})

// ccwFree is any other file with a title in such a folder.
var ccwFree = flowSpec("ccwfree", "CCW, free form", []key{keyID, keyTitle, keyDescription, keyStatus, keyDependsOn}, flow{})

func flowSpec(name, title string, order []key, f flow) *spec {
	ids := chosen
	if f.must == nil {
		ids = noRule
	}
	return &spec{
		traits: tasks.Traits{
			Dialect: name, Title: title, Blocked: tasks.UnfinishedOrMissing, KeepsDeadLinks: true, Nests: true,
			ChosenIDs: true, NoDescription: !slices.Contains(order, keyDescription),
		},
		order:   order,
		escapes: jsonedit.Raw,
		ids:     ids,
		reader:  reader{glob: globAll, pending: true},
		begin:   flowBegin,
		finish:  flowFinish,
		flow:    &f,
	}
}

const (
	flowBegin  = `First set its status to "{running}" in its file.`
	flowFinish = `When it is done, set its status to "completed" in its file and tick it in TODO_LIST.md.`
)

// flowOf returns the generation of a workflow file, nil for other files. Outside the folders of sessions, only members that
// nothing else has make a file one of theirs: other tools have titles too. No generation has a list of blockers.
func (b *Codec) flowOf(f *file) *spec {
	m, _ := f.get(keyID)
	switch {
	case !b.workflow && (f.has(keySubject) || !f.has(keyTitle) || m.Kind == jsonedit.KindNumber):
		return nil
	case f.isMaestroTask():
		return maestro
	case f.has(keyWaits):
		return unknown
	case f.has(keyFlow):
		return ccw5
	case f.isObject(keyRelations), f.has(keyExecution) && f.has(keyContext):
		return ccw10
	case f.has(keyConvergence):
		return ccw
	case f.isObject(keyMeta) && f.isObject(keyContext):
		return ccw5
	case b.workflow:
		return ccwFree
	}
	return unknown
}

func (f *file) isObject(k key) bool {
	m, _ := f.get(k)
	return m.Kind == jsonedit.KindObject
}

// flowList returns the list of dependencies: where its generation has it, else any that the file has. outer is keyOther for the
// file itself. If there is none, ok is false, and outer and name are the place for a new one.
func (f *file) flowList(sp *spec) (outer key, name string, in *file, m jsonedit.Member, ok bool) {
	own := waitsPlaces[waitsTop]
	if sp.flow != nil {
		own = waitsPlaces[sp.flow.waits]
	}
	if in, ok := f.outerObject(own.outer); ok {
		if m, ok := in.Get(own.name); ok {
			return own.outer, own.name, in, m, true
		}
	}
	for _, at := range waitsPlaces {
		if in, ok := f.outerObject(at.outer); ok {
			if m, _ := in.Get(at.name); m.Kind == jsonedit.KindArray {
				return at.outer, at.name, in, m, true
			}
		}
	}
	return own.outer, own.name, nil, jsonedit.Member{}, false
}

// flowWaits returns the dependencies of a workflow file.
func (f *file) flowWaits(sp *spec) []tasks.ID {
	if _, _, in, m, ok := f.flowList(sp); ok {
		return in.ids(m)
	}
	return nil
}

// maestro is a task of a run of Maestro Flow, which keeps the output of its runs below .workflow/sessions.
var maestro = &spec{
	traits: tasks.Traits{
		Dialect: "maestro", Title: "Maestro Flow", Blocked: tasks.UnfinishedOrMissing, Nests: true,
		ReadOnly: "Maestro Flow registers and seals what a run puts out: its tasks are only shown here",
	},
	ids:    noRule,
	reader: reader{glob: globAll, pending: true},
	finish: `When it is done, complete it with Maestro Flow.`,
}

// isMaestroTask reports whether a file says that it is a task of a run of Maestro Flow.
func (f *file) isMaestroTask() bool {
	m, _ := f.Get("_meta")
	in, ok := f.object(m)
	return ok && in.textNamed("kind") == "plan-task"
}

// usesTitle reports whether the files of a dialect have a title instead of a subject, like workflow files.
func (sp *spec) usesTitle() bool { return sp == maestro || sp.flow != nil }

// workflowStatus returns the status for the words of all generations.
func workflowStatus(word string) tasks.Status {
	if word == runningWords[1] {
		return tasks.InProgress
	}
	return tasks.StatusNamed(word)
}

// runningWords are the two words for a task in progress.
var runningWords = [...]string{"in_progress", "active"}

// flowStatus returns a status, and the word of a Foreign one. A missing status is pending; an object may have the word.
func (f *file) flowStatus() (tasks.Status, string) {
	m, ok := f.get(keyStatus)
	if !ok || m.Kind == jsonedit.KindNull {
		return tasks.Pending, ""
	}
	word := f.flowWord(m)
	if s := workflowStatus(word); s != tasks.Foreign {
		return s, ""
	}
	return tasks.Foreign, word
}

// flowWord returns the word of a status as the file has it.
func (f *file) flowWord(m jsonedit.Member) string {
	if in, name, ok := f.statusWordIn(m); ok {
		held, _ := in.Get(name)
		return in.String(held)
	}
	return f.statusWord(m)
}

// statusWordIn returns the member of a status object that has the word.
func (f *file) statusWordIn(m jsonedit.Member) (in *file, name string, ok bool) {
	if in, ok = f.object(m); !ok {
		return nil, "", false
	}
	for _, name := range [...]string{"state", "value"} {
		if held, _ := in.Get(name); held.Kind == jsonedit.KindString {
			return in, name, true
		}
	}
	return nil, "", false
}

// asWorkflow sets the fields of a record from a workflow file.
func (b *Codec) asWorkflow(f *file, sp *spec, t *tasks.Task) {
	if why := sp.traits.ReadOnly; why != "" {
		t.Limits, t.Why = tasks.NoEdit, why
	}
	t.Subject = f.textOf(f.titleKey())
	t.Status, t.StatusText = f.flowStatus()
	t.WaitsFor, t.DroppedBlockers = nil, false
	if _, _, in, m, ok := f.flowList(sp); ok {
		in.waits(t, m)
	}
	f.asFamily(t)
}

// asFamily sets what a task is a part of, and its parts.
func (f *file) asFamily(t *tasks.Task) {
	t.Parent, t.Children, t.ByForm = f.family(t.ID)
	if more := len(t.Children) - tasks.MaxLinks; more > 0 {
		t.Children = slices.Clone(t.Children[:tasks.MaxLinks])
		t.DroppedLinks += uint32(more)
	}
}

// titleKey returns the file's key for its subject.
func (f *file) titleKey() key {
	if !f.has(keyTitle) && f.has(keySubject) {
		return keySubject
	}
	return keyTitle
}

// inner parses the object that is the value of a key.
func (f *file) inner(k key) (*file, bool) {
	m, _ := f.get(k)
	return f.object(m)
}

// outerObject is like inner, but returns the file itself for keyOther.
func (f *file) outerObject(outer key) (*file, bool) {
	if outer == keyOther {
		return f, true
	}
	return f.inner(outer)
}

// object parses the object that is the value of a member.
func (f *file) object(m jsonedit.Member) (*file, bool) {
	if m.Kind != jsonedit.KindObject {
		return nil, false
	}
	in := new(file)
	return in, in.parse(f.Raw(m)) == nil
}

func (f *file) idNamed(name string) tasks.ID { return tasks.ID{Text: f.textNamed(name)} }

// flowStatus returns the edits that set the status of a workflow file, and add the change to its status_history if it has one.
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
		in, name, held := r.f.statusWordIn(m)
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

// flowWordFor returns the word for a status. For a task in progress there are two: the one in the file's own history counts,
// then the folder's, then its generation's.
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

// runningInHistory returns which of runningWords the newest entry of a file's history with one has.
func (f *file) runningInHistory() (int, bool) {
	m, _ := f.get(keyHistory)
	for _, e := range slices.Backward(f.Elems(nil, m)) {
		entry, err := jsonedit.Parse(f.Bytes(e))
		if err != nil {
			continue
		}
		for _, name := range [...]string{"to", "from"} {
			if said, _ := entry.Get(name); said.Kind == jsonedit.KindString {
				if i := slices.Index(runningWords[:], entry.String(said)); i >= 0 {
					return i, true
				}
			}
		}
	}
	return 0, false
}

// mirrorStatusHistory returns the edits that add a status that a person typed to the history of a workflow file.
func (r *rendering) mirrorStatusHistory(k key, raw []byte) []jsonedit.Op {
	if r.sp.flow == nil || k != keyStatus {
		return nil
	}
	m, _ := r.f.get(keyStatus)
	in, now, ok := valueOf(raw)
	if !ok {
		return nil
	}
	return r.history(r.f.flowWord(m), in.flowWord(now))
}

// history returns the edits that add an entry to the status_history of a file that has one, in the form of the last entry.
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
	if entry == nil { // there is none, or it is no object
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

// flowLinkOps returns the edits that add a dependency to the list of a workflow file, wherever that is, or drop one.
func (r *rendering) flowLinkOps(c tasks.Change) ([]jsonedit.Op, error) {
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
	case !empty || outer == keyOther && m.Kind == jsonedit.KindArray:
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
	return r.inside(in, outer, op)
}

// inside returns an edit of an object inside the file.
func (r *rendering) inside(in *file, outer key, op jsonedit.Op) ([]jsonedit.Op, error) {
	next, err := jsonedit.Apply(in.raw, op)
	if err != nil {
		return nil, err
	}
	return []jsonedit.Op{jsonedit.SetValue(r.f.spelled(outer), next)}, nil
}

// newList returns the edits that add the first list of dependencies to a file, in an object that may be missing too.
func (r *rendering) newList(outer key, name string, elem []byte) ([]jsonedit.Op, error) {
	in, ok := r.f.inner(outer)
	if !ok {
		if m, there := r.f.get(outer); there && m.Kind != jsonedit.KindNull {
			return nil, fmt.Errorf("its %s is not an object", quoted(keyNames[outer]))
		}
		l := nestedLayout(r.f.Layout(), 1)
		return r.put(outer, l.Object([]jsonedit.Pair{{Key: name, Raw: l.Array(elem)}})), nil
	}
	return r.inside(in, outer, jsonedit.Insert(name, r.listWithin(in, elem), ""))
}

// listWithin returns a list of one element for the nested object in, laid out like its other lists or those of the file.
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
