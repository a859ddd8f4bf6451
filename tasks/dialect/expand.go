package dialect

import (
	"maps"
	"slices"
	"strconv"

	"sideboard/tasks"
)

// Expand fills in the steps of an edit, one for each file that it changes, the deciding step first (before it only a
// RaiseHighWaterMark, which does no harm). Every From of a status, owner, subject, active form and worktree comes from
// w; those of a description or a raw member come from the caller, who has read the file. A change that makes no
// difference becomes a Need. If there is nothing to change there are no steps. The error is a *RefusedError.
//
// The id of a task to be created is not known yet: in the steps after a CreateFile, a RaiseHighWaterMark with
// HighWaterMark 0 means the number of the new id, and an Add whose To is a Ref with the empty id means the new id.
func (c *Codec) Expand(e tasks.Edit, w World) (tasks.Edit, error) {
	x := expansion{codec: c, w: w, e: e, others: map[tasks.Key][]tasks.Change{}}
	x.e.Steps, x.e.Needs = nil, slices.Clone(e.Needs)
	if e.Verb == tasks.VerbCreate {
		return x.create()
	}
	x.t = w.Get(e.Of)
	if x.t == nil {
		return e, &RefusedError{Key: e.Of, Why: "the task is gone"}
	}
	if x.t.Limits&tasks.NoEdit != 0 {
		return e, &RefusedError{Key: e.Of, Why: x.t.Why}
	}
	x.sp = c.specOf(x.t.Traits)
	if err := x.refuseForm(); err != nil {
		return e, err
	}
	switch e.Verb {
	case tasks.VerbDelete:
		return x.delete(), nil
	case tasks.VerbClaim:
		x.status(tasks.InProgress)
		x.owner(e.Who)
	case tasks.VerbComplete:
		x.status(tasks.Completed)
		x.clearFromLists()
	case tasks.VerbRelease, tasks.VerbReopen:
		x.status(tasks.Pending)
		if x.sp.form == nil || e.Verb == tasks.VerbRelease { // the owner of a reopened task stays in an inferred form
			x.owner("")
		}
	case tasks.VerbEdit, tasks.VerbLink, tasks.VerbUnlink, tasks.VerbBind: // they are their changes
	default:
		return e, &RefusedError{Key: e.Of, Why: "no task file is changed by the verb " + strconv.Quote(e.Verb.String())}
	}
	if err := x.applyRequested(); err != nil {
		return e, err
	}
	var copies []tasks.Step
	for _, st := range e.Also {
		if st.Kind == tasks.DeleteFile {
			copies = append(copies, st)
			continue
		}
		if err := x.applyAlso(st); err != nil {
			return e, err
		}
	}
	x.finish()
	x.e.Steps = append(x.e.Steps, copies...)
	return x.e, nil
}

// expansion is one call of Expand.
type expansion struct {
	codec  *Codec
	w      World
	e      tasks.Edit
	t      *tasks.Task
	sp     *spec
	own    []tasks.Change // of the task itself
	others map[tasks.Key][]tasks.Change
}

// setField changes a field of the task, or demands that it keeps the value that it has already.
func (x *expansion) setField(c tasks.Change, from tasks.Value) {
	if from == c.To {
		x.e.Needs = append(x.e.Needs, tasks.Need{Key: x.t.Key, Field: c.Field, Is: from})
		return
	}
	c.Op, c.From = tasks.Set, from
	x.own = append(x.own, c)
}

// status sets the status of the task.
func (x *expansion) status(to tasks.Status) {
	x.setField(tasks.Change{Field: tasks.FieldStatus, To: tasks.StatusValue(to)}, tasks.StatusValue(x.t.Status))
}

// owner sets the owner of the task, "" for nobody, if its file can name one.
func (x *expansion) owner(to string) {
	form := x.t.Traits.Form
	if to == "" && form != nil && (form.NoOwner == "" || x.t.Refusals().Owner != "") {
		return // nothing says how nobody is written
	}
	if x.t.Traits.HasOwner {
		x.setField(tasks.Change{Field: tasks.FieldOwner, To: tasks.TextValue(to)}, tasks.TextValue(x.t.Owner))
	}
}

