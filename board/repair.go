package board

import (
	"slices"
	"time"

	"sideboard/tasks"
)

// OneSided reports whether a link of a task is written on one side only, where its dialect keeps both.
func (b *Board) OneSided(k tasks.Key) bool {
	for _, l := range b.WaitsFor(k) {
		if l.OneSided {
			return true
		}
	}
	for _, l := range b.Unblocks(k) {
		if l.OneSided {
			return true
		}
	}
	s := b.slotOf(k)
	return s >= 0 && len(b.unreturnedLinks(s)) > 0
}

// unreturnedLinks returns the slots whose file says that they block a slot, which does not wait for them.
func (b *Board) unreturnedLinks(s int32) []int32 {
	t := b.slots[s].task
	if t == nil || !t.Traits.Mirrors {
		return nil
	}
	var by []int32
	for _, o := range b.mirroredBlockers()[s] {
		if o != s && !slices.Contains(t.WaitsFor, b.slots[o].task.ID) && !slices.Contains(by, o) {
			by = append(by, o)
		}
	}
	return by
}

// RepairLinks writes what is missing of every link of a task that only one of two files knows, as one edit. Where that
// lets a task wait that did not, a person is asked; an id in its blocks that no file has is taken out.
func RepairLinks(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbLink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	own := func(f tasks.Field, op tasks.Op, id tasks.ID) {
		r.edit.Changes = append(r.edit.Changes, tasks.Change{Field: f, Op: op, To: tasks.RefValue(id)})
	}
	other := func(of tasks.Key, f tasks.Field) {
		r.edit.Also = append(r.edit.Also, tasks.Step{Kind: tasks.ChangeFile, Key: of, Changes: []tasks.Change{
			{Field: f, Op: tasks.Add, To: tasks.RefValue(r.t.ID)},
		}})
	}
	var asks []string
	for _, l := range b.WaitsFor(k) {
		if l.OneSided && l.Key != k {
			other(l.Key, tasks.FieldBlocks)
		}
	}
	for _, o := range b.unreturnedLinks(r.s) {
		if no, is := r.refuseLink(b.slots[o].task.ID); is {
			return tasks.Edit{}, no
		}
		own(tasks.FieldWaitsFor, tasks.Add, b.slots[o].task.ID)
		asks = append(asks, b.displayName(k)+" will wait for "+b.displayName(b.keyOf(o))+", which says that it blocks it.")
	}
	for _, l := range b.Unblocks(k) {
		switch {
		case !l.OneSided || l.Key == k:
		case l.Task == nil:
			own(tasks.FieldBlocks, tasks.Drop, l.ID)
			asks = append(asks, l.ID.Text+" is taken out of its blocks: no file has that id.")
		case slices.Contains(l.Task.WaitsFor, r.t.ID):
			own(tasks.FieldBlocks, tasks.Add, l.ID)
		default:
			w, err := newDecision(b, tasks.VerbLink, l.Key, who, at)
			if err != nil {
				return tasks.Edit{}, err
			}
			if no, is := w.refuseLink(r.t.ID); is {
				return tasks.Edit{}, no
			}
			other(l.Key, tasks.FieldWaitsFor)
			asks = append(asks, b.displayName(l.Key)+" will wait for it, as its own file says.")
		}
	}
	if len(r.edit.Changes)+len(r.edit.Also) == 0 {
		return tasks.Edit{}, r.refuse("none of its links is written on one side only", "")
	}
	if len(asks) > 0 {
		return tasks.Edit{}, Ask{Edit: r.edit, Question: "Write both sides of the links of " + b.displayName(k) + "?", Detail: asks}
	}
	return r.edit, nil
}
