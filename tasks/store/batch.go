package store

import (
	"context"
	"slices"

	"sideboard/tasks"
)

// A Batch carries out edits that follow from one look at the directory, such as the repairs of one examination. Before
// the first edit that rests on files it does not name, the whole directory is compared with the disk; before the later
// ones, only the files they name and those that the batch has written. Every file that is written is read and compared
// on its own all the same, just before it is exchanged, and so is all an edit needs. A Batch is for one goroutine.
type Batch struct {
	s        *Store
	compared bool     // the directory was compared as a whole
	written  []string // what the edits since the last comparison wrote
}

// Batch returns a batch that has no edits yet.
func (s *Store) Batch() *Batch { return &Batch{s: s} }

// Apply is Store.Apply for the next edit of the batch.
func (b *Batch) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	res, err := b.s.apply(ctx, e, b.refresh)
	for _, k := range res.Made {
		b.written = append(b.written, k.Name)
	}
	for _, st := range res.Applied {
		if st.Key.Name != "" {
			b.written = append(b.written, st.Key.Name)
		}
	}
	return res, err
}

// refresh brings what the edit rests on up to the disk, so that its steps name every file they must.
func (b *Batch) refresh(ctx context.Context, e tasks.Edit) error {
	names := append([]string{}, b.written...) // never nil: that would mean all
	if e.Of.Name != "" {
		names = append(names, e.Of.Name)
	}
	whole := !b.compared && b.s.restsOnOthers(e)
	for _, n := range e.Needs {
		names = append(names, n.Key.Name)
		whole = whole || n.Idle != "" // whether its owner runs another task any file may tell
	}
	for _, st := range e.Steps {
		if st.Key.Name != "" {
			names = append(names, st.Key.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names) // each is read once
	if whole {
		names = nil
	}
	b.s.reading.Lock()
	defer b.s.reading.Unlock()
	all, err := b.s.sync(ctx, names)
	if err == nil {
		b.compared, b.written = b.compared || all, nil
	}
	return err
}

// restsOnOthers reports whether the steps of an edit follow from files that it does not name.
func (s *Store) restsOnOthers(e tasks.Edit) bool {
	switch e.Verb {
	case tasks.VerbCreate, tasks.VerbDelete, tasks.VerbLink, tasks.VerbUnlink: // what is on the other side counts too
		return true
	case tasks.VerbComplete: // every file that waits for it is to be changed, one written or not to be read a moment ago too
		t := s.Task(e.Of)
		return t == nil || t.Traits.ClearsOnComplete
	}
	return false
}
