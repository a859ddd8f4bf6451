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
	"sideboard/tasks/log"
)

// filesPerDelta is the number of files that Load reads for one Delta: a screen is full long before the last one.
const filesPerDelta = 512

const (
	lockName = ".lock"
	markName = ".highwatermark"
)

// stampResolution is how long after its last change a file may change again and keep its stamp, on the coarsest file
// systems. A file that was read so soon after its last change is read again by the next comparison.
const stampResolution = 2 * time.Second

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

// readMark reads what is known of .highwatermark again.
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

// parseMark returns the number in .highwatermark and the bytes of the file.
func parseMark(dir Dir) (n uint64, raw []byte, err error) {
	if raw, _, err = dir.Read(markName, Unknown, nil); err != nil {
		return 0, nil, err
	}
	if n, err = strconv.ParseUint(string(bytes.TrimSpace(raw)), 10, 64); err != nil {
		return 0, raw, errNoNumber
	}
	return n, raw, nil
}

// expectWrite notes the state in which an edit is about to leave a file, so that a Refresh at that moment knows whose
// change it is. restore takes the note back.
func (s *Store) expectWrite(name string, m ownWrite) (restore func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, had := s.ownWrites[name]
	s.ownWrites[name] = m
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.ownWrites, name)
		if had {
			s.ownWrites[name] = was
		}
	}
}

// noteDeleted notes that a file is gone. The journal already has the bytes if an edit of ours deleted it. The caller
// holds mu.
func (s *Store) noteDeleted(name string, ours bool) {
	if raw := s.last.of[name]; raw != nil && !ours {
		s.last.gone = append(s.last.gone, log.Deleted{Name: name, At: s.opts.Now(), Raw: raw})
	}
	s.last.drop(name)
}

// keepDeleted writes the files that others deleted to the journal. An error is ignored: the board shows the directory
// as it is.
func (s *Store) keepDeleted() {
	s.mu.Lock()
	gone := s.last.gone
	s.last.gone = nil
	s.mu.Unlock()
	if len(gone) > 0 && s.journal != nil {
		_ = s.journal.KeepDeleted(gone)
	}
}
