package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// spec is one dialect: the facts for the rest of the program, and the form of its files.
type spec struct {
	traits  tasks.Traits
	order   []key            // the keys of a new file, in order
	option  []key            // of these, the ones a new file has only with a value, or if its siblings have them
	none    noneForm         // how its own agents write that there is no owner
	escapes jsonedit.Escapes // how its own agents write characters beyond ASCII
	ids     idRule
	reader  reader
	foreign bool   // its files are read by the words that other tools use
	markNew bool   // a new id is written to .highwatermark
	begin   string // for Instruction: how its agents start and finish a task; {id} is replaced by the id
	finish  string
	flow    *flow         // of workflow files, nil for all others
	form    *inferredForm // that was inferred from the files of a directory, nil for all others
}

// variant returns a copy of sp that is modified by change.
func (sp *spec) variant(change func(*spec)) *spec {
	twin := *sp
	change(&twin)
	return &twin
}

// idRule is how a dialect names a new task.
type idRule uint8

const (
	taskCounter idRule = iota // task_<n>.json
	taskStem                  // task_<n>.json, and the whole stem for an id
	bareCounter               // <n>.json
	taskClock                 // task_<unix seconds>_<4 digits>.json
	taskHex                   // task_<8 hex digits>.json
	chosen                    // <id>.json, the next after the highest, or as its creator chooses
	noRule                    // tasks are not created here
)

// reader is what the dialect's own agents accept. The zero reader accepts any keys.
type reader struct {
	need     []key // the file is refused without one of these
	failsAll bool  // if they refuse one file, they fail to list any
	statuses bool  // a status must be one of the three
	typed    bool  // Claude Code: every value must have its type, or the file is skipped
	pending  bool  // a missing status means pending
}

// readsAll reports whether the dialect's agents read *.json, not only task_*.json.
func (sp *spec) readsAll() bool {
	return sp.ids == bareCounter || sp.ids == chosen || sp.ids == noRule
}

// flow is what differs between the workflow generations, apart from their keys.
type flow struct {
	word  int      // the index of its word in runningWords
	waits place    // where a file without a list of dependencies gets one
	must  []mustBe // the members that it demands
	agent string   // the agent of a new task, if it demands one
	form  idForm   // the form of its ids
}

// idForm is the form of a generation's ids. It is a rule for new tasks; files with other ids are read all the same.
type idForm uint8

const (
	anyPrefix idForm = iota // <words>-<n>[.<m>], and what models write instead
	lowerIMPL               // impl-<n>[.<m>]
	upperIMPL               // IMPL-<n>[.<m>]
)

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
