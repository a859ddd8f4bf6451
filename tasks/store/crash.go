package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/lock"
	"sideboard/tasks/log"
)

// finishCrashes finishes what crashed processes left half done in this directory: it removes their temporary files, and
// carries out the later steps of an edit whose deciding step is on the disk, which add to sets and remove from them. It
// reports what cannot be finished.
func (s *Store) finishCrashes(ctx context.Context) {
	if s.journal == nil {
		return
	}
	crashes, err := s.journal.Crashes()
	if err != nil {
		s.monitor.send(Outcome{What: Unseen, Err: fmt.Errorf("find edits that were cut short: %w", err)})
	}
	if len(crashes) == 0 {
		return
	}
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-ctx.Done():
		for _, c := range crashes {
			c.Release()
		}
		return
	}
	defer s.pinDirectory()()
	for _, c := range crashes {
		ours := crash{s, s.linesHere(c.Entries)}
		strange := slices.ContainsFunc(ours.lines, func(e log.Entry) bool { return e.Unknown })
		if !strange && ours.finish(ctx) {
			c.MarkFinished()
		} else {
			c.Release()
		}
	}
}

// crash is what a process that ended in the middle left in a directory.
type crash struct {
	s     *Store
	lines []log.Entry // of its journal, about this directory
}

// finish finishes its edits, and reports whether nothing is left.
func (c crash) finish(ctx context.Context) bool {
	var open []tasks.EditID
	prepared := map[tasks.EditID][]log.Entry{}
	closed := map[tasks.EditID]bool{}
	for _, l := range c.lines {
		switch {
		case l.What == log.Prepared && l.File != "":
			if prepared[l.ID] == nil {
				open = append(open, l.ID)
			}
			prepared[l.ID] = append(prepared[l.ID], l)
		case l.Ends():
			closed[l.ID] = true
		}
	}
	c.removeLocks()
	if !c.removeTemps() {
		return false
	}
	for _, id := range open {
		if closed[id] {
			continue
		}
		if !c.finishEdit(ctx, prepared[id]) {
			return false
		}
	}
	return true
}

// removeLocks removes the lock directories that the process left, but none that others made since.
func (c crash) removeLocks() {
	dir := c.s.directory()
	for _, l := range c.lines {
		if l.What != log.Locked || !strings.HasSuffix(l.File, ".lock") {
			continue
		}
		if info, _ := dir.Stat(l.File); info.Kind == Directory && lockIdentity(info) == l.Sum {
			_ = dir.Remove(l.File) // which fails if it is not empty, and not ours
		}
	}
}

// removeTemps removes the temporary files that the lines name, and reports whether all are gone. One that has neither
// new nor old bytes of an edit is another process's file that was displaced at the moment of the crash: its bytes are
// kept.
func (c crash) removeTemps() bool {
	dir := c.s.directory()
	j := &job{s: c.s}
	seen := map[string]bool{}
	all := true
	for _, l := range c.lines {
		if l.Temp == "" || seen[l.Temp] || !isBaseName(l.Temp) {
			continue
		}
		seen[l.Temp] = true
		if l.What == log.Put {
			all = c.removePut(l) == nil && all
			continue
		}
		if isTodoStep(l) {
			all = c.removeTodoTemp(l) == nil && all
			continue
		}
		raw, _, err := dir.Read(l.Temp, Unknown, nil)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if known, was := c.isJournalled(l.Temp, raw); err == nil && !known {
			if stepOf(was).Kind == tasks.DeleteFile && dir.Place(l.Temp, was.File) == nil {
				continue // it was about to be deleted, and another process changed it
			}
			c.s.monitor.report(Outcome{What: Overtook, Edit: was.Edit, Key: c.s.key(was.File)}, raw)
		}
		j.removeTemp(dir, l.Temp)
	}
	return all && len(j.lateErrors) == 0
}

