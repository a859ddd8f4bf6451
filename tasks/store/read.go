package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// batch is how many files Load hands over at a time: a screen is full long before the last is read.
const batch = 512

// Load reads the whole directory for the first time and hands it over in batches, in the calling goroutine. Loading
// is true on all of them but the last, and there is always a last one.
//
// Then it finishes what processes that are gone left half done; that comes back by Refresh like any other change, and
// is told by Outcomes.
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
	d := s.takeDelta()
	d.Whole = true
	each(d)
	return nil
}

// settle has it decided whether a known design wrote what lies in the directory, once there is something, and reads every
// file again where none did. An edit of ours that stands says that one was known before. The caller holds reading.
func (s *Store) chooseDialect(ctx context.Context) error {
	if !s.codec.Settle(s.World()) {
		return nil
	}
	if s.hasOwnEdit() {
		s.codec.Trust()
		return nil
	}
	s.mu.Lock()
	for _, f := range s.files {
		f.bad = true
	}
	s.mu.Unlock()
	return s.compareAll(ctx, nil)
}

// ownEditStands reports whether some file is as an edit of ours left it, or gone by one.
func (s *Store) hasOwnEdit() bool {
	lines, err := log.ReadAll(s.opts.State, s.path, log.Options{Disk: s.opts.JournalDisk})
	if err != nil {
		return false
	}
	dir, left := s.directory(), map[string]string{}
	dev, ino := dir.ID()
	for _, l := range lines {
		if l.What == log.Prepared && l.File != "" && l.Dev == dev && l.Ino == ino {
			left[l.File] = l.Sum
		}
	}
	for name, sum := range left {
		raw, _, err := dir.Read(name, Unknown, nil)
		if (err == nil || errors.Is(err, fs.ErrNotExist)) && log.Sum(raw) == sum {
			return true
		}
	}
	return false
}

// takeDelta is delta for who does not hold mu.
func (s *Store) takeDelta() tasks.Delta {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.delta()
}

const (
	lockName = ".lock"
	markName = ".highwatermark"
)

// stampResolution is how long after its last change a file may change again without its stamp changing, on the coarsest file
// systems. One that was read so soon after its last change is read again by the next whole comparison.
const stampResolution = 2 * time.Second

// Refresh reads the named files again and answers what changed since the last answer; its cost depends on the names
// alone. With nil names the whole directory is compared by what the system tells of each file, and only what looks
// different is read. The same happens when the path leads to another directory now: the answer is then the
// difference between the two. The error wraps fs.ErrNotExist when the directory is gone; what was known stays.
//
// A file that looks half-written keeps its last good record and is named by Retry; if it stays so for 50 ms it is
// told once as a Problem, BeingWritten, and if it stays so for a second as Unparsable.
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

// sync brings what is known up to the disk, without handing anything over. The caller holds reading.
func (s *Store) sync(ctx context.Context, names []string) (whole bool, err error) {
	swapped, err := s.reopen(ctx)
	if err != nil {
		return false, err
	}
	s.swapped = s.swapped || swapped
	if swapped {
		s.codec.Unsettle()
	}
	defer func() {
		if err == nil {
			err = s.chooseDialect(ctx)
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
				return true, s.compareAll(ctx, nil) // what the folder's agents do has changed
			}
		case isBaseName(name) && !dialect.Noise(name):
			var f readResult
			f, s.buf = s.readRecord(dir, name, Unknown, s.files[name], s.buf)
			s.addResult(f)
		}
	}
	return false, nil
}

