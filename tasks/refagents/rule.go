// Package refagents reads a task directory the way the agents of one dialect read it, and creates, claims, completes and
// links in it the way they write. It is for tests, which ask it what those agents would make of a file.
//
// What sideboard writes is right when the programs it is written for can go on working with it, so the judge
// of that must not share a line with the writer. This package therefore imports neither tasks/dialect nor
// tasks/jsonedit, parses and encodes JSON by itself, and is as intolerant as those agents are: where their code
// would raise, Read returns an error of type *Raised; where their code would pass over a file without a word,
// the file is in Listing.Skipped.
//
// # What the agents have in common
//
// All but Claude Code are Python programs. pathlib's glob does match names that begin with a dot where the
// pattern allows it ("*.json" does, "task_*.json" can not). json.loads raises on a byte order mark, takes NaN
// and Infinity, keeps the last of duplicate keys; read_text raises on bytes that are not UTF-8. A dataclass
// built by Task(**data) raises on an unknown key and on a missing one that has no default, and then the whole
// listing raises. Claude Code is a JavaScript program: it takes every name that ends in ".json", validates
// the object, and a file that fails is simply not there.
//
// Where Python would carry on with a value of a wrong type and fail somewhere later (a null list, a number for
// a subject), Read raises at once: such a file must never be written.
package refagents

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
)

// The dialects, by the short names used everywhere.
const (
	S07        = "s07"       // blockedBy, owner; raw UTF-8
	S07Blocks  = "s07blocks" // the older s07, with blocks between blockedBy and owner; ASCII escapes
	SFull      = "s_full"    // and old s11
	S12wt      = "s12wt"     // old s12, with git worktrees
	S12        = "s12"       // s12 and s17
	S18        = "s18"       // s18, s19, s20
	S10        = "s10"
	S13        = "s13" // s13 and s15
	V6Early    = "v6early"
	V6Mid      = "v6mid"
	V6         = "v6" // the seed form
	V9         = "v9"
	ClaudeCode = "claude-code"
)

// Dialects lists every dialect this package reads.
func Dialects() []string {
	return []string{S07, S07Blocks, SFull, S12wt, S12, S18, S10, S13, V6Early, V6Mid, V6, V9, ClaudeCode}
}

// family is how strict a dialect's reader is.
type family uint8

const (
	dict      family = iota // a Python dict: unknown keys are kept, few are needed
	dataclass               // Task(**data): exact keys, else the whole listing raises
	checked                 // a dataclass whose ids, statuses and file names are checked as well
	tolerant                // a dataclass, but a file that is not JSON is skipped
	schema                  // Claude Code: what does not fit the schema is not there
)

// readiness is which task an agent that looks for work takes.
type readiness uint8

const (
	listEmpty    readiness = iota // nothing in its own list
	allCompleted                  // every blocker has a file and is completed
	noneOpen                      // no blocker that can be seen is unfinished
)

// rule is how the agents of a dialect read and write tasks.
type rule struct {
	family         family
	prefix         string   // what a name begins with; it ends in ".json" always
	keys           []string // of a new task, in order; beyond a dict's, there are no others
	required       []string // those of keys that must be there
	waitsKey       string   // the key of the list of blockers
	activeKey      string   // the key of the active form, "" for none
	ready          readiness
	ascii          bool
	clears         bool // completing clears the id in the others' lists
	noOwner        bool // the agents of this dialect never write an owner
	nullOwner      bool // no owner and no worktree is null, where others write ""
	highWaterMark  bool // the highest id is kept in a file
	ownerCompletes bool // only the owner of a running task completes it
	oneRunning     bool // an owner runs one task at a time
	flock          bool
	stampKey       string // holds float seconds since 1970, set at each update
}

var (
	s12Keys    = []string{"id", "subject", "description", "status", "owner", "blockedBy"}
	s18Keys    = append(slices.Clip(slices.Clone(s12Keys)), "worktree")
	v9Keys     = []string{"id", "subject", "description", "status", "active_form", "owner", "blocks", "blocked_by"}
	v6Keys     = append(slices.Clip(slices.Clone(v9Keys)), "metadata")
	s07Keys    = strings.Fields("id subject description status blockedBy owner")
	s07bKeys   = strings.Fields("id subject description status blockedBy blocks owner")
	s12wtKeys  = strings.Fields("id subject description status owner worktree blockedBy created_at updated_at")
	v6Need     = []string{"id", "subject", "description"}
	dictNeed   = []string{"id", "subject", "status"}
	claudeKeys = []string{"id", "subject", "description", "activeForm", "owner", "status", "blocks", "blockedBy", "metadata"}
)

