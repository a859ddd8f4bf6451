// Package remote follows a task directory of another host over ssh, and has edits carried out there.
//
// The system's ssh runs sideboard on that host (Serve). Serve sends what the directory has, then each file that
// changes, and a beat when nothing does, so that a cut link differs from a quiet list. A Link keeps these files in
// memory (package memory), from which a store reads them as from a disk; nothing of them is written on this side. An
// edit is sent there, and that host's own store carries it out, with its locks and its journal: undo is that host's.
//
// If the link is cut, the Link connects again and gets everything anew. The result of an edit whose answer was lost is
// unknown until then: the journal over there says whether it was carried out. An edit that was on its way may still
// arrive after a cut, so a request says until when it counts.
//
// The other host's shell prints a mark before it runs sideboard, so that what it prints by itself is skipped; then
// comes a line with the version, and then a Message after the other; this side sends Requests. Both have to be of the
// same version. What a host sends is limited, message by message and altogether: a broken or hostile one fills no
// memory here.
package remote

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/memory"
	"sideboard/tasks/store"
	"sideboard/tasks/team"
	"sideboard/tasks/worktree"
)

// Message is what Serve sends: any of what follows, or nothing, which is a beat.
type Message struct {
	Seq     uint64        // counts the messages of a connection, from 1
	At      time.Time     // there
	Hello   *Hello        // in the first message, and if it differs from the last one
	Files   []memory.File // new or changed
	Gone    []string
	By      tasks.EditID // the edit from this side that changed these files, 0 if it was another's
	All     *Health      // how changes are noticed there; before the first one, all files were sent
	Answer  *Answer
	Outcome *Outcome
	Near    *Near // if it differs from the last one
}

// Near is what is next to the tasks there.
type Near struct {
	Session    *locate.SessionFiles // of a workflow
	Roster     team.Roster          // who works on the tasks; an owner whose lease has ended is gone
	HasEvents  bool                 // there are events of worktrees
	Worktrees  []worktree.Tree      // that tasks can be bound to
	Entries    []store.Entry        // of the directory: what is neither a task nor a problem
	OuterLock  *store.Entry         // the lock next to the directory
	FileSystem string               // that of the directory, if it is a remote one
	Problems   []Problem            // what of it could not be read or sent
}

// Problem is a team.Problem whose error is a text.
type Problem struct{ Path, Text string }

// Health is how changes of the directory are noticed there.
type Health struct {
	Health tasks.Health
	Why    string
}

// Hello says what is followed.
type Hello struct {
	Dir     string   // the path there
	Project string   // the name of the project
	Configs []string // the configuration directories of Claude Code there
	NoUndo  string   // why nothing can be undone there, "" if it can
	Denied  string   // why nothing can be written there, "" if it can

	Allowed log.Allowed // what a person has allowed there
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
	Allow                 // note that a person allows to edit files of the inferred Form, or takes that back
)

// Request asks Serve for something.
type Request struct {
	Seq     uint64 // that of the Answer
	Do      Do
	Before  time.Time // by the clock there: what arrives later is not done
	Edit    tasks.Edit
	ID      tasks.EditID
	Choices []store.Choice
	Form    *tasks.Form // nil takes it back
}

// Answer is the answer to the Request with its Seq.
type Answer struct {
	Seq     uint64
	At      time.Time // there
	Result  tasks.Result
	Edit    tasks.Edit
	Past    []store.PastEdit
	Deleted []log.Deleted
	Done    bool
	Failure *Failure
}

// Outcome is a store.Outcome whose error is a text: errors do not travel.
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
	Missed     bool // of an Unfinished one
	NotPast    bool // store.ErrNotInHistory
}

// failureOf returns an error as it travels, nil for none.
func failureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	f := &Failure{Text: err.Error(), NotPast: errors.Is(err, store.ErrNotInHistory)}
	errors.As(err, &f.Conflict)
	errors.As(err, &f.Refused)
	if half, unfinished := errors.AsType[*store.UnfinishedError](err); unfinished {
		f.Unfinished, f.Missed = true, half.Missed
	}
	return f
}

// err returns the error that f was made of, as far as anybody asks for its type.
func (f *Failure) err() error {
	switch {
	case f == nil:
		return nil
	case f.Unfinished:
		return &store.UnfinishedError{Errs: []error{errors.New(f.Text)}, Missed: f.Missed}
	case f.Conflict != nil:
		return f.Conflict
	case f.Refused != nil:
		return f.Refused
	case f.NotPast:
		return fmt.Errorf("%w", store.ErrNotInHistory)
	}
	return errors.New(f.Text)
}

// maxText is the longest text that a Link keeps of a host besides its files.
const maxText = 4 << 10

// check returns an error for a Message that no program of this version sends.
func (m *Message) check() error {
	var texts []string
	if h := m.Hello; h != nil {
		texts = append([]string{h.Dir, h.Project, h.NoUndo, h.Denied}, h.Configs...)
	}
	if m.All != nil {
		texts = append(texts, m.All.Why)
	}
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	switch {
	case size > maxText:
		return errTooMuch
	case m.All != nil && m.All.Health > tasks.Offline, m.Outcome != nil && m.Outcome.What > store.NotWritten:
		return errGarbled
	case m.Near != nil && slices.ContainsFunc(m.Near.Roster.Members, hasNoState):
		return errGarbled
	}
	return nil
}

func hasNoState(m team.Member) bool { return m.State > team.Dead }
