package dialect

import (
	"strings"
	"unicode"

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

// noneForm is how a file says that a task has no owner.
type noneForm uint8

const (
	noneEmpty  noneForm = iota // ""
	noneNull                   // null
	noneAbsent                 // the key is not there
)

// nobodyTexts are the same as JSON.
var nobodyTexts = [...]string{noneEmpty: `""`, noneNull: "null", noneAbsent: ""}

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

// specs are all dialects in display order, then variants without a name of their own.
var specs = []*spec{
	s07, s07Blocks, sFull, s12wt, s12, s12Blocks, s18, s10, s13, v6Early, v6Mid, v6, v9, claudeCode,
	ccw10, ccw5, ccw, ccwFree, maestro, clawTeam, omc, omo, storybloq, trellis, gemini, unknown,
	s07NoOwner, s07BlocksNoOwner, s12wtBlocks,
}

// specsByTraits are the dialects by what a record has of them.
var specsByTraits = func() map[*tasks.Traits]*spec {
	by := map[*tasks.Traits]*spec{}
	for _, sp := range specs {
		by[&sp.traits] = sp
	}
	return by
}()

// The dialects. Records have these pointers; compare with ==.
var (
	S12       = &s12.traits
	S18       = &s18.traits
	S10       = &s10.traits
	S13       = &s13.traits
	V9        = &v9.traits
	CCW10     = &ccw10.traits
	CCW5      = &ccw5.traits
	Maestro   = &maestro.traits
	S12Blocks = &s12Blocks.traits
	ClawTeam  = &clawTeam.traits
	OMC       = &omc.traits
	OMO       = &omo.traits
	Storybloq = &storybloq.traits
	Trellis   = &trellis.traits
	Gemini    = &gemini.traits
	Unknown   = &unknown.traits
)

// All returns every dialect whose tasks can be edited, in a fixed order.
func All() []*tasks.Traits {
	var all []*tasks.Traits
	for _, sp := range specs {
		if sp.flow != nil || sp.traits.ReadOnly == "" && sp != s12wtBlocks && sp.traits.HasOwner {
			all = append(all, &sp.traits)
		}
	}
	return all
}

// specOf returns the dialect of a record, unknown (which refuses every edit) for traits of no dialect.
func specOf(t *tasks.Traits) *spec {
	if sp := specsByTraits[t]; sp != nil {
		return sp
	}
	return unknown
}

// Instruction returns a text for an agent: the task, what it waits for, and how the dialect's agents start and finish
// it. Ids and subjects are put on one line each, so that no text of a file reads as a line of this program.
func (c *Codec) Instruction(t *tasks.Task, description string, w World) string {
	sp := c.specOf(t.Traits)
	var s strings.Builder
	id := oneLine(t.ID.Text)
	s.WriteString("Task " + id + ": " + oneLine(t.Subject) + "\n(file " + oneLine(t.Name) + ")\n")
	if text := strings.TrimSpace(description); text != "" {
		s.WriteString("\n" + text + "\n")
	}
	if len(t.WaitsFor) > 0 {
		s.WriteString("\nIt waits for:\n")
		for _, id := range t.WaitsFor {
			s.WriteString("- " + oneLine(id.Text+": "+blockerSummary(w, t, id)) + "\n")
		}
	}
	s.WriteString("\n")
	if sp.begin != "" && t.Status != tasks.InProgress {
		s.WriteString(strings.NewReplacer("{id}", id, "{running}", c.RunningWord(t.Traits)).Replace(sp.begin) + "\n")
	}
	s.WriteString(strings.ReplaceAll(sp.finish, "{id}", id) + "\n")
	return s.String()
}

// oneLine returns a text with a space for each control character and each other end of a line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// blockerSummary returns the subject and the status of a blocker.
func blockerSummary(w World, t *tasks.Task, id tasks.ID) string {
	text := "no file has this id"
	w.Each(func(o *tasks.Task) bool {
		if o.ID != id || o.List != t.List {
			return true
		}
		text = o.Subject + " (" + o.Status.String() + ")"
		if o.Status == tasks.Foreign {
			text = o.Subject + " (" + o.StatusText + ")"
		}
		return false
	})
	return text
}
