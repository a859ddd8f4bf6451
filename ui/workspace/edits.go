package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
)

// Writable returns nil if edits can be written in any list, else why not.
func (w *Workspace) Writable() error { return w.anyDirectory((*directory).writable) }

// Undoable returns nil if edits can be taken back in any list, else why not.
func (w *Workspace) Undoable() error { return w.anyDirectory((*directory).noUndo) }

// anyDirectory returns nil if check returns nil for at least one directory, else the first error.
func (w *Workspace) anyDirectory(check func(*directory) error) (first error) {
	for _, r := range w.dirs {
		err := check(r)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// Preview returns what an edit would make of every file it touches. Nothing is written.
func (w *Workspace) Preview(ctx context.Context, e tasks.Edit) ([]store.Preview, error) {
	return ask(w, e.Of.List, func(r *directory) ([]store.Preview, error) { return r.store.Preview(ctx, e) })
}

// ApplyPreview changes files in memory as a preview of an edit says: Next returns the changes, and the next preview
// builds on them. The workspace must be read-only.
func (w *Workspace) ApplyPreview(e tasks.Edit, files []store.Preview) error {
	r, err := w.directoryOf(e.Of.List)
	if err != nil {
		return err
	}
	if err := r.store.ApplyPreview(files); err != nil {
		return err
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	r.edits.Add(1)
	r.watch.Add(names...)
	return nil
}

// A Batch carries out edits that are one action: it compares each directory with the disk, and reads its past edits,
// once for all of them. It is for one goroutine.
type Batch struct {
	w  *Workspace
	of map[*directory]*store.Batch
}

// Batch returns a batch that has no edits yet.
func (w *Workspace) Batch() *Batch { return &Batch{w, map[*directory]*store.Batch{}} }

func (b *Batch) in(r *directory) *store.Batch {
	if b.of[r] == nil {
		b.of[r] = r.store.Batch()
	}
	return b.of[r]
}

// Apply writes an edit in the list Edit.Of.List. The files it touched are read again like those of others, so that Next
// returns the changes from the disk, even if the system does not report them. Delta.Edits says when that was done.
func (b *Batch) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	r, err := b.w.directoryOf(e.Of.List)
	if err != nil {
		return tasks.Result{}, err
	}
	e.Via = cmp.Or(e.Via, b.w.via)
	res, err := r.apply(ctx, b.in(r), e)
	names := res.Names()
	if err != nil && e.Of.Name != "" {
		names = append(names, e.Of.Name) // it may have changed
	}
	r.edits.Add(1)
	r.watch.Add(names...)
	return res, err
}

// Edits returns the number of edits carried out or refused in all lists. When the sum of Delta.Edits reaches it, Next
// has returned all their changes.
func (w *Workspace) Edits() int {
	n := 0
	for _, r := range w.dirs {
		n += int(r.edits.Load())
	}
	return n
}

// Read reads one task file.
func (w *Workspace) Read(k tasks.Key) (tasks.Document, error) {
	return ask(w, k.List, func(r *directory) (tasks.Document, error) { return r.store.Read(k) })
}

// EditsSince returns the edits that other processes on this host made since a moment and finished, the newest first, in
// the only open list; ownersIn returns whose task one was about, before and after.
func (w *Workspace) EditsSince(at time.Time) (edits []store.PastEdit,
	ownersIn func(store.PastEdit) (before, after string), err error) {
	past := w.dirs[0].store.Past()
	edits, err = past.EditsSince(at)
	return edits, past.OwnersIn, err
}

// EditableFacts are the names of the facts of a workflow file that FactText reads and ChangeFacts sets, in the order in
// which they are shown.
var EditableFacts = [...]string{"agent", "type", "paths"}

// FactText returns one of EditableFacts of a workflow file, false if it has none that is a line of text.
func FactText(doc tasks.Document, name string) (string, bool) {
	if doc.Facts == nil {
		return "", false
	}
	return dialect.FactText(doc.Raw, name)
}

// ChangeFacts returns the changes that set EditableFacts of a workflow file.
func (w *Workspace) ChangeFacts(of tasks.Key, raw []byte, to map[string]string) ([]tasks.Change, error) {
	after := raw
	for name, text := range to {
		var err error
		if after, err = dialect.SetFact(after, name, text); err != nil {
			return nil, err
		}
	}
	return w.Compare(of, raw, after)
}

// Compare returns the changes that make one text of a task file another, member by member. The error says where the
// second text is no JSON object that could be written.
func (w *Workspace) Compare(of tasks.Key, before, after []byte) ([]tasks.Change, error) {
	return ask(w, of.List, func(r *directory) ([]tasks.Change, error) { return r.store.Compare(before, after) })
}

// Traits returns the dialect in which new tasks of a list are written, nil if the list is not open.
func (w *Workspace) Traits(list string) *tasks.Traits {
	r, err := w.directoryOf(list)
	if err != nil {
		return nil
	}
	return r.store.Traits()
}

// Instruction returns a text for an agent: the task, its blockers, and how to complete it in its dialect.
func (w *Workspace) Instruction(k tasks.Key) (string, error) {
	return ask(w, k.List, func(r *directory) (string, error) {
		doc, err := r.store.Read(k)
		if err == nil && doc.Task == nil {
			err = fmt.Errorf("%s cannot be read as a task now", k.Name)
		}
		if err != nil {
			return "", err
		}
		return r.store.Codec().Instruction(doc.Task, doc.Description, r.store.World()), nil
	})
}

// PastEdits returns the edits of the open directories that can be undone, newest first, of this process and earlier
// ones.
func (w *Workspace) PastEdits() ([]store.PastEdit, error) {
	past := make([][]store.PastEdit, len(w.dirs))
	var failed []error
	for i, r := range w.dirs {
		done, err := r.pastEdits()
		if err != nil {
			failed = append(failed, err)
			continue
		}
		past[i] = done
	}
	if len(failed) == len(w.dirs) {
		return nil, errors.Join(failed...)
	}
	return newestFirst(past), nil
}

// newestFirst merges past edits. It keeps the order within each list: an undo was made after its edit, whatever the
// clock said.
func newestFirst(past [][]store.PastEdit) []store.PastEdit {
	if len(past) == 1 {
		return past[0]
	}
	var all []store.PastEdit
	for {
		best := -1
		for i := range past {
			if len(past[i]) > 0 && (best < 0 || past[i][0].At.After(past[best][0].At)) {
				best = i
			}
		}
		if best < 0 {
			return all
		}
		all = append(all, past[best][0])
		past[best] = past[best][1:]
	}
}

// Undo returns the edit that takes another one back, for Apply.
func (b *Batch) Undo(id tasks.EditID, choices ...store.Choice) (tasks.Edit, error) {
	return b.takeBack(back, id, choices)
}

// Redo returns the edit that repeats an undone one, for Apply.
func (b *Batch) Redo(id tasks.EditID, choices ...store.Choice) (tasks.Edit, error) {
	return b.takeBack(forward, id, choices)
}

// takeBack tries the directories one after the other: only one has the edit. A directory without undo cannot say
// whether it has it.
func (b *Batch) takeBack(to direction, id tasks.EditID, choices []store.Choice) (tasks.Edit, error) {
	var none error
	for _, r := range b.w.dirs {
		e, err := r.takeBack(b.w.ctx, b.in(r), to, id, choices)
		if err == nil || !errors.Is(err, store.ErrNotInHistory) && r.noUndo() == nil {
			return e, err
		}
		none = err
	}
	return tasks.Edit{}, none
}
