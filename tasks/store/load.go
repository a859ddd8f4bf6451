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
	s.recover(ctx)
	return nil
}

func (s *Store) load(ctx context.Context, each func(tasks.Delta)) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if _, err := s.reopen(ctx); err != nil {
		return err
	}
	dir := s.directory()
	work, err := s.list(dir)
	if err != nil {
		return err
	}
	found := make(chan []finding, 4*workers)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.readers(ctx, dir, work, found)
	waiting := 0
	for some := range found {
		s.mu.Lock()
		for i := range some {
			s.note(some[i])
		}
		waiting += len(some)
		if waiting < batch {
			s.mu.Unlock()
			continue
		}
		waiting = 0
		d := s.hand()
		s.mu.Unlock()
		d.Loading = true
		each(d)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	for name, f := range s.files {
		if f.turn != s.turn {
			s.note(finding{name: name, gone: true})
		}
	}
	d := s.hand()
	s.mu.Unlock()
	d.Whole = true
	each(d)
	return nil
}

// readers look at all entries with a few goroutines, and close found when they are done or ctx is.
func (s *Store) readers(ctx context.Context, dir Dir, work []entry, found chan<- []finding) {
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
			buf := make([]byte, 16<<10)
			for some := take(); len(some) > 0 && ctx.Err() == nil; some = take() {
				out := make([]finding, 0, len(some))
				for _, e := range some {
					var f finding
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
