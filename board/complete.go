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
