package board

import (
	"fmt"
	"time"

	"sideboard/tasks"
)

// Claim takes a task: it becomes in progress and, where its dialect has owners, who its owner. A blocked task is
// refused if the code of its agents refuses it too, and asked about otherwise. A second open task of Claude Code is
// asked about.
func Claim(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newWorkDecision(b, tasks.VerbClaim, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	switch {
	case isFinished(r.t):
		return tasks.Edit{}, r.refuse("it is "+r.t.Status.String(), "reopen it first")
	case r.t.Status == tasks.Failed:
		return tasks.Edit{}, r.refuse("it failed", "reopen it first")
	case r.t.Status == tasks.Foreign && !r.t.MeansPending():
		return tasks.Edit{}, r.refuse(r.foreignWords(), "reopen it first")
	case r.t.Status == tasks.InProgress && r.t.Owner == "":
		return tasks.Edit{}, r.refuse("it is in progress already, and nobody says who has it", "release it first")
	case r.t.Status == tasks.InProgress && r.t.Owner == who:
		return tasks.Edit{}, r.refuse("it is yours already", "")
	case !r.isMine():
		return tasks.Edit{}, r.refuse(r.holderWords(), "release it first")
	}
	blocked := r.refuseBlocked()
	if blocked != nil && r.t.Traits.ClaimsOnly {
		return tasks.Edit{}, blocked
	}
	if b.worktreeMissing(r.s) {
		return tasks.Edit{}, r.refuse("git knows no worktree "+r.t.Worktree+
			" on a branch of its name, and its agents claim it only there", "make it again or unbind it")
	}
	if err := r.refuseBusy(who); err != nil {
		return tasks.Edit{}, err
	}
	r.needOwnState()
	ask := Ask{}
	if other := r.otherOpenTasks(); len(other) > 0 {
		why := " " + b.displayNames(other) + " open, and an agent of Claude Code works on one task at a time"
		no := r.refuseNaming(who+" has"+why+" (agent_busy)", "complete or release it first", other)
		ask = Ask{Question: "Claim " + b.displayName(k) + " as well?", Detail: []string{"You have" + why + "."},
			Busy: &no}
	}
	if blocked == nil {
		r.needUnblocked()
	} else {
		ask.Question = "Claim " + b.displayName(k) + " although it is blocked?"
		ask.although(blocked)
	}
	return r.answer(ask)
}

// Complete finishes a task. It asks about a task of another owner, one that nobody claimed, and the last open one of a
// list that its agents then wipe. A blocked task that is not in progress is refused or asked about as in Claim.
func Complete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newWorkDecision(b, tasks.VerbComplete, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if isFinished(r.t) {
		return tasks.Edit{}, r.refuse("it is "+r.t.Status.String()+" already", "")
	}
	runs := r.t.Status == tasks.InProgress
	var blocked error
	if !runs {
		blocked = r.refuseBlocked()
	}
	if blocked != nil && r.t.Traits.ClaimsOnly {
		return tasks.Edit{}, blocked
	}
	r.needOwnState()
	if !runs && blocked == nil {
		r.needUnblocked()
	}
	ask := Ask{}
	switch {
	case blocked != nil:
		ask.Question = "Complete " + b.displayName(k) + " although it is blocked?"
		ask.although(blocked)
		if !r.isMine() {
			ask.Detail = append(ask.Detail, r.holderWords()+".")
		}
	case !r.isMine():
		ask.Question = "Complete " + b.displayName(k) + "?"
		ask.Detail = append(ask.Detail, r.holderWords()+".")
		if runs && (r.t.Traits.HolderBound || r.t.Traits.OwnerCompletes) {
			ask.Detail = append(ask.Detail, r.takenAwayWords()...)
		}
	case !runs && !(r.t.Traits.OwnerIsClaim && r.t.Owner != ""):
		ask.Question = "Complete " + b.displayName(k) + " without claiming it?"
	}
	if isLastOpen(b, k) {
		if ask.Question == "" {
			ask.Question = "Complete " + b.displayName(k) + ", the last open task?"
		}
		ask.Detail = append(ask.Detail, fmt.Sprintf("It is the last open one of %d: its agents delete the whole list soon after.",
			b.lists[k.List].total))
	}
	return r.answer(ask)
}

// isLastOpen reports whether k is the last open task of a list that its agents wipe when all tasks are completed.
func isLastOpen(b *Board, k tasks.Key) bool {
	t := b.Task(k)
	if t == nil || !t.Traits.WipesWhenDone || t.Status == tasks.Completed {
		return false
	}
	l := b.lists[t.List]
	return l.total-l.done == 1
}

// Release gives a task back: pending, and nobody's.
func Release(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newWorkDecision(b, tasks.VerbRelease, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	switch {
	case isFinished(r.t):
		return tasks.Edit{}, r.refuse("it is "+r.t.Status.String(), "reopen it instead")
	case r.t.Status != tasks.InProgress && r.t.Owner == "":
		return tasks.Edit{}, r.refuse("nobody has it", "")
	}
	r.needOwnState()
	if r.isMine() {
		return r.edit, nil
	}
	ask := Ask{Question: "Release " + b.displayName(k) + "?"}
	ask.Detail = append(ask.Detail, r.holderWords()+".")
	if r.t.Status == tasks.InProgress {
		ask.Detail = append(ask.Detail, r.takenAwayWords()...)
	} else {
		ask.Detail = append(ask.Detail, r.t.Owner+" is not notified, and may still start it.")
	}
	return r.answer(ask)
}

// Reopen makes a task pending and nobody's that is finished, failed or has an unknown status. It asks where other tasks
// rely on it.
func Reopen(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newWorkDecision(b, tasks.VerbReopen, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	says := r.t.Status == tasks.Blocked && r.t.Traits.Form != nil // a word, which a person may take back
	if !isFinished(r.t) && r.t.Status != tasks.Failed && r.t.Status != tasks.Foreign && !says {
		return tasks.Edit{}, r.refuse("it is not completed", "")
	}
	r.needOwnState()
	var started, over, again []tasks.Key
	for _, l := range b.Unblocks(k) {
		if l.Task == nil || l.Key == k {
			continue
		}
		d := b.slotOf(l.Key)
		switch {
		case l.Task.Status == tasks.InProgress:
			started = append(started, l.Key)
		case isFinished(l.Task):
			over = append(over, l.Key)
		case b.slots[d].group == groupReady && r.wouldBlockAgain(l):
			again = append(again, l.Key)
		}
	}
	var detail []string
	if len(started) > 0 {
		detail = append(detail, b.namesAre(started)+" in progress already.")
	}
	if len(over) > 0 {
		detail = append(detail, b.namesAre(over)+" completed already.")
	}
	if len(again) > 0 {
		detail = append(detail, b.namesAre(again)+" blocked again.")
	}
	if len(detail) == 0 {
		return r.edit, nil
	}
	if r.t.Traits.ClearsOnComplete {
		detail = append(detail, "Links that were cleared when it was completed stay cleared.")
	}
	return r.answer(Ask{Question: "Reopen " + b.displayName(k) + "?", Detail: detail})
}

// wouldBlockAgain reports whether a ready task whose list names the reopened one would be blocked by it.
func (d *decision) wouldBlockAgain(l LinkEnd) bool {
	names := false
	for _, id := range l.Task.WaitsFor {
		if n := d.b.lookupNode(l.Key.List, id); n >= 0 && d.b.nodes[n].slot == d.s {
			names = true
		}
	}
	return names && !(l.Task.Traits.Blocked == tasks.UnfinishedOnly && d.t.Unseen)
}

// Delete removes the file of a task. It always asks.
func Delete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbDelete, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if parts := b.Children(k); len(parts) > 0 {
		return tasks.Edit{}, r.refuseNaming("it is a container of "+b.displayNames(parts),
			"delete "+tasks.Plural(len(parts), "that", "those")+" first", parts)
	}
	r.needOwnState()
	ask := Ask{Question: "Delete " + b.displayName(k) + "?"}
	if r.t.Status == tasks.InProgress && !r.isMine() {
		ask.Detail = append(ask.Detail, r.holderWords()+", and may still work on it.")
	}
	var waiting []tasks.Key
	for _, d := range b.dependants(r.s) {
		if t := b.slots[d].task; d != r.s && !isFinished(t) {
			waiting = append(waiting, t.Key)
		}
	}
	if n := len(waiting); n > 0 {
		ask.Detail = append(ask.Detail, b.displayNames(waiting)+" "+tasks.Plural(n, "waits", "wait")+" for it.",
			r.deletionEffect(n))
	}
	return r.answer(ask)
}

// deletionEffect says what happens to the n links to a task when it is deleted, and why.
func (d *decision) deletionEffect(n int) string {
	switch node := d.b.slots[d.s].node; {
	case node >= 0 && len(d.b.duplicates[node]) > 1:
		return tasks.Plural(n, "The link stays", "The links stay") + ": another file has the same id."
	case d.t.Traits.KeepsDeadLinks:
		return tasks.Plural(n, "The link stays, and blocks until it is unlinked.",
			"The links stay, and block until they are unlinked.")
	case d.t.Traits.Blocked == tasks.UnfinishedOnly:
		return tasks.Plural(n, "The link is removed too.", "The links are removed too.")
	}
	return tasks.Plural(n, "The link is removed too: left there, it would block for ever.",
		"The links are removed too: left there, they would block for ever.")
}
