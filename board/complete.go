package board

import (
	"fmt"
	"time"

	"sideboard/tasks"
)

// Complete finishes a task. One's own task is completed at once, another's, one that nobody claimed and the last
// open one of a list that its agents wipe are asked about, and a blocked task that does not run is refused.
func Complete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := rule(b, tasks.VerbComplete, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseContainer(); is {
		return tasks.Edit{}, no
	}
	if finished(r.t) {
		return tasks.Edit{}, r.refuse("it is "+over(r.t)+" already", "")
	}
	runs := r.t.Status == tasks.InProgress
	if !runs {
		if no, is := r.blocked(); is {
			return tasks.Edit{}, no
		}
	}
	r.needSelf()
	if !runs {
		r.needFree()
	}
	ask := Ask{Edit: r.edit}
	switch {
	case !r.mine():
		ask.Question = "Complete " + r.t.Owner + "'s task?"
		ask.Detail = append(ask.Detail, r.holder()+".")
		if runs && (r.t.Traits.HolderBound || r.t.Traits.OwnerCompletes) {
			ask.Detail = append(ask.Detail, r.takenAway()...)
		}
	case !runs && !(r.t.Traits.OwnerIsClaim && r.t.Owner != ""):
		ask.Question = "Complete without claiming?"
	}
	if LastOpen(b, k) {
		if ask.Question == "" {
			ask.Question = "Complete the last open task?"
		}
		total, _ := b.size(k.List)
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
	r, err := rule(b, tasks.VerbReopen, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseContainer(); is {
		return tasks.Edit{}, no
	}
	if !finished(r.t) && r.t.Status != tasks.Failed {
		return tasks.Edit{}, r.refuse("it is not completed", "")
	}
	r.needSelf()
	var started, over, again []tasks.Key
	for _, l := range b.Unblocks(k) {
		if l.Task == nil || l.Key == k {
			continue
		}
		d := b.find(l.Key)
		switch {
		case l.Task.Status == tasks.InProgress:
			started = append(started, l.Key)
		case finished(l.Task):
			over = append(over, l.Key)
		case b.slots[d].group == groupReady && r.holdsAgain(l):
			again = append(again, l.Key)
		}
	}
	var detail []string
	if len(started) > 0 {
		detail = append(detail, b.names(started)+" "+verb(len(started), "is", "are")+" in progress already.")
	}
	if len(over) > 0 {
		detail = append(detail, b.names(over)+" "+verb(len(over), "is", "are")+" completed already.")
	}
	if len(again) > 0 {
		detail = append(detail, b.names(again)+" "+verb(len(again), "is", "are")+" blocked again.")
	}
	if len(detail) == 0 {
		return r.edit, nil
	}
	if r.t.Traits.ClearsOnComplete {
		detail = append(detail, "Links that were cleared when it was completed stay cleared.")
	}
	return tasks.Edit{}, Ask{Edit: r.edit, Question: "Reopen " + b.name(k) + "?", Detail: detail}
}

// holdsAgain says that a ready task whose list names the reopened one would be blocked by it.
func (r *ruling) holdsAgain(l Linked) bool {
	names := false
	for _, id := range l.Task.WaitsFor {
		if n := r.b.lookup(l.Key.List, id); n >= 0 && r.b.nodes[n].prime == r.s {
			names = true
		}
	}
	return names && !(l.Task.Traits.Blocked == tasks.UnfinishedOnly && r.t.Unseen)
}
