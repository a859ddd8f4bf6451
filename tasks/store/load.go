package store

import (
	"context"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// Load reads the whole directory for the first time and calls each for every batch. Loading is true in all Deltas but
// the last, and there is always a last one.
//
// Then it finishes what crashed processes left half done. The next Refresh returns those changes, and Outcomes reports
// them.
func (s *Store) Load(ctx context.Context, each func(tasks.Delta)) error {
	if err := catchPanic("read the task directory", func() error { return s.load(ctx, each) }); err != nil {
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
	err := s.compareAll(ctx, func() {
		d := s.takeDelta()
		d.Loading = true
		each(d)
	})
	if err != nil {
		return err
	}
	if err := s.chooseDialect(ctx); err != nil {
		return err
	}
	if err := s.form.inferIfNeeded(ctx); err != nil {
		return err
	}
	d := s.takeDelta()
	d.Whole = true
	each(d)
	return nil
}

// Refresh reads the named files again and returns what changed since the last Delta; its cost depends on the names
// alone. With nil names it compares the whole directory: it reads the files whose stamp differs. It does the same if
// the path leads to another directory now; the Delta is then the difference between the two. The error wraps
// fs.ErrNotExist when the directory is gone, and what was known stays.
//
// A file that looks half-written keeps its last good record, and Retry names it. After 50 ms it is once a Problem,
// BeingWritten, and after a second Unparsable.
func (s *Store) Refresh(ctx context.Context, names []string) (tasks.Delta, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	whole, err := s.sync(ctx, names)
	if err != nil {
		return tasks.Delta{}, err
	}
	d := s.takeDelta()
	d.Whole, d.Replaced, s.swapped = whole, s.swapped, false
	s.keepDeleted()
	return d, nil
}

// sync updates what is known from the disk, without a Delta. The caller holds reading.
func (s *Store) sync(ctx context.Context, names []string) (whole bool, err error) {
	swapped, err := s.reopen(ctx)
	if err != nil {
		return false, err
	}
	s.swapped = s.swapped || swapped
	if swapped {
		s.codec.Unsettle()
		s.form.again = 0
	}
	defer func() {
		if err == nil {
			err = s.chooseDialect(ctx)
		}
		if err == nil {
			err = s.form.inferIfNeeded(ctx)
		}
	}()
	if names == nil || swapped {
		return true, s.compareAll(ctx, nil)
	}
	dir := s.directory()
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		switch {
		case name == markName:
			s.readMark(dir)
		case name == lockName:
			if isRegular(dir, lockName) != s.locked {
				return true, s.compareAll(ctx, nil) // the agents of the folder lock it now, or no longer do
			}
		case isBaseName(name) && !dialect.Noise(name):
			var f readResult
			f, s.buf = s.readRecord(dir, name, Unknown, s.files[name], s.buf)
			s.addResult(f)
		}
	}
	return false, nil
}

// chooseDialect has the codec decide whether known designs wrote the files, and reads again those about which it
// changed its mind. The caller holds reading.
func (s *Store) chooseDialect(ctx context.Context) error {
	again := s.codec.Settle()
	if again == nil {
		return nil
	}
	s.mu.Lock()
	for _, f := range s.files {
		f.bad = f.bad || f.task != nil && again(f.task)
	}
	s.mu.Unlock()
	return s.compareAll(ctx, nil)
}

// takeDelta is delta for callers that do not hold mu.
func (s *Store) takeDelta() tasks.Delta {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.delta()
}

// delta returns the changes since the last Delta. A file that got a good record and then broke is in Put and in
// Problems. The caller holds mu.
func (s *Store) delta() tasks.Delta {
	d := tasks.Delta{HighWaterMark: s.highWaterMark, At: s.opts.Now()}
	for name, known := range s.unsent {
		f := s.files[name]
		switch {
		case f == nil && !known:
			continue
		case f == nil:
			d.Gone = append(d.Gone, s.key(name))
		default:
			if f.task != nil && (f.problem == nil || f.task != f.shown) {
				d.Put = append(d.Put, f.task)
				f.shown = f.task
			}
			if f.problem != nil {
				d.Problems = append(d.Problems, *f.problem)
			}
		}
		if id, ok := s.ownChanges[name]; ok {
			if d.Mine == nil {
				d.Mine = map[tasks.Key]tasks.EditID{}
			}
			d.Mine[s.key(name)] = id
		}
	}
	clear(s.unsent)
	clear(s.ownChanges)
	return d
}
