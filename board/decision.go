package board

import (
	"cmp"
	"time"

	"sideboard/tasks"
)

// decision is the state of a rule: the task it decides about, and the edit with what it needs so far.
type decision struct {
	b    *Board
	s    int32
	t    *tasks.Task
	edit tasks.Edit
}

// newDecision begins a decision about a task. It refuses a task whose file cannot be written.
func newDecision(b *Board, v tasks.Verb, k tasks.Key, who string, at time.Time) (decision, error) {
	r := decision{b: b, s: b.slotOf(k), edit: tasks.Edit{Verb: v, Of: k, Who: who, At: at}}
	p := b.Problem(k)
	switch {
	case r.s < 0 && p != nil:
		return r, r.refuse(problemWords(p), "")
	case r.s < 0:
		return r, r.refuse("the task is gone", "")
	case b.wipedCards > 0:
		return r, r.refuse("the list was reset by its agents", "create a task to begin again")
	}
	r.t = b.slots[r.s].task
	if p != nil {
		return r, r.refuse(problemWords(p), "")
	}
	if err := r.refuseForm(r.t.Traits); err != nil {
		return r, err
	}
	if r.t.Limits&tasks.NoEdit != 0 {
		return r, r.refuse(cmp.Or(r.t.Why, "the file may not be written"), "")
	}
	if why := r.t.WhyNot(v); why != "" {
		return r, r.refuse(why, "")
	}
	return r, nil
}

// newWorkDecision begins a decision about who works on a task. It refuses containers too.
func newWorkDecision(b *Board, v tasks.Verb, k tasks.Key, who string, at time.Time) (decision, error) {
	r, err := newDecision(b, v, k, who, at)
	if err == nil {
		err = r.refuseContainer()
	}
	return r, err
}

// answer returns the edit, or the question to ask before it if there is one.
func (d *decision) answer(ask Ask) (tasks.Edit, error) {
	if ask.Question == "" {
		return d.edit, nil
	}
	ask.Edit = d.edit
	return tasks.Edit{}, ask
}

func problemWords(p *tasks.Problem) string {
	switch p.Kind {
	case tasks.NotATask:
		return "the file is not a task"
	case tasks.TooLarge, tasks.NotAFile, tasks.OutsideLink, tasks.Unreadable, tasks.NoID:
		return cmp.Or(p.Text, "the file cannot be read")
	}
	return "the file is half-written or broken"
}

// refuse returns a refusal.
func (d *decision) refuse(why, hint string) Refusal {
	return Refusal{Verb: d.edit.Verb, Why: why, Hint: hint}
}

// refuseNaming returns a refusal that names tasks.
func (d *decision) refuseNaming(why, hint string, over []tasks.Key) Refusal {
	no := d.refuse(why, hint)
	no.Tasks = over
	return no
}

// need adds a value that the edit depends on: it must still be the same when the edit is written.
func (d *decision) need(k tasks.Key, f tasks.Field, is tasks.Value) {
	d.edit.Needs = append(d.edit.Needs, tasks.Need{Key: k, Field: f, Is: is})
}

// needOwnState makes the edit depend on the task's status and owner.
func (d *decision) needOwnState() {
	d.need(d.t.Key, tasks.FieldStatus, tasks.StatusValue(d.t.Status))
	if d.t.Traits.HasOwner {
		d.need(d.t.Key, tasks.FieldOwner, tasks.TextValue(d.t.Owner))
	}
}

// needUnblocked makes the edit depend on the task's list of blockers, and on the status of each that is completed.
func (d *decision) needUnblocked() {
	d.need(d.t.Key, tasks.FieldWaitsFor, tasks.RefsValue(d.t.WaitsFor))
	for _, l := range d.b.WaitsFor(d.t.Key) {
		if l.Task != nil && l.Satisfied {
			d.need(l.Key, tasks.FieldStatus, tasks.StatusValue(l.Task.Status))
			d.needChildren(l.Key)
		}
	}
}

// isMine reports whether the task is the person's or nobody's.
func (d *decision) isMine() bool { return d.t.Owner == "" || d.t.Owner == d.edit.Who }

// holderWords says who has the task, and for how long if that is known.
func (d *decision) holderWords() string {
	var words string
	if d.t.Status == tasks.InProgress {
		since, exact := d.b.Since(d.t.Key)
		words = sinceWords(since, exact, d.edit.At)
	} else if d.t.Stamp.Mtime != 0 {
		// A claim that does not change the status has no Since: the file's last change is the latest time it can have
		// been.
		words = sinceWords(d.t.Stamp.Time(), false, d.edit.At)
	}
	if words == "" {
		return d.t.Owner + " has it"
	}
	return d.t.Owner + " has had it" + words
}

// foreignWords says which status the file has that its dialect does not know.
func (d *decision) foreignWords() string {
	if d.t.StatusText == "" {
		return "it has no status"
	}
	return "its status is \"" + d.t.StatusText + "\""
}

