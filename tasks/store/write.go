package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// attempts is how often the new bytes of a file are made because others changed it in between. The last attempts are
// made under the lock, if the dialect has one.
const (
	attempts          = 10
	attemptsUnderLock = 2
)

// change carries out a ChangeFile. If the file is gone, a step that does not decide has nothing to do.
func (j *job) change(ctx context.Context, st tasks.Step, decides bool) error {
	return j.attempt(st, decides, func(early bool) error {
		return j.changeOnce(ctx, st, decides, early)
	})
}

// attempt calls try until no other process interferes. early is true for the last attempts, which take the lock first.
func (j *job) attempt(st tasks.Step, decides bool, try func(early bool) error) error {
	for i := range attempts {
		err := try(i >= attempts-attemptsUnderLock)
		switch {
		case errors.Is(err, ErrChanged):
			continue
		case errors.Is(err, fs.ErrNotExist) && j.isMissing(st.Key.Name):
			if !decides {
				return nil
			}
			return &tasks.ConflictError{Clash: tasks.Clash{Key: st.Key}, Gone: true}
		}
		return err
	}
	return fmt.Errorf("%s: %w", st.Key.Name, ErrChanged)
}

// isMissing reports whether the task file does not exist, in a directory that does.
func (j *job) isMissing(name string) bool {
	if same, _ := j.s.directory().Same(); !same {
		return false
	}
	_, err := j.s.directory().Stat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// changeOnce makes one attempt to change a file, with the locks from the start if early.
func (j *job) changeOnce(ctx context.Context, st tasks.Step, decides, early bool) (err error) {
	g := &guard{j: j}
	defer g.unlock()
	if early {
		if err := j.lockEarly(ctx, g, st.Key); err != nil {
			return err
		}
	}
	base, next, err := j.build(ctx, st, decides, early)
	if err != nil || bytes.Equal(base.raw, next) {
		return err
	}
	return j.put(ctx, g, st, decides, base, next)
}

// put replaces a file by the bytes next if it still is as base.
func (j *job) put(ctx context.Context, g *guard, st tasks.Step, decides bool, base state, next []byte) error {
	w := &swap{
		j: j, dir: j.s.directory(), name: st.Key.Name, base: base.raw, next: next, like: &base.info,
		note: func(temp string) error {
			return j.notePrepared(prepared{Step: st, Name: st.Key.Name, Before: base.raw, After: next, Temp: temp})
		},
		still: func() error { return g.lockUnchanged(ctx, st.Key.Name, base, decides) },
	}
	displaced, err := w.run()
	if err != nil {
		return err
	}
	j.touched = true
	took := j.effectiveStep(base, st)
	j.applied = append(j.applied, took)
	j.recheck(took, decides, base, next, displaced)
	return nil
}

// recheck hands a written file to the monitor, which closes the displaced one.
func (j *job) recheck(took tasks.Step, decides bool, base state, next []byte, displaced OpenFile) {
	if r := j.reapplying; r != nil {
		j.s.monitor.setReapplied(r, base.raw, next, displaced)
		return
	}
	j.s.monitor.add(&recheck{
		edit: j.edit, since: j.replacedAt, step: took, decides: decides,
		base: base.raw, next: next, displaced: displaced,
		locks: j.s.codec.Lock(base.task) != tasks.NoLock,
	})
}

// lockEarly takes the locks before the file is read. It waits for a half-written file first, without the locks.
func (j *job) lockEarly(ctx context.Context, g *guard, key tasks.Key) error {
	if _, err := j.readCurrent(ctx, key.Name, false); err != nil {
		return err
	}
	return g.lockFile(ctx, key.Name, j.s.Task(key))
}

// readBase reads the file of a step, and checks that the edit still fits. hurry is true under the locks.
func (j *job) readBase(ctx context.Context, st tasks.Step, decides, hurry bool) (base state, err error) {
	if base, err = j.readCurrent(ctx, st.Key.Name, hurry); err != nil {
		return base, err
	}
	shared := base.info.Linked || base.info.Names > 1
	if base.task.Limits&tasks.NoEdit != 0 && (shared || j.originalBytes(st, base) == nil) {
		return base, &RefusedError{Key: st.Key, Why: base.task.Why}
	}
	if err := base.checkChanges(j.s.codec, st.Changes); err != nil {
		return base, err
	}
	if decides {
		err = j.checkNeeds(ctx, base, true, hurry)
	}
	return base, err
}

// build reads the file and makes the new bytes.
func (j *job) build(ctx context.Context, st tasks.Step, decides, hurry bool) (base state, next []byte, err error) {
	if base, err = j.readBase(ctx, st, decides, hurry); err != nil {
		return base, nil, err
	}
	if next = j.originalBytes(st, base); next != nil {
		return base, next, checkSize(st.Key, next)
	}
	if next, err = j.s.codec.Render(base.task, base.raw, st.Changes, j.edit.At); err != nil ||
		bytes.Equal(next, base.raw) {
		return base, next, err
	}
	return base, next, j.checkUsable(st.Key, next, base.task.Limits)
}

// checkSize refuses to write a file that is too large to be read.
func checkSize(key tasks.Key, next []byte) error {
	if len(next) > MaxFile {
		return &RefusedError{Key: key, Why: "the file would be larger than 1 MiB, and could not be read any more"}
	}
	return nil
}

// checkUsable refuses to write a file that could not be shown or edited any more. limits are those it has already.
func (j *job) checkUsable(key tasks.Key, next []byte, limits tasks.Limits) error {
	if err := checkSize(key, next); err != nil {
		return err
	}
	t, err := j.s.codec.Decode(key, next, tasks.Stamp{})
	switch {
	case err != nil:
		return &RefusedError{Key: key, Why: "the file could not be read any more: " + err.Error()}
	case t.Limits&^limits != 0:
		return &RefusedError{Key: key, Why: "it could not be edited any more: " + t.Why}
	}
	return nil
}

// originalBytes returns the bytes that the file had before the edit that is taken back, if no other process wrote to
// it; else nil, and its values are restored one by one. So a repair can be undone too, although agents cannot read the
// file then.
func (j *job) originalBytes(st tasks.Step, now state) []byte {
	if j.undone == nil || j.reapplying != nil {
		return nil
	}
	name := st.Key.Name
	before := j.undone.before[name]
	if before == nil || !j.isAsEditLeft(name, now) {
		return nil
	}
	var touch []tasks.Change
	for _, c := range st.Changes {
		if c.Op == tasks.Touch {
			touch = append(touch, c)
		}
	}
	if here, err := j.s.codec.Render(now.task, now.raw, touch, j.edit.At); err != nil || bytes.Equal(here, now.raw) {
		return before // it has no time of its last change, or the edit removed that
	}
	if t, err := j.s.codec.Decode(st.Key, before, tasks.Stamp{}); err == nil {
		if touched, err := j.s.codec.Render(t, before, touch, j.edit.At); err == nil && len(touched) <= MaxFile {
			return touched
		}
	}
	return before
}

// isAsEditLeft reports whether a file is as the edit that is taken back left it, but for the time of its last change:
// later edits that were taken back changed that. The next edit found the bytes that this one left.
func (j *job) isAsEditLeft(name string, now state) bool {
	left := j.undone.sums[name]
	if left == log.Sum(now.raw) {
		return true
	}
	touch := []tasks.Change{{Field: tasks.FieldUpdated, Op: tasks.Touch}}
	for _, d := range j.past {
		if raw := d.before[name]; log.Sum(raw) == left {
			then, err := j.s.codec.Render(now.task, raw, touch, j.edit.At)
			here, failed := j.s.codec.Render(now.task, now.raw, touch, j.edit.At)
			return err == nil && failed == nil && bytes.Equal(then, here)
		}
	}
	return false
}

// checkUnchanged compares again, under the lock: the file, the needs of the edit, and the directory, which may have
// been replaced.
func (j *job) checkUnchanged(ctx context.Context, name string, base state, decides bool) error {
	raw, info, err := j.s.readOurs(name, j.undone)
	if errors.Is(err, errTorn) {
		return ErrChanged
	}
	if err != nil {
		return fmt.Errorf("read %s again: %w", name, err)
	}
	if !bytes.Equal(raw, base.raw) || info.Stamp != base.info.Stamp || info.Names > 1 {
		return ErrChanged
	}
	if decides {
		if err := j.checkNeeds(ctx, base, false, true); err != nil {
			return err
		}
	}
	if j.lastCheck != nil {
		if err := j.lastCheck(); err != nil {
			return err
		}
	}
	return j.checkDirectory()
}

// checkDirectory returns an error if the path of the directory leads to another one by now.
func (j *job) checkDirectory() error {
	same, err := j.s.directory().Same()
	if err == nil && !same {
		err = ErrSwapped
	}
	if err != nil {
		return fmt.Errorf("the task directory %s: %w", j.s.path, err)
	}
	return nil
}

// lockUnchanged takes the locks for writing a file and compares it once more.
func (g *guard) lockUnchanged(ctx context.Context, name string, base state, decides bool) error {
	if err := g.lockFile(ctx, name, base.task); err != nil {
		return err
	}
	return g.j.checkUnchanged(ctx, name, base, decides)
}
