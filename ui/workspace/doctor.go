package workspace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/store"
)

// A directory with half-written files is checked again so often. The store reports a file as broken after a second;
// busy agents are always writing some file, so the number of checks is bounded.
const (
	tornInterval  = 50 * time.Millisecond
	maxTornChecks = 30
)

// Examine returns what is wrong with the open directories, the most severe of each list first. It gives half-written
// files a second to become complete. Next must be called meanwhile.
func (w *Workspace) Examine(ctx context.Context) ([]doctor.Finding, error) {
	return w.examine(ctx, true)
}

// ExamineNow is Examine of what is known: it does not compare the directories, does not wait, and leaves out
// half-written files.
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
	c := doctor.Case{
		List: d.name, Codec: d.store.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: &fileReader{store: d.store},
		Now: time.Now(), Seen: &d.seen, Given: d.given(), PutBack: d.putBack(),
	}
	d.survey(v, &c)
	if s, ok := d.session(); ok {
		c.Session = &doctor.Session{Name: s.Name, Todo: s.Todo, Marks: s.TopLevel, Markers: s.Markers, Status: s.Status,
			Table: s.Table}
	}
	c.Worktrees = d.worktreeNames(ctx, v.Tasks)
	found := doctor.Examine(c)
	for _, f := range found {
		if f.Repair != nil {
			f.Repair.List = d.name
		}
	}
	return found, nil
}

// given returns the function that reports whether a person gave a task to its owner here, after a question: it reads
// the edits once.
func (d *directory) given() func(k tasks.Key, owner string) bool {
	to := sync.OnceValue(func() map[tasks.Key]string {
		past, _ := d.pastEdits() // what is not known was not given
		to := map[tasks.Key]string{}
		for _, e := range slices.Backward(past) { // the oldest first
			if e.Verb != tasks.VerbEdit || e.Undone {
				continue
			}
			for _, s := range e.Steps {
				for _, c := range s.Changes {
					if c.Field == tasks.FieldOwner {
						to[s.Key] = c.To.Text
					}
				}
			}
		}
		return to
	})
	return func(k tasks.Key, owner string) bool { return to()[k] == owner }
}

// putBack returns what serve put back in the directory and no edit made here has changed since.
func (d *directory) putBack() (all []doctor.PutBack) {
	noted := d.store.Past().PutBacks()
	if len(noted) == 0 {
		return nil
	}
	past, _ := d.pastEdits() // what is not known was not edited
	for _, p := range noted {
		edits := func(st tasks.Step) bool { return st.Key.Name == p.Name }
		if slices.ContainsFunc(past, func(e store.PastEdit) bool {
			return e.At.After(p.At) &&
				slices.ContainsFunc(e.Steps, edits)
		}) {
			continue
		}
		now, err := d.store.Raw(p.Name, nil)
		if err != nil {
			continue // it is gone, or broken
		}
		if said, err := d.store.Compare(now, p.Raw); err == nil && len(said) > 0 {
			all = append(all, doctor.PutBack{Name: p.Name, Why: p.Why, Said: said})
		}
	}
	return all
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
	kinds := [...]doctor.EntryKind{store.Regular: doctor.File, store.Directory: doctor.Directory,
		store.Link: doctor.Link, store.Special: doctor.Special}
	return doctor.Entry{Name: e.Name, Kind: kinds[e.Kind], Size: e.Stamp.Size, Changed: e.Stamp.Time(), Used: e.Used}
}