// refuseBlocked refuses to start a task that is blocked.
func (d *decision) refuseBlocked() error {
	if !d.b.isBlocked(d.s) {
		return nil
	}
	if d.t.Status == tasks.Blocked && d.t.Traits.Form != nil {
		return d.refuse("its status is \"blocked\", and its tool changes that word itself", "")
	}
	var holding, over []tasks.Key // blockers that can still be completed; completed ones that its list still names
	var done []tasks.Key          // finished, but not completed in the words of its agents
	var missing []string          // ids that no file has
	for _, l := range d.b.WaitsFor(d.t.Key) {
		switch {
		case l.Open && isFinished(l.Task) && l.Task.StatusText != "":
			done = append(done, l.Key)
		case l.Open && l.Key != (tasks.Key{}):
			holding = append(holding, l.Key)
		case l.Open:
			missing = append(missing, l.ID.Text)
		case l.Satisfied:
			over = append(over, l.Key)
		}
	}
	switch {
	case len(holding) == 1 && holding[0] == d.t.Key && len(missing) == 0:
		return d.refuseNaming("it waits for itself", "unlink it", holding)
	case len(holding) > 0:
		return d.refuseNaming("waits for "+joinNames(append(d.b.names(holding), missing...)), "", holding)
	case len(missing) > 0:
		return d.refuse("waits for "+joinNames(missing)+", which no file has", "create or unlink "+
			tasks.Plural(len(missing), "it", "them"))
	}
	if len(done) > 0 {
		are := tasks.Plural(len(done), "is", "are")
		why := "waits for " + d.b.displayNames(done) + ", which " + are +
			" over, but not completed in the words of its agents"
		return d.refuseNaming(why, "unlink "+tasks.Plural(len(done), "it", "them"), done)
	}
	if d.t.DroppedBlockers {
		return d.refuse("it names more tasks than are read here", "shorten its list")
	}
	return d.refuseNaming("its list still names "+d.b.displayNames(over)+", which "+
		tasks.Plural(len(over), "is", "are")+" completed",
		"unlink "+tasks.Plural(len(over), "it", "them"), over)
}

// tasksInProgressOf returns the other tasks that an owner has in progress in the list of a task.
func (cs *cards) tasksInProgressOf(owner string, but tasks.Key) []tasks.Key {
	if owner == "" {
		return nil
	}
	var ks []tasks.Key
	for s := range cs.columns[InProgressColumn].each {
		if t := cs.slots[s].task; t.Owner == owner && t.List == but.List && t.Key != but {
			ks = append(ks, t.Key)
		}
	}
	return ks
}

// otherOpenTasks returns the open tasks that keep an agent of Claude Code from claiming another. Tasks that were given
// to it and are not started do not keep it from another task that was given to it.
func (d *decision) otherOpenTasks() (other []tasks.Key) {
	if !d.t.Traits.OwnerIsClaim || d.edit.Who == "" {
		return nil
	}
	for _, t := range d.b.openTasksOf(d.edit.Who) {
		if t.List == d.t.List && t.Key != d.t.Key && (t.Status == tasks.InProgress || d.t.Owner == "") {
			other = append(other, t.Key)
		}
	}
	return other
}

// openTasksOf returns the unfinished tasks of an owner that agents can see. The result is kept until the next Delta.
func (b *Board) openTasksOf(owner string) []*tasks.Task {
	open, known := b.openTasks[owner]
	for s := 0; !known && s < len(b.slots); s++ {
		if t := b.slots[s].task; t != nil && t.Owner == owner && !isFinished(t) && !t.Unseen {
			open = append(open, t)
		}
	}
	b.openTasks[owner] = open
	return open
}

// refuseBusy refuses to start the task for an owner who has another one in progress, where agents allow one at a time.
// Otherwise it adds that to what the edit needs.
func (d *decision) refuseBusy(owner string) error {
	if !d.t.Traits.BusyCheck || !d.t.Traits.HasOwner {
		return nil
	}
	if other := d.b.tasksInProgressOf(owner, d.t.Key); len(other) > 0 {
		name := owner + "'s name"
		if owner == d.edit.Who {
			name = "your name"
		}
		return d.refuseNaming(d.b.namesAre(other)+" in progress under "+name+
			", and its agents allow one task at a time", "complete or release it first", other)
	}
	d.edit.Needs = append(d.edit.Needs, tasks.Need{Key: d.t.Key, Idle: owner})
	return nil
}

// refuseContainer refuses what makes sense only for a task that a person or an agent works on.
func (d *decision) refuseContainer() error {
	if !d.b.isContainer(d.s) {
		return nil
	}
	parts := d.b.Children(d.t.Key)
	if len(parts) == 0 {
		return d.refuse("it is a container, which nobody works on",
			"its parts are missing: see the problems of the directory")
	}
	return d.refuseNaming("it is a container: "+d.b.displayNames(parts)+" "+
		tasks.Plural(len(parts), "is its part", "are its parts"),
		"choose one of its parts", parts)
}

// needChildren makes the edit depend on the status of each part of a container.
func (d *decision) needChildren(k tasks.Key) {
	s := d.b.slotOf(k)
	if s < 0 || !d.b.isContainer(s) {
		return
	}
	for _, leaf := range d.b.containerProgress(s).leaves {
		t := d.b.slots[leaf].task
		d.need(t.Key, tasks.FieldStatus, tasks.StatusValue(t.Status))
	}
}

// takenAwayWords says what happens to the agent that runs the task when the task is taken away from it.
func (d *decision) takenAwayWords() []string {
	who, traits := d.t.Owner, d.t.Traits
	switch {
	case traits.HolderBound:
		return []string{"Every file tool of " + who +
			" fails from then on, until its thread ends, and its own complete is refused."}
	case traits.OwnerCompletes:
		return []string{who + "'s own complete is refused from then on."}
	}
	return []string{who + " is not notified, and may still complete it."}
}
