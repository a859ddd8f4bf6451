package workspace

import (
	"context"

	"sideboard/tasks"
)

// Form returns the form that was inferred from the files of a list, nil if a design or a tool is known.
func (w *Workspace) Form(list string) *tasks.Form {
	if t := w.Traits(list); t != nil {
		return t.Form
	}
	return nil
}

// Allow notes that a person allows to edit the files of a list, which have the inferred form f; nil takes it back. The
// host of the list keeps that. Next returns the tasks as they can be edited then.
func (w *Workspace) Allow(ctx context.Context, list string, f *tasks.Form) error {
	d, err := w.directoryOf(list)
	if err != nil {
		return err
	}
	if err := d.list.allow(ctx, f); err != nil {
		return err
	}
	d.watch.Nudge()
	return nil
}
