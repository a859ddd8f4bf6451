package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// recheck is one written file that the monitor checks for a while.
type recheck struct {
	edit      tasks.Edit
	step      tasks.Step // the changes that made a difference, less those that later edits took over
	decides   bool
	locks     bool     // the dialect's agents take a lock: none overwrites by accident
	base      []byte   // the bytes before, nil for a new file
	next      []byte   // the bytes after, nil for a removed file
	displaced OpenFile // the file that was displaced, nil if no process can write to it any more

	dev, ino uint64 // the directory it was written in

	since      time.Time // intents that other boards noted from then on are later than this edit
	writtenAt  time.Time // when it was written first
	nextCheck  int       // the next of checkTimes
	due        time.Time
	tries      int  // how often the edit was applied again
	reapplyDue bool // the edit is to be applied again
	ended      bool
}

// elapsed returns the time since the write, by both clocks: if the process was stopped or the computer slept, one of
// them stood still.
func (r *recheck) elapsed(now time.Time) time.Duration {
	return max(now.Sub(r.writtenAt), now.Round(0).Sub(r.writtenAt.Round(0)))
}

// mayReapply reports whether the edit may still be applied again.
func (r *recheck) mayReapply() bool {
	return !r.ended && (r.nextCheck < len(checkTimes)-1 || r.reapplyDue)
}

// schedule sets the time of the next check: the next of checkTimes, and soon after the edit was applied again. After
// the last one it ends the recheck.
func (r *recheck) schedule(now time.Time) {
	for r.nextCheck < len(checkTimes) && !r.writtenAt.Add(checkTimes[r.nextCheck]).After(now) {
		r.nextCheck++
	}
	if r.nextCheck == len(checkTimes) {
		r.ended = true
		return
	}
	r.due = r.writtenAt.Add(checkTimes[r.nextCheck])
	if soon := now.Add(checkTimes[0]); r.tries > 0 && r.elapsed(soon) < reapplyWindow {
		r.due = soon
	}
}

// scheduleReapply makes the next check apply the edit again, after a random pause, so that two writers do not keep
// step.
func (r *recheck) scheduleReapply(now time.Time) {
	r.reapplyDue = true
	r.due = now.Add(rand.N(reapplyJitter))
}

// yieldTo leaves out what a later edit changes, and ends the recheck when nothing is left.
func (r *recheck) yieldTo(later tasks.Step) {
	if later.Kind != tasks.ChangeFile || r.step.Kind != tasks.ChangeFile {
		r.ended = r.ended || later.Kind != tasks.ChangeFile || r.step.Kind == tasks.DeleteFile
		return
	}
	r.step.Changes = slices.DeleteFunc(slices.Clone(r.step.Changes), func(c tasks.Change) bool {
		return slices.ContainsFunc(later.Changes, func(l tasks.Change) bool { return overlap(c, l) })
	})
	r.ended = r.ended || !slices.ContainsFunc(r.step.Changes, func(c tasks.Change) bool { return c.Op != tasks.Touch })
}

// isClaimedSince reports whether an agent claimed the task that the edit released: it had read the file as the edit
// left it, for only then the task was free, and it was not its owner before the edit.
func (r *recheck) isClaimedSince(now *tasks.Task) bool {
	if r.edit.Verb != tasks.VerbRelease && r.edit.Verb != tasks.VerbReopen || now.Owner == "" {
		return false
	}
	return !slices.ContainsFunc(r.step.Changes, func(c tasks.Change) bool {
		return c.Field == tasks.FieldOwner && c.From.Text == now.Owner
	})
}

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

// setReapplied notes the bytes of an edit that was applied again.
func (m *monitor) setReapplied(r *recheck, base, next []byte, displaced OpenFile) {
	m.mu.Lock()
	defer m.mu.Unlock()
	closeFile(r.displaced)
	r.base, r.next, r.displaced = base, next, displaced
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