// clearFromLists removes the id of the completed task from the lists of those that wait for it, if its dialect does.
// Ids are compared as its agents do: a number never matches the text that looks like it.
func (x *expansion) clearFromLists() {
	if x.t.Traits.ClearsOnComplete {
		x.eachOther(x.dropFromWaits)
	}
}

// dropFromWaits removes the id of the task from what another waits for. Links that a record does not keep are only in
// the file.
func (x *expansion) dropFromWaits(o *tasks.Task) {
	if o.DroppedBlockers || slices.Contains(o.WaitsFor, x.t.ID) {
		x.changeOther(o, tasks.FieldWaitsFor, tasks.Drop, x.t.ID)
	}
}

// applyRequested makes the changes of the edit that do not follow from its verb.
func (x *expansion) applyRequested() error {
	for _, c := range x.e.Changes {
		if isText(c.Field) && x.t.Limits&tasks.NoText != 0 {
			return &RefusedError{Key: x.t.Key, Why: x.t.Why}
		}
		if c.Op == tasks.Add || c.Op == tasks.Drop {
			if err := x.link(c); err != nil {
				return err
			}
			continue
		}
		switch c.Field {
		case tasks.FieldStatus:
			to := x.sp.statusNamed(c.To.Text)
			if to == tasks.Foreign {
				return &RefusedError{Key: x.t.Key, Why: "the status " + quoted(c.To.Text) +
					" is not one its agents know"}
			}
			x.status(to)
			if c.To == tasks.StatusValue(tasks.Completed) {
				x.clearFromLists()
			}
		case tasks.FieldOwner:
			if !x.t.Traits.HasOwner {
				return &RefusedError{Key: x.t.Key, Why: "its file keeps no owner"}
			}
			x.owner(c.To.Text)
		case tasks.FieldSubject:
			x.setField(c, tasks.TextValue(x.t.Subject))
		case tasks.FieldActiveForm:
			x.setField(c, tasks.TextValue(x.t.ActiveForm))
		case tasks.FieldWorktree:
			x.setField(c, tasks.TextValue(x.t.Worktree))
		case tasks.FieldMember:
			x.member(c)
		case tasks.FieldUpdated:
		default:
			x.own = append(x.own, c)
		}
	}
	return nil
}

// statusNamed returns the status for a canonical word in a dialect.
func (sp *spec) statusNamed(word string) tasks.Status {
	if sp.flow != nil {
		return tasks.StatusNamed(word)
	}
	return tasks.StatusOf(word)
}

// member changes a raw member, and what that means for other files: a status that becomes "completed" completes the
// task, and links have another side.
func (x *expansion) member(c tasks.Change) {
	if c.From.Kind == tasks.RawVal {
		c.From = memberValue([]byte(c.From.Text))
	}
	x.own = append(x.own, c)
	switch keyOf(c.Member).meaning() {
	case keyStatus:
		if memberValue([]byte(c.To.Text)) == completedRaw {
			x.clearFromLists()
		}
	case keyWaits:
		x.relinkOtherSides(tasks.FieldWaitsFor, c.From.Text, c.To.Text)
	case keyBlocks:
		x.relinkOtherSides(tasks.FieldBlocks, c.From.Text, c.To.Text)
	}
}

var completedRaw = tasks.Value{Kind: tasks.RawVal, Text: `"` + tasks.Completed.String() + `"`}

// eachOther calls visit for every other task of the list that may be edited.
func (x *expansion) eachOther(visit func(*tasks.Task)) {
	x.w.Each(func(o *tasks.Task) bool {
		if o.Key != x.e.Of && o.List == x.e.Of.List && o.Limits&tasks.NoEdit == 0 {
			visit(o)
		}
		return true
	})
}