// compareAll compares every entry of the directory with what is known, and reads those that differ. It calls handOver, which
// may be nil, after each batch of them. The caller holds reading.
func (s *Store) compareAll(ctx context.Context, handOver func()) error {
	dir := s.directory()
	work, err := s.listEntries(dir)
	if err != nil {
		return err
	}
	read := 0
	for i := range work {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &work[i]
		if e.known != nil && s.isUnchanged(dir, e) {
			continue
		}
		var f readResult
		f, s.buf = s.readRecord(dir, e.name, e.kind, e.known, s.buf)
		s.addResult(f)
		if read++; read%batch == 0 && handOver != nil {
			handOver()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropMissing()
	return nil
}

// entry is one name of a listing that may be a task.
type entry struct {
	name  string
	kind  Kind
	known *file
}

// listEntries reads the names of the directory, tells the dialect of them, and starts a new turn. The caller holds reading.
func (s *Store) listEntries(dir Dir) ([]entry, error) {
	names := make([]string, 0, len(s.files)+8)
	work := make([]entry, 0, len(s.files)+8)
	locked := false
	err := dir.Each(func(raw []byte, kind Kind) {
		if f := s.files[string(raw)]; f != nil {
			names = append(names, f.name)
			work = append(work, entry{f.name, kind, f})
			return
		}
		name := string(raw)
		names = append(names, name)
		if name == lockName {
			locked = kind == Regular || kind == Unknown && isRegular(dir, lockName)
		}
		if !dialect.Noise(name) {
			work = append(work, entry{name, kind, nil})
		}
	})
	if err != nil {
		return nil, fmt.Errorf("list the task directory %s: %w", s.path, err)
	}
	s.codec.List(names, locked)
	s.mu.Lock()
	s.generation++
	s.locked = locked
	if len(s.files) == 0 { // growing as they come would move them again and again
		s.files, s.unsent = make(map[string]*file, len(work)), make(map[string]bool, min(len(work), batch))
	}
	s.mu.Unlock()
	s.readMark(dir)
	return work, nil
}

// isUnchanged reports whether a known file needs no reading: the system tells of it what it told when it was read, and that
// was long enough after its last change.
func (s *Store) isUnchanged(dir Dir, e *entry) bool {
	f := e.known
	if f.link || f.bad || e.kind == Link {
		return false // whether it can be read now, its stamp does not tell
	}
	info, err := dir.Stat(e.name)
	if err != nil || info.Stamp != f.stamp || !f.stampReliable {
		return false
	}
	if info.Names > 1 || f.task.Limits&tasks.NoEdit != 0 {
		return false // it may have got a second name, or lost it: that changes no stamp
	}
	f.generation = s.generation
	return true
}

// Sample looks at the next n files, all of them in turn, and returns the names of those that are not what they were when they
// were read: of their changes the system told nothing yet, or never will. Nothing is read.
func (s *Store) Sample(n int) (differ []string) {
	s.reading.Lock()
	defer s.reading.Unlock()
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.sample) == 0 {
		s.sample = slices.Collect(maps.Keys(s.files))
	}
	some := s.sample[:min(n, len(s.sample))]
	s.sample = s.sample[len(some):]
	for _, name := range some {
		f := s.files[name]
		if f == nil || f.link {
			continue // a link's own stamp is not that of the file it leads to
		}
		if info, err := s.dir.Stat(name); err != nil || info.Stamp != f.stamp || !f.stampReliable && !f.bad {
			differ = append(differ, name)
		}
	}
	return differ
}

func isRegular(dir Dir, name string) bool {
	info, err := dir.Stat(name)
	return err == nil && info.Kind == Regular
}

// readMark reads the counter beside the tasks; nothing readable counts as none.
func (s *Store) readMark(dir Dir) {
	n, err := parseMark(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return // half-written: what was known holds until the next look
	}
	s.mu.Lock()
	s.counter = n
	s.mu.Unlock()
}

// errNoNumber is a counter that is being written, or broken.
var errNoNumber = errors.New("it holds no number")

func parseMark(dir Dir) (uint64, error) {
	raw, _, err := dir.Read(markName, Unknown, nil)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(raw)), 10, 64)
	if err != nil {
		return 0, errNoNumber
	}
	return n, nil
}
