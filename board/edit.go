package board

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
)

// Create creates a task in a list, in its dialect.
func Create(b *Board, list string, d tasks.Draft, who string, at time.Time) (tasks.Edit, error) {
	r := decision{b: b, s: -1, edit: tasks.Edit{Verb: tasks.VerbCreate, Of: tasks.Key{List: list}, Who: who, At: at,
		Draft: &d}}
	if strings.TrimSpace(d.Subject) == "" {
		return tasks.Edit{}, r.refuse("it has no subject", "type one")
	}
	if err := tasks.CheckOwner(d.Owner); err != nil {
		return tasks.Edit{}, r.refuse(err.Error(), "")
	}
	traits := b.Traits(list)
	if err := r.refuseNew(traits); err != nil {
		return tasks.Edit{}, err
	}
	var missing []string
	var on []*tasks.Task
	for _, id := range d.WaitsFor {
		k, t := b.taskOfID(list, id)
		switch {
		case k == (tasks.Key{}) || b.wipedCards > 0:
			missing = append(missing, id.Text)
		case t != nil:
			on = append(on, t)
		}
		if t != nil && traits != nil && traits.MustExist {
			r.need(k, tasks.FieldWaitsFor, tasks.RefsValue(t.WaitsFor)) // it must still be there
		}
	}
	switch {
	case traits == nil:
	case d.Owner != "" && !traits.HasOwner:
		return tasks.Edit{}, r.refuse("its dialect keeps no owner", "leave it out")
	case d.ActiveForm != "" && !traits.HasActiveForm:
		return tasks.Edit{}, r.refuse("its dialect keeps no active form", "leave it out")
	case d.Metadata != nil && !traits.HasMetadata:
		return tasks.Edit{}, r.refuse("its dialect keeps no metadata", "leave it out")
	case len(missing) > 0 && traits.MustExist:
		return tasks.Edit{}, r.refuse("no task has the id "+joinNames(missing), "name tasks that exist")
	}
	ask := Ask{}
	if traits != nil && traits.Blocked == tasks.ListNotEmpty {
		ask.aboutCompleted(on, traits, "it", tasks.VerbCreate)
	}
	return r.answer(ask)
}

// refuseNew refuses to create a task in a list where none may be.
func (d *decision) refuseNew(t *tasks.Traits) error {
	if err := d.refuseForm(t); err != nil {
		return err
	}
	switch {
	case t == nil:
		return nil
	case t.ReadOnly != "":
		return d.refuse(t.ReadOnly, "")
	case t.Form != nil && t.Form.NoNew != "":
		return d.refuse(t.Form.NoNew, "")
	}
	return nil
}

// Restore creates the file of a deleted task again, with the same bytes. Its name and its id must not be in use.
func Restore(b *Board, was *tasks.Task, raw []byte, who string, at time.Time) (tasks.Edit, error) {
	r := decision{b: b, s: -1, edit: tasks.Edit{
		Verb: tasks.VerbCreate, Of: was.Key, Who: who, At: at, Draft: &tasks.Draft{Subject: was.Subject},
		Steps: []tasks.Step{{Kind: tasks.CreateFile, Key: was.Key, Raw: raw}},
	}}
	if err := r.refuseNew(b.Traits(was.List)); err != nil {
		return tasks.Edit{}, err
	}
	if b.wipedCards > 0 {
		return r.edit, nil // nothing of what is shown is there
	}
	if b.Has(was.Key) {
		return tasks.Edit{}, r.refuse("there is another file of its name", "make a new one like it")
	}
	if k, _ := b.taskOfID(was.List, was.ID); k != (tasks.Key{}) {
		return tasks.Edit{}, r.refuse("another task has its id", "make a new one like it")
	}
	return r.edit, nil
}

// EditFields changes fields of a task. The From of each change is the value it is based on, so that another change
// in between is a conflict.
func EditFields(b *Board, k tasks.Key, cs []tasks.Change, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbEdit, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if len(cs) == 0 {
		return tasks.Edit{}, r.refuse("nothing was changed", "")
	}
	r.edit.Changes = cs
	ask := Ask{}
	for _, c := range cs {
		if why := r.t.WhyNotChange(c); why != "" {
			return tasks.Edit{}, r.refuse(why, "")
		}
		if word, ok := newUnknownStatus(r.t, c); ok {
			ask.put("write it", "Write the status \""+word+"\" of "+b.displayName(k)+"?")
			ask.Detail = append(ask.Detail,
				"Its agents know pending, in_progress and completed. None of them would start or complete it.")
		}
		switch c.Field {
		case tasks.FieldStatus:
			if err := r.refuseContainer(); err != nil {
				return tasks.Edit{}, err
			}
		case tasks.FieldUpdated:
		case tasks.FieldWaitsFor, tasks.FieldBlocks:
			if c.Field == tasks.FieldWaitsFor && c.Op == tasks.Add {
				if err := r.refuseLink(c.To.ID, false); err != nil {
					return tasks.Edit{}, err
				}
				ask.aboutLink(&r, c.To.ID)
			}
		case tasks.FieldOwner:
			if err := tasks.CheckOwner(c.To.Text); err != nil {
				return tasks.Edit{}, r.refuse(err.Error(), "")
			}
			if err := r.judgeOwner(c.To.Text, cs, &ask); err != nil {
				return tasks.Edit{}, err
			}
		default:
			if r.t.Limits&tasks.NoText != 0 {
				return tasks.Edit{}, r.refuse(cmp.Or(r.t.Why, "its text may not be written"),
					"its status and owner can still be set")
			}
			if c.Field == tasks.FieldSubject && strings.TrimSpace(c.To.Text) == "" {
				return tasks.Edit{}, r.refuse("it would have no subject", "type one")
			}
			if c.Field == tasks.FieldActiveForm && !r.t.Traits.HasActiveForm {
				return tasks.Edit{}, r.refuse("its dialect keeps no active form", "")
			}
		}
	}
	return r.answer(ask)
}

