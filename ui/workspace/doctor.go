package workspace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/locate"
	"sideboard/tasks/lock"
	"sideboard/tasks/store"
)

// settling is how often a directory with half-written files is looked at again. The store gives a file up after a
// second; busy agents have always some file in hand, so that there is an end to waiting.
const (
	unsettledInterval = 50 * time.Millisecond
	maxUnsettledLooks = 30 // looks
)

// Examine says what is wrong with the directory as it is now, the gravest first. Files that look half-written are
// given a second to become whole. Somebody must be asking Next meanwhile.
func (r *directory) Examine(ctx context.Context, patiently bool) ([]doctor.Finding, error) {
	v, err := r.store.Survey(ctx)
	for looks := 1; patiently && err == nil && v.Unsettled && looks < maxUnsettledLooks; looks++ {
		select {
		case <-time.After(unsettledInterval):
			v, err = r.store.Survey(ctx)
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("examine the task directory: %w", err)
	}
	if patiently {
		r.watch.Nudge() // what was found here before it was told of
	} else {
		v.Problems = slices.DeleteFunc(v.Problems, func(p tasks.Problem) bool { return p.Kind == tasks.BeingWritten })
	}
	c := doctor.Case{Book: r.store.Book(), Tasks: v.Tasks, Problems: v.Problems, Files: fileReader{r.store}, Now: time.Now(), Seen: &r.seen}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctorEntry(e))
	}
	if s, ok := locate.ReadSession(r.store.Path()); ok {
		c.Session = &doctor.Session{Name: s.Name, Todo: s.Todo, Marks: s.TopLevel, Markers: s.Markers, Status: s.Status}
	}
	c.Trees = r.treeNames(ctx, v.Tasks)
	if v.Beside != nil {
		e := doctorEntry(*v.Beside)
		c.Beside = &e
	}
	return doctor.Examine(c), nil
}

// Repair carries out a repair in the name of who, by the one write path, so that it can be undone like any edit.
func (r *directory) Repair(ctx context.Context, by doctor.Repair, who string) error {
	if by.Lock != "" {
		return r.takeOver(ctx, by.Lock)
	}
	e := *by.Edit
	e.ID, e.Who, e.At = tasks.EditID(rand.Uint64()), who, time.Now()
	_, err := r.Apply(ctx, e)
	return err
}

// takeOver takes a lock directory that was left behind, as its protocol allows when it is stale, and gives it back.
func (r *directory) takeOver(ctx context.Context, target string) error {
	if err := r.Writable(); err != nil {
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

// fileReader gives the bytes of files to the doctor.
type fileReader struct{ s *store.Store }

func (f fileReader) Raw(name string) ([]byte, error) {
	doc, err := f.s.Read(tasks.Key{Name: name})
	if doc.Raw != nil {
		return doc.Raw, nil // that it is no task is for the doctor to say
	}
	return nil, err
}

func doctorEntry(e store.Entry) doctor.Entry {
	kind := map[store.Kind]doctor.EntryKind{
		store.Regular: doctor.File, store.Directory: doctor.Directory, store.Link: doctor.Link, store.Special: doctor.Special,
	}[e.Kind]
	return doctor.Entry{Name: e.Name, Kind: kind, Size: e.Stamp.Size, Changed: e.Stamp.Time(), Used: e.Used}
}
