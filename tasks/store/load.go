package store

import (
	"context"
	"sync"

	"sideboard/tasks"
)

const (
	workers = 2   // decoding is most of the work and two cores share it; more only wait for each other
	batch   = 512 // files handed over at a time: a screen is full long before the last is read
	chunk   = 64  // files a worker takes at a time
)

// Load reads the whole directory for the first time and hands it over in batches, in the calling goroutine. Loading
// is true on all of them but the last, and there is always a last one. Called again it reads everything again.
//
// Then it finishes what processes that are gone left half done; that comes back by Refresh like any other change, and
// is told by Outcomes.
func (s *Store) Load(ctx context.Context, each func(tasks.Delta)) error {
	if err := s.load(ctx, each); err != nil {
		return err
	}
	s.finishCrashes(ctx)
	return nil
}

func (s *Store) load(ctx context.Context, each func(tasks.Delta)) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if _, err := s.reopen(ctx); err != nil {
		return err
	}
	dir := s.directory()
	work, err := s.listEntries(dir)
	if err != nil {
		return err
	}
	found := make(chan []lookResult, 4*workers)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s.startReaders(ctx, stop, dir, work, found)
	waiting := 0
	for some := range found {
		s.addResults(some...)
		if waiting += len(some); waiting < batch {
			continue
		}
		waiting = 0
		d := s.takeDelta()
		d.Loading = true
		each(d)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.mu.Lock()
	s.dropMissing()
	s.mu.Unlock()
	d := s.takeDelta()
	d.Whole = true
	each(d)
	return nil
}

// takeDelta is delta for who does not hold mu.
func (s *Store) takeDelta() tasks.Delta {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.delta()
}

// startReaders look at all entries with a few goroutines, and close found when they are done or ctx is. A panic of one
// stops them all and is the cause of it.
func (s *Store) startReaders(ctx context.Context, stop context.CancelCauseFunc, dir Dir, work []entry, found chan<- []lookResult) {
	var next sync.Mutex
	take := func() (some []entry) {
		next.Lock()
		defer next.Unlock()
		n := min(chunk, len(work))
		some, work = work[:n], work[n:]
		return some
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					stop(panicError("reading the task directory", p))
				}
			}()
			buf := make([]byte, 16<<10)
			for some := take(); len(some) > 0 && ctx.Err() == nil; some = take() {
				out := make([]lookResult, 0, len(some))
				for _, e := range some {
					var f lookResult
					f, buf = s.look(dir, e.name, e.kind, nil, buf)
					out = append(out, f)
				}
				select {
				case found <- out:
				case <-ctx.Done():
				}
			}
		})
	}
	go func() {
		all.Wait()
		close(found)
	}()
}
