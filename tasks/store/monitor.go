package store

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// An agent that read a file before our write and writes all of it afterwards does so within milliseconds. So a written
// file is checked again at these times after the write, and whenever it changes before the last of them. A loss within
// reapplyWindow may be an accident, and the edit is applied again. A later one is what a person or an agent wants: it
// is only reported.
var checkTimes = [...]time.Duration{10 * time.Millisecond, 50 * time.Millisecond, reapplyWindow, reportWindow}

const (
	reapplyWindow = 250 * time.Millisecond // after a write: its loss may be repaired by applying the edit again
	reportWindow  = 2 * time.Second        // after a write: its loss is reported
	maxReapplies  = 3                      // of one edit
	reapplyJitter = 4 * time.Millisecond   // before an edit is applied again, so that two writers do not keep step
)

// monitor checks written files again. It is one goroutine, which runs while there is something to check; a writer hands
// its recheck over and goes on.
type monitor struct {
	s        *Store
	outcomes chan Outcome
	ctx      context.Context
	cancel   context.CancelFunc
	done     sync.WaitGroup
	wake     chan struct{}

	mu       sync.Mutex
	rechecks []*recheck
	running  bool
	closed   bool
	missed   int             // outcomes that were dropped since the last one that was sent
	waiters  []chan struct{} // closed when no edit may be applied again
	manual   bool            // no goroutine: a test calls runDue
}

// newMonitor returns a monitor that has nothing to check yet, and no goroutine.
func newMonitor(s *Store) *monitor {
	ctx, cancel := context.WithCancel(context.Background())
	m := &monitor{s: s, outcomes: s.opts.Outcomes, ctx: ctx, cancel: cancel, wake: make(chan struct{}, 1)}
	if m.outcomes == nil {
		m.outcomes = make(chan Outcome, MaxOutcomes)
	}
	return m
}

// add begins a recheck, which closes the displaced file when it ends.
func (m *monitor) add(r *recheck) {
	r.dev, r.ino = m.s.directory().ID()
	r.writtenAt = m.s.opts.Now()
	r.schedule(r.writtenAt)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		closeFile(r.displaced)
		return
	}
	m.rechecks = append(m.rechecks, r)
	m.start()
}

// start starts the goroutine, or makes it look at the clock again. The caller holds mu.
func (m *monitor) start() {
	if m.manual {
		return
	}
	if !m.running {
		m.running = true
		m.done.Go(m.loop)
		return
	}
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// loop runs the checks when they are due, until none is left or the monitor is closed.
func (m *monitor) loop() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		m.mu.Lock()
		due := m.nextDue()
		if due.IsZero() || m.ctx.Err() != nil {
			m.running = false
			m.mu.Unlock()
			return
		}
		m.mu.Unlock()
		timer.Reset(max(0, due.Sub(m.s.opts.Now())))
		select {
		case <-m.ctx.Done():
		case <-m.wake:
		case <-timer.C:
		}
		m.runDue(m.s.opts.Now())
	}
}

// nextDue returns when the first recheck is due, zero if there is none. The caller holds mu.
func (m *monitor) nextDue() (due time.Time) {
	for _, r := range m.rechecks {
		if due.IsZero() || r.due.Before(due) {
			due = r.due
		}
	}
	return due
}

// runDue runs every check that is due.
func (m *monitor) runDue(now time.Time) {
	m.mu.Lock()
	var due []*recheck
	for _, r := range m.rechecks {
		if !r.due.After(now) && !r.ended {
			due = append(due, r)
		}
	}
	m.mu.Unlock()
	for _, r := range due {
		if m.ctx.Err() != nil {
			break
		}
		m.checkSafely(r)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropEnded()
}

// checkSafely runs one check. Its panic ends this recheck and is reported; the others go on.
func (m *monitor) checkSafely(r *recheck) {
	err := catchPanic("check a written file again", func() error { m.check(r, m.s.opts.Now()); return nil })
	if err != nil {
		m.end(r)
		m.send(Outcome{What: Unseen, Edit: r.edit, Key: r.step.Key, Err: err})
	}
}

// end ends a recheck, and reports whether it was running.
func (m *monitor) end(r *recheck) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	running := !r.ended
	r.ended = true
	return running
}

// dropEnded removes the rechecks that have ended. The caller holds mu.
func (m *monitor) dropEnded() {
	m.rechecks = slices.DeleteFunc(m.rechecks, func(r *recheck) bool {
		if r.ended {
			closeFile(r.displaced)
		}
		return r.ended
	})
	if !m.mayReapplyAny() {
		for _, c := range m.waiters {
			close(c)
		}
		m.waiters = nil
	}
}

// mayReapplyAny reports whether some edit may still be applied again. The caller holds mu.
func (m *monitor) mayReapplyAny() bool { return slices.ContainsFunc(m.rechecks, (*recheck).mayReapply) }

