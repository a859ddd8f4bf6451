package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"sideboard/tasks"
)

// remove carries out a DeleteFile, after the same comparisons as a change.
func (j *job) remove(ctx context.Context, st tasks.Step, decides bool) error {
	return j.attempt(st, decides, func(early bool) error {
		return j.removeOnce(ctx, st, decides, early)
	})
}

func (j *job) removeOnce(ctx context.Context, st tasks.Step, decides, early bool) (err error) {
	name := st.Key.Name
	g := &guard{j: j}
	defer g.unlock()
	if early {
		if err := j.lockEarly(ctx, g, st.Key); err != nil {
			return err
		}
	}
	base, err := j.readBase(ctx, st, decides, early)
	if err != nil {
		return err
	}
	temp := tempName()
	if err := j.noteTemp(temp); err != nil {
		return err
	}
	if err := j.notePrepared(Prepared{Step: st, Name: name, Before: base.raw, Temp: temp}); err != nil {
		return err
	}
	if err := g.lockUnchanged(ctx, name, base, decides); err != nil {
		return err
	}
	if err := j.moveAway(name, temp, base); err != nil {
		return err
	}
	j.touched = true
	j.applied = append(j.applied, st)
	j.s.monitor.add(&recheck{edit: j.edit, since: j.replacedAt, step: st, decides: decides, base: base.raw})
	return nil
}

// moveAway moves the file out of the way, looks whether it still is the one that is to go, and only then removes it.
func (j *job) moveAway(name, temp string, base state) error {
	dir := j.s.directory()
	restore := j.s.expectWrite(name, ownWrite{edit: j.edit.ID, gone: true})
	if err := dir.Take(name, temp); err != nil {
		if _, there := dir.Stat(name); !errors.Is(there, fs.ErrNotExist) || !exists(dir, temp) {
			restore()
			return fmt.Errorf("delete %s: %w", name, err)
		}
	}
	h, err := j.holdFile(temp)
	var raw []byte
	if err == nil {
		raw, _, err = h.Read()
		h.Close()
	}
	if err == nil && bytes.Equal(raw, base.raw) {
		_ = j.removeTemp(temp)
		return nil
	}
	restore()
	if err == nil {
		err = errChanged
	}
	if back := dir.Place(temp, name); back != nil {
		if errors.Is(back, fs.ErrExist) { // made anew already: that is newer
			j.s.monitor.report(Outcome{What: Overtook, Edit: j.edit, Key: j.s.key(name)}, raw)
			return errors.Join(err, j.removeTemp(temp))
		}
		return errors.Join(err, fmt.Errorf("put %s back from %s: %w", name, temp, back))
	}
	return err
}

func exists(dir Dir, temp string) bool {
	_, err := dir.Stat(temp)
	return err == nil
}

// raiseMark makes the counter beside the tasks at least as high as the step says. It never goes down. One that is being
// written is waited for, as task files are. One that stays no number is written anew, as its agents do, and that is told.
func (j *job) raiseMark(ctx context.Context, st tasks.Step) error {
	began := j.s.opts.Now()
	for looks := 0; ; looks++ {
		err := j.raiseMarkOnce(ctx, st, false)
		half := errors.Is(err, errNoNumber) || errors.Is(err, errTorn)
		if !half {
			return err
		}
		if j.s.opts.Now().Sub(began) >= halfWrittenTimeout {
			return j.raiseMarkOnce(ctx, st, true)
		}
		if pause(ctx, retryDelay(looks)) != nil {
			return err
		}
	}
}

func (j *job) raiseMarkOnce(ctx context.Context, st tasks.Step, broken bool) error {
	t := j.s.Task(j.edit.Of)
	if t == nil {
		t = j.s.sibling()
	}
	g := &guard{j: j}
	defer g.unlock()
	if err := g.lockList(ctx, t); err != nil {
		return err
	}
	dir := j.s.directory()
	now, err := parseMark(dir)
	if broken = broken && errors.Is(err, errNoNumber) && single(dir, markName); broken {
		now, err = 0, nil
		st.Mark = max(st.Mark, j.s.highest()) // who counts on from it must not meet a task that is there
	}
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
	temp, _, err := j.writeTemp([]byte(strconv.FormatUint(st.Mark, 10)), like)
	if err != nil {
		return err
	}
	if err = j.checkDirectory(); err == nil {
		put := dir.Place
		if like != nil {
			put = dir.Replace
		}
		err = put(temp, markName)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", markName, err), j.removeTemp(temp))
	}
	if like != nil {
		_ = j.removeTemp(temp) // what it was before
	}
	if broken {
		j.lateErrors = append(j.lateErrors, fmt.Errorf("%s held no number: it says %d now", markName, st.Mark))
	}
	j.touched = true
	j.applied = append(j.applied, st)
	return nil
}

// single reports whether a name is a plain file's only one, so that nothing else is reached through it.
func single(dir Dir, name string) bool {
	info, err := dir.Stat(name)
	return err == nil && info.Kind == Regular && !info.Linked && info.Names <= 1
}

// highest is the highest number that is the id of a task.
func (s *Store) highest() (top uint64) {
	liveWorld{s}.Each(func(t *tasks.Task) bool {
		if n, ok := t.ID.Int(); ok && n > 0 {
			top = max(top, uint64(n))
		}
		return true
	})
	return top
}
