package store

import (
	"context"
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

func newMonitor(s *Store) *monitor {
	ctx, cancel := context.WithCancel(context.Background())
	m := &monitor{s: s, outcomes: s.opts.Outcomes, ctx: ctx, cancel: cancel, wake: make(chan struct{}, 1)}
	if m.outcomes == nil {
		m.outcomes = make(chan Outcome, MaxOutcomes)
	}
	return m
}

// add begins a recheck.
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
	now, some := m.s.opts.Now(), false
	for _, r := range m.rechecks {
		if r.step.Key.Name == name && !r.reapplyDue && r.due.After(now) {
			r.due, some = now, true
		}
	}
	if some {
		m.start()
	}
}

// Watches reports whether the files of an edit are still checked: if another process overwrites it, Outcomes reports
// it.
func (s *Store) Watches(id tasks.EditID) bool {
	m := s.monitor
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.rechecks, func(r *recheck) bool { return r.edit.ID == id && !r.ended })
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

// OutcomeKind is what became of a write after Apply returned.
type OutcomeKind uint8

const (
	Reapplied  OutcomeKind = iota + 1 // another process wrote an old copy over it, and it was applied again
	PutBack                           // another process changed the values back to what they were before the edit
	Lost                              // another process wrote other values over those of the edit, or removed the file
	Overtook                          // a write of another process at the same instant was replaced; its bytes are kept
	Finished                          // a process crashed in the middle of the edit, and the rest of it was done now
	HalfDone                          // the same, and the rest could not be done
	Unseen                            // the edit cannot be checked any more
	Written                           // the answer of another host was lost, and it did carry the edit out
	NotWritten                        // the same, and it did not, and will not
)

// String returns the kind in a word or two.
func (n OutcomeKind) String() string {
	return [...]string{"", "applied again", "put back", "overwritten", "overtook", "finished", "half done",
		"unseen", "written", "not written"}[n]
}

// Outcome is what became of an edit after Apply returned.
type Outcome struct {
	What   OutcomeKind
	Edit   tasks.Edit  // as it was carried out
	Key    tasks.Key   // the file
	By     string      // the owner the file names now, who may have done it
	Gone   bool        // Lost: the file does not exist any more
	Again  *tasks.Edit // PutBack, Lost: the edit that applies it again, nil if there is none
	Kept   string      // the file with the bytes that were replaced, "" if they are not kept
	Err    error       // HalfDone, Unseen: why; Overtook: why the bytes are not kept
	Missed int         // the number of earlier outcomes that were dropped because they were not read
}

// MaxOutcomes is the largest number of outcomes that wait for a reader; then the oldest is dropped.
const MaxOutcomes = 64

// Outcomes returns the channel of what happens to edits after Apply returned: within two seconds of it, and what an
// earlier process left half done. Close closes it, unless it is that of Options.
func (s *Store) Outcomes() <-chan Outcome { return s.monitor.outcomes }

var journalWords = map[OutcomeKind]log.What{Reapplied: log.Reapplied, PutBack: log.PutBack, Lost: log.Lost}

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
