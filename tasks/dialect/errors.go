package dialect

import (
	"errors"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Broken is the error of Decode: why a file is not shown as a task.
type Broken struct {
	Kind      tasks.ProblemKind // Unparsable, NotATask or NoID
	Text      string            // why, in words; may hold raw text of the file
	Line, Col int               // from 1, 0 when unknown
	Cut       bool              // the text ends too early (or is empty): likely being written
}

func (b *Broken) Error() string { return b.Text }

// broken words an error of the parser.
func broken(err error) *Broken {
	var at *jsonedit.SyntaxError
	if errors.As(err, &at) {
		return &Broken{Kind: tasks.Unparsable, Text: at.Msg, Line: at.Line, Col: at.Col, Cut: at.Cut}
	}
	return &Broken{Kind: tasks.NotATask, Text: "JSON, but not an object"}
}

// Refused is an edit that this file or dialect cannot take, whatever the person wants; nothing was changed.
type Refused struct {
	Key tasks.Key
	Why string
}

func (r *Refused) Error() string {
	if r.Key.Name == "" {
		return r.Why
	}
	return r.Key.Name + ": " + r.Why
}
