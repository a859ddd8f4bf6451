package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/span"
)

// workflow is any file with a title instead of a subject, above all those of Claude-Code-Workflow's .task folders.
// Their shape is free, so they are shown and never edited.
var workflow = &spec{
	traits: tasks.Traits{Dialect: "workflow", Title: "workflow tasks", Blocked: tasks.UnfinishedOrMissing},
	ids:    noRule,
	reader: reader{glob: globAll, pending: true},
	finish: `When it is done, set its status to "completed" in its file.`,
}

const readOnlyWorkflow = "workflow files are read only here"

// workflowStatus maps the words of all generations of such files.
func workflowStatus(word string) tasks.Status {
	switch word {
	case "pending":
		return tasks.Pending
	case "active", "in_progress":
		return tasks.InProgress
	case "completed":
		return tasks.Completed
	case "blocked":
		return tasks.Blocked
	case "failed":
		return tasks.Failed
	case "skipped":
		return tasks.Skipped
	case "cancelled":
		return tasks.Cancelled
	case "container":
		return tasks.Container
	}
	return tasks.Foreign
}

// asWorkflow fills in what such a file says in its own words.
func (b *Book) asWorkflow(f *file, t *tasks.Task) {
	t.Limits, t.Why = tasks.NoEdit, readOnlyWorkflow
	t.Subject = f.textOf(keyTitle)
	if t.Subject == "" {
		t.Subject = f.textOf(keySubject)
	}
	if m, ok := f.get(keyStatus); ok {
		t.StatusText = f.statusWord(m)
		if t.Status = workflowStatus(t.StatusText); t.Status != tasks.Foreign {
			t.StatusText = ""
		}
	} else {
		t.Status = tasks.Pending
	}
	if m, ok := f.get(keyDependsOn); ok {
		t.WaitsFor = f.ids(m)
	} else if in, ok := f.inner(keyRelations); ok {
		t.WaitsFor = in.idsNamed("dependencies")
		t.Parent = in.idNamed("parent")
	} else if in, ok := f.inner(keyContext); ok {
		t.WaitsFor = in.idsNamed("depends_on")
		t.Parent = in.idNamed("parent")
	}
}

// inner parses the object that is the value of a key.
func (f *file) inner(k key) (*file, bool) {
	m, ok := f.get(k)
	if !ok || m.Kind != span.KindObject {
		return nil, false
	}
	in := new(file)
	return in, in.parse(f.Raw(m)) == nil
}

func (f *file) idsNamed(name string) []tasks.ID {
	if m, ok := f.Get(name); ok {
		return f.ids(m)
	}
	return nil
}

func (f *file) idNamed(name string) tasks.ID {
	if m, ok := f.Get(name); ok && m.Kind == span.KindString {
		return tasks.ID{Text: f.String(m)}
	}
	return tasks.ID{}
}
