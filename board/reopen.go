package board

import (
	"time"

	"sideboard/tasks"
)

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

// wouldBlockAgain reports whether a ready task whose list names the reopened one would be blocked by it.
func (r *decision) wouldBlockAgain(l LinkEnd) bool {
	names := false
	for _, id := range l.Task.WaitsFor {
		if n := r.b.lookupNode(l.Key.List, id); n >= 0 && r.b.nodes[n].slot == r.s {
			names = true
		}
	}
	return names && !(l.Task.Traits.Blocked == tasks.UnfinishedOnly && r.t.Unseen)
}