// fileChanged makes the rechecks of a file due, because it changed.
func (m *monitor) fileChanged(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, isAnyDue := m.s.opts.Now(), false
	for _, r := range m.rechecks {
		if r.step.Key.Name == name && !r.reapplyDue && r.due.After(now) {
			r.due, isAnyDue = now, true
		}
	}
	if isAnyDue {
		m.start()
	}
}

// yieldTo drops from the rechecks of a file the changes that a later edit of ours overrides.
func (m *monitor) yieldTo(later tasks.EditID, name string, st tasks.Step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.rechecks {
		if r.step.Key.Name == name && r.edit.ID != later {
			r.yieldTo(st)
		}
	}
}

// setReapplied notes the bytes of an edit that was applied again.
func (m *monitor) setReapplied(r *recheck, base, next []byte, displaced OpenFile) {
	m.mu.Lock()
	defer m.mu.Unlock()
	closeFile(r.displaced)
	r.base, r.next, r.displaced = base, next, displaced
}

// Watches reports whether the files of an edit are still checked: if another process overwrites it, Outcomes reports
// it.
func (s *Store) Watches(id tasks.EditID) bool {
	m := s.monitor
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.rechecks, func(r *recheck) bool { return r.edit.ID == id && !r.ended })
}

// WaitReapplied waits until no edit may be applied again, a quarter of a second after the last one. A program that ends
// right after an edit calls it, so that the edit is repaired if an agent undoes it by accident.
func (s *Store) WaitReapplied(ctx context.Context) error {
	m := s.monitor
	m.mu.Lock()
	if !m.mayReapplyAny() || m.closed {
		m.mu.Unlock()
		return nil
	}
	end := make(chan struct{})
	m.waiters = append(m.waiters, end)
	m.mu.Unlock()
	select {
	case <-end:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Outcomes returns the channel of what happens to edits after Apply returned: within two seconds of it, and what an
// earlier process left half done. Close closes it, unless it is that of Options.
func (s *Store) Outcomes() <-chan Outcome { return s.monitor.outcomes }

// close ends all rechecks, after a check that is running. The channel of Outcomes stays open if it is shared.
func (m *monitor) close() {
	m.cancel()
	m.done.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.closed = true
	for _, r := range m.rechecks {
		r.ended = true
	}
	m.dropEnded()
	if m.s.opts.Outcomes == nil {
		close(m.outcomes)
	}
}

// report sends an outcome, keeps bytes that were replaced, and notes both in the journal.
func (m *monitor) report(o Outcome, replaced []byte) {
	if m.s.journal != nil {
		if replaced != nil {
			o.Kept, o.Err = m.s.journal.Keep(o.Key.Name, replaced)
		}
		if what, ok := journalWords[o.What]; ok || o.Kept != "" {
			if !ok {
				what = log.Lost
			}
			line := m.s.entry(what, o.Edit.ID)
			line.File, line.Kept = o.Key.Name, o.Kept
			m.s.journal.Append(line, false)
		}
	}
	m.send(o)
}

// send queues an outcome. It drops the oldest rather than wait for a reader.
func (m *monitor) send(o Outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	for {
		o.Missed = m.missed
		select {
		case m.outcomes <- o:
			m.missed = 0
			return
		default:
		}
		select {
		case <-m.outcomes:
			m.missed++
		default:
		}
	}
}

// recheck is one written file that the monitor checks for a while.
type recheck struct {
	edit      tasks.Edit
	step      tasks.Step // the changes that made a difference, less those that later edits took over
	decides   bool       // the step decided whether the edit happened
	locks     bool       // the dialect's agents take a lock: none overwrites by accident
	base      []byte     // the bytes before, nil for a new file
	next      []byte     // the bytes after, nil for a removed file
	displaced OpenFile   // the file that was displaced, nil if no process can write to it any more

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
	if later.Kind != tasks.ChangeFile || r.step.Kind != tasks.ChangeFile { // one of them is about the whole file
		r.ended = r.ended || later.Kind != tasks.ChangeFile || r.step.Kind == tasks.DeleteFile
		return
	}
	r.step.Changes = slices.DeleteFunc(slices.Clone(r.step.Changes), func(c tasks.Change) bool {
		return slices.ContainsFunc(later.Changes, func(l tasks.Change) bool { return overlap(c, l) })
	})
	r.ended = r.ended || !slices.ContainsFunc(r.step.Changes, func(c tasks.Change) bool { return c.Op != tasks.Touch })
}

// overlap reports whether two changes are of the same value, so that only the later one counts. A raw member may be any
// field.
func overlap(a, b tasks.Change) bool {
	if a.Field == tasks.FieldMember || b.Field == tasks.FieldMember {
		return a.Field != b.Field || a.Member == b.Member
	}
	if a.Field != b.Field || a.Op == tasks.Touch {
		return false
	}
	areOfElements := (a.Op == tasks.Add || a.Op == tasks.Drop) && (b.Op == tasks.Add || b.Op == tasks.Drop)
	return !areOfElements || a.To.ID == b.To.ID
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
