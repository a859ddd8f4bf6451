package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// filesPerDelta is the number of files that Load reads for one Delta: a screen is full long before the last one.
const filesPerDelta = 512

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

const (
	lockName = ".lock"
	markName = ".highwatermark"
)

// stampResolution is how long after its last change a file may change again and keep its stamp, on the coarsest file
// systems. A file that was read so soon after its last change is read again by the next comparison.
const stampResolution = 2 * time.Second

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

// compareAll compares every entry of the directory with what is known, and reads those that differ. It calls handOver,
// which may be nil, after each batch of them. The caller holds reading.
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
		if read++; read%filesPerDelta == 0 && handOver != nil {
			handOver()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropMissing()
	return nil
}

// readResult is the result of reading one file.
type readResult struct {
	name      string
	gone      bool
	unchanged bool        // nothing differs from what is known
	task      *tasks.Task // nil with a problem
	kind      tasks.ProblemKind
	text      string
	line      int
	col       int
	damage    tasks.Damage
	raw       []byte // if it is kept, see lastBytes
	stamp     tasks.Stamp
	sum       uint64
	readAt    int64 // in nanoseconds since 1970
	link      bool
	denied    bool // the system refused to read it, which may end without a change of the file
}

// readRecord reads one file. known is what is known of it, or nil. It returns the buffer, grown if necessary.
func (s *Store) readRecord(dir Dir, name string, kind Kind, known *file, buf []byte) (f readResult, left []byte) {
	f = readResult{name: name, readAt: s.opts.Now().UnixNano()}
	defer func() {
		// A file that makes this program panic must not end it.
		if p := recover(); p != nil {
			f.task, f.kind, f.text, left = nil, tasks.Unreadable, fmt.Sprintf("internal error: %v", p), buf
		}
	}()
	raw, info, err := dir.Read(name, kind, buf)
	if cap(raw) > cap(buf) {
		buf = raw[:cap(raw)]
	}
	f.stamp, f.link = info.Stamp, info.Linked || info.Kind == Link
	if err != nil {
		f.setError(err)
		return f, buf
	}
	f.sum = maphash.Bytes(s.seed, raw)
	if known != nil && known.sum == f.sum && known.stamp == f.stamp && !known.bad {
		f.unchanged = true
		return f, buf
	}
	if f.task, err = s.decode(s.key(name), raw, info); err != nil {
		f.setError(err)
	} else if s.journal != nil && !s.last.full.Load() {
		f.raw = bytes.Clone(raw)
	}
	return f, buf
}

// isStampReliable reports whether the next change of the file changes its stamp.
func (f *readResult) isStampReliable() bool { return f.readAt-f.stamp.Mtime >= int64(stampResolution) }

// setError sets why there is no record.
func (f *readResult) setError(err error) {
	var broken *dialect.BrokenError
	var bad *UnfitError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.gone = true
	case errors.As(err, &broken):
		f.kind, f.text, f.line, f.col, f.damage = broken.Kind, broken.Text, broken.Line, broken.Col, broken.Damage
	case errors.As(err, &bad):
		f.kind, f.text = bad.Kind, bad.Text
	case errors.Is(err, errTorn):
		f.kind, f.text = tasks.Unparsable, err.Error()
	case errors.Is(err, fs.ErrPermission):
		f.denied, f.kind, f.text = true, tasks.Unreadable, "permission denied"
	default:
		f.denied, f.kind, f.text = true, tasks.Unreadable, fmt.Sprintf("the system cannot read it: %v", cause(err))
	}
}

// cause returns an error without the name of the file, which the screen shows anyway.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// dropMissing removes every file that the last listing did not have. The caller holds mu.
func (s *Store) dropMissing() {
	for name, f := range s.files {
		if f.generation != s.generation {
			s.setResult(readResult{name: name, gone: true})
		}
	}
}

// addResult updates what is known by a result. It unlocks mu also after a panic, so that the store can still be closed.
func (s *Store) addResult(f readResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setResult(f)
}

