package dialect

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Claude-Code-Workflow keeps a session's tasks in the folder .task of the session. There are four generations of its
// files, and language models write most of them, in any layout and with any members. All have a title, chosen ids, no
// owner, no lock, and lists of dependencies that are judged by status and never cleared. Each generation is a dialect,
// because each has its list of dependencies in another place and demands other members.

// flow is what differs between the workflow generations, apart from their keys.
type flow struct {
	word  int      // the index of its word in runningWords
	waits place    // where a file without a list of dependencies gets one
	must  []mustBe // the members that it demands
	agent string   // the agent of a new task, if it demands one
	form  idForm   // the form of its ids
}

// place is where a workflow file has a member.
type place struct {
	outer key // the object that it is in, keyOther for the file itself
	name  string
}

// find returns the member at a place, and the object that it is in.
func (f *file) find(at place) (in *file, m jsonedit.Member, ok bool) {
	in = f.inner(at.outer)
	m, ok = in.Get(at.name)
	return in, m, ok
}

var (
	waitsTop       = place{keyOther, "depends_on"}
	waitsContext   = place{keyContext, "depends_on"}
	waitsRelations = place{keyRelations, "dependencies"}
)

// waitsPlaces are the places of a list of dependencies: those of the generations, then others that occur.
var waitsPlaces = [...]place{waitsTop, waitsContext, waitsRelations, {keyOther, "dependencies"}, {keyOther, "deps"}}

// mustBe is a member that a generation demands.
type mustBe struct {
	place
	kind jsonedit.Kind // 0 for any
}

// ofKind returns members of one kind that a generation demands in the file itself.
func ofKind(kind jsonedit.Kind, names ...string) (must []mustBe) {
	for _, name := range names {
		must = append(must, mustBe{place{keyOther, name}, kind})
	}
	return must
}

// ccw10 is the first generation, of ten members: impl-1.json, dependencies in relations.
var ccw10 = flowSpec("ccw10", "CCW, ten members",
	[]key{keyID, keyTitle, keyStatus, keyType, keyAgent, keyPaths, keyContext, keyRelations, keyExecution,
		keyImplementation},
	flow{
		word: 1, waits: waitsRelations, agent: "code-developer", form: lowerIMPL,
		must: slices.Concat(ofKind(jsonedit.KindString, "id", "title"), ofKind(0, "status"),
			ofKind(jsonedit.KindString, "type", "agent", "paths"),
			ofKind(jsonedit.KindObject, "context", "relations", "execution", "implementation")),
	})

// ccw5 is the second, of five members and a flow of control: IMPL-1.2.json, dependencies in the context.
var ccw5 = flowSpec("ccw5", "CCW, five members",
	[]key{keyID, keyTitle, keyStatus, keyMeta, keyContext, keyFlow},
	flow{
		word: 1, waits: waitsContext, agent: "@code-developer", form: upperIMPL,
		must: slices.Concat(ofKind(jsonedit.KindString, "id", "title"), ofKind(0, "status"),
			ofKind(jsonedit.KindObject, "meta"),
			[]mustBe{{place{keyMeta, "agent"}, jsonedit.KindString}},
			ofKind(jsonedit.KindObject, "context", "flow_control")),
	})

// ccw is the task schema of 2026: ids with any prefix, dependencies in the file itself, and criteria of convergence.
var ccw = flowSpec("ccw", "CCW task schema",
	[]key{keyID, keyTitle, keyDescription, keyStatus, keyDependsOn, keyConvergence},
	flow{waits: waitsTop, must: slices.Concat(ofKind(jsonedit.KindString, "id", "title", "description"),
		ofKind(jsonedit.KindArray, "depends_on"),
		ofKind(jsonedit.KindObject, "convergence"), []mustBe{{place{keyConvergence, "criteria"}, jsonedit.KindArray}})})

// ccwFree is any other file with a title in such a folder.
var ccwFree = flowSpec("ccwfree", "CCW, free form", []key{keyID, keyTitle, keyDescription, keyStatus, keyDependsOn},
	flow{waits: waitsTop})

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
		reader:  reader{pending: true},
		begin:   flowBegin,
		finish:  flowFinish,
		flow:    &f,
	}
}

const (
	flowBegin  = `First set its status to "{running}" in its file.`
	flowFinish = `When it is done, set its status to "completed" in its file and tick it in TODO_LIST.md.`
)

