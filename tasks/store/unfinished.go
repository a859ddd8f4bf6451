package store

import (
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// Unfinished is an edit whose deciding step was carried out: what was asked for is done, and after that something
// failed. Nothing is taken back: the later steps are additions to and removals from sets, and can be made again.
type Unfinished struct {
	Done, Left []tasks.Step
	Errs       []error // why each step was left, and what else failed
}

// Error reports whether it was done, what else was not, and why.
func (u *Unfinished) Error() string { return "done, but " + u.But() }

// But returns what was not done beside what was asked for, and why: "could not raise .highwatermark: ...".
func (u *Unfinished) But() string {
	whys := make([]string, len(u.Errs))
	for i, err := range u.Errs {
		whys[i] = err.Error()
	}
	return strings.Join(whys, "; ")
}

// Unwrap returns the reasons to package errors.
func (u *Unfinished) Unwrap() []error { return u.Errs }

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
