package store

import (
	"context"
	"errors"
	"sync"
	"time"

	"sideboard/tasks"
)

// keeper looks at written files again, when it is time and when they change. It is one goroutine, which lives while
// there is something to look at; whoever writes hands over and goes on.
type keeper struct {
	s      *Store
	out    chan Outcome
	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup
	wake   chan struct{}

	mu      sync.Mutex
	vigils  []*vigil
	running bool
	closed  bool
	missed  int
	idle    []chan struct{} // closed when nothing would be made again any more
	manual  bool            // no goroutine: a test calls run
	unseen  []*vigil        // ended without anybody knowing what became of them, and that was not told yet
}

func newKeeper(s *Store) *keeper {
	ctx, cancel := context.WithCancel(context.Background())
	return &keeper{s: s, out: make(chan Outcome, outcomes), ctx: ctx, cancel: cancel, wake: make(chan struct{}, 1)}
}

// add begins a vigil.
func (k *keeper) add(v *vigil) {
	v.dev, v.ino = k.s.directory().ID()
	v.began = k.s.opts.Now()
	v.schedule(v.began, true)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		closeHeld(v.held)
		return
	}
	if len(k.vigils) >= maxVigils {
		k.vigils[0].over = true
		k.unseen = append(k.unseen, k.vigils[0])
		k.sweep()
	}
	k.vigils = append(k.vigils, v)
	k.start()
}

// start makes the goroutine run, or look at the clock anew. The caller holds mu.
func (k *keeper) start() {
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

func (k *keeper) loop() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		k.mu.Lock()
		due := k.first()
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
		k.run(k.s.opts.Now())
	}
}

// guarded takes one look. A panic ends this looking after, and is told: the edit stands as it was written, but
// whether it lasts nobody sees. The others go on.
func (k *keeper) guarded(v *vigil) {
	err := unstumbling("looking after an edit", func() error { k.look(v, k.s.opts.Now()); return nil })
	if err == nil {
		return
	}
	k.mu.Lock()
	v.over = true
	k.mu.Unlock()
	k.send(Outcome{What: Unseen, Edit: v.edit, Key: v.step.Key, At: k.s.opts.Now(), Err: err})
}

// first is when the first vigil is due, zero when there is none. The caller holds mu.
func (k *keeper) first() (due time.Time) {
	for _, v := range k.vigils {
		if due.IsZero() || v.due.Before(due) {
			due = v.due
		}
	}
	return due
}

// run looks at everything that is due.
func (k *keeper) run(now time.Time) {
	k.mu.Lock()
	var due []*vigil
	for _, v := range k.vigils {
		if !v.due.After(now) && !v.over {
			due = append(due, v)
		}
	}
	k.mu.Unlock()
	for _, v := range due {
		if k.ctx.Err() != nil {
			break
		}
		k.guarded(v)
	}
	k.mu.Lock()
	k.sweep()
	unseen := k.unseen
	k.unseen = nil
	k.mu.Unlock()
	for _, v := range unseen {
		k.send(Outcome{What: Unseen, Edit: v.edit, Key: v.step.Key, At: k.s.opts.Now(), Err: errBlind})
	}
}

var errBlind = errors.New("its file could not be looked at again in time")

// sweep drops the vigils that are over. The caller holds mu.
func (k *keeper) sweep() {
	left := k.vigils[:0]
	for _, v := range k.vigils {
		if v.over {
			closeHeld(v.held)
			v.held = nil
			continue
		}
		left = append(left, v)
	}
	clear(k.vigils[len(left):])
	k.vigils = left
	if !k.pending() {
		for _, c := range k.idle {
			close(c)
		}
		k.idle = nil
	}
}

// pending says that some edit might still be made again. The caller holds mu.
func (k *keeper) pending() bool {
	for _, v := range k.vigils {
		if !v.over && (v.nextLook < len(looks)-1 || v.back) {
			return true
		}
	}
	return false
}

// saw says that a file changed: its vigils are due now.
func (k *keeper) saw(name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, some := k.s.opts.Now(), false
	for _, v := range k.vigils {
		if v.step.Key.Name == name && !v.back && v.due.After(now) {
			v.due, some = now, true
		}
	}
	if some {
		k.start()
	}
}

// yield ends the looking after what a later intent of ours touches.
func (k *keeper) yield(later tasks.EditID, name string, st tasks.Step) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, v := range k.vigils {
		if v.step.Key.Name == name && v.edit.ID != later {
			v.yield(st)
		}
	}
}

// Settled waits until no edit would be made again any more: a quarter of a second after the last one. A program that
// ends right after an edit calls it, so that the edit is made again should an agent have undone it unknowingly.
func (s *Store) Settled(ctx context.Context) error {
	k := s.keep
	k.mu.Lock()
	if !k.pending() || k.closed {
		k.mu.Unlock()
		return nil
	}
	end := make(chan struct{})
	k.idle = append(k.idle, end)
	k.mu.Unlock()
	select {
	case <-end:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// renew says that an edit was made again.
func (k *keeper) renew(v *vigil, base, next []byte, held Held) {
	k.mu.Lock()
	defer k.mu.Unlock()
	closeHeld(v.held)
	v.base, v.next, v.held = base, next, held
	if v.over {
		closeHeld(held)
		v.held = nil
	}
}

func (k *keeper) close() {
	k.cancel()
	k.done.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	k.closed = true
	for _, v := range k.vigils {
		v.over = true
	}
	k.sweep()
	close(k.out)
}