// changeOther adds an id to a list of another task, or drops it.
func (x *expansion) changeOther(o *tasks.Task, f tasks.Field, op tasks.Op, id tasks.ID) {
	x.others[o.Key] = append(x.others[o.Key], tasks.Change{Field: f, Op: op, To: tasks.RefValue(id)})
}

// finish sets the steps: that of the task itself first, and then those of other files.
func (x *expansion) finish() {
	if len(x.own) > 0 {
		x.own = append(x.own, touch(x.t)...)
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.ChangeFile, Key: x.e.Of, Changes: x.own})
	}
	x.appendOtherSteps()
}

// touch returns the change of a file's own time of last change, nil if the file has none.
func touch(t *tasks.Task) []tasks.Change {
	if t.Clock == 0 || t.Traits.Form != nil {
		return nil
	}
	return []tasks.Change{{Field: tasks.FieldUpdated, Op: tasks.Touch}}
}

// appendOtherSteps appends the steps of other files in the order of their names.
func (x *expansion) appendOtherSteps() {
	for _, k := range slices.SortedFunc(maps.Keys(x.others), tasks.Key.Compare) {
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.ChangeFile, Key: k, Changes: x.others[k]})
	}
}

// mirrors reports whether the file of a task has links to it on its own side too, by its dialect or by what is in it.
func mirrors(o *tasks.Task) bool { return o.Traits.Mirrors || o.Blocks != nil }

// link adds an id to a list of the task or drops it, and the task's own id on the other side, if the other file has
// such a list.
func (x *expansion) link(c tasks.Change) error {
	id := c.To.ID
	if c.Op == tasks.Add && id.Num != x.t.ID.Num {
		return &RefusedError{Key: x.t.Key, Why: "its ids are of another kind than " + quoted(id.Text) +
			": its agents would not find that task"}
	}
	mine := x.t.WaitsFor
	if c.Field == tasks.FieldBlocks {
		mine = x.t.Blocks
	}
	// only what is listed can be dropped, and only what is not is added; a list that is not kept whole may have either
	if listed := slices.Contains(mine, id); listed == (c.Op == tasks.Drop) || x.t.DroppedLinks > 0 {
		x.own = append(x.own, c)
	}
	x.changeOtherSide(c.Field, c.Op, id)
	return nil
}

// applyAlso makes changes of another task that belong to the same edit. Two changes may be of one file, which is still
// written once.
func (x *expansion) applyAlso(st tasks.Step) error {
	t := x.w.Get(st.Key)
	switch {
	case t == nil:
		return &RefusedError{Key: st.Key, Why: "the task is gone"}
	case t.Limits&tasks.NoEdit != 0:
		return &RefusedError{Key: st.Key, Why: t.Why}
	}
	also := expansion{codec: x.codec, w: x.w, t: t, sp: x.codec.specOf(t.Traits), others: x.others}
	also.e = tasks.Edit{Of: st.Key, Changes: st.Changes}
	if err := also.refuseForm(); err != nil {
		return err
	}
	if err := also.applyRequested(); err != nil {
		return err
	}
	// the other side of a change there may be the task of the edit itself
	x.own = append(x.own, x.others[x.e.Of]...)
	delete(x.others, x.e.Of)
	if len(also.own) > 0 {
		x.others[st.Key] = append(append(x.others[st.Key], also.own...), touch(t)...)
	}
	return nil
}

// changeOtherSide makes the same change on the other side of a link: in the list of the task with this id that has
// ours.
func (x *expansion) changeOtherSide(f tasks.Field, op tasks.Op, id tasks.ID) {
	x.eachOther(func(o *tasks.Task) {
		theirs, field := o.Blocks, tasks.FieldBlocks
		if f == tasks.FieldBlocks {
			theirs, field = o.WaitsFor, tasks.FieldWaitsFor
		}
		if o.ID != id || field == tasks.FieldBlocks && !mirrors(o) {
			return
		}
		if listed := slices.Contains(theirs, x.t.ID); listed == (op == tasks.Drop) || o.DroppedLinks > 0 {
			x.changeOther(o, field, op, x.t.ID)
		}
	})
}

