package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// monitor looks at written files again, when it is time and when they change. It is one goroutine, which lives while
// there is something to look at; whoever writes hands over and goes on.
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
	missed   int
	waiters  []chan struct{} // closed when nothing would be made again any more
	manual   bool            // no goroutine: a test calls run
	unseen   []*recheck      // ended without anybody knowing what became of them, and that was not told yet
}

func newMonitor(s *Store) *monitor {
	ctx, cancel := context.WithCancel(context.Background())
	k := &monitor{s: s, outcomes: s.opts.Outcomes, ctx: ctx, cancel: cancel, wake: make(chan struct{}, 1)}
	if k.outcomes == nil {
		k.outcomes = make(chan Outcome, MaxOutcomes)
	}
	return k
}

// add begins a recheck.
func (k *monitor) add(v *recheck) {
	v.dev, v.ino = k.s.directory().ID()
	v.writtenAt = k.s.opts.Now()
	v.schedule(v.writtenAt, true)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		closeHeld(v.displaced)
		return
	}
	if len(k.rechecks) >= maxRechecks {
		k.rechecks[0].ended = true
		k.unseen = append(k.unseen, k.rechecks[0])
		k.dropEnded()
	}
	k.rechecks = append(k.rechecks, v)
	k.start()
}

// start makes the goroutine run, or look at the clock anew. The caller holds mu.
func (k *monitor) start() {
	if k.manual {
		return
	}
	if !k.running {
		k.running = true
		k.done.Go(k.loop)
		return
	}
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

func (k *monitor) loop() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		k.mu.Lock()
		due := k.nextDue()
		if due.IsZero() || k.ctx.Err() != nil {
			k.running = false
			k.mu.Unlock()
			return
		}
		k.mu.Unlock()
		timer.Reset(max(0, due.Sub(k.s.opts.Now())))
		select {
		case <-k.ctx.Done():
		case <-k.wake:
		case <-timer.C:
		}
		k.runDue(k.s.opts.Now())
	}
}

// lookSafely takes one look. A panic ends this looking after, and is told: the edit stands as it was written, but
// whether it lasts nobody sees. The others go on.
func (k *monitor) lookSafely(v *recheck) {
	err := catchPanic("looking after an edit", func() error { k.look(v, k.s.opts.Now()); return nil })
	if err == nil {
		return
	}
	k.mu.Lock()
	v.ended = true
	k.mu.Unlock()
	k.send(Outcome{What: Unseen, Edit: v.edit, Key: v.step.Key, Err: err})
}

// nextDue is when the first recheck is due, zero when there is none. The caller holds mu.
func (k *monitor) nextDue() (due time.Time) {
	for _, v := range k.rechecks {
		if due.IsZero() || v.due.Before(due) {
			due = v.due
		}
	}
	return due
}

// runDue looks at everything that is due.
func (k *monitor) runDue(now time.Time) {
	k.mu.Lock()
	var due []*recheck
	for _, v := range k.rechecks {
		if !v.due.After(now) && !v.ended {
			due = append(due, v)
		}
	}
	k.mu.Unlock()
	for _, v := range due {
		if k.ctx.Err() != nil {
			break
		}
		k.lookSafely(v)
	}
	k.mu.Lock()
	k.dropEnded()
	unseen := k.unseen
	k.unseen = nil
	k.mu.Unlock()
	for _, v := range unseen {
		k.send(Outcome{What: Unseen, Edit: v.edit, Key: v.step.Key, Err: errNotJudged})
	}
}

var errNotJudged = errors.New("its file could not be looked at again in time")

// dropEnded drops the rechecks that are over. The caller holds mu.
func (k *monitor) dropEnded() {
	k.rechecks = slices.DeleteFunc(k.rechecks, func(v *recheck) bool {
		if v.ended {
			closeHeld(v.displaced)
			v.displaced = nil
		}
		return v.ended
	})
	if !k.mayReapplyAny() {
		for _, c := range k.waiters {
			close(c)
		}
		k.waiters = nil
	}
}

// mayReapplyAny reports whether some edit might still be made again. The caller holds mu.
func (k *monitor) mayReapplyAny() bool {
	return slices.ContainsFunc(k.rechecks, func(v *recheck) bool { return !v.ended && (v.nextLook < len(lookTimes)-1 || v.reapplyDue) })
}

// fileChanged makes the rechecks of a file due, because it changed.
func (k *monitor) fileChanged(name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, some := k.s.opts.Now(), false
	for _, v := range k.rechecks {
		if v.step.Key.Name == name && !v.reapplyDue && v.due.After(now) {
			v.due, some = now, true
		}
	}
	if some {
		k.start()
	}
}