// judgeOwner refuses an owner among changes of a task, or adds to a question what it means.
func (d *decision) judgeOwner(to string, cs []tasks.Change, ask *Ask) error {
	d.needOwnState()
	if !d.t.Traits.HasOwner {
		return d.refuse("its dialect keeps no owner", "")
	}
	running := d.t.Status == tasks.InProgress
	if (running || starts(cs)) && to != "" && to != d.t.Owner {
		if err := d.refuseBusy(to); err != nil {
			return err
		}
	}
	switch name := d.b.displayName(d.t.Key); {
	case running && d.t.Owner != "" && to != d.t.Owner && (d.t.Owner != d.edit.Who || d.t.Traits.OwnerCompletes):
		if to == "" {
			ask.put("take it", "Take "+name+" from "+d.t.Owner+"?")
		} else {
			ask.put("give it", "Give "+name+" to "+to+"?")
		}
		if d.t.Owner != d.edit.Who {
			ask.Detail = append(ask.Detail, d.holderWords()+".")
		}
		ask.Detail = append(ask.Detail, d.takenAwayWords()...)
	case d.t.Status == tasks.Pending && to != "" && to != d.t.Owner && !d.t.Traits.OwnerIsClaim && !starts(cs):
		ask.put("give it", "Give "+name+" to "+to+"?")
		ask.Detail = append(ask.Detail, "It stays pending, and its agents look only for tasks that nobody owns: they never start it.")
		if e, err := EditAndStart(d.b, d.t.Key, cs, d.edit.Who, d.edit.At); err == nil {
			ask.Instead = &e
		}
	}
	return nil
}

// starts reports whether changes set the status to in progress.
func starts(cs []tasks.Change) bool {
	return slices.ContainsFunc(cs, func(c tasks.Change) bool {
		return c.Field == tasks.FieldStatus && c.To == tasks.StatusValue(tasks.InProgress)
	})
}

// EditAndStart is EditFields that also starts a pending task, for the owner in the changes.
func EditAndStart(b *Board, k tasks.Key, cs []tasks.Change, who string, at time.Time) (tasks.Edit, error) {
	r, err := newWorkDecision(b, tasks.VerbEdit, k, who, at)
	switch {
	case err != nil:
		return tasks.Edit{}, err
	case r.t.Status == tasks.InProgress:
		return EditFields(b, k, cs, who, at)
	case r.t.Status != tasks.Pending:
		return tasks.Edit{}, r.refuse("it is "+r.t.Status.String()+", and cannot be started", "")
	}
	if err := r.refuseBlocked(); err != nil {
		return tasks.Edit{}, err
	}
	start := tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(tasks.Pending),
		To: tasks.StatusValue(tasks.InProgress)}
	e, err := EditFields(b, k, append(slices.Clone(cs), start), who, at)
	r.needUnblocked()
	e.Needs = append(e.Needs, r.edit.Needs...)
	return e, err
}

// CheckAssign returns nil if a task can be given to an owner, else the Refusal. Call it before asking for a name.
func CheckAssign(b *Board, k tasks.Key) error {
	r, err := newWorkDecision(b, tasks.VerbEdit, k, "", time.Time{})
	if err == nil && !r.t.Traits.HasOwner {
		return r.refuse("its dialect keeps no owner", "")
	}
	return err
}

// Assign gives a task to an owner, "" for nobody; its status stays what it is.
func Assign(b *Board, k tasks.Key, owner, who string, at time.Time) (tasks.Edit, error) {
	if err := CheckAssign(b, k); err != nil {
		return tasks.Edit{}, err
	}
	has := b.Task(k).Owner
	if has == owner {
		return tasks.Edit{}, Refusal{Verb: tasks.VerbEdit, Why: cmp.Or(owner, "nobody") + " has it already"}
	}
	set := tasks.Change{Field: tasks.FieldOwner, Op: tasks.Set, From: tasks.TextValue(has), To: tasks.TextValue(owner)}
	return EditFields(b, k, []tasks.Change{set}, who, at)
}

// newUnknownStatus returns the status that a change would write, and whether no agent of the folder knows it.
func newUnknownStatus(t *tasks.Task, c tasks.Change) (string, bool) {
	status := c.Field == tasks.FieldStatus || c.Field == tasks.FieldMember && c.Member == "status"
	if !status || t.Traits.Nests || c.Op != tasks.Set {
		return "", false
	}
	word := strings.Trim(c.To.Text, "\"")
	return word, tasks.StatusOf(word) == tasks.Foreign
}

// CheckEdit returns nil if fields of a task can be edited at all, else the Refusal. Call it before opening a form or an
// editor.
func CheckEdit(b *Board, k tasks.Key) error {
	_, err := newDecision(b, tasks.VerbEdit, k, "", time.Time{})
	return err
}
