package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// check checks a written file once.
func (m *monitor) check(r *recheck, now time.Time) {
	if !m.isHere(r) { // what is missing in another directory is lost, and never applied again
		m.closeDisplaced(r)
	}
	m.mu.Lock()
	if r.ended {
		m.mu.Unlock()
		return
	}
	due, held := r.reapplyDue, r.displaced
	r.reapplyDue = false
	m.mu.Unlock()
	if held != nil {
		m.checkDisplaced(r, held, now)
	}
	if due {
		m.reapply(r)
	}
	switch r.step.Kind {
	case tasks.ChangeFile:
		m.checkChanged(r, now)
	case tasks.CreateFile:
		m.checkCreated(r, now)
	case tasks.DeleteFile:
		m.checkDeleted(r, now)
	case tasks.PutFile:
		if r.elapsed(now) >= reapplyWindow {
			m.end(r)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !r.reapplyDue {
		r.schedule(now)
	}
}

// readChanged reads a file that was written, without waiting for other processes. ok is false if nothing happened to it
// or it cannot be read. One that is gone for good is reported as lost.
func (m *monitor) readChanged(r *recheck, now time.Time) (file state, ok bool) {
	raw, info, err := m.s.directory().Read(r.step.Key.Name, Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) && r.elapsed(now) >= reapplyWindow && !m.isSynced(r, nil) {
		if over, _ := m.yieldToOthers(r); !over {
			m.conclude(r, Outcome{What: Lost, Gone: true, Again: m.editAgain(r, nil)})
		}
	}
	if err != nil || bytes.Equal(raw, r.next) {
		return state{}, false
	}
	file, err = m.s.stateOf(r.step.Key, raw, info)
	return file, err == nil
}

// checkChanged checks whether a file still has the values of the edit.
func (m *monitor) checkChanged(r *recheck, now time.Time) {
	file, ok := m.readChanged(r, now)
	if !ok {
		return
	}
	c, err := file.compareChanges(m.s.codec, m.stepOf(r).Changes)
	if err != nil || len(c.clashes) == 0 {
		return
	}
	if r.isClaimedSince(file.task) || m.isSynced(r, file.raw) {
		m.end(r)
		return
	}
	over, unknown := m.yieldOrWait(r, now)
	if over {
		return
	}
	if c, err = file.compareChanges(m.s.codec, m.stepOf(r).Changes); err != nil || len(c.clashes) == 0 {
		return // another board's intent took that field over
	}
	what := Lost
	if c.reverted == c.total {
		what = PutBack
	}
	if what == PutBack && unknown == nil && m.canReapply(r, now) {
		m.mu.Lock()
		defer m.mu.Unlock()
		r.scheduleReapply(now)
		return
	}
	m.conclude(r, Outcome{What: what, By: file.task.Owner, Again: m.editAgain(r, c.clashes)})
}

// checkCreated checks whether a new file still is the task that was created: an agent with an outdated counter may have
// written another one over it.
func (m *monitor) checkCreated(r *recheck, now time.Time) {
	file, ok := m.readChanged(r, now)
	if !ok {
		return
	}
	ours, err := m.s.codec.Decode(r.step.Key, r.next, file.info.Stamp)
	if err != nil || ours.ID == file.task.ID && ours.Subject == file.task.Subject || m.isSynced(r, file.raw) {
		return
	}
	if over, _ := m.yieldOrWait(r, now); over {
		return
	}
	m.conclude(r, Outcome{What: Lost, By: file.task.Owner, Again: m.editAgain(r, nil)})
}

// checkDeleted checks whether a removed file is still gone: an agent that had read it before may have written it back.
func (m *monitor) checkDeleted(r *recheck, now time.Time) {
	raw, info, err := m.s.directory().Read(r.step.Key.Name, Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) || m.isSynced(r, raw) {
		return
	}
	if over, _ := m.yieldOrWait(r, now); over {
		return
	}
	o := Outcome{What: PutBack, Again: m.editAgain(r, nil)}
	if t, err := m.s.decode(r.step.Key, raw, info); err == nil {
		o.By = t.Owner
	}
	m.conclude(r, o)
}

// conclude ends a recheck and reports what became of the write.
func (m *monitor) conclude(r *recheck, o Outcome) {
	o.Edit, o.Key = r.edit, r.step.Key
	if m.end(r) {
		m.report(o, nil)
	}
}

// stepOf returns the step that is monitored; yieldTo may shrink it at any time.
func (m *monitor) stepOf(r *recheck) tasks.Step {
	m.mu.Lock()
	defer m.mu.Unlock()
	return r.step
}

// editAgain returns the edit that makes the same changes on top of what the file says now.
func (m *monitor) editAgain(r *recheck, clashes []tasks.Clash) *tasks.Edit {
	e, st := r.edit, m.stepOf(r)
	changes := st.Changes
	st.Changes = nil
	e.ID, e.At, e.Steps = 0, time.Time{}, nil
	e.Needs = slices.DeleteFunc(slices.Clone(e.Needs), func(n tasks.Need) bool {
		return n.Key == r.step.Key && n.Idle == ""
	})
	switch {
	case r.step.Kind == tasks.ChangeFile && len(clashes) == 0:
		return nil // the file is gone
	case r.step.Kind != tasks.ChangeFile && (e.Verb == tasks.VerbCreate || e.Verb == tasks.VerbDelete):
		return &e // it is planned anew
	}
	for _, c := range changes {
		for _, clash := range clashes {
			if clash.Field == c.Field && clash.Member == c.Member && clash.Ours == c.To {
				if c.Op == tasks.Set || c.Op == tasks.Unset {
					c.From = clash.Theirs
				}
				st.Changes = append(st.Changes, c)
				break
			}
		}
		if c.Op == tasks.Touch {
			st.Changes = append(st.Changes, c)
		}
	}
	e.Steps = []tasks.Step{st}
	return &e
}

// canReapply reports whether an edit that was put back may be applied again. It must be soon after the write, where
// agents take no lock, so that it may have been an accident, and where the intents of other boards can be seen.
func (m *monitor) canReapply(r *recheck, now time.Time) bool {
	same, _ := m.s.directory().Same()
	if m.s.Form() != nil {
		return false // what its agents expect is not known
	}
	return !r.locks && r.tries < maxReapplies && r.elapsed(now) < reapplyWindow && same && m.isHere(r) &&
		m.s.NoUndo() == nil && m.s.foreignLocks().find() == nil
}

// isHere reports whether the directory is the one in which the file was written. The caller does not hold mu: readers
// of the disk take it when they hold that of the store.
func (m *monitor) isHere(r *recheck) bool {
	dev, ino := m.s.directory().ID()
	return dev == r.dev && ino == r.ino
}

var (
	errUnknownIntent = errors.New("a later version of this program noted an intent that is not known here")
	errYielded       = errors.New("a later intent was noted")
)

// yieldToOthers takes out of a recheck what other boards intended later, and reports whether nothing is left. While
// their intents cannot be read, nothing may be applied again: it might fight them.
func (m *monitor) yieldToOthers(r *recheck) (over bool, err error) {
	m.mu.Lock()
	over = r.ended
	m.mu.Unlock()
	if over || m.s.journal == nil {
		return over, nil
	}
	lines, err := m.s.journal.Since(r.since)
	if err != nil {
		return false, err
	}
	lines = m.s.linesHere(lines)
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, l := range lines {
		switch {
		case l.What != log.Prepared || l.File != r.step.Key.Name || l.ID == r.edit.ID:
		case l.Unknown:
			err = errUnknownIntent
		case l.Step < len(l.Edit.Steps):
			r.yieldTo(l.Edit.Steps[l.Step])
		}
	}
	return r.ended, err
}

// yieldOrWait is yieldToOthers for a check that may be repeated: it is over too while the intents may become readable
// in time.
func (m *monitor) yieldOrWait(r *recheck, now time.Time) (over bool, unknown error) {
	over, unknown = m.yieldToOthers(r)
	return over || unknown != nil && r.elapsed(now) < reapplyWindow, unknown
}

// reapply applies an edit again, to the file as it is now. If it cannot, the check that follows reports the loss.
func (m *monitor) reapply(r *recheck) {
	s := m.s
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-m.ctx.Done():
		return
	}
	st := m.stepOf(r)
	yield := func() error {
		over, err := m.yieldToOthers(r)
		if over || err != nil || len(m.stepOf(r).Changes) != len(st.Changes) || !m.canReapply(r, s.opts.Now()) {
			return errYielded
		}
		return nil
	}
	if yield() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(m.ctx, reapplyWindow-r.elapsed(s.opts.Now()))
	defer cancel()
	defer s.pinDirectory()()
	j := &job{s: s, edit: r.edit, reapplying: r, lastCheck: yield}
	_ = j.change(ctx, st, r.decides) // with an error nothing is applied
	if len(j.applied) == 0 {
		return
	}
	s.directory().Sync()
	m.mu.Lock()
	r.tries++
	m.mu.Unlock()
	m.report(Outcome{What: Reapplied, Edit: r.edit, Key: r.step.Key}, nil)
}

// checkDisplaced checks whether a process wrote to the displaced file, which it had open: no other will ever see what
// it wrote.
func (m *monitor) checkDisplaced(r *recheck, held OpenFile, now time.Time) {
	raw, info, err := held.Read()
	last := r.elapsed(now) >= reapplyWindow
	if err != nil || bytes.Equal(raw, r.base) {
		if last {
			m.closeDisplaced(r)
		}
		return
	}
	theirs, err := m.s.stateOf(r.step.Key, raw, info)
	if err != nil && !last {
		return // still writing
	}
	if err != nil || r.step.Kind == tasks.PutFile || !m.mergeLateWrite(r, theirs) {
		m.report(Outcome{What: Overtook, Edit: r.edit, Key: r.step.Key}, raw)
	}
	m.closeDisplaced(r)
}

func (m *monitor) closeDisplaced(r *recheck) {
	m.mu.Lock()
	defer m.mu.Unlock()
	closeFile(r.displaced)
	r.displaced = nil
}

// mergeLateWrite writes what a process wrote to the displaced file into the file, as if it had done so before the edit:
// its bytes, with the changes of the edit that still fit. It reports whether it did; if the file changed meanwhile, it
// writes nothing.
func (m *monitor) mergeLateWrite(r *recheck, theirs state) bool {
	s := m.s
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-m.ctx.Done():
		return false
	}
	ctx, cancel := context.WithTimeout(m.ctx, reapplyWindow)
	defer cancel()
	raw, info, err := s.directory().Read(r.step.Key.Name, Unknown, nil)
	if err != nil || !bytes.Equal(raw, r.next) {
		return false
	}
	now, err := s.stateOf(r.step.Key, raw, info)
	if err != nil {
		return false
	}
	changes := m.stepOf(r).Changes
	next, clash := theirs.raw, theirs.checkChanges(s.codec, changes)
	if clash == nil {
		if next, err = s.codec.Render(theirs.task, theirs.raw, changes, r.edit.At); err != nil {
			return false
		}
	}
	if checkSize(r.step.Key, next) != nil {
		return false
	}
	defer s.pinDirectory()()
	j := &job{s: s, edit: r.edit, reapplying: r}
	err = func() error {
		g := &guard{j: j}
		defer g.unlock() // before the directory is synced
		return j.put(ctx, g, tasks.Step{Kind: tasks.ChangeFile, Key: r.step.Key}, false, now, next)
	}()
	if err != nil {
		return false
	}
	m.mu.Lock()
	r.base = theirs.raw
	m.mu.Unlock()
	s.directory().Sync()
	if c, ok := errors.AsType[*tasks.ConflictError](clash); ok {
		m.conclude(r, Outcome{What: Lost, By: theirs.task.Owner, Again: m.editAgain(r, c.Clashes)})
	}
	return true
}

// isSynced reports whether bytes that are in the place of an edit's, nil for none, were put there from a bucket: that
// is what the others decided, and no accident.
func (m *monitor) isSynced(r *recheck, raw []byte) bool {
	if m.s.journal == nil {
		return false
	}
	lines, err := m.s.journal.Since(r.since)
	if err != nil {
		return false
	}
	for _, l := range m.s.linesHere(lines) {
		if l.What == log.Put && l.File == r.step.Key.Name && l.Sum == sumOf(raw) {
			m.end(r)
			return true
		}
	}
	return false
}