// removePut removes the temporary file of a PutFile. If it is a file of others that was displaced at the
// moment of the crash, that goes back to its place, or is kept if the file changed again.
func (c crash) removePut(l log.Entry) error {
	dir := c.s.directory()
	raw, _, err := dir.Read(l.Temp, Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	now, _, gone := dir.Read(l.File, Unknown, nil)
	if gone != nil {
		now = nil
	}
	switch {
	case err != nil, sumOf(raw) == l.Sum, sumOf(raw) == l.Was, l.Sum != "" && sumOf(now) == l.Was:
		// It was not put, or what it displaced is known.
	case now == nil && dir.Place(l.Temp, l.File) == nil:
		return nil
	default:
		c.s.monitor.report(Outcome{What: Overtook, Edit: l.Edit, Key: c.s.key(l.File)}, raw)
	}
	return removeIfExists(dir, l.Temp)
}

// removeTodoTemp removes a temporary file of TODO_LIST.md. If it is a list of others that was displaced at the moment
// of the crash, that goes back to its place, or is kept if the list changed again.
func (c crash) removeTodoTemp(l log.Entry) error {
	dir, err := c.s.openParent()
	if err != nil {
		return err
	}
	defer dir.Close()
	raw, _, err := dir.Read(l.Temp, Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if known, _ := c.isJournalled(l.Temp, raw); err == nil && !known {
		now, _, err := dir.Read(dialect.TodoName, Unknown, nil)
		if err == nil && bytes.Equal(now, l.Before) {
			return removeIfExists(dir, l.Temp) // the crash came before the exchange
		}
		if err == nil && log.Sum(now) == l.Sum && dir.Replace(l.Temp, dialect.TodoName) == nil {
			return removeIfExists(dir, l.Temp)
		}
		c.s.monitor.report(Outcome{What: Overtook, Edit: l.Edit, Key: c.s.key(dialect.TodoName)}, raw)
	}
	return removeIfExists(dir, l.Temp)
}

// isJournalled reports whether the bytes of a temporary file need not be kept: they are those that an edit wrote or
// replaced, or no edit came so far as to use the file. It returns the line of the bytes, else the one that names the
// file.
func (c crash) isJournalled(temp string, raw []byte) (bool, log.Entry) {
	was, isNamed := log.Entry{}, false
	for _, l := range c.lines {
		if l.What != log.Prepared {
			continue
		}
		if l.Temp == temp {
			was, isNamed = l, true
		}
		if l.Sum == log.Sum(raw) || l.Before != nil && bytes.Equal(l.Before, raw) {
			return true, l
		}
	}
	return !isNamed, was // if the temporary file was never used, it is not needed
}

// finishEdit carries out the later steps of an edit whose deciding step was carried out, and reports whether it is
// finished.
func (c crash) finishEdit(ctx context.Context, prepared []log.Entry) bool {
	e := prepared[0].Edit
	done := c.s.entry(log.Recovered, e.ID)
	j := &job{s: c.s, edit: e}
	var failed []error
	decided := false
	for i, st := range e.Steps {
		var last *log.Entry // of the attempts at this step
		for n := range prepared {
			if prepared[n].Step == i {
				last = &prepared[n]
			}
		}
		if st.Kind == tasks.RaiseHighWaterMark && !decided {
			continue
		}
		if !decided {
			if last == nil {
				break
			}
			took, onDisk, err := c.findStep(j, st, last)
			if err != nil {
				failed = append(failed, err)
			}
			if !onDisk {
				break
			}
			decided = true
			j.applied = append(j.applied, took)
			continue
		}
		if len(j.made) > 0 {
			st = j.withNewID(st)
		}
		j.index = i
		if err := j.step(ctx, st, false); err != nil {
			if ctx.Err() != nil {
				return false
			}
			failed = append(failed, fmt.Errorf("could not %s: %w", stepName(st), err))
		}
		if last != nil && !hasStep(j.applied, st.Key) {
			j.applied = append(j.applied, st) // it was carried out before the crash
		}
	}
	if j.touched {
		c.s.directory().Sync()
	}
	done.Made, done.Applied = j.made, j.applied
	var busy *lock.HeldError
	if err := errors.Join(failed...); errors.As(err, &busy) {
		c.s.monitor.report(Outcome{What: HalfDone, Edit: e, Key: e.Of,
			Err: fmt.Errorf("%w; the next start tries again", err)}, nil)
		return false
	} else if err != nil {
		done.Error = err.Error()
		c.s.monitor.report(Outcome{What: HalfDone, Edit: e, Key: e.Of, Err: err}, nil)
	} else if decided {
		c.s.monitor.report(Outcome{What: Finished, Edit: e, Key: e.Of}, nil)
	}
	if !decided && len(failed) == 0 {
		done.What = log.Refused
	}
	return c.s.journal.Append(done, true) == nil
}

// findStep returns the part of the deciding step that made a difference to the disk, if the step was carried out.
func (c crash) findStep(j *job, st tasks.Step, l *log.Entry) (took tasks.Step, onDisk bool, err error) {
	key := c.s.key(l.File)
	raw, info, err := c.s.directory().Read(l.File, Unknown, nil)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone {
		return st, false, fmt.Errorf("read %s: %w", l.File, err)
	}
	switch st.Kind {
	case tasks.DeleteFile:
		return st, gone, nil
	case tasks.CreateFile:
		if !gone && len(raw) == 0 && c.s.opts.Now().Sub(info.Stamp.Time()) > stampResolution {
			// Where a file system has no hard links, an empty file reserves the name; no process will fill it any more.
			return st, false, c.s.directory().Remove(l.File)
		}
		if gone || !bytes.Equal(raw, l.After) {
			return st, false, nil
		}
		if t, err := c.s.decode(key, raw, info); err == nil {
			j.newID = t.ID
		}
		st.Key = key
		j.made = append(j.made, key)
		return st, true, nil
	}
	if gone || bytes.Equal(raw, l.Before) {
		return st, false, nil
	}
	now, err := c.s.stateOf(key, raw, info)
	if err != nil {
		return st, false, c.s.wrapReadError(l.File, err)
	}
	at, err := now.compareChanges(c.s.codec, st.Changes)
	if err != nil {
		return st, false, err
	}
	if len(at.clashes) == 0 {
		if base, err := c.s.stateOf(key, l.Before, info); err == nil {
			st = j.effectiveStep(base, st)
		}
		return st, true, nil
	}
	if at.reverted == at.total {
		return st, false, nil
	}
	return st, false, fmt.Errorf("%s: somebody changed it after the edit was cut short", l.File)
}

func hasStep(steps []tasks.Step, key tasks.Key) bool {
	return slices.ContainsFunc(steps, func(st tasks.Step) bool { return st.Key == key })
}
