package desk

import (
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/find"
)

// Papers reads what lies beside the tasks of a workflow session and belongs to it; false for any other list. The lines
// of its TODO_LIST.md that say other than the files are marked.
func (d *Desk) Papers(list string) (find.Surroundings, bool) {
	r, _, err := d.of(list)
	if err != nil {
		return find.Surroundings{}, false
	}
	s, ok := find.Around(r.store.Path())
	if ok && s.Todo != nil {
		s.Todo = markTodo(s.Todo, r.all())
	}
	return s, ok
}

// Workflow says that a list is one of a workflow session's.
func (d *Desk) Workflow(list string) bool {
	r, _, err := d.of(list)
	return err == nil && r.place.Kind == find.WorkflowDir
}

// Todo says what TODO_LIST.md has wrong about a task, "" for nothing: agents that go by the list do again what it does
// not tick off, leave out what it ticks off, and do not know of what it lacks.
func (d *Desk) Todo(k tasks.Key) string {
	r, l, err := d.of(k.List)
	if err != nil {
		return ""
	}
	s, ok := find.Around(r.store.Path())
	doc, err := r.store.Read(l.inside(k))
	if !ok || s.Todo == nil || err != nil || doc.Task == nil || doc.Task.Status == tasks.Container {
		return ""
	}
	over := finished(doc.Task)
	line, named := dialect.TodoFor(s.Todo, doc.Task.ID.Text, over)
	container := slices.ContainsFunc(dialect.TodoLines(s.Todo), func(l dialect.TodoLine) bool {
		return !l.Box && strings.EqualFold(l.ID, doc.Task.ID.Text)
	})
	switch {
	case !named && container || named && line.Ticked == over:
		return ""
	case !named:
		return "lacks it: agents that go by the list do not know of it"
	case over:
		return "still shows it as not done: agents that go by the list do it again"
	}
	return "still shows it as done: agents that go by the list do not do it again"
}

// all are the newest good records of a room.
func (r *room) all() (all []*tasks.Task) {
	r.store.World().Each(func(t *tasks.Task) bool {
		all = append(all, t)
		return true
	})
	slices.SortFunc(all, func(a, b *tasks.Task) int { return a.Key.Compare(b.Key) })
	return all
}

// markTodo says behind each line of TODO_LIST.md that its file says otherwise, and at the end which tasks it lacks.
func markTodo(list []byte, all []*tasks.Task) []byte {
	byID := map[string]*tasks.Task{}
	for _, t := range all {
		byID[strings.ToUpper(t.ID.Text)] = t
	}
	named := map[*tasks.Task]bool{}
	for _, l := range dialect.TodoLines(list) {
		t := byID[strings.ToUpper(l.ID)]
		if t != nil {
			named[t] = true
		}
		wrong := ""
		switch {
		case t == nil:
			wrong = "no file has this id"
		case l.Box && t.Status != tasks.Container && l.Ticked != finished(t):
			wrong = "its file says " + t.Status.String()
		}
		if next, ok := dialect.SetTodoLine(list, l.Text, l.Text+" **! "+wrong+"**"); ok && wrong != "" {
			list = next
		}
	}
	var lacks []string
	for _, t := range all {
		if !named[t] {
			lacks = append(lacks, t.ID.Text)
		}
	}
	if len(named) > 0 && len(lacks) > 0 {
		list = append(list, "\n\n**! The list lacks "+strings.Join(lacks, ", ")+"**\n"...)
	}
	return list
}

// finished says that nothing more is to be done about a task.
func finished(t *tasks.Task) bool {
	return t.Status == tasks.Completed || t.Status == tasks.Skipped || t.Status == tasks.Cancelled
}
