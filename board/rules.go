package board

import (
	"fmt"
	"time"

	"sideboard/tasks"
)

// decision is one rule at work: what it looks at, and what it has read so far.
type decision struct {
	b    *Board
	s    int32
	t    *tasks.Task
	edit tasks.Edit
}

// newDecision starts a ruling about a task; every rule refuses what can not be written at all.
func newDecision(b *Board, v tasks.Verb, k tasks.Key, who string, at time.Time) (decision, error) {
	r := decision{b: b, s: b.slotOf(k), edit: tasks.Edit{Verb: v, Of: k, Who: who, At: at}}
	p := b.problems[k]
	switch {
	case r.s < 0 && p != nil:
		return r, r.refuse(problemWords(p), "")
	case r.s < 0:
		return r, r.refuse("the task is gone", "")
	case b.wipedCards > 0:
		return r, r.refuse("the list was reset by its agents", "create a task to begin again")
	}
	r.t = b.slots[r.s].task
	switch {
	case p != nil:
		return r, r.refuse(problemWords(p), "")
	case r.t.Limits&tasks.NoEdit != 0:
		return r, r.refuse(orElse(r.t.Why, "the file may not be written"), "")
	}
	return r, nil
}

func problemWords(p *tasks.Problem) string {
	switch p.Kind {
	case tasks.NotATask:
		return "the file is not a task"
	case tasks.TooLarge, tasks.NotAFile, tasks.OutsideLink, tasks.Unreadable, tasks.NoID:
		return orElse(p.Text, "the file cannot be read")
	}
	return "the file is half-written or broken"
}

// finishedWord is how a task is finished: "completed", "skipped".
func finishedWord(t *tasks.Task) string { return t.Status.String() }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// refuse returns the rule's no.
func (r *decision) refuse(why, hint string) Refusal {
	return Refusal{Verb: r.edit.Verb, Of: r.edit.Of, Why: why, Hint: hint}
}

// refuseNaming returns a no that names tasks.
func (r *decision) refuseNaming(why, hint string, over []tasks.Key) Refusal {
	no := r.refuse(why, hint)
	no.Tasks = over
	return no
}

// refuseOwned returns a no that names who has it.
func (r *decision) refuseOwned(owner string, since time.Time, why, hint string) Refusal {
	no := r.refuse(why, hint)
	no.Owner, no.Since = owner, since
	return no
}

// need remembers what was read to allow the edit.
func (r *decision) need(k tasks.Key, f tasks.Field, is tasks.Value) {
	r.edit.Needs = append(r.edit.Needs, tasks.Need{Key: k, Field: f, Is: is})
}

// needOwnState remembers the task's own status and owner.
func (r *decision) needOwnState() {
	r.need(r.t.Key, tasks.FieldStatus, tasks.StatusValue(r.t.Status))
	if r.t.Traits.HasOwner {
		r.need(r.t.Key, tasks.FieldOwner, tasks.TextValue(r.t.Owner))
	}
}

// needUnblocked remembers that nothing blocks the task: its own list, and what the tasks it names were.
func (r *decision) needUnblocked() {
	r.need(r.t.Key, tasks.FieldWaitsFor, tasks.RefsValue(r.t.WaitsFor))
	for _, l := range r.b.WaitsFor(r.t.Key) {
		if l.Task != nil && l.Satisfied {
			r.need(l.Key, tasks.FieldStatus, tasks.StatusValue(l.Task.Status))
			r.needChildren(l.Key)
		}
	}
}

// isMine reports whether the person may act on the task as their own.
func (r *decision) isMine() bool { return r.t.Owner == "" || r.t.Owner == r.edit.Who }

// heldSince words how long the task's owner has had it.
func (r *decision) heldSince() (since time.Time, words string) {
	if r.t.Status == tasks.InProgress {
		since, exact := r.b.Since(r.t.Key)
		return since, sinceWords(since, exact, r.edit.At)
	}
	if r.t.Stamp.Mtime == 0 {
		return time.Time{}, ""
	}
	// A claim that leaves the status is no transition: the file's last change is the latest it can have been.
	since = r.t.Stamp.Time()
	return since, sinceWords(since, false, r.edit.At)
}

// refuseBlocked is the refusal of a task that may not be started, and whether it may not.
func (r *decision) refuseBlocked() (Refusal, bool) {
	if !r.b.isBlocked(r.s) {
		return Refusal{}, false
	}
	var holding, over []tasks.Key
	var missing []string
	for _, l := range r.b.WaitsFor(r.t.Key) {
		switch {
		case l.Open && l.Key != (tasks.Key{}):
			holding = append(holding, l.Key)
		case l.Open:
			missing = append(missing, l.ID.Text)
		case l.Satisfied:
			over = append(over, l.Key)
		}
	}
	switch {
	case len(holding) == 1 && holding[0] == r.t.Key && len(missing) == 0:
		return r.refuseNaming("it waits for itself", "unlink it", holding), true
	case len(holding) > 0:
		names := make([]string, 0, len(holding)+len(missing))
		for _, k := range holding {
			if len(names) < 2 {
				names = append(names, r.b.displayName(k))
			} else {
				names = append(names, "")
			}
		}
		return r.refuseNaming("waits for "+joinNames(append(names, missing...)), "", holding), true
	case len(missing) > 0:
		return r.refuse("waits for "+joinNames(missing)+", which no file has", "create or unlink "+verbForm(len(missing), "it", "them")), true
	}
	if r.t.Waits {
		return r.refuse(fmt.Sprintf("it names more than %d tasks, and not all are looked at", tasks.MaxLinks), "shorten its list"), true
	}
	return r.refuseNaming("its list still names "+r.b.displayNames(over)+", which "+verbForm(len(over), "is", "are")+" completed",
		"unlink "+verbForm(len(over), "it", "them"), over), true
}

// tasksInProgressOf returns the tasks an owner has in progress, but for one.
func (b *Board) tasksInProgressOf(owner string, but tasks.Key) []tasks.Key {
	if owner == "" {
		return nil
	}
	var ks []tasks.Key
	for s := range b.columns[InProgressColumn].each {
		if t := b.slots[s].task; t.Owner == owner && t.List == but.List && t.Key != but {
			ks = append(ks, t.Key)
		}
	}
	return ks
}

// IsLastOpen reports whether completing k completes the last open task of a list that its agents wipe when all is done.
func IsLastOpen(b *Board, k tasks.Key) bool {
	t := b.Task(k)
	if t == nil || !t.Traits.WipesWhenDone || t.Status == tasks.Completed {
		return false
	}
	total, done := b.listSize(t.List)
	return total-done == 1
}
