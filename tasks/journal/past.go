package journal

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

// files gives the names of all journals of the room, oldest first.
func (r *Room) files() ([]string, error) {
	all, err := r.disk.List(r.dir)
	if errors.Is(err, fs.ErrNotExist) && !r.made.Load() {
		return nil, nil // nobody has edited here yet
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range all {
		if strings.HasSuffix(e.Name(), ended) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// Read gives every line of every process, oldest first.
func (r *Room) Read() ([]Entry, error) {
	names, err := r.files()
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, name := range names {
		raw, err := r.slurp(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, understood(entries(raw, r.list))...)
	}
	r.mu.Lock()
	all = append(all, r.unsaid...) // true all the same
	r.mu.Unlock()
	slices.SortStableFunc(all, func(a, b Entry) int { return a.At.Compare(b.At) })
	return all, nil
}

// slurp reads a journal; one that ended since it was listed has another name.
func (r *Room) slurp(name string) ([]byte, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// open opens a journal under the name it has by now.
func (r *Room) open(name string) (File, error) {
	f, err := r.disk.Open(filepath.Join(r.dir, name))
	if base, ok := strings.CutSuffix(name, living); ok && errors.Is(err, fs.ErrNotExist) {
		f, err = r.disk.Open(filepath.Join(r.dir, base+ended))
	}
	return f, err
}

// Since gives the lines of other processes that were written at or after a moment, oldest first. It reads only the
// ends of their files, and of those that did not grow since it last looked nothing.
func (r *Room) Since(at time.Time) ([]Entry, error) {
	names, err := r.files()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	own := r.name
	r.mu.Unlock()
	var all []Entry
	for _, name := range names {
		if name == own {
			continue
		}
		some, err := r.tail(name, at)
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

// glance is what was seen of another process's file. The clock of the disk says nothing about it: that may be another
// computer's.
type glance struct {
	size int64
	last time.Time // of its newest line
}

// tail reads a file backwards until it has a line from before the moment.
func (r *Room) tail(name string, at time.Time) ([]Entry, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(name, living), ended)
	r.mu.Lock()
	seen, known := r.seen[base]
	r.mu.Unlock()
	if known && seen.size == fi.Size() && seen.last.Before(at) {
		return nil, nil
	}
	for want := int64(64 << 10); ; want *= 4 {
		from := max(0, fi.Size()-want)
		raw := make([]byte, fi.Size()-from)
		if _, err := f.ReadAt(raw, from); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		some := entries(raw, r.list)
		if from > 0 && (len(some) == 0 || !some[0].At.Before(at)) {
			continue
		}
		now := glance{size: fi.Size()}
		for _, e := range some {
			if e.At.After(now.last) {
				now.last = e.At
			}
		}
		r.mu.Lock()
		r.seen[base] = now
		r.mu.Unlock()
		return some, nil
	}
}

// Crash is the journal of a process that ended without closing it. Nobody else looks at it until Settle. With a
// Strange entry it is a later version's to finish.
type Crash struct {
	Entries []Entry
	room    *Room
	name    string
	file    File
}

// Crashes finds the journals of processes that are gone. Call Settle or Leave on each.
func (r *Room) Crashes() ([]*Crash, error) {
	names, err := r.files()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	own := r.name
	r.mu.Unlock()
	var all []*Crash
	for _, name := range names {
		if !strings.HasSuffix(name, living) || name == own {
			continue
		}
		path := filepath.Join(r.dir, name)
		f, err := r.disk.Open(path)
		if err != nil {
			continue // ended since
		}
		if f.Claim() != nil || !r.still(f, path) {
			f.Close()
			continue
		}
		raw, err := io.ReadAll(f)
		if err != nil {
			f.Close()
			continue
		}
		all = append(all, &Crash{entries(raw, r.list), r, name, f})
	}
	slices.SortFunc(all, func(a, b *Crash) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

func (r *Room) still(f File, path string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := r.disk.Stat(path)
	return err == nil && os.SameFile(opened, now)
}

// Settle says that everything the crash left open was seen to.
func (c *Crash) Settle() error {
	base := strings.TrimSuffix(c.name, living)
	err := c.room.disk.Rename(filepath.Join(c.room.dir, c.name), filepath.Join(c.room.dir, base+ended))
	return errors.Join(err, c.file.Close())
}

// Leave leaves it for the next who looks.
func (c *Crash) Leave() { c.file.Close() }
