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

// settling is how often a directory with half-written files is looked at again. The store gives a file up after a
// second; busy agents have always some file in hand, so that there is an end to waiting.
const (
	tornInterval  = 50 * time.Millisecond
	maxTornChecks = 30 // looks
)

// Examine returns what is wrong with what is open as it is now, the gravest of each list first. Files that look
// half-written are given a second to become whole. Somebody must be asking Next meanwhile.
func (w *Workspace) Examine(ctx context.Context) ([]doctor.Finding, error) {
	return w.examine(ctx, true)
}

// ExamineNow is Examine of what is known already: it neither compares the directories with it nor waits, and leaves out
// what looks half-written. News will tell what it missed.
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

// Errors returns the errors among findings, in the form in which the board asks for them.
func Errors(found []doctor.Finding) (all []board.Fault) {
	for _, f := range found {
		if f.Severity == doctor.Error {
			all = append(all, board.Fault{Files: f.Files, What: f.What})
		}
	}
	return all
}

// Repair carries out a repair in the name of who, by the one write path, so that it can be undone like any edit.
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

// examine asks the doctor about one directory.
func (r *directory) examine(ctx context.Context, wait bool) ([]doctor.Finding, error) {
	survey := r.store.Survey
	if !wait {
		survey = func(context.Context) (store.Survey, error) { return r.store.SurveyKnown() }
	}
	v, err := survey(ctx)
	for looks := 1; wait && err == nil && v.Torn && looks < maxTornChecks; looks++ {
		select {
		case <-time.After(tornInterval):
			v, err = r.store.Survey(ctx)
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if errors.Is(err, context.DeadlineExceeded) { // on a slow disk what is known is better than nothing
		wait = false
		v, err = r.store.SurveyKnown()
	}
	if err != nil {
		return nil, fmt.Errorf("examine the task directory: %w", err)
	}
	if wait {
		r.watch.Nudge() // what was found here before it was told of
	} else {
		v.Problems = slices.DeleteFunc(v.Problems, func(p tasks.Problem) bool { return p.Kind == tasks.BeingWritten })
	}
	c := doctor.Case{List: r.list, Codec: r.store.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: &fileReader{store: r.store}, Now: time.Now(), Seen: &r.seen}
	c.Remote = watch.RemoteFileSystem(r.store.Path())
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctorEntry(e))
	}
	if s, ok := locate.ReadSession(r.store.Path()); ok {
		c.Session = &doctor.Session{Name: s.Name, Todo: s.Todo, Marks: s.TopLevel, Markers: s.Markers, Status: s.Status, Table: s.Table}
	}
	c.Worktrees = r.treeNames(ctx, v.Tasks)
	if v.OuterLock != nil {
		c.OuterLock = new(doctorEntry(*v.OuterLock))
	}
	found := doctor.Examine(c)
	for _, f := range found {
		if f.Repair != nil {
			f.Repair.List = r.list
		}
	}
	return found, nil
}

// takeOver takes a lock directory that was left behind, as its protocol allows when it is stale, and gives it back.
func (r *directory) takeOver(ctx context.Context, target string) error {
	if err := r.store.Writable(); err != nil {
		return err
	}
	if filepath.Base(target) != target {
		return errors.New("not the name of a file: " + target)
	}
	release, err := lock.Mkdir(ctx, filepath.Join(r.store.Path(), target))
	if err != nil {
		return err
	}
	return release()
}

// fileReader gives the bytes of one file after the other to the doctor, in the same memory.
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
