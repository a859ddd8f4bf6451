package store

import (
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// Unfinished is an edit whose deciding step was carried out, and after that something failed. Nothing is taken back:
// the later steps are additions to and removals from sets, and can be made again.
type Unfinished struct {
	Done, Left []tasks.Step
	Errs       []error // why each step was left, and what else failed
}

// Error tells what was done, what was not, and why.
func (u *Unfinished) Error() string {
	var b strings.Builder
	b.WriteString("done: " + stepNames(u.Done))
	if len(u.Left) > 0 {
		b.WriteString("; not done: " + stepNames(u.Left))
	}
	for _, err := range u.Errs {
		b.WriteString("; " + err.Error())
	}
	return b.String()
}

// Unwrap gives the reasons to package errors.
func (u *Unfinished) Unwrap() []error { return u.Errs }

func stepNames(steps []tasks.Step) string {
	names := make([]string, len(steps))
	for i, st := range steps {
		names[i] = stepName(st)
	}
	return strings.Join(names, ", ")
}

func stepName(st tasks.Step) string {
	switch st.Kind {
	case tasks.CreateFile:
		return "create a file"
	case tasks.DeleteFile:
		return "delete " + st.Key.Name
	case tasks.RaiseMark:
		return "raise " + markName
	case tasks.SetLine:
		return "change " + dialect.TodoName
	}
	return "change " + st.Key.Name
}
