package board

import (
	"cmp"
	"errors"
	"maps"
	"time"

	"sideboard/tasks"
)

// SetWorktrees sets the worktrees that git knows in the project of a list, by name, nil if that is not known. A task is
// blocked if it names a worktree that does not exist and its agents claim it only there.
func (b *Board) SetWorktrees(list string, names map[string]bool) {
	if was, asked := b.worktrees[list]; asked && maps.Equal(was, names) && (was == nil) == (names == nil) {
		return
	}
	if b.worktrees == nil {
		b.worktrees = map[string]map[string]bool{}
	}
	b.worktrees[list] = names
	b.touched = b.touched[:0]
	for s, t := range b.records() {
		if t.Worktree != "" && t.List == list {
			b.touch(s)
		}
	}
	b.placeTouched()
}

// NeedsWorktrees reports whether the state of a task depends on worktrees that SetWorktrees has not set yet.
func (cs *cards) NeedsWorktrees(t *tasks.Task) bool {
	if t.Worktree == "" || t.Status != tasks.Pending || !cs.bindsOnlyUnclaimed(t) {
		return false
	}
	known, asked := cs.worktrees[t.List]
	return !asked || known != nil && !known[t.Worktree]
}

// WorktreeMissing reports whether a pending task is blocked because git does not know its worktree.
func (cs *cards) WorktreeMissing(k tasks.Key) bool {
	s := cs.slotOf(k)
	return s >= 0 && cs.worktreeMissing(s)
}

// TasksNeedingWorktrees returns one task of each list in which a state depends on the worktrees that git knows.
func (cs *cards) TasksNeedingWorktrees() []*tasks.Task {
	if !cs.bindsTasks(tasks.BoundUnclaimed) {
		return nil
	}
	var ask []*tasks.Task
	seen := map[string]bool{}
	for _, t := range cs.records() {
		if t.Worktree != "" && t.Status == tasks.Pending && !seen[t.List] && cs.bindsOnlyUnclaimed(t) {
			seen[t.List] = true
			ask = append(ask, t)
		}
	}
	return ask
}

// Bind binds a task to a worktree by its name, "" to none. The caller makes sure that git knows the worktree and that
// agents accept the name. binds says that agents that bind worktrees work in this directory, even if no file shows it.
func Bind(b *Board, k tasks.Key, name string, binds bool, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbBind, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if err := r.refuseUnbound(name, binds); err != nil {
		return tasks.Edit{}, err
	}
	switch {
	case name == r.t.Worktree && name == "":
		return tasks.Edit{}, r.refuse("it has no worktree", "")
	case name == r.t.Worktree:
		return tasks.Edit{}, r.refuse("it is bound to "+name+" already", "")
	}
	r.need(k, tasks.FieldWorktree, tasks.TextValue(r.t.Worktree)) // From does not say so if there is none
	r.edit.Changes = []tasks.Change{{Field: tasks.FieldWorktree, Op: tasks.Set, From: tasks.TextValue(r.t.Worktree),
		To: tasks.TextValue(name)}}
	if name == "" {
		ask := Ask{Yes: "unbind", Detail: r.bindingEffects()}
		if ask.Detail != nil {
			ask.Question = "Unbind " + b.displayName(k) + " from " + r.t.Worktree + "?"
		}
		return r.answer(ask)
	}
	if r.t.Traits.Binding == tasks.BoundLater {
		r.edit.Changes[0].Member = "worktree"
	}
	ask := Ask{Detail: r.bindingEffects()}
	if others := b.BoundTo(name, k); len(others) > 0 {
		ask.Detail = append(ask.Detail, b.namesAre(others)+" bound to it too, and not completed.")
	}
	if r.t.Worktree != "" {
		ask.Detail = append(ask.Detail, "It is bound to "+r.t.Worktree+" now.")
	}
	if r.t.Traits.Binding == tasks.BoundStarts && r.t.Status == tasks.Pending {
		// Its agents' own rule: what is bound has begun.
		r.edit.Changes = append(r.edit.Changes, tasks.Change{
			Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(tasks.Pending),
			To: tasks.StatusValue(tasks.InProgress),
		})
		if no, ok := errors.AsType[Refusal](r.refuseBlocked()); ok {
			ask.Detail = append(ask.Detail, "In this design binding starts it, and "+no.clause()+".")
		}
	}
	if len(ask.Detail) > 0 {
		ask.Question = "Bind " + b.displayName(k) + " to " + name + "?"
	}
	return r.answer(ask)
}

// CheckBind returns nil if a task can be bound to a worktree at all, else the Refusal. Call it before making a
// worktree.
func CheckBind(b *Board, k tasks.Key, binds bool) error {
	r, err := newDecision(b, tasks.VerbBind, k, "", time.Time{})
	if err != nil {
		return err
	}
	return r.refuseUnbound("any", binds)
}

