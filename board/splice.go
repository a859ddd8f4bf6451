package board

import (
	"slices"
	"time"

	"sideboard/tasks"
)

// Relink makes k wait for one task in place of another, or of an id that no file has.
func Relink(b *Board, k tasks.Key, from, to tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	e, err := Link(b, k, to, who, at)
	if err != nil {
		return e, err
	}
	if _, err := Unlink(b, k, from, who, at); err != nil {
		return tasks.Edit{}, err
	}
	e.Changes = append([]tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(from)}}, e.Changes...)
	return e, nil
}

// Splice puts task k into a link: what waits for the id on waits for k from then on, and k for what it waited for. It is
// one edit about k: while it is carried out, the one behind it never waits for less than before.
func Splice(b *Board, k, behind tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbLink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	last, err := newDecision(b, tasks.VerbLink, behind, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	to, _ := b.taskOfID(behind.List, on)
	switch {
	case k == behind || k == to || r.t.ID == on:
		return tasks.Edit{}, r.refuse("it is one end of that link", "choose another task")
	case to == behind || on == last.t.ID:
		return tasks.Edit{}, last.refuse("it waits for itself", "unlink it")
	case k.List != behind.List:
		return tasks.Edit{}, r.refuse("it is in another list", "")
	case !slices.Contains(last.t.WaitsFor, on):
		return tasks.Edit{}, r.refuse(b.displayName(behind)+" does not wait for "+b.displayNameOf(behind.List, on)+" any more", "")
	case isFinished(r.t):
		return tasks.Edit{}, r.refuse("it is completed, and nothing would wait", "reopen it first")
	}
	if loop := b.findLoop(r.s, last.s); loop != nil {
		return tasks.Edit{}, last.refuseLoop(loop)
	}
	drop := tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(on)}
	add := func(id tasks.ID) tasks.Change {
		return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)}
	}
	if !slices.Contains(r.t.WaitsFor, on) {
		if no, is := r.refuseLink(on); is {
			return tasks.Edit{}, no
		}
		r.edit.Changes = []tasks.Change{add(on)}
	}
	also := tasks.Step{Kind: tasks.ChangeFile, Key: behind, Changes: []tasks.Change{drop}}
	if !slices.Contains(last.t.WaitsFor, r.t.ID) {
		if no, is := last.refuseLink(r.t.ID); is {
			return tasks.Edit{}, no
		}
		also.Changes = append(also.Changes, add(r.t.ID))
	}
	r.edit.Also = []tasks.Step{also}
	r.need(behind, tasks.FieldWaitsFor, tasks.RefsValue(last.t.WaitsFor))
	if t := b.Task(to); t != nil {
		r.need(to, tasks.FieldStatus, tasks.StatusValue(t.Status))
	}
	return r.edit, nil
}

// displayNameOf returns what an id is called in a sentence.
func (b *Board) displayNameOf(list string, id tasks.ID) string {
	if to, _ := b.taskOfID(list, id); to != (tasks.Key{}) {
		return b.displayName(to)
	}
	return id.Text
}
