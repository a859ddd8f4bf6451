package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// look is one look after a write.
func (k *monitor) look(v *recheck, now time.Time) {
	dev, ino := k.s.directory().ID() // before mu: readers of the disk hold the store's lock when they take it
	k.mu.Lock()
	if dev != v.dev || ino != v.ino {
		closeHeld(v.displaced) // another directory is in its place: what is not there is lost, and never made again by itself
		v.displaced = nil
	}
	if v.ended {
		k.mu.Unlock()
		return
	}
	due, held := v.reapplyDue, v.displaced
	v.reapplyDue = false
	k.mu.Unlock()
	if held != nil {
		k.checkLateWrite(v, held, now)
	}
	judged := false
	switch {
	case due:
		k.reapply(v) // whether it stands now, the next look tells
	case v.step.Kind == tasks.ChangeFile:
		judged = k.checkChanged(v, now)
	case v.step.Kind == tasks.CreateFile:
		judged = k.checkCreated(v, now)
	case v.step.Kind == tasks.DeleteFile:
		judged = k.checkDeleted(v)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !v.reapplyDue && !v.ended {
		v.schedule(now, judged)
	}
	if v.ended && v.unjudged {
		k.unseen = append(k.unseen, v)
	}
}

// readFile is the file as it is, without waiting for anybody; ok is false while it cannot be judged, unless nothing at all
// happened to it.
func (k *monitor) readFile(v *recheck, now time.Time) (file state, same, ok bool) {
	raw, info, err := k.s.directory().Read(v.step.Key.Name, Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) && v.elapsed(now) >= reapplyWindow {
		if over, err := k.yieldToOthers(v); over || err != nil {
			return state{}, false, false
		}
		k.conclude(v, Outcome{What: Lost, Gone: true, Again: k.editAgain(v, nil)})
		return state{}, false, false
	}
	if err != nil || v.isUnchanged(raw) {
		return state{}, err == nil, false
	}
	file, err = k.s.stateOf(v.step.Key, raw, info)
	return file, false, err == nil
}

// checkChanged judges a file that was changed, and reports whether it could.
func (k *monitor) checkChanged(v *recheck, now time.Time) bool {
	file, same, ok := k.readFile(v, now)
	if !ok {
		return same
	}
	st, err := k.s.compareChanges(file, k.changesOf(v))
	if err != nil || len(st.clashes) == 0 {
		return err == nil
	}
	if v.isClaimedSince(file.task) {
		k.mu.Lock()
		defer k.mu.Unlock()
		v.ended = true
		return true
	}
	over, unknown := k.yieldToOthers(v)
	if over || unknown != nil && v.elapsed(now) < reapplyWindow {
		return over
	}
	if st, err = k.s.compareChanges(file, k.changesOf(v)); err != nil || len(st.clashes) == 0 {
		return err == nil // another board's intent took that field over
	}
	all := st.reverted == st.total
	if all && unknown == nil && k.canReapply(v, now) {
		k.mu.Lock()
		v.scheduleReapply(now)
		k.mu.Unlock()
		return true
	}
	what := Lost
	if all {
		what = PutBack
	}
	k.conclude(v, Outcome{What: what, By: file.task.Owner, Again: k.editAgain(v, st.clashes)})
	return true
}

func (k *monitor) changesOf(v *recheck) []tasks.Change { return k.stepOf(v).Changes }

// stepOf returns the step that is monitored; yieldTo may shrink it at any time.
func (k *monitor) stepOf(v *recheck) tasks.Step {
	k.mu.Lock()
	defer k.mu.Unlock()
	return v.step
}

// canReapply reports whether an edit which is not in its file any more was undone by somebody who did not know of it, as far
// as can be told: soon after it, where agents take no lock, and where other boards' intents can be seen.
func (k *monitor) canReapply(v *recheck, now time.Time) bool {
	dir := k.s.directory()
	if dev, ino := dir.ID(); dev != v.dev || ino != v.ino {
		return false
	}
	if same, err := dir.Same(); err != nil || !same {
		return false
	}
	return !v.locks && v.tries < maxReapplies && v.elapsed(now) < reapplyWindow && k.s.journal != nil && k.s.NoUndo() == nil && k.s.findForeignLock() == nil
}

// yieldToOthers looks for later intents of other boards, and says that they leave nothing to be looked after. While they
// cannot be read nothing may be made again: what cannot be known must not be fought.
func (k *monitor) yieldToOthers(v *recheck) (over bool, err error) {
	k.mu.Lock()
	over = v.ended
	k.mu.Unlock()
	if over || k.s.journal == nil {
		return over, nil
	}
	lines, err := k.s.journal.Since(v.since)
	if err != nil {
		return false, err
	}
	dev, ino := k.s.directory().ID()
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, l := range lines {
		switch {
		case l.What != log.Prepared || l.File != v.step.Key.Name || l.ID == v.edit.ID || l.Dev != dev || l.Ino != ino:
		case l.Unknown:
			err = errUnknownIntent // it meant something about this file, and nobody here knows what
		case l.Step < len(l.Edit.Steps):
			v.yieldTo(l.Edit.Steps[l.Step])
		}
	}
	return v.ended, err
}

var errUnknownIntent = errors.New("a later version of this program meant something that is not known here")

var errYielded = errors.New("a later intent came")

// reapply makes an edit again, on the file as it is now.
func (k *monitor) reapply(v *recheck) {
	s := k.s
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-k.ctx.Done():
		return
	}
	now := s.opts.Now()
	before := len(k.changesOf(v))
	if over, err := k.yieldToOthers(v); over || err != nil || !k.canReapply(v, now) {
		return
	}
	ctx, cancel := context.WithTimeout(k.ctx, reapplyWindow-v.elapsed(now))
	defer cancel()
	defer s.pinDirectory()()
	j := &job{s: s, edit: v.edit, reapplying: v}
	j.lastCheck = func() error {
		over, err := k.yieldToOthers(v)
		if over || err != nil || len(k.changesOf(v)) != before || !k.canReapply(v, s.opts.Now()) {
			return errYielded
		}
		return nil
	}
	st := k.stepOf(v)
	before = len(st.Changes)
	if err := j.change(ctx, st, v.decides); err != nil || len(j.applied) == 0 {
		return // the next look tells what stands
	}
	s.directory().Sync()
	k.mu.Lock()
	v.tries++
	k.mu.Unlock()
	k.report(Outcome{What: Reapplied, Edit: v.edit, Key: v.step.Key}, nil)
}

