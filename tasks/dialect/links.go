package dialect

import (
	"slices"

	"sideboard/tasks"
)

// mirrors reports whether links to this task can stand on its own side too: its dialect keeps them there, or its file does.
func mirrors(o *tasks.Task) bool { return o.Traits.Mirrors || o.Blocks != nil }

// link adds an id to a list of the task or drops it from there, and the task's own id on the other side, where the
// other file has such a list.
func (x *expansion) link(c tasks.Change) error {
	id := c.To.ID
	if c.Op == tasks.Add && id.Num != x.t.ID.Num {
		return &Refused{Key: x.t.Key, Why: "its ids are of another kind than " + quoted(id.Text) + ": its agents would not find that task"}
	}
	mine := x.t.WaitsFor
	if c.Field == tasks.FieldBlocks {
		mine = x.t.Blocks
	}
	if listed := slices.Contains(mine, id); listed == (c.Op == tasks.Drop) || x.t.DroppedLinks > 0 {
		x.own = append(x.own, c)
	}
	x.across(c.Field, c.Op, id)
	return nil
}

// also makes the changes of links that the same gesture asks of another task. Both ends of each are in one file each: a
// file that several changes concern is still written once.
func (x *expansion) also(st tasks.Step) error {
	t := x.w.Get(st.Key)
	switch {
	case t == nil:
		return &Refused{Key: st.Key, Why: "the task is gone"}
	case t.Limits&tasks.NoEdit != 0:
		return &Refused{Key: st.Key, Why: t.Why}
	}
	y := expansion{codec: x.codec, w: x.w, t: t, sp: specOf(t.Traits), others: x.others}
	y.e.Of = st.Key
	for _, c := range st.Changes {
		if err := y.link(c); err != nil {
			return err
		}
	}
	if x.others = y.others; x.others == nil {
		x.others = map[tasks.Key][]tasks.Change{}
	}
	x.own = append(x.own, x.others[x.e.Of]...)
	delete(x.others, x.e.Of)
	if len(y.own) > 0 {
		x.others[st.Key] = append(append(x.others[st.Key], y.own...), touch(t)...)
	}
	return nil
}

// across makes the same change on the other side of a link: in the list of the task with this id that names ours.
func (x *expansion) across(f tasks.Field, op tasks.Op, id tasks.ID) {
	x.each(func(o *tasks.Task) {
		theirs, field := o.Blocks, tasks.FieldBlocks
		if f == tasks.FieldBlocks {
			theirs, field = o.WaitsFor, tasks.FieldWaitsFor
		}
		if o.ID != id || field == tasks.FieldBlocks && !mirrors(o) {
			return
		}
		if listed := slices.Contains(theirs, x.t.ID); listed == (op == tasks.Drop) || o.DroppedLinks > 0 {
			x.other(o, field, op, x.t.ID)
		}
	})
}

// relink brings the other sides of links up to date after a whole list was rewritten by hand.
func (x *expansion) relink(f tasks.Field, from, to string) {
	was, is := idsOf(from), idsOf(to)
	for _, id := range is {
		if !slices.Contains(was, id) {
			x.across(f, tasks.Add, id)
		}
	}
	for _, id := range was {
		if !slices.Contains(is, id) {
			x.across(f, tasks.Drop, id)
		}
	}
}

// idsOf reads the JSON text of a list of ids, nil when it is none.
func idsOf(raw string) []tasks.ID {
	if in, m, ok := valueOf([]byte(raw)); ok {
		return in.ids(m)
	}
	return nil
}

// delete removes the file: after the high-water mark was raised, before the lists that name it are cleaned. While
// another file has the same id, the lists mean that one too, and stay.
func (x *expansion) delete() (tasks.Edit, error) {
	if x.t.Limits&tasks.NoEdit != 0 {
		return x.e, &Refused{Key: x.e.Of, Why: x.t.Why}
	}
	if n, ok := whole(x.t.ID.Text); ok && x.t.Traits.Mark {
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.RaiseMark, Key: tasks.Key{List: x.e.Of.List}, Mark: n})
	}
	x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.DeleteFile, Key: x.e.Of})
	twin := false
	x.each(func(o *tasks.Task) { twin = twin || o.ID == x.t.ID })
	if x.sp.delete != leaveLists && !twin {
		x.each(func(o *tasks.Task) {
			if o.DroppedBlockers || slices.Contains(o.WaitsFor, x.t.ID) {
				x.other(o, tasks.FieldWaitsFor, tasks.Drop, x.t.ID)
			}
			if x.sp.delete == cleanBoth && (o.DroppedLinks > 0 || slices.Contains(o.Blocks, x.t.ID)) {
				x.other(o, tasks.FieldBlocks, tasks.Drop, x.t.ID)
			}
		})
	}
	x.follow()
	return x.e, nil
}

// create makes the file first, since only then the new id is known; then the mark and the other sides of its links.
func (x *expansion) create() (tasks.Edit, error) {
	sp, err := x.codec.maker(x.w)
	if err != nil {
		return x.e, err
	}
	if x.e.Draft == nil {
		return x.e, &Refused{Key: x.e.Of, Why: "there is nothing to make a task of"}
	}
	list := tasks.Key{List: x.e.Of.List}
	x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.CreateFile, Key: list})
	if sp.markNew {
		x.e.Steps = append(x.e.Steps, tasks.Step{Kind: tasks.RaiseMark, Key: list})
	}
	for _, id := range x.e.Draft.WaitsFor {
		if id.Num != sp.traits.NumericIDs {
			return x.e, &Refused{Why: quoted(id.Text) + " is an id of another kind: the agents of a new task would not find it"}
		}
	}
	x.each(func(o *tasks.Task) {
		if mirrors(o) && slices.Contains(x.e.Draft.WaitsFor, o.ID) {
			x.other(o, tasks.FieldBlocks, tasks.Add, tasks.ID{})
		}
	})
	for _, st := range x.e.Also { // the list of parts of what the new task is a part of
		if t := x.w.Get(st.Key); t != nil && t.Limits&tasks.NoEdit == 0 {
			y := expansion{codec: x.codec, w: x.w, t: t, sp: specOf(t.Traits), e: tasks.Edit{Of: st.Key, Changes: st.Changes}}
			if err := y.asked(); err != nil {
				return x.e, err
			}
			if x.others == nil {
				x.others = map[tasks.Key][]tasks.Change{}
			}
			x.others[st.Key] = append(append(x.others[st.Key], y.own...), touch(t)...)
		}
	}
	x.follow()
	return x.e, nil
}
