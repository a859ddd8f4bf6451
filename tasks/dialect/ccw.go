package dialect

import (
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Claude-Code-Workflow keeps a session's tasks in the folder .task of the session. There are four generations of its
// files, and language models write most of them, in any layout and with any members. All have a title, chosen ids, no
// owner, no lock, and lists of dependencies that are judged by status and never cleared. Each generation is a dialect,
// because each has its list of dependencies in another place and demands other members.

var (
	waitsTop       = place{keyOther, "depends_on"}
	waitsContext   = place{keyContext, "depends_on"}
	waitsRelations = place{keyRelations, "dependencies"}
)

// waitsPlaces are the places of a list of dependencies: those of the generations, then others that occur.
var waitsPlaces = [...]place{waitsTop, waitsContext, waitsRelations, {keyOther, "dependencies"}, {keyOther, "deps"}}

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

// flowSpec returns a generation; order are the keys of a new file. Where it demands no members, no task is created,
// because nothing says what its file needs.
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

// usesTitle reports whether the files of a dialect have a title instead of a subject, like workflow files.
func (sp *spec) usesTitle() bool { return sp == maestro || sp.flow != nil }

// isMaestroTask reports whether a file says that it is a task of a run of Maestro Flow.
func (f *file) isMaestroTask() bool {
	m, _ := f.Get("_meta")
	return f.object(m).textNamed("kind") == "plan-task"
}

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

// workflowStatus returns the status for the words of all generations.
func workflowStatus(word string) tasks.Status {
	if word == runningWords[1] {
		return tasks.InProgress
	}
	return tasks.StatusNamed(word)
}

// runningWords are the two words for a task in progress.
var runningWords = [...]string{"in_progress", "active"}

// runningInHistory returns the index of the one of runningWords in the newest entry of a file's history that has one,
// false if none has.
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

// titleKey returns the file's key for its subject.
func (f *file) titleKey() key {
	if !f.has(keyTitle) && f.has(keySubject) {
		return keySubject
	}
	return keyTitle
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