// checkLateWrite looks whether somebody wrote into the file that was displaced, which they had open: then nobody else will ever
// see what they wrote.
func (k *monitor) checkLateWrite(v *recheck, held Held, now time.Time) {
	raw, info, err := held.Read()
	last := v.elapsed(now) >= reapplyWindow
	switch {
	case err != nil && !last || err == nil && bytes.Equal(raw, v.base) && !last:
		return
	case err != nil || bytes.Equal(raw, v.base):
		k.closeDisplaced(v)
		return
	}
	theirs, err := k.s.stateOf(v.step.Key, raw, info)
	if err != nil && !last {
		return // still writing
	}
	if err != nil || !k.mergeLateWrite(v, theirs) {
		k.report(Outcome{What: Overtook, Edit: v.edit, Key: v.step.Key}, raw)
	}
	k.closeDisplaced(v)
}

func (k *monitor) closeDisplaced(v *recheck) {
	k.mu.Lock()
	defer k.mu.Unlock()
	closeHeld(v.displaced)
	v.displaced = nil
}

// mergeLateWrite brings a late write into the file, as if it had come before the edit: theirs, with the edit's fields where it
// still fits, and reports whether it did: not if the file went on meanwhile.
func (k *monitor) mergeLateWrite(v *recheck, theirs state) bool {
	s := k.s
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-k.ctx.Done():
		return false
	}
	ctx, cancel := context.WithTimeout(k.ctx, reapplyWindow)
	defer cancel()
	raw, info, err := s.directory().Read(v.step.Key.Name, Unknown, nil)
	if err != nil || !v.isUnchanged(raw) {
		return false
	}
	now, err := s.stateOf(v.step.Key, raw, info)
	if err != nil {
		return false
	}
	changes := k.changesOf(v)
	next, clash := theirs.raw, s.checkChanges(theirs, changes)
	if clash == nil {
		if next, err = s.codec.Render(theirs.task, theirs.raw, changes, v.edit.At); err != nil {
			return false
		}
	}
	if checkSize(v.step.Key, next) != nil {
		return false
	}
	defer s.pinDirectory()()
	j := &job{s: s, edit: v.edit, reapplying: v}
	err = func() error {
		g := &guard{j: j}
		defer g.unlock() // before the directory is synced
		return j.put(ctx, g, tasks.Step{Kind: tasks.ChangeFile, Key: v.step.Key}, false, now, next)
	}()
	if err != nil {
		return false
	}
	k.mu.Lock()
	v.base = theirs.raw
	k.mu.Unlock()
	s.directory().Sync()
	if c, is := errors.AsType[*tasks.Conflict](clash); is {
		k.conclude(v, Outcome{What: Lost, By: theirs.task.Owner, Again: k.editAgain(v, c.Clashes)})
	}
	return true
}
