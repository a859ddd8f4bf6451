package board

import (
	"fmt"
	"time"

	"sideboard/tasks"
)

// ruling is one rule at work: what it looks at, and what it has read so far.
type ruling struct {
	b    *Board
	s    int32
	t    *tasks.Task
	edit tasks.Edit
}

// rule starts a ruling about a task; every rule refuses what can not be written at all.
func rule(b *Board, v tasks.Verb, k tasks.Key, who string, at time.Time) (ruling, error) {
	r := ruling{b: b, s: b.find(k), edit: tasks.Edit{Verb: v, Of: k, Who: who, At: at}}
	p := b.problems[k]
	switch {
	case r.s < 0 && p != nil:
		return r, r.refuse(troubleWords(p), "")
	case r.s < 0:
		return r, r.refuse("the task is gone", "")
	case b.ghosts > 0:
		return r, r.refuse("the list was reset by its agents", "create a task to begin again")
	}
	r.t = b.slots[r.s].task
	switch {
	case p != nil:
		return r, r.refuse(troubleWords(p), "")
	case r.t.Limits&tasks.NoEdit != 0:
		return r, r.refuse(orElse(r.t.Why, "the file may not be written"), "")
	}
	return r, nil
}

func troubleWords(p *tasks.Problem) string {
	switch p.Kind {
	case tasks.NotATask:
		return "the file is not a task"
	case tasks.TooLarge, tasks.NotAFile, tasks.OutsideLink, tasks.Unreadable, tasks.NoID:
		return orElse(p.Text, "the file cannot be read")
	}
	return "the file is half-written or broken"
}

// over is how a task is finished: "completed", "skipped".
func over(t *tasks.Task) string { return t.Status.String() }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// refuse is the rule's no.
func (r *ruling) refuse(why, hint string) Refusal {
	return Refusal{Verb: r.edit.Verb, Of: r.edit.Of, Why: why, Hint: hint}
}

// refuseOver is a no that names tasks.
func (r *ruling) refuseOver(why, hint string, over []tasks.Key) Refusal {
	no := r.refuse(why, hint)
	no.Tasks = over
	return no
}

// refuseFor is a no that names who has it.
func (r *ruling) refuseFor(owner string, since time.Time, why, hint string) Refusal {
	no := r.refuse(why, hint)
	no.Owner, no.Since = owner, since
	return no
}

// need remembers what was read to allow the edit.
func (r *ruling) need(k tasks.Key, f tasks.Field, is tasks.Value) {
	r.edit.Needs = append(r.edit.Needs, tasks.Need{Key: k, Field: f, Is: is})
}

// needSelf remembers the task's own status and owner.
func (r *ruling) needSelf() {
	r.need(r.t.Key, tasks.FieldStatus, tasks.StatusValue(r.t.Status))
	if r.t.Traits.HasOwner {
		r.need(r.t.Key, tasks.FieldOwner, tasks.TextValue(r.t.Owner))
	}
}

// needFree remembers that nothing blocks the task: its own list, and what the tasks it names were.
func (r *ruling) needFree() {
	r.need(r.t.Key, tasks.FieldWaitsFor, tasks.RefsValue(r.t.WaitsFor))
	for _, l := range r.b.WaitsFor(r.t.Key) {
		if l.Task != nil && l.Satisfied {
			r.need(l.Key, tasks.FieldStatus, tasks.StatusValue(l.Task.Status))
			r.needParts(l.Key)
		}
	}
}

// mine says that the person may act on the task as their own.
func (r *ruling) mine() bool { return r.t.Owner == "" || r.t.Owner == r.edit.Who }

// held words how long the task's owner has had it.
func (r *ruling) held() (since time.Time, words string) {
	if r.t.Status == tasks.InProgress {
		since, exact := r.b.Since(r.t.Key)
		return since, lead(since, exact, r.edit.At)
	}
	if r.t.Stamp.Mtime == 0 {
		return time.Time{}, ""
	}
	// A claim that leaves the status is no transition: the file's last change is the latest it can have been.
	since = r.t.Stamp.Time()
	return since, lead(since, false, r.edit.At)
}

// blocked is the refusal of a task that may not be started, and whether it may not.
func (r *ruling) blocked() (Refusal, bool) {
	if !r.b.held(r.s) {
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
		return r.refuseOver("it waits for itself", "unlink it", holding), true
	case len(holding) > 0:
		names := make([]string, 0, len(holding)+len(missing))
		for _, k := range holding {
			if len(names) < 2 {
				names = append(names, r.b.name(k))
			} else {
				names = append(names, "")
			}
		}
		return r.refuseOver("waits for "+naming(append(names, missing...)), "", holding), true
	case len(missing) > 0:
		return r.refuse("waits for "+naming(missing)+", which no file has", "create or unlink "+verb(len(missing), "it", "them")), true
	}
	if r.t.Waits {
		return r.refuse(fmt.Sprintf("it names more than %d tasks, and not all are looked at", tasks.MaxLinks), "shorten its list"), true
	}
	return r.refuseOver("its list still names "+r.b.names(over)+", which "+verb(len(over), "is", "are")+" completed",
		"unlink "+verb(len(over), "it", "them"), over), true
}

// running are the tasks an owner has in progress, but for one.
func (b *Board) running(owner string, but tasks.Key) []tasks.Key {
	if owner == "" {
		return nil
	}
	var ks []tasks.Key
	for s := range b.full[InProgressColumn].each {
		if t := b.slots[s].task; t.Owner == owner && t.List == but.List && t.Key != but {
			ks = append(ks, t.Key)
		}
	}
	return ks
}

// LastOpen says that completing k completes the last open task of a list that its agents wipe when all is done.
func LastOpen(b *Board, k tasks.Key) bool {
	t := b.Task(k)
	if t == nil || !t.Traits.WipesWhenDone || t.Status == tasks.Completed {
		return false
	}
	total, done := b.size(t.List)
	return total-done == 1
}