// CheckMakeWorktree returns nil if a worktree can be made for a task, else the Refusal. It returns an Ask where Bind
// will ask: that has to be answered before the worktree is made, because agents are notified for which task it is. An
// empty name is for a check before the name is known; it does not ask.
func CheckMakeWorktree(b *Board, k tasks.Key, name string, binds bool, who string, at time.Time) error {
	if err := CheckBind(b, k, binds); err != nil {
		return err
	}
	t := b.Task(k)
	if b.bindsOnlyUnclaimed(t) && (t.Status != tasks.Pending || t.Owner != "") {
		r := decision{b: b, t: t, edit: tasks.Edit{Verb: tasks.VerbBind, Of: k}}
		return r.refuse("its agents make a worktree only for a task that is pending and nobody's", "")
	}
	if name == "" || name == t.Worktree {
		return nil
	}
	_, err := Bind(b, k, name, true, who, at)
	return err
}

// UnbindAll returns the edits that unbind all tasks of a worktree that is removed: none if agents leave the name in the
// files. It returns a Refusal if agents would not remove the worktree.
func UnbindAll(b *Board, k tasks.Key, name, who string, at time.Time) ([]tasks.Edit, error) {
	if t := b.Task(k); t == nil || !b.bindsOnlyUnclaimed(t) {
		return nil, nil
	}
	var edits []tasks.Edit
	for _, t := range b.records() {
		if t.List != k.List || t.Worktree != name {
			continue
		}
		r, err := newDecision(b, tasks.VerbBind, t.Key, who, at)
		if err != nil {
			return nil, err
		}
		if t.Status != tasks.Completed {
			return nil, r.refuseNaming(b.displayName(t.Key)+" is bound to it and not completed", "", []tasks.Key{t.Key})
		}
		r.edit.Changes = []tasks.Change{{Field: tasks.FieldWorktree, Op: tasks.Set, From: tasks.TextValue(name)}}
		edits = append(edits, r.edit)
	}
	return edits, nil
}

// AskRemoval returns the question to ask before a worktree is removed. k is a task of its project, if there is one.
// keepsBranch reports that git keeps the branch.
func AskRemoval(b *Board, k tasks.Key, name string, keepsBranch bool, who string, at time.Time) (Ask, error) {
	edits, err := UnbindAll(b, k, name, who, at)
	if err != nil {
		return Ask{}, err
	}
	ask := Ask{Question: "Remove worktree " + name + "?", Detail: []string{"Its directory and its branch are deleted."}}
	if keepsBranch {
		ask.Detail[0] = "Its directory is deleted. Its branch stays."
	}
	t := b.Task(k)
	names := t != nil && t.Worktree == name
	switch {
	case len(edits) > 1, len(edits) == 1 && !names:
		ask.Detail = append(ask.Detail, "Its tasks name it no longer, and keep their status.")
	case len(edits) == 1:
		ask.Detail = append(ask.Detail, "The task names it no longer, and keeps its status.")
	case names:
		ask.Detail = append(ask.Detail, "The task goes on naming it, and keeps its status.")
	}
	if others := b.BoundTo(name, k); len(others) > 0 {
		ask.Detail = append(ask.Detail, b.namesAre(others)+" bound to it too, and not completed.")
	}
	if names && t.Status == tasks.InProgress && t.Owner != "" && !b.OwnerState(k).State.Over() {
		ask.Detail = append(ask.Detail, t.Owner+" may be at work in it.")
	}
	return ask, nil
}

// bindingEffects says what binding or unbinding a task does to the agent that runs it.
func (d *decision) bindingEffects() []string {
	if !d.b.bindsOnlyUnclaimed(d.t) || isFinished(d.t) || d.t.Status == tasks.Pending && d.t.Owner == "" {
		return nil
	}
	who := cmp.Or(d.t.Owner, "the agent that runs it")
	return []string{
		"Every file tool of " + who + " fails from then on (\"Assignment cwd changed\"), until it is bound as it was.",
		"Its agents bind a task only while it is pending and nobody's.",
	}
}

// refuseUnbound refuses a worktree in a file that must not name one.
func (d *decision) refuseUnbound(name string, binds bool) error {
	switch d.t.Traits.Binding {
	case tasks.NotBound:
		return d.refuse("tasks of "+d.t.Traits.Title+" have no place for a worktree", "")
	case tasks.BoundLater:
		// of a version with the key
		hasAgents := d.b.bindsTasks(tasks.BoundByName) || d.b.bindsTasks(tasks.BoundUnclaimed)
		if name != "" && !binds && !hasAgents {
			return d.refuse("no file here has the key \"worktree\", and agents of "+d.t.Traits.Title+
				" fail on a key they do not know", "")
		}
	}
	return nil
}

// BoundTo returns the unfinished tasks that name a worktree, except for one.
func (x *table) BoundTo(name string, but tasks.Key) []tasks.Key {
	var ks []tasks.Key
	for _, t := range x.records() {
		if t.Worktree == name && t.Key != but && !isFinished(t) {
			ks = append(ks, t.Key)
		}
	}
	return ks
}
