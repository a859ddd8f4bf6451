package store

import (
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// unreadWaiters returns the files that may wait for the task of an edit which takes its id out of every list, but
// cannot be read: they are not among the steps.
func (j *job) unreadWaiters() (names []string, of tasks.ID) {
	t := j.s.Task(j.edit.Of)
	switch {
	case t == nil:
		return nil, of
	case j.edit.Verb == tasks.VerbComplete && t.Traits.ClearsOnComplete:
	case j.edit.Verb == tasks.VerbDelete && !t.Traits.KeepsDeadLinks:
	default:
		return nil, of
	}
	j.s.mu.RLock()
	defer j.s.mu.RUnlock()
	for name, f := range j.s.files {
		isTask := f.problem == nil || f.problem.Kind != tasks.NotATask
		isStep := func(st tasks.Step) bool { return st.Key.Name == name }
		if f.bad && isTask && dialect.Matches(t.Traits, name) && !slices.ContainsFunc(j.edit.Steps, isStep) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, t.ID
}

// unreadErrors says of files that unreadWaiters returned that they may still wait for a task.
func unreadErrors(names []string, id tasks.ID) (errs []error) {
	for _, name := range names {
		errs = append(errs, fmt.Errorf("%s could not be read: if it waits for %s, take that out of its list", name,
			id.Text))
	}
	return errs
}
