package bucket

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

// renumber gives a task that was created here the next free number, because another host gave its own to another
// task. The file with the new number is written before the one of the other host takes its place.
func (m *mirror) renumber(ctx context.Context, f *pair) error {
	codec := m.local.Codec()
	t, err := codec.Decode(tasks.Key{Name: f.name}, f.here, f.info.Stamp)
	if err != nil {
		return err
	}
	name, id, raw, err := codec.Renumber(t, f.here, m.local.World(), m.highest())
	if err != nil {
		return err
	}
	key := tasks.Key{Name: name}
	do := tasks.Edit{ID: tasks.EditID(rand.Uint64()), Verb: tasks.VerbSync, At: time.Now()}
	back := tasks.Edit{Verb: tasks.VerbSync, At: do.At}
	do.Steps = append(do.Steps, tasks.Step{Kind: tasks.CreateFile, Key: key, Raw: raw})
	back.Steps = append(back.Steps, tasks.Step{Kind: tasks.PutFile, Key: key, Sum: log.Sum(raw)})
	m.local.World().Each(func(o *tasks.Task) bool {
		if st := m.relink(o, t.ID, id); o.Name != f.name && len(st.Changes) > 0 {
			do.Steps, back.Steps = append(do.Steps, st), append(back.Steps, reversed(st))
		}
		return true
	})
	do.Steps = append(do.Steps, f.put())
	res, err := m.local.Batch().Apply(ctx, do)
	if conflict, ok := errors.AsType[*tasks.ConflictError](err); ok && conflict.Taken {
		codec.AddName(name)
		return store.ErrChanged
	}
	isPut := slices.ContainsFunc(res.Applied, func(st tasks.Step) bool { return st.Kind == tasks.PutFile })
	switch {
	case err == nil:
		m.wrote(f)
	case len(res.Made) > 0 && !isPut: // the task changed meanwhile: it gets its number when it does not
		_, failed := m.local.Batch().Apply(ctx, back)
		if failed == nil {
			_, failed = m.local.Refresh(ctx, res.Names())
		}
		if failed != nil {
			return fmt.Errorf("%w; what it was before is in %s too: %w", err, name, failed)
		}
	}
	err = m.say(err, "%s is now in %s, because another host created another task of this number", f, name)
	if err != nil {
		return err
	}
	return m.sync(ctx, name)
}

// highest returns the highest number that a task of the bucket has or had.
func (m *mirror) highest() (top uint64) {
	_ = m.b.Dir().Each(func(name []byte, _ store.Kind) { top = max(top, dialect.CountIn(string(name))) })
	if noted, err := numberIn(m.b.current(mark).Raw); err == nil {
		top = max(top, noted)
	}
	raw, _, err := m.dir.Read(mark, store.Unknown, nil)
	if noted, wrong := numberIn(raw); err == nil && wrong == nil {
		top = max(top, noted)
	}
	return top
}

// relink returns the step that points the links of a task which were made here since the base at another id.
func (m *mirror) relink(o *tasks.Task, from, to tasks.ID) tasks.Step {
	st := tasks.Step{Kind: tasks.ChangeFile, Key: o.Key}
	was, known := m.wasLinked(o.Name)
	if !known {
		return st
	}
	point := func(field tasks.Field, now, then []tasks.ID) {
		if slices.Contains(now, from) && !slices.Contains(then, from) {
			st.Changes = append(st.Changes, tasks.Change{Field: field, Op: tasks.Drop, To: tasks.RefValue(from)},
				tasks.Change{Field: field, Op: tasks.Add, To: tasks.RefValue(to)})
		}
	}
	point(tasks.FieldWaitsFor, o.WaitsFor, was.WaitsFor)
	point(tasks.FieldBlocks, o.Blocks, was.Blocks)
	if len(st.Changes) > 0 {
		st.Changes = append(st.Changes, tasks.Change{Field: tasks.FieldUpdated, Op: tasks.Touch})
	}
	return st
}

// reversed returns the step that takes a step of relink back.
func reversed(st tasks.Step) tasks.Step {
	other := map[tasks.Op]tasks.Op{tasks.Drop: tasks.Add, tasks.Add: tasks.Drop}
	st.Changes = slices.Clone(st.Changes)
	for i, c := range st.Changes {
		if op, is := other[c.Op]; is {
			st.Changes[i].Op = op
		}
	}
	return st
}

// wasLinked returns a task as it was in the base, the zero Task if the base does not have it; known is false if that
// cannot be found out.
func (m *mirror) wasLinked(name string) (was *tasks.Task, known bool) {
	base := m.base.Files[name]
	if base.Sum == "" {
		return &tasks.Task{}, true
	}
	raw := m.b.current(name).Raw
	if sumOf(raw) != base.Sum {
		v, _, err := m.b.read(name, max(1, base.Revision))
		if err != nil || sumOf(v.raw) != base.Sum {
			return nil, false
		}
		raw = v.raw
	}
	was, err := m.local.Codec().Decode(tasks.Key{Name: name}, raw, tasks.Stamp{})
	return was, err == nil
}
