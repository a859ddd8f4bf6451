package log

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// listFiles returns the names of all files of the journal, oldest first.
func (j *Journal) listFiles() ([]string, error) {
	all, err := j.disk.List(j.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range all {
		if strings.HasSuffix(e.Name(), endedSuffix) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// ReadSince returns the lines of the journal that OpenJournal would open, which were written at or after a moment,
// oldest first. It makes no directory.
func ReadSince(state, path string, o Options, at time.Time) ([]Entry, error) {
	r, err := journalOf(state, path, o)
	if err == nil {
		_, err = r.disk.Stat(r.dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nobody has edited here yet
	}
	if err != nil {
		return nil, err
	}
	return r.Since(at)
}

// Read returns the newest lines of all processes, within the bounds of a journal, oldest first.
func (j *Journal) Read() ([]Entry, error) {
	names, err := j.listFiles()
	if err != nil {
		return nil, err
	}
	var parts [][]Entry // newest first
	bytes, lines := int64(MaxBytes), maxLines
	for _, name := range slices.Backward(names) {
		f, err := j.open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		some, size, err := j.readEnd(f, bytes, lines)
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		bytes, lines = bytes-size, lines-len(some)
		parts = append(parts, slices.DeleteFunc(some, func(e Entry) bool { return e.Unknown }))
	}
	slices.Reverse(parts)
	all := slices.Concat(parts...)
	j.mu.Lock()
	all = append(all, j.pendingEnds...)
	j.mu.Unlock()
	slices.SortStableFunc(all, func(a, b Entry) int { return a.At.Compare(b.At) })
	return all, nil
}

// readEnd reads at most the last bytes of a file, and of these the last lines. It returns how many bytes it read.
func (j *Journal) readEnd(f File, bytes int64, lines int) ([]Entry, int64, error) {
	fi, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	size := min(fi.Size(), bytes)
	all, err := decodeAll(io.NewSectionReader(f, fi.Size()-size, size), j.list, lines)
	return all, size, err
}

// open opens a file, which may have been renamed as ended since it was listed.
func (j *Journal) open(name string) (File, error) {
	f, err := j.disk.Open(filepath.Join(j.dir, name))
	if base, ok := strings.CutSuffix(name, openSuffix); ok && errors.Is(err, fs.ErrNotExist) {
		f, err = j.disk.Open(filepath.Join(j.dir, base+endedSuffix))
	}
	return f, err
}

// Since returns the lines of other processes that were written at or after a moment, oldest first. Files that did not
// grow since the last call are not read again.
func (j *Journal) Since(at time.Time) ([]Entry, error) {
	names, err := j.listFiles()
	if err != nil {
		return nil, err
	}
	own := j.ownName()
	var all []Entry
	for _, name := range names {
		if name == own {
			continue
		}
		some, err := j.readTail(name, at)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range some {
			if !e.At.Before(at) {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Entry) int { return a.At.Compare(b.At) })
	return all, nil
}

// ownName returns the name of the file of this process, "" if it has none.
func (j *Journal) ownName() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.own == nil {
		return ""
	}
	return filepath.Base(j.own.path)
}

// otherFile is what was last read of the file of another process. The modification time is not used: the disk may be
// that of another computer, with another clock.
type otherFile struct {
	size   int64
	newest time.Time // of its newest line
}

// readTail reads the newest lines of a file. It returns none if the file did not grow and has no line since at.
func (j *Journal) readTail(name string, at time.Time) ([]Entry, error) {
	f, err := j.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(name, openSuffix), endedSuffix)
	j.mu.Lock()
	seen, known := j.others[base]
	j.mu.Unlock()
	if known && seen.size == fi.Size() && seen.newest.Before(at) {
		return nil, nil
	}
	some, _, err := j.readEnd(f, MaxOwn, maxLines)
	if err != nil {
		return nil, err
	}
	now := otherFile{size: fi.Size()}
	for _, e := range some {
		if e.At.After(now.newest) {
			now.newest = e.At
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.others[base] = now
	return some, nil
}

// Crash is the journal of a process that ended without closing it. Other processes do not see it until it is released.
// If it has an Unknown entry, a later version of the program has to finish it.
type Crash struct {
	Entries []Entry
	journal *Journal
	name    string
	file    File
}

// Crashes returns the journals of crashed processes. Call MarkFinished or Release on each.
func (j *Journal) Crashes() ([]*Crash, error) {
	names, err := j.listFiles()
	if err != nil {
		return nil, err
	}
	own := j.ownName()
	var all []*Crash
	for _, name := range names {
		if !strings.HasSuffix(name, openSuffix) || name == own {
			continue
		}
		path := filepath.Join(j.dir, name)
		f, err := j.disk.Open(path)
		if err != nil {
			continue // ended since
		}
		if f.TryLock() != nil || !j.isSameFile(f, path) {
			f.Close()
			continue
		}
		some, _, err := j.readEnd(f, MaxBytes, maxLines)
		if err != nil {
			f.Close()
			continue
		}
		all = append(all, &Crash{some, j, name, f})
	}
	slices.SortFunc(all, func(a, b *Crash) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

// isSameFile reports whether an open file still has the name at path.
func (j *Journal) isSameFile(f File, path string) bool {
	opened, _ := f.Stat()
	now, _ := j.disk.Stat(path)
	return os.SameFile(opened, now) // false after an error
}

// MarkFinished renames the journal as ended: everything in it is finished.
func (c *Crash) MarkFinished() error {
	base := strings.TrimSuffix(c.name, openSuffix)
	err := c.journal.disk.Rename(filepath.Join(c.journal.dir, c.name), filepath.Join(c.journal.dir, base+endedSuffix))
	return errors.Join(err, c.file.Close())
}

// Release leaves the journal for the next process.
func (c *Crash) Release() { c.file.Close() }
