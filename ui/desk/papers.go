package desk

import (
	"sideboard/tasks/find"
)

// Papers reads what lies beside the tasks of a workflow session and belongs to it; false for any other list.
func (d *Desk) Papers(list string) (find.Surroundings, bool) {
	r, _, err := d.of(list)
	if err != nil {
		return find.Surroundings{}, false
	}
	return find.Around(r.store.Path())
}

// Workflow says that a list is one of a workflow session's.
func (d *Desk) Workflow(list string) bool {
	r, _, err := d.of(list)
	return err == nil && r.place.Kind == find.WorkflowDir
}
