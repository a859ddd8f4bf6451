package dialect

import (
	"unicode/utf8"

	"sideboard/tasks"
)

// BrokenError is the error of Decode: why a file is not a task.
type BrokenError struct {
	Kind      tasks.ProblemKind // Unparsable, NotATask, NoID, or TooLarge for its id
	Text      string            // why, for people; may hold raw text of the file
	Line, Col int               // from 1, 0 if unknown
	Damage    tasks.Damage      // of Unparsable
}

func (b *BrokenError) Error() string { return b.Text }

// RefusedError is the error for an edit that a file or its dialect does not allow; nothing was changed.
type RefusedError struct {
	Key tasks.Key
	Why string
}

func (r *RefusedError) Error() string {
	if r.Key.Name == "" {
		return r.Why
	}
	return r.Key.Name + ": " + r.Why
}

// quoted returns a text of the file for a sentence, cut if it is long.
func quoted(s string) string { return "“" + beginning(s, 200) + "”" }

// beginning returns s if it has at most most bytes, else its first characters up to there and an ellipsis.
func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}
