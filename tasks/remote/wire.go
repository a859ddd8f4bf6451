// Package remote follows a task directory of another host over ssh, and has edits carried out there.
//
// The system's ssh runs sideboard on that host (Serve). Serve sends what the directory has, then each file that changes, and a beat
// when nothing does, so that a cut link differs from a quiet list. A Link keeps these files in memory (Copy), from which
// a store reads them as from a disk; nothing of them is written on this side. An edit is sent there, and that host's own store
// carries it out, with its locks and its journal: undo is that host's.
//
// If the link is cut, the Link connects again and gets everything anew. The result of an edit whose answer was lost is unknown
// until then: the journal over there says whether it was carried out. An edit that was on its way may still arrive after a cut, so a
// request says until when it counts.
//
// Both sides send values of package gob, each a Message or a Request. Both have to be of the same version.
package remote

import (
	"errors"
	"fmt"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/store"
)

// Message is what Serve sends: any of what follows, or nothing, which is a beat.
type Message struct {
	Seq     uint64    // counts the messages of a connection, from 1
	At      time.Time // there
	Hello   *Hello    // in the first message
	Files   []File    // new or changed
	Gone    []string
	By      tasks.EditID // the edit from this side that changed these files, 0 if it was another's
	All     *Health      // how changes are noticed there; before the first one, all files were sent
	Answer  *Answer
	Outcome *Outcome
}

// Health is how changes of the directory are noticed there.
type Health struct {
	Health tasks.Health
	Why    string
}

// Hello says what is followed.
type Hello struct {
	Version string
	Dir     string   // the path there
	Project string   // the name of the project
	Configs []string // the configuration directories of Claude Code there
	NoUndo  string   // why nothing can be undone there, "" if it can
	Denied  string   // why nothing can be written there, "" if it can
}

// Do is what a Request asks for.
type Do uint8

const (
	Apply   Do = iota + 1 // carry out Edit
	Undo                  // return the edit that takes ID back
	Redo                  // return the edit that does ID again
	Past                  // return the edits that can be undone
	Deleted               // return the deleted tasks that are kept
	Done                  // return whether the edit ID was carried out
)

// Request asks Serve for something.
type Request struct {
	Seq     uint64 // that of the Answer
	Do      Do
	Before  time.Time // by the clock there: what arrives later is not done
	Edit    tasks.Edit
	ID      tasks.EditID
	Choices []store.Choice
}

// Answer is the answer to the Request with its Seq.
type Answer struct {
	Seq     uint64
	At      time.Time // there
	Result  tasks.Result
	Edit    tasks.Edit
	Past    []store.PastEdit
	Deleted []Kept
	Done    bool
	Failure *Failure
}

// Kept is a deleted task that is kept. Records do not travel: they name the rules of their design by pointer.
type Kept struct {
	store.Deleted
	Name string
}

// Outcome is a store.Outcome whose error is a text.
type Outcome struct {
	store.Outcome
	Text string
}

// Failure is an error on its way. Only one of its fields is set besides Text.
type Failure struct {
	Text       string
	Conflict   *tasks.ConflictError
	Refused    *store.RefusedError
	Unfinished bool
	NotPast    bool // store.ErrNotInHistory
}

func failureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	f := &Failure{Text: err.Error(), NotPast: errors.Is(err, store.ErrNotInHistory)}
	errors.As(err, &f.Conflict)
	errors.As(err, &f.Refused)
	_, f.Unfinished = errors.AsType[*store.UnfinishedError](err)
	return f
}

// err returns the error that f was made of, as far as anybody asks for its type.
func (f *Failure) err() error {
	switch {
	case f == nil:
		return nil
	case f.Unfinished:
		return &store.UnfinishedError{Errs: []error{errors.New(f.Text)}}
	case f.Conflict != nil:
		return f.Conflict
	case f.Refused != nil:
		return f.Refused
	case f.NotPast:
		return fmt.Errorf("%w", store.ErrNotInHistory)
	}
	return errors.New(f.Text)
}
