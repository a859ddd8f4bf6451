package dialect

import (
	"maps"
	"slices"
	"strconv"

	"sideboard/tasks"
)

// Expand fills in the steps of an edit: every file it means, in canonical words, the deciding step first (before it
// only a RaiseMark, which harms nobody). Every From of a status, owner, subject, active form and worktree is filled in
// from w; those of a description or a raw member are the caller's, who has read the file. What would not change is
// turned into a Need. Without anything to change there are no steps. The error is a *Refused.
//
// A created task's id is not known yet: in the steps after a CreateFile, a RaiseMark with Mark 0 means the new id's
// number, and an Add whose To is a Ref with the empty id means the new id.
func (b *Codec) Expand(e tasks.Edit, w World) (tasks.Edit, error) {
	x := expansion{codec: b, w: w, e: e}
	x.e.Steps, x.e.Needs = nil, slices.Clone(e.Needs)
	if e.Verb == tasks.VerbCreate {
		return x.create()
	}
	x.t = w.Get(e.Of)
	if x.t == nil {
		return e, &Refused{Key: e.Of, Why: "the task is gone"}
	}
	x.sp = specOf(x.t.Traits)
	if e.Verb == tasks.VerbDelete {
		return x.delete()
	}
	if x.t.Limits&tasks.NoEdit != 0 {
		return e, &Refused{Key: e.Of, Why: x.t.Why}
	}
	switch e.Verb {
	case tasks.VerbClaim:
		x.status(tasks.InProgress)
		x.owner(e.Who)
	case tasks.VerbComplete:
		x.status(tasks.Completed)
		x.clear()
	case tasks.VerbRelease, tasks.VerbReopen:
		x.status(tasks.Pending)
		x.owner("")
	case tasks.VerbEdit, tasks.VerbLink, tasks.VerbUnlink, tasks.VerbBind: // their changes say it all
	default:
		return e, &Refused{Key: e.Of, Why: "no task file is changed by the verb " + strconv.Quote(e.Verb.String())}
	}
	if err := x.asked(); err != nil {
		return e, err
	}
	for _, st := range e.Also {
		if err := x.also(st); err != nil {
			return e, err
		}
	}
	return x.finish(), nil
}

// expansion is one Expand: the changes of the task itself, and those of other files.
type expansion struct {
	codec  *Codec
	w      World
	e      tasks.Edit
	t      *tasks.Task
	sp     *spec
	own    []tasks.Change
	others map[tasks.Key][]tasks.Change
}

// set changes a field of the task; what already is so must stay so.
func (x *expansion) set(f tasks.Field, from, to tasks.Value) {
	if from == to {
		x.e.Needs = append(x.e.Needs, tasks.Need{Key: x.t.Key, Field: f, Is: from})
		return
	}
	x.own = append(x.own, tasks.Change{Field: f, Op: tasks.Set, From: from, To: to})
}

func (x *expansion) status(to tasks.Status) {
	x.set(tasks.FieldStatus, tasks.StatusValue(x.t.Status), tasks.StatusValue(to))
}

func (x *expansion) owner(to string) {
	if x.t.Traits.HasOwner {
		x.set(tasks.FieldOwner, tasks.TextValue(x.t.Owner), tasks.TextValue(to))
	}
}

// clear takes the completed task's id out of the lists of those that wait for it, where its dialect does. Ids are
// compared as its agents compare them: a number never finds the text that looks like it.
func (x *expansion) clear() {
	if !x.t.Traits.ClearsOnComplete {
		return
	}
	x.each(func(o *tasks.Task) {
		if o.DroppedBlockers || slices.Contains(o.WaitsFor, x.t.ID) { // of a list that is not kept whole the file itself tells
			x.other(o, tasks.FieldWaitsFor, tasks.Drop, x.t.ID)
		}
	})
}

