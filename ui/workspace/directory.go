package workspace

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/locate"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// directory is one open directory of a workspace. Its methods may be called from any goroutine.
type directory struct {
	place locate.Place
	list  string // the List of its keys, "" where it is the only one
	store *store.Store
	watch *watch.Watch
	edits atomic.Int64 // how many edits were carried out or refused

	seen    doctor.Seen
	cwd     string
	configs []string
}

// openDirectory opens the directory of a place as a list. The watch is set before the first reading, so that nothing
// written in between is missed.
func openDirectory(place locate.Place, list string, links *store.LinkBudget, o Options) (*directory, error) {
	s, err := store.Open(place.Dir, store.Options{ReadOnly: o.ReadOnly, List: list, Configs: o.Configs, State: o.State, Links: links})
	if err != nil {
		return nil, fmt.Errorf("open task directory: %w", err)
	}
	w, err := watch.Open(place.Dir, watch.Options{Poll: o.Poll})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("watch task directory: %w", err), s.Close())
	}
	return &directory{place: place, list: list, store: s, watch: w, cwd: o.Cwd, configs: o.Configs}, nil
}

// Writable returns nil if edits can be written, else why not.
func (r *directory) Writable() error { return r.store.Writable() }

// Undoable returns nil if edits can be taken back, else why not.
func (r *directory) Undoable() error { return r.store.NoUndo() }

// Apply writes an edit. The files it touched are read again on the common road, so that the news of it comes from
// the disk like everybody else's, even where the system does not tell. Delta.Edits says when that was done.
func (r *directory) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	return r.apply(ctx, e, r.store.Batch())
}

// apply is Apply for one edit of a batch.
func (r *directory) apply(ctx context.Context, e tasks.Edit, in *store.Batch) (tasks.Result, error) {
	res, err := in.Apply(ctx, e)
	var names []string
	for _, k := range res.Made {
		names = append(names, k.Name)
	}
	for _, s := range res.Applied {
		if s.Key.Name != "" {
			names = append(names, s.Key.Name)
		}
	}
	if err != nil && e.Of.Name != "" {
		names = append(names, e.Of.Name) // what we knew of it was not the newest
	}
	r.edits.Add(1)
	r.watch.Add(names...)
	return res, err
}

// Instruction returns a text for an agent: the task, what it waits for, how to complete it in its dialect.
func (r *directory) Instruction(k tasks.Key) (string, error) {
	doc, err := r.store.Read(k)
	if err != nil {
		return "", err
	}
	if doc.Task == nil {
		return "", fmt.Errorf("%s cannot be read as a task now", k.Name)
	}
	return r.store.Codec().Instruction(doc.Task, doc.Description, r.store.World()), nil
}
