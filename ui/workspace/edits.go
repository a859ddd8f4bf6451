package workspace

import (
	"context"

	"sideboard/tasks"
)

// Writable returns nil if edits can be written in any list, else why not.
func (w *Workspace) Writable() error { return w.anyDirectory((*directory).Writable) }

// Undoable returns nil if edits can be taken back in any list, else why not.
func (w *Workspace) Undoable() error { return w.anyDirectory((*directory).Undoable) }

// anyDirectory returns nil where it is so of one directory, else what the first says.
func (w *Workspace) anyDirectory(ask func(*directory) error) error {
	var first error
	for i, r := range w.dirs {
		err := ask(r)
		if err == nil {
			return nil
		}
		if i == 0 {
			first = err
		}
	}
	return first
}

// Plan returns an edit with every step it means. Nothing is written.
func (w *Workspace) Plan(e tasks.Edit) (tasks.Edit, error) {
	r, err := w.directoryOf(e.Of.List)
	if err != nil {
		return tasks.Edit{}, err
	}
	return r.store.Plan(e)
}

// Apply writes an edit, in the list of the task it is about; of one that creates, in the List of Edit.Of, whose Name is
// "".
func (w *Workspace) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	r, err := w.directoryOf(e.Of.List)
	if err != nil {
		return tasks.Result{}, err
	}
	return r.Apply(ctx, e)
}

// Edits counts the edits that were carried out or refused, in all lists. The Edits of the news add up to it: when they
// do, everything that the edits changed was heard of.
func (w *Workspace) Edits() int {
	n := 0
	for _, r := range w.dirs {
		n += int(r.edits.Load())
	}
	return n
}

// Read reads one task file whole.
func (w *Workspace) Read(k tasks.Key) (tasks.Document, error) {
	r, err := w.directoryOf(k.List)
	if err != nil {
		return tasks.Document{}, err
	}
	return r.store.Read(k)
}

// Compare returns the changes that lead from one text of a task's file to another, member by member. The error says
// where the second is not a JSON object that could be written.
func (w *Workspace) Compare(of tasks.Key, before, after []byte) ([]tasks.Change, error) {
	r, err := w.directoryOf(of.List)
	if err != nil {
		return nil, err
	}
	return r.store.Compare(before, after)
}

// Traits returns the dialect new tasks of a list are written in, nil where no such list is open.
func (w *Workspace) Traits(list string) *tasks.Traits {
	r, err := w.directoryOf(list)
	if err != nil {
		return nil
	}
	return r.store.Traits()
}

// Instruction returns a text for an agent: the task, what it waits for, how to complete it in its dialect.
func (w *Workspace) Instruction(k tasks.Key) (string, error) {
	r, err := w.directoryOf(k.List)
	if err != nil {
		return "", err
	}
	return r.Instruction(k)
}
