package board

import (
	"errors"
	"slices"
	"time"

	"sideboard/tasks"
)

// waitFor returns the change that adds an id to the list of a task, stopWaiting the one that removes it.
func waitFor(id tasks.ID) tasks.Change {
	return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)}
}

func stopWaiting(id tasks.ID) tasks.Change {
	return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(id)}
}

// Link makes k wait for the task of the given id.
func Link(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbLink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if err := r.refuseLink(on, false); err != nil {
		return tasks.Edit{}, err
	}
	if to, t := b.taskOfID(k.List, on); t != nil {
		r.need(to, tasks.FieldWaitsFor, tasks.RefsValue(t.WaitsFor))
	}
	r.edit.Changes = []tasks.Change{waitFor(on)}
	ask := Ask{}
	ask.aboutLink(&r, on)
	return r.answer(ask)
}

// aboutLink asks about a link to a completed task if agents then do not start the task until somebody removes the link.
func (a *Ask) aboutLink(d *decision, on tasks.ID) {
	_, t := d.b.taskOfID(d.t.List, on)
	if t == nil || d.t.Traits.Blocked != tasks.ListNotEmpty {
		return
	}
	a.aboutCompleted([]*tasks.Task{t}, d.t.Traits, d.t.ID.Text, tasks.VerbLink)
}

// aboutCompleted asks about links to those tasks that are completed, and have no agent that would clear them.
func (a *Ask) aboutCompleted(on []*tasks.Task, traits *tasks.Traits, waiting string, verb tasks.Verb) {
	var names []string
	for _, t := range on {
		if t.Status == tasks.Completed {
			names = append(names, t.ID.Text)
		}
	}
	if len(names) == 0 {
		return
	}
	words := joinNames(names) + " " + tasks.Plural(len(names), "is", "are") + " completed: agents of " +
		traits.Dialect +
		" will not start " + waiting + " until its list is cleared. Link anyway?"
	a.put("", words)
	a.No = &Refusal{Verb: verb, Why: words}
}

// refuseLink returns why a task may not wait for an id, nil if it may. With reverse, the link in the other direction is
// removed at the same time.
func (d *decision) refuseLink(on tasks.ID, reverse bool) error {
	b, k := d.b, d.t.Key
	if on.Empty() {
		return d.refuse("no task is named", "")
	}
	to, _ := b.taskOfID(k.List, on)
	switch {
	case to == k || on == d.t.ID:
		return d.refuse("a task cannot wait for itself", "")
	case on.Num != d.t.ID.Num && to != (tasks.Key{}):
		return d.refuse("its ids are of another kind than "+on.Text+", and its agents would not find that task", "")
	case slices.Contains(d.t.WaitsFor, on):
		return d.refuse("it waits for "+b.displayNameOf(k.List, on)+" already", "")
	case to == (tasks.Key{}) && d.t.Traits.MustExist:
		return d.refuse("no task has the id "+on.Text, "create it first")
	case to == (tasks.Key{}):
		return nil
	}
	if b.areRelated(d.s, b.slotOf(to)) {
		return d.refuseNaming("one of the two is a part of the other", "", []tasks.Key{to})
	}
	if loop := b.findLoop(b.slotOf(to), d.s, reverse); loop != nil {
		return d.refuseLoop(loop)
	}
	return nil
}

// refuseLoop refuses a link that would close a loop.
func (d *decision) refuseLoop(loop []tasks.Key) Refusal {
	no := d.refuseNaming("that closes a loop: "+d.b.describeLoop(d.t.Key, loop), "unlink one of them first", loop)
	no.Loop = true
	return no
}

// Unlink makes k no longer wait for the given id, of a task or of none.
func Unlink(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbUnlink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if !slices.Contains(r.t.WaitsFor, on) {
		if to, t := b.taskOfID(k.List, on); t != nil && slices.Contains(t.Blocks, r.t.ID) {
			return b.dropBlocks(to, r.t.ID, who, at)
		}
		return tasks.Edit{}, r.refuse("it does not wait for "+b.displayNameOf(k.List, on), "")
	}
	r.edit.Changes = []tasks.Change{stopWaiting(on)}
	if on == r.t.ID && slices.Contains(r.t.Blocks, on) { // both sides of a link to itself are in this file
		r.edit.Changes = append(r.edit.Changes,
			tasks.Change{Field: tasks.FieldBlocks, Op: tasks.Drop, To: tasks.RefValue(on)})
	}
	return r.edit, nil
}

// dropBlocks removes an id from the blocks of a task, where only that file has the link.
func (b *Board) dropBlocks(k tasks.Key, id tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbUnlink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	r.edit.Changes = []tasks.Change{{Field: tasks.FieldBlocks, Op: tasks.Drop, To: tasks.RefValue(id)}}
	return r.edit, nil
}

