package refagents

import (
	"cmp"
	"fmt"
	"slices"

	"sideboard/tasks"
)

// A Form is how the agents of one dialect lay out a directory, for tests that write one.
type Form struct {
	Dialect string
	Claude  bool   // the directory is where Claude Code keeps its lists
	Nobody  string // the JSON of an owner that is not there, "" if the key is absent then
	Clears  bool   // completing a task empties the lists of those that wait for it
	Mirrors bool   // there is a list blocks next to that of blockers
	Judges  bool   // a blocker counts by its status
	Mark    bool   // there is a file .highwatermark
	id      string // the format of an id
	rule    rule
}

// FormOf returns the form of a dialect. The agents of s12wt clear no list, but those of the s07 files next to theirs start only
// tasks whose list is empty.
func FormOf(dialect string) Form {
	r, ok := ruleOf(dialect)
	if !ok {
		panic("no dialect " + dialect)
	}
	f := Form{
		Dialect: dialect, Claude: r.family == schema, Nobody: `""`, Clears: r.clears || dialect == S12wt, Mirrors: r.keepsBlocks(),
		Judges: r.ready != listEmpty, Mark: r.highWaterMark || r.family == schema, id: "%d", rule: r,
	}
	switch r.family {
	case dataclass:
		f.id = "task_1795219400_000%d"
	case checked:
		f.id = "task_00c0ffe%d"
	}
	switch {
	case r.nullOwner:
		f.Nobody = "null"
	case f.Claude:
		f.Nobody = ""
	}
	return f
}

// ID returns the id of the task with a number.
func (f Form) ID(n int) tasks.ID {
	return tasks.ID{Text: fmt.Sprintf(f.id, n), Num: f.rule.family == dict}
}

// IDs returns the ids of several tasks.
func (f Form) IDs(ns ...int) (ids []tasks.ID) {
	for _, n := range ns {
		ids = append(ids, f.ID(n))
	}
	return ids
}

// File returns the name of the file of the task with a number.
func (f Form) File(n int) string { return f.rule.fileName(f.ID(n).Text) }

// Keys returns the keys of a task, in order.
func (f Form) Keys() []string { return f.rule.keys }

// Has reports whether tasks have a key.
func (f Form) Has(key string) bool { return slices.Contains(f.rule.keys, key) }

// Born is when every task of a Form was created, and last changed if its Row says nothing else.
const Born = "1774445042.2717857"

// A Row is one task of a directory that a test writes.
type Row struct {
	N                                                     int
	ID                                                    tasks.ID // if it is not that of N
	Subject, Description, Status, Owner, Active, Worktree string
	Waits, Blocks                                         []tasks.ID
	Created, Updated                                      string // Born if they are empty
	OwnerLast                                             bool   // Claude Code's own claim puts the owner at the end
}

// Text returns the file of a task as its agents write it.
func (f Form) Text(t Row) string {
	return string(encode(f.object(t), f.rule.ascii))
}

// object returns the members of a task in the order in which its agents write them.
func (f Form) object(t Row) *object {
	o := &object{}
	for _, key := range f.rule.keys {
		switch key {
		case "id":
			if t.ID.Empty() {
				t.ID = f.ID(t.N)
			}
			o.set(key, jsonID(t.ID))
		case "subject":
			o.set(key, t.Subject)
		case "description":
			o.set(key, t.Description)
		case "status":
			o.set(key, t.Status)
		case "owner":
			if !t.OwnerLast {
				f.setName(o, key, t.Owner)
			}
		case "worktree":
			f.setName(o, key, t.Worktree)
		case "active_form":
			o.set(key, cmp.Or(t.Active, "Working on: "+t.Subject))
		case "activeForm":
			if t.Active != "" {
				o.set(key, t.Active)
			}
		case "blocks":
			o.set(key, listOf(t.Blocks))
		case f.rule.waitsKey:
			o.set(key, listOf(t.Waits))
		case "created_at":
			o.set(key, number(cmp.Or(t.Created, Born)))
		case "updated_at":
			o.set(key, number(cmp.Or(t.Updated, Born)))
		case "metadata":
			if !f.Claude {
				o.set(key, &object{})
			}
		}
	}
	if t.OwnerLast {
		f.setName(o, "owner", t.Owner)
	}
	return o
}

// setName sets an owner or a worktree, or says in the dialect's way that there is none.
func (f Form) setName(o *object, key, name string) {
	switch {
	case name != "" || f.Nobody == `""`:
		o.set(key, name)
	case f.Nobody == "null":
		o.set(key, nil)
	}
}

func listOf(ids []tasks.ID) []any {
	list := []any{}
	for _, id := range ids {
		list = append(list, jsonID(id))
	}
	return list
}

// JSON returns an id as JSON.
func JSON(id tasks.ID) string { return string(encode(jsonID(id), true)) }
