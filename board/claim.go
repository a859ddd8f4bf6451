package board

import (
	"time"

	"sideboard/tasks"
)

// Claim takes a task: it becomes in progress, and who its owner where its dialect keeps owners.
func Claim(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbClaim, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseContainer(); is {
		return tasks.Edit{}, no
	}
	switch {
	case isFinished(r.t):
		return tasks.Edit{}, r.refuse("it is "+finishedWord(r.t), "reopen it first")
	case r.t.Status == tasks.Failed:
		return tasks.Edit{}, r.refuse("it failed", "reopen it first")
	case r.t.Status == tasks.InProgress && r.t.Owner == "":
		return tasks.Edit{}, r.refuse("it is in progress already, and nobody says who has it", "release it first")
	case r.t.Status == tasks.InProgress && r.t.Owner == who:
		return tasks.Edit{}, r.refuse("it is yours already", "")
	case !r.isMine():
		since, _ := r.heldSince()
		return tasks.Edit{}, r.refuseOwned(r.t.Owner, since, r.holderWords(), "")
	}
	if no, is := r.refuseBlocked(); is {
		return tasks.Edit{}, no
	}
	if b.worktreeMissing(r.s) {
		return tasks.Edit{}, r.refuse("git knows no worktree "+r.t.Worktree+" on a branch of its name, and its agents claim it only where it is", "make it again or unbind it")
	}
	if r.t.Traits.BusyCheck && r.t.Traits.HasOwner {
		if other := b.tasksInProgressOf(who, k); len(other) > 0 {
			no := r.refuseNaming(b.displayNames(other)+" "+verbForm(len(other), "is", "are")+
				" in progress under your name, and its agents allow one task at a time", "complete or release it first", other)
			no.Owner = who
			return tasks.Edit{}, no
		}
		r.edit.Needs = append(r.edit.Needs, tasks.Need{Key: k, Idle: who})
	}
	r.needOwnState()
	r.needUnblocked()
	return r.edit, nil
}