// relinkOtherSides updates the other sides of links after a person has edited a whole list.
func (x *expansion) relinkOtherSides(f tasks.Field, from, to string) {
	was, is := idsOf(from), idsOf(to)
	for _, id := range is {
		if !slices.Contains(was, id) {
			x.changeOtherSide(f, tasks.Add, id)
		}
	}
	for _, id := range was {
		if !slices.Contains(is, id) {
			x.changeOtherSide(f, tasks.Drop, id)
		}
	}
}

// idsOf returns the ids of a JSON array, nil if raw is not one.
func idsOf(raw string) []tasks.ID {
	in, m := valueOf([]byte(raw))
	return in.ids(m)
}

// delete removes the file, after the high-water mark is raised and before its id is removed from lists. They keep the
// id if another file has the same.
func (x *expansion) delete() tasks.Edit {
	if n, ok := whole(x.t.ID.Text); ok && x.t.Traits.HasHighWaterMark {
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.RaiseHighWaterMark, Key: tasks.Key{List: x.e.Of.List},
			HighWaterMark: n})
	}
	x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.DeleteFile, Key: x.e.Of})
	twin := false
	x.eachOther(func(o *tasks.Task) { twin = twin || o.ID == x.t.ID })
	if !x.t.Traits.KeepsDeadLinks && !twin {
		x.eachOther(func(o *tasks.Task) {
			x.dropFromWaits(o)
			if o.DroppedLinks > 0 || slices.Contains(o.Blocks, x.t.ID) {
				x.changeOther(o, tasks.FieldBlocks, tasks.Drop, x.t.ID)
			}
		})
	}
	x.appendOtherSteps()
	return x.e
}

// create creates the file first, because only then the new id is known; then come the mark and the other sides of its
// links.
func (x *expansion) create() (tasks.Edit, error) {
	sp, err := x.codec.specForNew(x.w)
	if err != nil {
		return x.e, err
	}
	if x.e.Draft == nil {
		return x.e, &RefusedError{Key: x.e.Of, Why: "there is nothing to make a task of"}
	}
	list := tasks.Key{List: x.e.Of.List}
	x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.CreateFile, Key: list})
	if sp.markNew {
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.RaiseHighWaterMark, Key: list})
	}
	for _, id := range x.e.Draft.WaitsFor {
		if id.Num != sp.traits.NumericIDs {
			return x.e, &RefusedError{Why: quoted(id.Text) +
				" is an id of another kind: the agents of a new task would not find it"}
		}
	}
	x.eachOther(func(o *tasks.Task) {
		if mirrors(o) && slices.Contains(x.e.Draft.WaitsFor, o.ID) {
			x.changeOther(o, tasks.FieldBlocks, tasks.Add, tasks.ID{})
		}
	})
	for _, st := range x.e.Also { // the list of parts of its parent, if that can be edited
		if t := x.w.Get(st.Key); t != nil && t.Limits&tasks.NoEdit == 0 {
			if err := x.applyAlso(st); err != nil {
				return x.e, err
			}
		}
	}
	x.appendOtherSteps()
	return x.e, nil
}

// refuseForm returns why an edit of a file of an inferred form is not made: what it needs is not known.
func (x *expansion) refuseForm() error {
	if x.t.Traits.Form == nil {
		return nil
	}
	why := x.t.WhyNot(x.e.Verb)
	for _, c := range x.e.Changes {
		if why == "" {
			why = x.t.WhyNotChange(c)
		}
		if why == "" && c.Field == tasks.FieldMember && !x.sp.form.understands(c.Member) {
			why = "sideboard changes only status, owner, links, title and description in files of this form, and not " +
				quoted(c.Member)
		}
	}
	if why == "" {
		return nil
	}
	return &RefusedError{Key: x.t.Key, Why: why}
}