// Relink makes k wait for the task of another id instead.
func Relink(b *Board, k tasks.Key, from, to tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	e, err := Link(b, k, to, who, at)
	ask, asks := errors.AsType[Ask](err)
	if err != nil && !asks {
		return e, err
	}
	if _, err := Unlink(b, k, from, who, at); err != nil {
		return tasks.Edit{}, err
	}
	if asks {
		ask.Edit.Changes = append([]tasks.Change{stopWaiting(from)}, ask.Edit.Changes...)
		return e, ask
	}
	e.Changes = append([]tasks.Change{stopWaiting(from)}, e.Changes...)
	return e, nil
}

// Reverse makes the task of an id wait for k, which waits for it now. It is one edit of the task that is to wait.
func Reverse(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	drop, err := Unlink(b, k, on, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	to, other := b.taskOfID(k.List, on)
	if other == nil {
		return tasks.Edit{}, Refusal{Verb: tasks.VerbLink, Why: "no file has the id " + on.Text +
			", which would have to wait"}
	}
	r, err := newDecision(b, tasks.VerbLink, to, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	t := b.Task(k)
	if err := r.refuseLink(t.ID, true); err != nil {
		return tasks.Edit{}, err
	}
	r.need(k, tasks.FieldWaitsFor, tasks.RefsValue(t.WaitsFor))
	r.edit.Changes = []tasks.Change{waitFor(t.ID)}
	if drop.Of == to { // only the file of the blocker has the link
		r.edit.Changes = append(drop.Changes, r.edit.Changes...)
	} else {
		r.edit.Also = []tasks.Step{{Kind: tasks.ChangeFile, Key: k, Changes: drop.Changes}}
	}
	ask := Ask{}
	ask.aboutLink(&r, t.ID)
	return r.answer(ask)
}

// PutBetween puts task k into the link from behind to the id on: behind waits for k, and k for on. It is one edit of k.
// While it is carried out, behind is never free to start.
func PutBetween(b *Board, k, behind tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
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
		return tasks.Edit{}, r.refuse(b.displayName(behind)+" does not wait for "+b.displayNameOf(behind.List, on)+
			" any more", "")
	case isFinished(r.t):
		return tasks.Edit{}, r.refuse("it is completed, and nothing would wait", "reopen it first")
	}
	if loop := b.findLoop(r.s, last.s, false); loop != nil {
		return tasks.Edit{}, last.refuseLoop(loop)
	}
	ask := Ask{}
	if !slices.Contains(r.t.WaitsFor, on) {
		if err := r.refuseLink(on, false); err != nil {
			return tasks.Edit{}, err
		}
		r.edit.Changes = []tasks.Change{waitFor(on)}
		ask.aboutLink(&r, on)
	}
	also := tasks.Step{Kind: tasks.ChangeFile, Key: behind, Changes: []tasks.Change{stopWaiting(on)}}
	if !slices.Contains(last.t.WaitsFor, r.t.ID) {
		if err := last.refuseLink(r.t.ID, false); err != nil {
			return tasks.Edit{}, err
		}
		also.Changes = append(also.Changes, waitFor(r.t.ID))
	}
	r.edit.Also = []tasks.Step{also}
	r.need(behind, tasks.FieldWaitsFor, tasks.RefsValue(last.t.WaitsFor))
	if t := b.Task(to); t != nil {
		r.need(to, tasks.FieldStatus, tasks.StatusValue(t.Status))
	}
	return r.answer(ask)
}

// RepairLinks completes all links of a task that only one of two files has, in one edit, and removes ids from its
// blocks that no file has. It asks where a task would come to wait that did not.
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
		if err := r.refuseLink(b.slots[o].task.ID, false); err != nil {
			return tasks.Edit{}, err
		}
		own(tasks.FieldWaitsFor, tasks.Add, b.slots[o].task.ID)
		asks = append(asks, b.displayName(k)+" will wait for "+b.displayName(b.keyOf(o))+
			", which says that it blocks it.")
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
			if err := w.refuseLink(r.t.ID, false); err != nil {
				return tasks.Edit{}, err
			}
			other(l.Key, tasks.FieldWaitsFor)
			asks = append(asks, b.displayName(l.Key)+" will wait for it, as its own file says.")
		}
	}
	if len(r.edit.Changes)+len(r.edit.Also) == 0 {
		return tasks.Edit{}, r.refuse("none of its links is written on one side only", "")
	}
	ask := Ask{Detail: asks}
	if len(asks) > 0 {
		ask.Question = "Write both sides of the links of " + b.displayName(k) + "?"
	}
	return r.answer(ask)
}
