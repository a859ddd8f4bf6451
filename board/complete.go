package board

import (
	"fmt"
	"time"

	"sideboard/tasks"
)

// Complete finishes a task. One's own task is completed at once, another's, one that nobody claimed and the last
// open one of a list that its agents wipe are asked about, and a blocked task that does not run is refused.
func Complete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbComplete, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseContainer(); is {
		return tasks.Edit{}, no
	}
	if isFinished(r.t) {
		return tasks.Edit{}, r.refuse("it is "+finishedWord(r.t)+" already", "")
	}
	runs := r.t.Status == tasks.InProgress
	if !runs {
		if no, is := r.refuseBlocked(); is {
			return tasks.Edit{}, no
		}
	}
	r.needOwnState()
	if !runs {
		r.needUnblocked()
	}
	ask := Ask{Edit: r.edit}
	switch {
	case !r.isMine():
		ask.Question = "Complete " + r.t.Owner + "'s task?"
		ask.Detail = append(ask.Detail, r.holderWords()+".")
		if runs && (r.t.Traits.HolderBound || r.t.Traits.OwnerCompletes) {
			ask.Detail = append(ask.Detail, r.takenAwayWords()...)
		}
	case !runs && !(r.t.Traits.OwnerIsClaim && r.t.Owner != ""):
		ask.Question = "Complete without claiming?"
	}
	if IsLastOpen(b, k) {
		if ask.Question == "" {
			ask.Question = "Complete the last open task?"
		}
		total, _ := b.listSize(k.List)
		ask.Detail = append(ask.Detail, fmt.Sprintf("It is the last open one of %d: its agents delete the whole list soon after.",
			total))
	}
	if ask.Question == "" {
		return r.edit, nil
	}
	return tasks.Edit{}, ask
}

// Reopen makes a completed task pending again, and nobody's. It asks where that touches tasks that rely on it.
func Reopen(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbReopen, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseContainer(); is {
		return tasks.Edit{}, no
	}
	if !isFinished(r.t) && r.t.Status != tasks.Failed {
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
		detail = append(detail, b.displayNames(started)+" "+verbForm(len(started), "is", "are")+" in progress already.")
	}
	if len(over) > 0 {
		detail = append(detail, b.displayNames(over)+" "+verbForm(len(over), "is", "are")+" completed already.")
	}
	if len(again) > 0 {
		detail = append(detail, b.displayNames(again)+" "+verbForm(len(again), "is", "are")+" blocked again.")
	}
	if len(detail) == 0 {
		return r.edit, nil
	}
	if r.t.Traits.ClearsOnComplete {
		detail = append(detail, "Links that were cleared when it was completed stay cleared.")
	}
	return tasks.Edit{}, Ask{Edit: r.edit, Question: "Reopen " + b.displayName(k) + "?", Detail: detail}
}

// holdsAgain says that a ready task whose list names the reopened one would be blocked by it.
func (r *decision) wouldBlockAgain(l LinkEnd) bool {
	names := false
	for _, id := range l.Task.WaitsFor {
		if n := r.b.lookupNode(l.Key.List, id); n >= 0 && r.b.nodes[n].slot == r.s {
			names = true
		}
	}
	return names && !(l.Task.Traits.Blocked == tasks.UnfinishedOnly && r.t.Unseen)
}
