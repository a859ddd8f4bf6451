package board

import (
	"time"

	"sideboard/tasks"
)

// Delete removes a task's file; it always asks.
func Delete(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbDelete, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if parts := b.Children(k); len(parts) > 0 {
		return tasks.Edit{}, r.refuseNaming("it is a container of "+b.displayNames(parts), "delete "+verbForm(len(parts), "that", "those")+" first", parts)
	}
	r.needOwnState()
	ask := Ask{Edit: r.edit, Question: "Delete " + b.displayName(k) + "?"}
	if r.t.Status == tasks.InProgress && !r.isMine() {
		ask.Detail = append(ask.Detail, r.holderWords()+", and is not told.")
	}
	var waiting []tasks.Key
	for _, d := range b.dependants(r.s) {
		if t := b.slots[d].task; d != r.s && !isFinished(t) {
			waiting = append(waiting, t.Key)
		}
	}
	if n := len(waiting); n > 0 {
		ask.Detail = append(ask.Detail, b.displayNames(waiting)+" "+verbForm(n, "waits", "wait")+" for it.", r.deletionEffect(n))
	}
	return tasks.Edit{}, ask
}

// deletionEffect says what becomes of the lists that name a task when it is deleted, and why.
func (r *decision) deletionEffect(n int) string {
	them := verbForm(n, "that list", "those lists")
	switch n := r.b.slots[r.s].node; {
	case n >= 0 && len(r.b.duplicates[n]) > 1:
		return "Another file has the same id, so it stays in " + them + "."
	case r.t.Traits.KeepsDeadLinks:
		return "Its id stays in " + them + ", and blocks until it is unlinked."
	case r.t.Traits.Blocked == tasks.UnfinishedOnly:
		return "It is taken out of " + them + " too."
	}
	return "It is taken out of " + them + " too: left there, it would block for ever."
}