// ruleOf returns the rule of a dialect, derived from that of its family as the lessons are.
func ruleOf(dialect string) (rule, bool) {
	dicts := rule{family: dict, prefix: "task_", required: dictNeed, waitsKey: "blockedBy", ascii: true, clears: true}
	classes := rule{family: dataclass, prefix: "task_", nullOwner: true, keys: s12Keys, required: s12Keys, waitsKey: "blockedBy", ready: allCompleted, ascii: true}
	v6s := rule{family: tolerant, prefix: "task_", keys: v6Keys, required: v6Need, waitsKey: "blocked_by", activeKey: "active_form", ascii: true, clears: true, highWaterMark: true}
	r := rule{}
	switch dialect {
	case S07:
		r = dicts
		r.keys, r.ascii, r.noOwner = s07Keys, false, true
	case S07Blocks:
		r = dicts
		r.keys, r.noOwner = s07bKeys, true
	case SFull:
		r = dicts
		r.keys, r.nullOwner = s12Keys, true
	case S12wt:
		r = dicts
		r.keys, r.clears, r.ready, r.stampKey = s12wtKeys, false, allCompleted, "updated_at"
	case S12:
		r = classes
	case S18:
		r = classes
		r.keys = s18Keys
	case S10:
		r = classes
		r.family, r.ownerCompletes = checked, true
	case S13:
		r = classes
		r.family, r.keys, r.ownerCompletes, r.oneRunning, r.flock = checked, s18Keys, true, true, true
	case V6Early, V9:
		r = v6s
		r.keys, r.highWaterMark = v9Keys, false
	case V6Mid:
		r = v6s
	case V6:
		r = v6s
		r.prefix = ""
	case ClaudeCode:
		r = rule{family: schema, keys: claudeKeys, required: []string{"id", "subject", "description", "status", "blocks", "blockedBy"},
			waitsKey: "blockedBy", activeKey: "activeForm", ready: noneOpen}
	}
	return r, r.keys != nil
}

func (r rule) language() language {
	if r.family == schema {
		return javascript
	}
	return python
}

// keepsBlocks reports whether links are kept on both sides.
func (r rule) keepsBlocks() bool { return slices.Contains(r.keys, "blocks") }

// Task is one task as its agent sees it.
type Task struct {
	File        string // base name
	ID          tasks.ID
	Subject     string
	Description string
	ActiveForm  string
	Status      string  // the file's own word
	Owner       *string // nil for null and for no key at all, "" for the empty string
	WaitsFor    []tasks.ID
	Blocks      []tasks.ID
	Worktree    *string
	Internal    bool // metadata._internal of Claude Code: not in its own list, but it can block
	Ready       bool // an agent looking for work would take it
}

// OwnedBy returns who owns the task, "" for nobody.
func (t Task) OwnedBy() string {
	if t.Owner == nil {
		return ""
	}
	return *t.Owner
}

// SkippedFile is a file that the agent passes over without an error.
type SkippedFile struct{ File, Why string }

// Listing is what an agent knows after reading the directory.
type Listing struct {
	Tasks   []Task // in the order the agent takes them
	Skipped []SkippedFile
}

// Task returns the task whose id has the text.
func (l Listing) Task(id string) (Task, bool) {
	for _, t := range l.Tasks {
		if t.ID.Text == id {
			return t, true
		}
	}
	return Task{}, false
}

// Raised is the error an agent's own code would stop with.
type Raised struct{ Exception, File, Why string }

// Error gives the exception, the file and the reason.
func (r *Raised) Error() string {
	if r.File == "" {
		return r.Exception + ": " + r.Why
	}
	return fmt.Sprintf("%s: %s: %s", r.Exception, r.File, r.Why)
}

// RefusedError is an agent's own answer that it may not claim or complete a task. Nothing was written.
type RefusedError struct{ ID, Why string }

// Error returns the task and the reason.
func (r *RefusedError) Error() string { return r.ID + ": " + r.Why }