// Watches reports whether the files of an edit are still looked after: should somebody undo it, Outcomes tells what became
// of it.
func (s *Store) Watches(id tasks.EditID) bool {
	k := s.monitor
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.ContainsFunc(k.rechecks, func(v *recheck) bool { return v.edit.ID == id && !v.ended })
}

// yieldTo ends the looking after what a later intent of ours touches.
func (k *monitor) yieldTo(later tasks.EditID, name string, st tasks.Step) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, v := range k.rechecks {
		if v.step.Key.Name == name && v.edit.ID != later {
			v.yieldTo(st)
		}
	}
}

// Settled waits until no edit would be made again any more: a quarter of a second after the last one. A program that
// ends right after an edit calls it, so that the edit is made again should an agent have undone it unknowingly.
func (s *Store) Settled(ctx context.Context) error {
	k := s.monitor
	k.mu.Lock()
	if !k.mayReapplyAny() || k.closed {
		k.mu.Unlock()
		return nil
	}
	end := make(chan struct{})
	k.waiters = append(k.waiters, end)
	k.mu.Unlock()
	select {
	case <-end:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// updateReapplied notes what an edit that was made again replaced, and what by.
func (k *monitor) updateReapplied(v *recheck, base, next []byte, held Held) {
	k.mu.Lock()
	defer k.mu.Unlock()
	closeHeld(v.displaced)
	v.base, v.next, v.displaced = base, next, held
	if v.ended {
		closeHeld(held)
		v.displaced = nil
	}
}

func (k *monitor) close() {
	k.cancel()
	k.done.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	k.closed = true
	for _, v := range k.rechecks {
		v.ended = true
	}
	k.dropEnded()
	if k.s.opts.Outcomes == nil {
		close(k.outcomes)
	}
}

// OutcomeKind is what became of a write after it was carried out.
type OutcomeKind uint8

const (
	Reapplied OutcomeKind = iota + 1 // somebody put the file back without knowing of the edit, and it was made again
	PutBack                          // somebody put the file back, and it stands as it was before
	Lost                             // somebody wrote other values over those of the edit, or removed the file
	Overtook                         // somebody's own write had to give way in the same instant; its bytes are kept
	Finished                         // a process crashed in the middle of the edit, and what it left was finished now
	HalfDone                         // the same, and what it left could not be finished
	Unseen                           // what becomes of the edit cannot be seen any longer
)

// String names it in a word or two.
func (n OutcomeKind) String() string {
	return [...]string{"", "applied again", "put back", "overwritten", "overtook", "finished", "half done", "unseen"}[n]
}

// Outcome is later news of an edit, after Apply answered.
type Outcome struct {
	What   OutcomeKind
	Edit   tasks.Edit  // as it was carried out
	Key    tasks.Key   // the file it happened to
	By     string      // the owner the file names now, where that may be who did it
	Gone   bool        // Lost: the file is not there any more
	Again  *tasks.Edit // PutBack, Lost: the edit that makes it so again, for Apply; nil where there is none
	Kept   string      // the file that has the bytes which gave way, "" if they are not kept
	Err    error       // HalfDone, Unseen: why; Overtook: why the bytes are not kept
	Missed int         // how many older ones were dropped because nobody read them
}

// MaxOutcomes is how many are kept for a reader; when they are more, the oldest is dropped.
const MaxOutcomes = 64

// Outcomes tells of everything that happens to an edit after Apply answered: within two seconds of it, and what an
// earlier process left half done. The channel holds 64; while nobody reads, the oldest are dropped and the next one
// says how many. It is closed by Close, unless it is one of Options.
func (s *Store) Outcomes() <-chan Outcome { return s.monitor.outcomes }

var journalWords = map[OutcomeKind]log.What{Reapplied: log.Reapplied, PutBack: log.PutBack, Lost: log.Lost}

// report passes an outcome on, keeps bytes that gave way, and notes it in the journal.
func (k *monitor) report(o Outcome, kept []byte) {
	if k.s.journal != nil {
		if kept != nil {
			o.Kept, o.Err = k.s.journal.Keep(o.Key.Name, kept)
		}
		if what, ok := journalWords[o.What]; ok || o.Kept != "" {
			if !ok {
				what = log.Lost
			}
			line := k.s.entry(what, o.Edit.ID)
			line.File, line.Kept = o.Key.Name, o.Kept
			k.s.journal.Append(line, false)
		}
	}
	k.send(o)
}

// send queues an outcome. It drops the oldest rather than wait for a reader.
func (k *monitor) send(o Outcome) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	for {
		o.Missed = k.missed
		select {
		case k.outcomes <- o:
			k.missed = 0
			return
		default:
		}
		select {
		case <-k.outcomes:
			k.missed++
		default:
		}
	}
}
