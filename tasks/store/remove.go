package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"sideboard/tasks"
)

// remove carries out a DeleteFile, after the same comparisons as a change.
func (j *job) remove(ctx context.Context, st tasks.Step, decides bool) error {
	return j.attempt(ctx, st, decides, func(early bool) error {
		return j.removeOnce(ctx, st, decides, early)
	})
}

func (j *job) removeOnce(ctx context.Context, st tasks.Step, decides, early bool) (err error) {
	name := st.Key.Name
	var unlock func() error
	defer func() { j.unlock(unlock) }()
	if early {
		if unlock, err = j.lock(ctx, name, j.s.Task(st.Key)); err != nil {
			return err
		}
	}
	base, err := j.s.current(ctx, name)
	if err != nil {
		return err
	}
	if base.task.Limits&tasks.NoEdit != 0 {
		return &Refused{Key: st.Key, Why: base.task.Why}
	}
	if err := j.s.holds(base, st.Changes); err != nil {
		return err
	}
	if decides {
		if err := j.needs(ctx, true); err != nil {
			return err
		}
	}
	if err := j.prepared(Prepared{Step: st, Name: name, Before: base.raw}); err != nil {
		return err
	}
	if unlock == nil {
		if unlock, err = j.lock(ctx, name, base.task); err != nil {
			return err
		}
	}
	if err := j.unchanged(ctx, name, base, decides); err != nil {
		return err
	}
	restore := j.s.expect(name, mark{edit: j.edit.ID, gone: true})
	if err := j.s.directory().Remove(name); err != nil {
		restore()
		return fmt.Errorf("delete %s: %w", name, err)
	}
	j.touched = true
	j.applied = append(j.applied, st)
	return nil
}

// raise makes the counter beside the tasks at least as high as the step says. It never goes down.
func (j *job) raise(ctx context.Context, st tasks.Step) (err error) {
	t := j.s.Task(j.edit.Of)
	if t == nil {
		t = j.s.sibling()
	}
	unlock, err := j.listLock(ctx, t)
	if err != nil {
		return err
	}
	defer func() { j.unlock(unlock) }()
	dir := j.s.directory()
	now, err := highWater(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: %w", markName, err)
	}
	if now >= st.Mark {
		return nil
	}
	var like *Info
	if info, err := dir.Stat(markName); err == nil && info.Kind == Regular {
		like = &info
	}
	temp, _, err := j.temp([]byte(strconv.FormatUint(st.Mark, 10)), like)
	if err != nil {
		return err
	}
	if err = j.inPlace(); err == nil {
		err = dir.Replace(temp, markName)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", markName, err), j.discard(temp))
	}
	j.touched = true
	j.applied = append(j.applied, st)
	return nil
}