// asked adds what was asked for beyond the verb.
func (x *expansion) asked() error {
	for _, c := range x.e.Changes {
		if isText(c.Field) && x.t.Limits&tasks.NoText != 0 {
			return &Refused{Key: x.t.Key, Why: x.t.Why}
		}
		if c.Op == tasks.Add || c.Op == tasks.Drop {
			if err := x.link(c); err != nil {
				return err
			}
			continue
		}
		switch c.Field {
		case tasks.FieldStatus:
			to := x.sp.statusNamed(c.To.Text)
			if to == tasks.Foreign {
				return &Refused{Key: x.t.Key, Why: "the status " + quoted(c.To.Text) + " is not one its agents know"}
			}
			x.status(to)
			if c.To == tasks.StatusValue(tasks.Completed) {
				x.clear()
			}
		case tasks.FieldOwner:
			if !x.t.Traits.HasOwner {
				return &Refused{Key: x.t.Key, Why: "its file keeps no owner"}
			}
			x.owner(c.To.Text)
		case tasks.FieldSubject:
			x.set(c.Field, tasks.TextValue(x.t.Subject), c.To)
		case tasks.FieldActiveForm:
			x.set(c.Field, tasks.TextValue(x.t.ActiveForm), c.To)
		case tasks.FieldWorktree:
			x.set(c.Field, tasks.TextValue(x.t.Worktree), c.To)
			if n := len(x.own); n > 0 && x.own[n-1].Field == c.Field {
				x.own[n-1].Member = c.Member
			}
		case tasks.FieldMember:
			x.member(c)
		case tasks.FieldUpdated:
		default:
			x.own = append(x.own, c)
		}
	}
	return nil
}

// statusNamed is the status a canonical word means in a dialect.
func (sp *spec) statusNamed(word string) tasks.Status {
	if sp.flow != nil {
		return tasks.StatusNamed(word)
	}
	return tasks.StatusOf(word)
}

// member takes over the change of a raw member. What it means for other files follows: a status that becomes
// "completed" this way completes the task, and a list of links has another side.
func (x *expansion) member(c tasks.Change) {
	if c.From.Kind == tasks.RawVal {
		c.From = memberValue([]byte(c.From.Text))
	}
	x.own = append(x.own, c)
	switch keyOf(c.Member).meaning() {
	case keyStatus:
		if c.Op == tasks.Set && memberValue([]byte(c.To.Text)) == completedRaw {
			x.clear()
		}
	case keyWaits:
		x.relink(tasks.FieldWaitsFor, c.From.Text, c.To.Text)
	case keyBlocks:
		x.relink(tasks.FieldBlocks, c.From.Text, c.To.Text)
	}
}

var completedRaw = tasks.Value{Kind: tasks.RawVal, Text: `"` + tasks.Completed.String() + `"`}

// each visits every other task of the list that may be edited.
func (x *expansion) each(visit func(*tasks.Task)) {
	x.w.Each(func(o *tasks.Task) bool {
		if o.Key != x.e.Of && o.List == x.e.Of.List && o.Limits&tasks.NoEdit == 0 {
			visit(o)
		}
		return true
	})
}

func (x *expansion) other(o *tasks.Task, f tasks.Field, op tasks.Op, id tasks.ID) {
	if x.others == nil {
		x.others = map[tasks.Key][]tasks.Change{}
	}
	x.others[o.Key] = append(x.others[o.Key], tasks.Change{Field: f, Op: op, To: tasks.RefValue(id)})
}

// finish puts the task's own step first, with a touch where the file keeps its time of change, and the others behind
// it in the order of their names.
func (x *expansion) finish() tasks.Edit {
	if len(x.own) > 0 {
		x.own = append(x.own, touch(x.t)...)
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.ChangeFile, Key: x.e.Of, Changes: x.own})
	}
	x.follow()
	return x.e
}

// touch is the change of a file's own time of last change, nothing where it keeps none.
func touch(t *tasks.Task) []tasks.Change {
	if t.Clock == 0 && specOf(t.Traits) != s12wt {
		return nil
	}
	return []tasks.Change{{Field: tasks.FieldUpdated, Op: tasks.Touch}}
}

func (x *expansion) follow() {
	for _, k := range slices.SortedFunc(maps.Keys(x.others), tasks.Key.Compare) {
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.ChangeFile, Key: k, Changes: x.others[k]})
	}
}
