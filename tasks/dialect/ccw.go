package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Claude-Code-Workflow keeps a session's tasks in the folder .task of the session. Its files changed their shape three
// times, and language models write most of them with whatever layout and members they like; what all have in common is
// a title, ids of people's choosing, no owner, no lock, and lists of dependencies that are judged by status and never
// cleared. Each generation is a dialect of its own, because each keeps its list of dependencies somewhere else and
// demands other members.

// flow is what the workflow generations differ in, beside their keys.
type flow struct {
	word  int      // which of runningWords it writes
	waits waitsAt  // where a file without any list of dependencies gets one
	must  []mustBe // what its own rules demand of a file
	agent string   // the agent of a new task, where the generation demands one
	form  idForm   // how its ids must be formed
}

// waitsAt is where a list of dependencies lies.
type waitsAt uint8

const (
	waitsTop       waitsAt = iota // depends_on
	waitsContext                  // context.depends_on
	waitsRelations                // relations.dependencies
)

// waitsPlaces are the outer object, if any, and the name of the list, by waitsAt; then what is found in the wild.
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

// mustBe is a member that a generation demands, and of which kind.
type mustBe struct {
	outer key // the object it lies in, keyOther for the file itself
	name  string
	kind  jsonedit.Kind // 0 for any
}

// CCW10 is the first generation, of ten members: impl-1.json, dependencies in relations.
var ccw10 = &spec{
	traits: tasks.Traits{
		Dialect: "ccw10", Title: "CCW, ten members", Blocked: tasks.UnfinishedOrMissing, KeepsDeadLinks: true, Nests: true,
		ChosenIDs: true, NoDescription: true,
	},
	order: []key{
		keyID, keyTitle, keyStatus, keyType, keyAgent, keyPaths, keyContext, keyRelations, keyExecution, keyImplementation,
	},
	escapes: jsonedit.Raw,
	ids:     chosen,
	reader:  reader{glob: globAll, pending: true},
	begin:   flowBegin,
	finish:  flowFinish,
	flow: &flow{
		word: 1, waits: waitsRelations, agent: "code-developer", form: lowerIMPL,
		must: []mustBe{
			{keyOther, "id", jsonedit.KindString}, {keyOther, "title", jsonedit.KindString}, {keyOther, "status", 0},
			{keyOther, "type", jsonedit.KindString}, {keyOther, "agent", jsonedit.KindString}, {keyOther, "paths", jsonedit.KindString},
			{keyOther, "context", jsonedit.KindObject}, {keyOther, "relations", jsonedit.KindObject},
			{keyOther, "execution", jsonedit.KindObject}, {keyOther, "implementation", jsonedit.KindObject},
		},
	},
}

// ccw5 is the second, of five members and a flow of control: IMPL-1.2.json, dependencies in the context.
var ccw5 = &spec{
	traits: tasks.Traits{
		Dialect: "ccw5", Title: "CCW, five members", Blocked: tasks.UnfinishedOrMissing, KeepsDeadLinks: true, Nests: true,
		ChosenIDs: true, NoDescription: true,
	},
	order:   []key{keyID, keyTitle, keyStatus, keyMeta, keyContext, keyFlow},
	escapes: jsonedit.Raw,
	ids:     chosen,
	reader:  reader{glob: globAll, pending: true},
	begin:   flowBegin,
	finish:  flowFinish,
	flow: &flow{
		word: 1, waits: waitsContext, agent: "@code-developer", form: upperIMPL,
		must: []mustBe{
			{keyOther, "id", jsonedit.KindString}, {keyOther, "title", jsonedit.KindString}, {keyOther, "status", 0},
			{keyOther, "meta", jsonedit.KindObject}, {keyMeta, "agent", jsonedit.KindString},
			{keyOther, "context", jsonedit.KindObject}, {keyOther, "flow_control", jsonedit.KindObject},
		},
	},
}

