package workspace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/lock"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// A directory with half-written files is checked again so often. The store reports a file as broken after a second; busy agents are always
// writing some file, so the number of checks is bounded.
const (
	tornInterval  = 50 * time.Millisecond
	maxTornChecks = 30
)

// Examine returns what is wrong with the open directories, the most severe of each list first. It gives half-written files a second to
// become complete. Next must be called meanwhile.
func (w *Workspace) Examine(ctx context.Context) ([]doctor.Finding, error) {
	return w.examine(ctx, true)
}

// ExamineNow is Examine of what is known: it does not compare the directories, does not wait, and leaves out half-written files.
func (w *Workspace) ExamineNow(ctx context.Context) ([]doctor.Finding, error) {
	return w.examine(ctx, false)
}

func (w *Workspace) examine(ctx context.Context, wait bool) ([]doctor.Finding, error) {
	var all []doctor.Finding
	var failed []error
	for _, r := range w.dirs {
		found, err := r.examine(ctx, wait)
		failed = append(failed, err)
		all = append(all, found...)
	}
	return all, errors.Join(failed...)
}

// Errors returns the errors among findings as faults for the board.
func Errors(found []doctor.Finding) (all []board.Fault) {
	for _, f := range found {
		if f.Severity == doctor.Error {
			all = append(all, board.Fault{Files: f.Files, What: f.What})
		}
	}
	return all
}

// Repair carries out a repair as an edit of who, so that it can be undone like any other.
func (b *Batch) Repair(ctx context.Context, by doctor.Repair, who string) error {
	if by.Lock != "" {
		r, err := b.w.directoryOf(by.List)
		if err != nil {
			return err
		}
		return r.takeOver(ctx, by.Lock)
	}
	e := *by.Edit
	e.ID, e.Who, e.At = tasks.EditID(rand.Uint64()), who, time.Now()
	_, err := b.Apply(ctx, e)
	return err
}

// examine has the doctor examine one directory.
func (d *directory) examine(ctx context.Context, wait bool) ([]doctor.Finding, error) {
	survey := d.store.Survey
	if !wait {
		survey = func(context.Context) (store.Survey, error) { return d.store.SurveyKnown() }
	}
	v, err := survey(ctx)
	for checks := 1; wait && err == nil && v.Torn && checks < maxTornChecks; checks++ {
		select {
		case <-time.After(tornInterval):
			v, err = d.store.Survey(ctx)
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if errors.Is(err, context.DeadlineExceeded) { // the disk is slow: examine what is known
		wait = false
		v, err = d.store.SurveyKnown()
	}
	if err != nil {
		return nil, fmt.Errorf("examine the task directory: %w", err)
	}
	if wait {
		d.watch.Nudge() // Next shall return what the survey found
	} else {
		v.Problems = slices.DeleteFunc(v.Problems, func(p tasks.Problem) bool { return p.Kind == tasks.BeingWritten })
	}
	c := doctor.Case{List: d.list, Codec: d.store.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: &fileReader{store: d.store}, Now: time.Now(), Seen: &d.seen}
	c.Remote = watch.RemoteFileSystem(d.store.Path())
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctorEntry(e))
	}
	if s, ok := locate.ReadSession(d.store.Path()); ok {
		c.Session = &doctor.Session{Name: s.Name, Todo: s.Todo, Marks: s.TopLevel, Markers: s.Markers, Status: s.Status, Table: s.Table}
	}
	c.Worktrees = d.worktreeNames(ctx, v.Tasks)
	if v.OuterLock != nil {
		c.OuterLock = new(doctorEntry(*v.OuterLock))
	}
	found := doctor.Examine(c)
	for _, f := range found {
		if f.Repair != nil {
			f.Repair.List = d.list
		}
	}
	return found, nil
}

// takeOver takes a stale lock directory, as its protocol allows, and releases it.
func (d *directory) takeOver(ctx context.Context, target string) error {
	if d.link != nil {
		return errors.New("a lock on another host is taken over there: sideboard doctor --fix")
	}
	if err := d.store.Writable(); err != nil {
		return err
	}
	if filepath.Base(target) != target {
		return errors.New("not the name of a file: " + target)
	}
	release, err := lock.Mkdir(ctx, filepath.Join(d.store.Path(), target))
	if err != nil {
		return err
	}
	return release()
}

// fileReader reads files for the doctor, one after the other into the same buffer.
type fileReader struct {
	store *store.Store
	buf   []byte
}

func (f *fileReader) Raw(name string) ([]byte, error) {
	raw, err := f.store.Raw(name, f.buf)
	if cap(raw) > cap(f.buf) {
		f.buf = raw
	}
	return raw, err
}

func doctorEntry(e store.Entry) doctor.Entry {
	kinds := [...]doctor.EntryKind{store.Regular: doctor.File, store.Directory: doctor.Directory, store.Link: doctor.Link, store.Special: doctor.Special}
	return doctor.Entry{Name: e.Name, Kind: kinds[e.Kind], Size: e.Stamp.Size, Changed: e.Stamp.Time(), Used: e.Used}
}
