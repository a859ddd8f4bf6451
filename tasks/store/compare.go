package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/jsonedit"
)

// comparison is the result of comparing a file with the changes of an edit.
type comparison struct {
	total    int           // values that were compared
	reverted int           // values that are as before the edit
	clashes  []tasks.Clash // values that are not as the edit left them
}

// compareChanges compares a file with the changes that an edit made in it.
func (now state) compareChanges(codec *dialect.Codec, changes []tasks.Change) (st comparison, err error) {
	sets := now.idSets(codec)
	for _, c := range changes {
		if c.Op == tasks.Touch {
			continue
		}
		if c.Op == tasks.Add || c.Op == tasks.Drop {
			set, err := sets(c.Field)
			if err != nil {
				return st, err
			}
			if set[c.To.ID] == (c.Op == tasks.Add) {
				st.total++
				continue
			}
		}
		v, err := codec.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return st, err
		}
		st.total++
		if isApplied(c, v) {
			continue
		}
		if isReverted(c, v) {
			st.reverted++
		}
		clash := now.clash(c.Field, c.Member, c.From, v)
		clash.Ours = c.To
		st.clashes = append(st.clashes, clash)
	}
	return st, nil
}

// isApplied reports whether a value is what a change made it.
func isApplied(c tasks.Change, now tasks.Value) bool {
	switch c.Op {
	case tasks.Add:
		return slices.Contains(now.IDs(), c.To.ID)
	case tasks.Drop:
		return !slices.Contains(now.IDs(), c.To.ID)
	case tasks.Unset:
		return now.Kind == tasks.None
	}
	return now == canonicalValue(c.To)
}

// isReverted reports whether a value is what it was before a change.
func isReverted(c tasks.Change, now tasks.Value) bool {
	switch c.Op {
	case tasks.Add, tasks.Drop:
		return !isApplied(c, now)
	}
	return now == c.From
}

// canonicalValue returns a value in the form that is compared: raw JSON in its canonical spelling.
func canonicalValue(v tasks.Value) tasks.Value {
	if v.Kind == tasks.RawVal {
		v.Text = string(jsonedit.Canonical([]byte(v.Text)))
	}
	return v
}

// checkChanges compares, by meaning, the values that the changes start from with what the file says now.
func (now state) checkChanges(codec *dialect.Codec, changes []tasks.Change) error {
	var all []tasks.Clash
	for _, c := range changes {
		if c.Op != tasks.Set && c.Op != tasks.Unset {
			continue
		}
		v, err := codec.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return err
		}
		if v != c.From {
			clash := now.clash(c.Field, c.Member, c.From, v)
			clash.Ours = c.To
			all = append(all, clash)
		}
	}
	if len(all) > 0 {
		return tasks.Clashing(all...)
	}
	return nil
}

// clash returns the clash of a value of the file that is not what it was taken to be.
func (now state) clash(f tasks.Field, member string, base, theirs tasks.Value) tasks.Clash {
	return tasks.Clash{
		Key: now.task.Key, Field: f, Member: member, Base: base, Theirs: theirs,
		By: now.task.Owner, Since: now.info.Stamp.Time(),
	}
}

// checkNeeds compares what the rule of the edit read with what the files say now. base is a file that was read already,
// or the zero state; each other file is read once, so that one state of it is compared. fresh says that the directory
// was compared just now; hurry, that a half-written file is not waited for.
func (j *job) checkNeeds(ctx context.Context, base state, fresh, hurry bool) error {
	files := map[tasks.Key]state{}
	if base.task != nil {
		files[base.task.Key] = base
	}
	for _, n := range j.edit.Needs {
		if n.Idle != "" {
			if err := j.checkIdle(ctx, n, fresh); err != nil {
				return err
			}
			fresh = true
			continue
		}
		now, known := files[n.Key]
		if !known {
			var err error
			now, err = j.readCurrent(ctx, n.Key.Name, hurry)
			if errors.Is(err, fs.ErrNotExist) {
				return &tasks.ConflictError{Clash: tasks.Clash{Key: n.Key, Field: n.Field, Base: n.Is}, Gone: true}
			}
			if err != nil {
				return err
			}
			files[n.Key] = now
		}
		if err := j.checkNeed(now, n); err != nil {
			return err
		}
	}
	return nil
}

// checkNeed compares one need with its file.
func (j *job) checkNeed(now state, n tasks.Need) error {
	v, err := j.s.codec.Value(now.raw, n.Field, "", now.task)
	if err != nil {
		return err
	}
	if v != n.Is {
		return tasks.Clashing(now.clash(n.Field, "", n.Is, v))
	}
	return nil
}

// checkIdle returns an error if the owner of a need has another task in progress. Unless fresh, it compares the
// directory with the disk first.
func (j *job) checkIdle(ctx context.Context, n tasks.Need, fresh bool) error {
	s := j.s
	if !fresh {
		s.reading.Lock()
		_, err := s.sync(ctx, nil)
		s.reading.Unlock()
		if err != nil {
			return err
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for t := range (world{s: s}).Each {
		if t.Owner == n.Idle && t.Status == tasks.InProgress && t.Key != n.Key {
			return tasks.Clashing(tasks.Clash{
				Key: t.Key, Field: tasks.FieldStatus, By: t.Owner, Since: t.Stamp.Time(),
				Base: tasks.StatusValue(tasks.Pending), Theirs: tasks.StatusValue(tasks.InProgress),
			})
		}
	}
	return nil
}

// effectiveStep returns a step with only the changes that make a difference to the file.
func (j *job) effectiveStep(base state, st tasks.Step) tasks.Step {
	took := st
	took.Changes = nil
	sets := base.idSets(j.s.codec)
	for _, c := range st.Changes {
		if c.Op == tasks.Drop {
			if set, err := sets(c.Field); err == nil {
				if set[c.To.ID] {
					took.Changes = append(took.Changes, c)
				}
				continue
			}
		}
		one, err := j.s.codec.Render(base.task, base.raw, []tasks.Change{c}, j.edit.At)
		if err != nil || !bytes.Equal(one, base.raw) {
			took.Changes = append(took.Changes, c)
		}
	}
	return took
}

// idSets returns a function that returns the ids of a list of the file as a set. It reads each list once.
func (now state) idSets(codec *dialect.Codec) func(tasks.Field) (map[tasks.ID]bool, error) {
	known := map[tasks.Field]map[tasks.ID]bool{}
	return func(f tasks.Field) (map[tasks.ID]bool, error) {
		if set := known[f]; set != nil {
			return set, nil
		}
		v, err := codec.Value(now.raw, f, "", now.task)
		if err != nil {
			return nil, err
		}
		set := map[tasks.ID]bool{}
		for _, id := range v.IDs() {
			set[id] = true
		}
		known[f] = set
		return set, nil
	}
}
