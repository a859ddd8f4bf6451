package refagents

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sideboard/tasks"
)

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

// Is reports whether the code raised because there is no such file.
func (r *Raised) Is(target error) bool {
	return target == fs.ErrNotExist && (r.Exception == "FileNotFoundError" || r.Exception == "ENOENT")
}

// Refused is an agent's own answer that it may not claim or complete a task. Nothing was written.
type Refused struct{ ID, Why string }

// Error returns the task and the reason.
func (r *Refused) Error() string { return r.ID + ": " + r.Why }

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
			if !text && (m.value != nil || r.family == schema) {
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