// setResult is addResult for callers that hold mu.
func (s *Store) setResult(f readResult) {
	was := s.files[f.name]
	if f.gone {
		if was != nil {
			s.markUnsent(f.name, true)
			s.opts.Links.replace(was.task, nil)
			delete(s.files, f.name)
			delete(s.retries, f.name)
			s.codec.RemoveTask(s.key(f.name))
			s.attributeChange(f)
			_, ours := s.ownChanges[f.name]
			s.noteDeleted(f.name, ours)
		}
		return
	}
	if f.unchanged {
		was.stampReliable, was.generation = f.isStampReliable(), s.generation
		return
	}
	now := was
	if now == nil {
		now = &file{name: f.name}
		s.files[f.name] = now
	}
	s.monitor.fileChanged(f.name)
	now.stamp, now.sum, now.stampReliable, now.link, now.generation = f.stamp, f.sum, f.isStampReliable(), f.link,
		s.generation
	now.bad = f.task == nil
	if f.task != nil {
		s.last.hold(f.name, f.raw)
		s.opts.Links.replace(now.task, f.task)
		s.version++
		f.task.Version = s.version
		now.task, now.problem = f.task, nil
		delete(s.retries, f.name)
		s.codec.AddTask(f.task)
		s.markUnsent(f.name, was != nil)
		s.attributeChange(f)
		return
	}
	p, isNew := s.problemOf(now, f)
	if p == nil {
		return
	}
	now.problem = p
	if isNew {
		s.markUnsent(f.name, was != nil)
		s.attributeChange(f)
	}
}

// markUnsent notes that the next Delta has a change of a file. known is false for a name that no Delta had: if it is
// gone by then, it is left out.
func (s *Store) markUnsent(name string, known bool) {
	if _, ok := s.unsent[name]; !ok {
		s.unsent[name] = known
	}
}

// attributeChange notes whether the newest change of a file is one of ours.
func (s *Store) attributeChange(f readResult) {
	m, ok := s.ownWrites[f.name]
	if ok && m.gone == f.gone && (f.gone || m.stamp == f.stamp) {
		s.ownChanges[f.name] = m.edit
		delete(s.ownWrites, f.name)
		return
	}
	delete(s.ownChanges, f.name)
	if m.gone != f.gone {
		delete(s.ownWrites, f.name) // it was removed, or made again
	}
}

// entry is one name of a listing that may be a task.
type entry struct {
	name  string
	kind  Kind
	known *file
}

// listEntries lists the directory, gives the names to the codec, and starts a new generation. The caller holds reading.
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
	if len(s.files) == 0 { // growing the maps would move the files again and again
		s.files, s.unsent = make(map[string]*file, len(work)), make(map[string]bool, min(len(work), filesPerDelta))
	}
	s.mu.Unlock()
	s.readMark(dir)
	return work, nil
}

// isUnchanged reports whether a known file need not be read: the system says of it what it said when it was read, and
// that was long enough after its last change.
func (s *Store) isUnchanged(dir Dir, e *entry) bool {
	f := e.known
	if f.link || f.bad {
		return false // its stamp does not say whether it can be read now
	}
	info, _ := dir.Stat(e.name)
	if info.Stamp != f.stamp || !f.stampReliable {
		return false
	}
	if info.Names > 1 || f.task.Limits&tasks.NoEdit != 0 {
		return false // it may have got or lost a second name, which changes no stamp
	}
	f.generation = s.generation
	return true
}

// Sample compares the stamps of the next n files, all of them in turn, and returns the names of those that differ: the
// system has not reported their changes yet, or never will. It reads no file.
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
			continue // the stamp of a link is not that of its target
		}
		if info, err := s.dir.Stat(name); err != nil || info.Stamp != f.stamp || !f.stampReliable && !f.bad {
			differ = append(differ, name)
		}
	}
	return differ
}

func isRegular(dir Dir, name string) bool {
	info, _ := dir.Stat(name)
	return info.Kind == Regular
}

// readMark reads .highwatermark.
func (s *Store) readMark(dir Dir) {
	n, _, err := parseMark(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return // half-written: keep the number until the next time
	}
	s.mu.Lock()
	s.highWaterMark = n
	s.mu.Unlock()
}

// errNoNumber is returned when .highwatermark is being written, or broken.
var errNoNumber = errors.New("it holds no number")

func parseMark(dir Dir) (n uint64, raw []byte, err error) {
	if raw, _, err = dir.Read(markName, Unknown, nil); err != nil {
		return 0, nil, err
	}
	if n, err = strconv.ParseUint(string(bytes.TrimSpace(raw)), 10, 64); err != nil {
		return 0, raw, errNoNumber
	}
	return n, raw, nil
}
