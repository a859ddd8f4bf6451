package matrix

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
)

// watched is the real disk, on which the dialect's own agents look at the directory after everything that is done
// to it. Nothing is synced.
type watched struct {
	store.Disk
	dialect, dir string

	mu       sync.Mutex
	on       bool
	readings []reading
	held     []string // locks
	faults   []string
	act      func(nth int) // called after each operation that leaves no lock held
}

// reading is what the agents see just after one operation.
type reading struct {
	after string
	refagents.Listing
}

// begin forgets what was seen and starts to watch; end stops and gives what was seen.
func (w *watched) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.on, w.readings, w.faults = true, nil, nil
}

func (w *watched) end() (readings []reading, faults []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.on = false
	if len(w.held) > 0 {
		w.faults = append(w.faults, fmt.Sprintf("the locks %q are still held", w.held))
	}
	return w.readings, w.faults
}

func (w *watched) fault(format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf(format, args...))
}

// look lets the agents read. Their code must not raise, whatever was done last.
func (w *watched) look(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lookLocked(fmt.Sprintf(format, args...))
}

func (w *watched) lookLocked(after string) {
	if !w.on {
		return
	}
	l, err := refagents.Read(w.dialect, w.dir)
	if err != nil {
		w.fault("after %s its agents raise: %v", after, err)
		return
	}
	w.readings = append(w.readings, reading{after, l})
	if w.act != nil && len(w.held) == 0 {
		w.act(len(w.readings))
	}
}

// guard holds an operation on a task file to the lock that the dialect's agents take for it.
func (w *watched) guard(what, name string, list bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	need := ""
	switch w.dialect {
	case refagents.S13:
		need = ".lock"
	case refagents.ClaudeCode:
		need = name
		if list || name == ".highwatermark" {
			need = ".lock"
		}
	}
	if w.on && need != "" && !slices.Contains(w.held, need) {
		w.fault("%s %s without the lock of %s", what, name, need)
	}
}

func (w *watched) Open(path string) (store.Dir, error) {
	d, err := w.Disk.Open(path)
	if err != nil {
		return nil, err
	}
	return watchedDir{d, w}, nil
}

type watchedDir struct {
	store.Dir
	w *watched
}

func (d watchedDir) Sync() error { return nil }

func (d watchedDir) Above() (store.Dir, error) {
	above, err := d.Dir.Above()
	return watchedDir{above, d.w}, err
}

func (d watchedDir) Make(name string, mode fs.FileMode) (store.File, error) {
	f, err := d.Dir.Make(name, mode)
	d.w.look("making %s", name)
	return watchedFile{f, d.w, name}, err
}

func (d watchedDir) Replace(temp, name string) error {
	d.w.guard("replaced", name, false)
	err := d.Dir.Replace(temp, name)
	d.w.look("replacing %s", name)
	return err
}

func (d watchedDir) Place(temp, name string) error {
	d.w.guard("placed", name, true)
	err := d.Dir.Place(temp, name)
	d.w.look("placing %s", name)
	return err
}

func (d watchedDir) Take(name, temp string) error {
	d.w.guard("removed", name, false)
	err := d.Dir.Take(name, temp)
	d.w.look("removing %s", name)
	return err
}

func (d watchedDir) Remove(name string) error {
	if !strings.HasPrefix(name, ".sideboard-") {
		d.w.guard("removed", name, false)
	}
	err := d.Dir.Remove(name)
	d.w.look("removing %s", name)
	return err
}

func (d watchedDir) Flock(ctx context.Context, name string) (func() error, error) {
	release, err := d.Dir.Flock(ctx, name)
	return d.w.locked(refagents.S13, name, release, err)
}

func (d watchedDir) Mkdir(ctx context.Context, name string) (func() error, error) {
	release, err := d.Dir.Mkdir(ctx, name)
	return d.w.locked(refagents.ClaudeCode, name, release, err)
}

// locked notes a lock. Its own agents must know the kind, and two locks of tasks at once could wait for each other.
func (w *watched) locked(whose, name string, release func() error, err error) (func() error, error) {
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if whose != w.dialect {
		w.fault("locked %s as %s does", name, whose)
	}
	if len(w.held) > 0 {
		w.fault("locked %s while holding %q", name, w.held)
	}
	w.held = append(w.held, name)
	w.lookLocked("locking " + name)
	return func() error {
		err := release()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.held = slices.DeleteFunc(w.held, func(n string) bool { return n == name })
		w.lookLocked("giving back the lock of " + name)
		return err
	}, nil
}

type watchedFile struct {
	store.File
	w    *watched
	name string
}

func (f watchedFile) Sync() error { return nil }

// Write writes in two parts, and lets the agents look in between.
func (f watchedFile) Write(p []byte) (int, error) {
	half, err := f.File.Write(p[:len(p)/2])
	f.w.look("writing half of %s", f.name)
	if err != nil {
		return half, err
	}
	n, err := f.File.Write(p[half:])
	f.w.look("writing %s", f.name)
	return half + n, err
}

func (f watchedFile) Own(like store.Info) (bool, error) {
	kept, err := f.File.Own(like)
	f.w.look("giving %s its mode", f.name)
	return kept, err
}
