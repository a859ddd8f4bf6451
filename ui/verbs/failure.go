package verbs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/lock"
	"sideboard/tasks/store"
)

// The exit codes of commands.
const (
	ExitDone     = 0
	ExitRefused  = 1 // a rule refuses it
	ExitUsage    = 2 // the command line is wrong
	ExitConflict = 3 // another process was first
	ExitNotFound = 4 // no such task, or no task directory
	ExitIO       = 5 // the system refused it
	ExitPart     = 6 // a part of it was done

	ExitInterrupted = 130 // 128 and the number of the signal, as in a shell
)

// YesHint is the hint if the board would ask.
const YesHint = "--yes does it anyway"

// LinkHint is the hint if the board would ask about a link, also one of a new task.
const LinkHint = "--yes links it anyway"

// StartHint is the hint if --start is the alternative.
const StartHint = "--start also starts it, --yes gives it as it is"

var codes = map[int]string{
	ExitRefused: "refused", ExitUsage: "usage", ExitConflict: "conflict", ExitNotFound: "not-found", ExitIO: "io",
	ExitPart: "part", ExitInterrupted: "interrupted",
}

// NotFoundError is the error for a task that does not exist.
type NotFoundError struct {
	Word    string
	Deleted time.Time // when others deleted it, zero if that is not known
	Similar []Ref
}

// Error names the task and says when it was deleted, or suggests others.
func (e *NotFoundError) Error() string {
	switch {
	case !e.Deleted.IsZero():
		return e.Word + " was deleted at " + e.Deleted.Local().Format("15:04 on 2006-01-02") +
			"; A, then 3 on the board restores it"
	case len(e.Similar) == 0:
		return "no task is called " + e.Word
	}
	var names []string
	for _, r := range e.Similar {
		names = append(names, r.Short)
	}
	return "no task is called " + e.Word + "; did you mean " + strings.Join(names, " or ") + "?"
}

// UsageError is the error for wrong arguments.
type UsageError struct{ Err error }

// Error returns what is wrong.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *UsageError) Unwrap() error { return e.Err }

// PartError is the error for an action of which only a part was done. To repeat it would do that part twice.
type PartError struct {
	Change
	Err error // nil if the action itself was done
}

// Error says what was done, and what was not.
func (e *PartError) Error() string { return e.Verb + ", but " + strings.Join(e.Left, "; ") }

// Explain returns an error as a Failure. s is nil if no directory could be opened.
func (s *Session) Explain(err error) Failure {
	f := Failure{Version: Version, Reason: err.Error(), Tasks: []Ref{}}
	var no board.Refusal
	var ask board.Ask
	var conflict *tasks.ConflictError
	var missing *NotFoundError
	var lost *LostError
	var cut *InterruptedError
	var held *lock.HeldError
	var usage *UsageError
	var nowhere *locate.NotFoundError
	var bad *locate.BadDirError
	var several *locate.AmbiguousError
	var refused *store.RefusedError
	var part *PartError
	switch {
	case errors.As(err, &part) && part.Err == nil && !part.InPart:
		f.Exit = ExitDone
	case errors.As(err, &part) && part.Err == nil:
		f.Exit = ExitPart
	case errors.As(err, &part):
		f = s.Explain(part.Err)
		f.Exit = ExitPart
	case errors.As(err, &no):
		f.Exit, f.Reason, f.Hint = ExitRefused, "not "+no.Verb.Past()+": "+no.Why, no.Hint
		if no.Verb == 0 {
			f.Reason = no.Why
		}
		if s != nil {
			f.Tasks = s.refs(no.Tasks)
		}
	case errors.As(err, &ask):
		words := append([]string{ask.Question}, ask.Detail...)
		if s != nil && s.Agent && len(ask.Detail) > 0 {
			words = ask.Detail // nobody answers the question
		}
		f.Exit, f.Reason, f.Hint = ExitRefused, strings.Join(words, " "), insist(s, ask)
		if ask.Edit.Verb != 0 {
			f.Reason = "not " + ask.Edit.Verb.Past() + ": " + f.Reason
		}
	case errors.As(err, &refused):
		f.Exit, f.Reason = ExitRefused, refused.Error()
	case errors.As(err, &conflict):
		f.Exit, f.Reason = ExitConflict, conflict.Why("")
		f.Hint = "check and repeat"
		if s != nil && s.board.Task(conflict.Key) != nil {
			f.Tasks = s.refs([]tasks.Key{conflict.Key})
		}
	case errors.As(err, &lost):
		f.Exit = ExitConflict
		if lost.OnlyLink {
			f.Exit = ExitDone
		}
	case errors.As(err, &held):
		f.Exit, f.Reason, f.Hint = ExitConflict, "somebody else is writing: "+held.Error(), "repeat it"
	case errors.As(err, &missing):
		f.Exit, f.Tasks = ExitNotFound, append(f.Tasks, missing.Similar...)
	case errors.As(err, &nowhere):
		f.Exit, f.Reason = ExitNotFound, "no task directory found"
		f.Hint = "name a directory or a list with --list, or create one with sideboard init; sideboard lists prints them"
	case errors.As(err, &bad):
		f.Exit = ExitNotFound
	case errors.As(err, &usage), errors.As(err, &several):
		f.Exit = ExitUsage
	case errors.As(err, &cut):
		f.Exit = ExitInterrupted
	case errors.Is(err, context.Canceled):
		f.Exit, f.Reason = ExitInterrupted, "interrupted"
	default:
		f.Exit = ExitIO
	}
	f.Code = codes[f.Exit]
	return f
}

// Sentence returns a failure in words, with the state of each task in the way, so that an agent can act on it.
func (f Failure) Sentence() string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(f.Reason, "."))
	inTheWay := f.Tasks
	if f.Exit == ExitNotFound {
		inTheWay = nil // the reason suggests them
	}
	for i, t := range inTheWay {
		if i == 5 {
			b.WriteString(fmt.Sprintf("; and %d more", len(inTheWay)-i))
			break
		}
		b.WriteString("; " + t.Short + " (" + t.stateWords() + ")")
	}
	if f.Hint != "" {
		b.WriteString("; " + f.Hint)
	}
	return b.String()
}

// stateWords returns the state of a task for a command that waits for it.
func (r Ref) stateWords() string {
	switch {
	case r.Status == tasks.InProgress.String() && r.Owner != "":
		return r.Owner + " works on it"
	case r.Status == tasks.InProgress.String():
		return "in progress"
	case r.Owner != "":
		return r.Status + ", " + r.Owner + " has it"
	case r.Status == tasks.Pending.String():
		return "pending, nobody has it"
	}
	return r.Status
}