// parseTask makes the record of one parsed file, or says what the agent's code would raise.
func (r rule) parseTask(name string, o *object) (Task, error) {
	raise := func(exception, why string) (Task, error) {
		return Task{}, &Raised{Exception: exception, File: name, Why: why}
	}
	if r.family == dataclass || r.family == checked || r.family == tolerant {
		for _, m := range o.members {
			if !slices.Contains(r.keys, m.name) {
				return raise("TypeError", "unexpected key "+m.name)
			}
		}
	}
	for _, key := range r.required {
		if _, ok := o.get(key); !ok {
			if r.family == dict {
				return raise("KeyError", key)
			}
			return raise("TypeError", "missing key "+key)
		}
	}
	if key, why := r.findWrongType(o); why != "" {
		return raise("TypeError", key+" "+why)
	}
	t := Task{File: name, ID: idOf(o), Status: "pending"}
	t.Subject, _ = stringOf(o, "subject")
	t.Description, _ = stringOf(o, "description")
	t.ActiveForm, _ = stringOf(o, r.activeKey)
	if s, ok := stringOf(o, "status"); ok {
		t.Status = s
	}
	if s, ok := stringOf(o, "owner"); ok {
		t.Owner = &s
	}
	if s, ok := stringOf(o, "worktree"); ok {
		t.Worktree = &s
	}
	t.WaitsFor, t.Blocks = idsOf(o, r.waitsKey), idsOf(o, "blocks")
	known := t.Status == "pending" || t.Status == "in_progress" || t.Status == "completed"
	if (r.family == checked || r.family == schema) && !known {
		return raise("ValueError", "unknown status "+t.Status)
	}
	if r.family == checked && t.ID.Text+".json" != name {
		return raise("ValueError", "the id is not the name of the file")
	}
	if meta, ok := o.get("metadata"); ok && r.family == schema {
		internal, _ := meta.(*object).get("_internal")
		t.Internal = internal == true
	}
	return t, nil
}

// findWrongType names the first member whose value has a type the agent's code can not work with.
func (r rule) findWrongType(o *object) (key, why string) {
	for _, m := range o.members {
		_, text := m.value.(string)
		_, list := m.value.([]any)
		_, nested := m.value.(*object)
		_, num := m.value.(number)
		switch m.name {
		case "id":
			if !text && !(num && r.family == dict) {
				return m.name, "is not a string"
			}
		case "subject", "description", "status", "active_form", "activeForm":
			foreign := strings.HasPrefix(m.name, "active") && m.name != r.activeKey
			if !text && !foreign {
				return m.name, "is not a string"
			}
		case "owner":
			if !text && (r.family == schema || !isFalse(m.value)) {
				return m.name, "is not a string"
			}
		case "worktree":
			if !text && m.value != nil {
				return m.name, "is neither a string nor null"
			}
		case "blockedBy", "blocked_by", "blocks":
			printed := r.family == dict && m.value == nil // a dict's reader lists it
			if (m.name == r.waitsKey || m.name == "blocks") && !list && !printed {
				return m.name, "is not a list"
			}
			for _, e := range asList(m.value) {
				if _, ok := e.(string); !ok && (r.family != dict || !isNumber(e)) {
					return m.name, "has an element that is no id"
				}
			}
		case "metadata":
			if !nested && r.family == schema {
				return m.name, "is not an object"
			}
		}
	}
	return "", ""
}

// isFalse reports whether Python takes a value for false: a task with such an owner is free.
func isFalse(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case *object:
		return len(v.members) == 0
	}
	return v == nil || v == false || v == number("0")
}

func isNumber(v any) bool { _, ok := v.(number); return ok }

func asList(v any) []any { l, _ := v.([]any); return l }

func stringOf(o *object, key string) (string, bool) {
	v, _ := o.get(key)
	s, ok := v.(string)
	return s, ok
}

func idOf(o *object) tasks.ID { v, _ := o.get("id"); return idValue(v) }

func idValue(v any) tasks.ID {
	switch v := v.(type) {
	case string:
		return tasks.ID{Text: v}
	case number:
		return tasks.ID{Text: string(v), Num: true}
	}
	return tasks.ID{}
}

func jsonID(id tasks.ID) any {
	if id.Num {
		return number(id.Text)
	}
	return id.Text
}

func idsOf(o *object, key string) []tasks.ID {
	v, _ := o.get(key)
	var ids []tasks.ID
	for _, e := range asList(v) {
		ids = append(ids, idValue(e))
	}
	return ids
}
