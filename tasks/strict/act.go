package strict

import "errors"

// Claim does what an agent called who does when it takes the task. The error is a *Refused when the
// dialect's own rule says no, a *Raised when its code would raise.
func Claim(dialect, dir, id, who string) error { return errors.New("strict: no writer") }

// Complete does what an agent called who does when it has finished the task.
func Complete(dialect, dir, id, who string) error { return errors.New("strict: no writer") }
