package board

import (
	"strings"
	"time"

	"sideboard/tasks"
)

// Bind binds a task to a worktree by its name, "" to none. That git knows a worktree of that name, and that its agents
// accept the name, is for the caller to know. told says that agents that keep worktrees are at work in this directory
// even if no file shows it.
func Bind(b *Board, k tasks.Key, name string, told bool, who string, at time.Time) (tasks.Edit, error) {
	r, err := rule(b, tasks.VerbBind, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseUnbound(name, told); is {
		return tasks.Edit{}, no
	}
	switch {
	case name == r.t.Worktree && name == "":
		return tasks.Edit{}, r.refuse("it has no worktree", "")
	case name == r.t.Worktree:
		return tasks.Edit{}, r.refuse("it is bound to "+name+" already", "")
	}
	r.edit.Changes = []tasks.Change{{Field: tasks.FieldWorktree, Op: tasks.Set, From: tasks.TextValue(r.t.Worktree), To: tasks.TextValue(name)}}
	if name == "" {
		return r.edit, nil
	}
	if r.t.Traits.Binding == tasks.BoundLater {
		r.edit.Changes[0].Member = "worktree"
	}
	ask := Ask{Question: "Bind " + b.name(k) + " to " + name + "?"}
	if others := b.BoundTo(name, k); len(others) > 0 {
		ask.Detail = append(ask.Detail, b.names(others)+" "+verb(len(others), "is", "are")+" bound to it too, and not completed.")
	}
	if r.t.Worktree != "" {
		ask.Detail = append(ask.Detail, "It is bound to "+r.t.Worktree+" now.")
	}
	if r.t.Traits.Binding == tasks.BoundStarts && r.t.Status == tasks.Pending {
		// Its agents' own rule: what is bound has begun.
		r.edit.Changes = append(r.edit.Changes, tasks.Change{
			Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(tasks.Pending), To: tasks.StatusValue(tasks.InProgress),
		})
		if no, is := r.blocked(); is {
			ask.Detail = append(ask.Detail, "In this design binding starts it, and it "+strings.TrimPrefix(no.Why, "it ")+".")
		}
	}
	if len(ask.Detail) > 0 {
		ask.Edit = r.edit
		return tasks.Edit{}, ask
	}
	return r.edit, nil
}

// Bindable answers nil when a task can be bound to a worktree at all, else the Refusal. It is asked before a worktree is
// made for a task, so that none is made in vain.
func Bindable(b *Board, k tasks.Key, told bool) error {
	r, err := rule(b, tasks.VerbBind, k, "", time.Time{})
	if err != nil {
		return err
	}
	if no, is := r.refuseUnbound("any", told); is {
		return no
	}
	return nil
}

// refuseUnbound is the refusal of a file that must not name a worktree, and whether it must not.
func (r *ruling) refuseUnbound(name string, told bool) (Refusal, bool) {
	switch r.t.Traits.Binding {
	case tasks.NotBound:
		return r.refuse("tasks of "+r.t.Traits.Title+" have no place for a worktree", ""), true
	case tasks.BoundLater:
		if name != "" && !told && !r.b.keepsWorktrees() {
			return r.refuse("no file here has the key \"worktree\", and agents of "+r.t.Traits.Title+
				" fail on a key they do not know", ""), true
		}
	}
	return Refusal{}, false
}

// keepsWorktrees says that some file is of a version that has the key: its agents are at work then.
func (b *Board) keepsWorktrees() bool {
	for t, n := range b.dialects {
		if n > 0 && t.Binding == tasks.BoundByName {
			return true
		}
	}
	return false
}

// BoundTo are the unfinished tasks that name a worktree, but for one.
func (b *Board) BoundTo(name string, but tasks.Key) []tasks.Key {
	var ks []tasks.Key
	for s := range b.slots {
		if t := b.slots[s].task; !b.slots[s].dead && t != nil && t.Worktree == name && t.Key != but && !finished(t) {
			ks = append(ks, t.Key)
		}
	}
	return ks
}
