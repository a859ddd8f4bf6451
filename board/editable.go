package board

import (
	"time"

	"sideboard/tasks"
)

// Editable answers nil when fields of a task may be edited at all, else the Refusal. It is asked before a form or an
// editor is opened, so that nobody types in vain.
func CheckEdit(b *Board, k tasks.Key) error {
	_, err := newDecision(b, tasks.VerbEdit, k, "", time.Time{})
	return err
}