// flowOf returns the generation of a workflow file, nil for other files. Outside the folders of sessions, only members
// that nothing else has make a file one of theirs: other tools have titles too. No generation has a list of blockers.
func (c *Codec) flowOf(f *file) *spec {
	m, _ := f.get(keyID)
	switch {
	case !c.at.Load().workflow && (f.has(keySubject) || !f.has(keyTitle) || m.Kind == jsonedit.KindNumber):
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
	case c.at.Load().workflow:
		return ccwFree
	}
	return unknown
}

func (f *file) isObject(k key) bool {
	m, _ := f.get(k)
	return m.Kind == jsonedit.KindObject
}

// flowList returns the list of dependencies: where its generation has it, else any that the file has. If there is none,
// in is the file itself, m has no Kind, and at is the place for a new one.
func (f *file) flowList(sp *spec) (at place, in *file, m jsonedit.Member) {
	own := waitsTop
	if sp.flow != nil {
		own = sp.flow.waits
	}
	if in, m, ok := f.find(own); ok {
		return own, in, m
	}
	for _, at := range waitsPlaces {
		if in, m, _ := f.find(at); m.Kind == jsonedit.KindArray {
			return at, in, m
		}
	}
	return own, f, m
}

// maestro is a task of a run of Maestro Flow, which keeps the output of its runs below .workflow/sessions.
var maestro = &spec{
	traits: tasks.Traits{
		Dialect: "maestro", Title: "Maestro Flow", Blocked: tasks.UnfinishedOrMissing, Nests: true,
		ReadOnly: onlyShown("Maestro Flow registers and seals what a run puts out"),
	},
	ids:    noRule,
	reader: reader{pending: true},
	finish: `When it is done, complete it with Maestro Flow.`,
}

// isMaestroTask reports whether a file says that it is a task of a run of Maestro Flow.
func (f *file) isMaestroTask() bool {
	m, _ := f.Get("_meta")
	return f.object(m).textNamed("kind") == "plan-task"
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
	m, _ := f.get(keyStatus)
	if m.None() {
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
	if in, name := f.statusWordIn(m); name != "" {
		return in.textNamed(name)
	}
	return f.wordOf(m)
}

// statusWordIn returns a status that is an object, and the name of the member in it that has the word; "" for none.
func (f *file) statusWordIn(m jsonedit.Member) (in *file, name string) {
	in = f.object(m)
	for _, name := range [...]string{"state", "value"} {
		if held, _ := in.Get(name); held.Kind == jsonedit.KindString {
			return in, name
		}
	}
	return in, ""
}

// asWorkflow sets the fields of a record from a workflow file.
func (c *Codec) asWorkflow(f *file, sp *spec, t *tasks.Task) {
	if why := sp.traits.ReadOnly; why != "" {
		t.Limits, t.Why = tasks.NoEdit, why
	}
	t.Subject = f.textOf(f.titleKey())
	t.Status, t.StatusText = f.flowStatus()
	_, in, m := f.flowList(sp)
	in.waits(t, m)
	f.asFamily(t)
}

// asFamily sets what a task is a part of, and its parts.
func (f *file) asFamily(t *tasks.Task) {
	var byForm bool
	t.Parent, t.Children, byForm = f.family(t.ID)
	t.Marks.Set(tasks.ByForm, byForm)
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

// inner returns the object that is the value of a key, the file itself for keyOther.
func (f *file) inner(outer key) *file {
	if outer == keyOther {
		return f
	}
	m, _ := f.get(outer)
	return f.object(m)
}

// object returns the object that is the value of a member, without any members if it has another value.
func (f *file) object(m jsonedit.Member) *file {
	in := new(file)
	if m.Kind == jsonedit.KindObject {
		_ = in.parse(f.Raw(m)) // it was read without an error before
	}
	return in
}

func (f *file) idNamed(name string) tasks.ID { return tasks.ID{Text: f.textNamed(name)} }

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

// runningInHistory returns the one of runningWords in the newest entry of a file's history that has one.
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

// within returns an edit of an object in the file, or of the file itself if outer is keyOther.
func (f *file) within(in *file, outer key, op jsonedit.Op) jsonedit.Op {
	if outer == keyOther {
		return op
	}
	return func(whole *jsonedit.Object) ([]byte, error) {
		next, err := jsonedit.Apply(in.raw, op)
		if err != nil {
			return nil, err
		}
		return jsonedit.SetValue(keyNames[outer], next)(whole)
	}
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