// ccw is the task schema of 2026: any prefix of ids, dependencies of the file's own, and criteria of convergence.
var ccw = &spec{
	traits: tasks.Traits{
		Dialect: "ccw", Title: "CCW task schema", Blocked: tasks.UnfinishedOrMissing, KeepsDeadLinks: true, Nests: true,
		ChosenIDs: true,
	},
	order:   []key{keyID, keyTitle, keyDescription, keyStatus, keyDependsOn, keyConvergence},
	escapes: jsonedit.Raw,
	ids:     chosen,
	reader:  reader{glob: globAll, pending: true},
	begin:   flowBegin,
	finish:  flowFinish,
	flow: &flow{
		form: anyPrefix,
		must: []mustBe{
			{keyOther, "id", jsonedit.KindString}, {keyOther, "title", jsonedit.KindString}, {keyOther, "description", jsonedit.KindString},
			{keyOther, "depends_on", jsonedit.KindArray}, {keyOther, "convergence", jsonedit.KindObject},
			{keyConvergence, "criteria", jsonedit.KindArray},
		},
	},
}

// ccwFree is whatever else lies in such a folder and says what it is called: no rule demands more of it.
var ccwFree = &spec{
	traits: tasks.Traits{
		Dialect: "ccwfree", Title: "CCW, free form", Blocked: tasks.UnfinishedOrMissing, KeepsDeadLinks: true, Nests: true,
		ChosenIDs: true,
	},
	order:   []key{keyID, keyTitle, keyDescription, keyStatus, keyDependsOn},
	escapes: jsonedit.Raw,
	ids:     noRule,
	reader:  reader{glob: globAll, pending: true},
	begin:   flowBegin,
	finish:  flowFinish,
	flow:    &flow{form: anyPrefix},
}

const (
	flowBegin  = `First set its status to "{running}" in its file.`
	flowFinish = `When it is done, set its status to "completed" in its file and tick it in TODO_LIST.md.`
)

// flowOf finds the generation of a workflow file, nil when it is none. Outside the folders of sessions a title alone
// does not make a file one of theirs: other tools have titles too.
func (b *Codec) flowOf(f *file) *spec {
	if !b.workflow && (f.has(keySubject) || !f.has(keyTitle)) {
		return nil
	}
	if m, _ := f.get(keyID); m.Kind == jsonedit.KindNumber && !b.workflow {
		return workflow
	}
	switch {
	case f.planned():
		return maestro
	case f.has(keyFlow):
		return ccw5
	case f.has(keyRelations), f.has(keyExecution) && f.has(keyContext):
		return ccw10
	case f.has(keyConvergence):
		return ccw
	case f.isObject(keyMeta) && f.isObject(keyContext):
		return ccw5
	case b.workflow, f.has(keyDependsOn):
		return ccwFree
	}
	return workflow
}

func (f *file) isObject(k key) bool {
	m, ok := f.get(k)
	return ok && m.Kind == jsonedit.KindObject
}

// flowList finds the list of dependencies: where its generation keeps it, else wherever the file has one. outer is
// keyOther for the file itself.
func (f *file) flowList(sp *spec) (outer key, name string, in *file, m jsonedit.Member, ok bool) {
	first := waitsTop
	if sp.flow != nil {
		first = sp.flow.waits
	}
	for i := range len(waitsPlaces) + 1 {
		at := waitsPlaces[first]
		if i > 0 {
			if at = waitsPlaces[i-1]; waitsAt(i-1) == first {
				continue
			}
		}
		in := f
		if at.outer != keyOther {
			if in, ok = f.inner(at.outer); !ok {
				continue
			}
		}
		if m, ok = in.Get(at.name); ok && (m.Kind == jsonedit.KindArray || i == 0) {
			return at.outer, at.name, in, m, true
		}
	}
	return waitsPlaces[first].outer, waitsPlaces[first].name, nil, jsonedit.Member{}, false
}

// flowWaits are the dependencies of a workflow file.
func (f *file) flowWaits(sp *spec) []tasks.ID {
	if _, _, in, m, ok := f.flowList(sp); ok {
		return in.ids(m)
	}
	return nil
}
