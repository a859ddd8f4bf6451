package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/store"
)

// An Act is an edit that a person made on a board of this host, or by a command with --ring.
type Act struct {
	Task Ref    // of a deleted task only the subject
	File string // the name of its file
	At   time.Time
	Verb string // in the past: "completed"
}

// A Mark says which acts somebody has learned of: all up to a moment, and some after it, because an edit that was asked
// for earlier may be finished later.
type Mark struct {
	at    time.Time
	known []tasks.EditID
}

// lateEdits is how long after it was asked for an edit may still be finished.
const lateEdits = 30 * time.Second

// NewMark returns the mark of somebody who has learned of everything up to now.
func NewMark() Mark { return Mark{at: time.Now()} }

// ParseMark returns the mark that String wrote.
func ParseMark(s string) (m Mark, err error) {
	parts := strings.Split(s, ".")
	ms, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || len(parts) > 1+maxKnown {
		return m, &UsageError{fmt.Errorf("%.40q is not what TaskChanges returned as next", s)}
	}
	m.at = time.UnixMilli(ms)
	for _, p := range parts[1:] {
		id, err := strconv.ParseUint(p, 36, 64)
		if err != nil {
			return m, &UsageError{fmt.Errorf("%.40q is not what TaskChanges returned as next", s)}
		}
		m.known = append(m.known, tasks.EditID(id))
	}
	return m, nil
}

// maxKnown is the largest number of acts in a mark. If a person makes more in half a minute, some are told twice.
const maxKnown = 200

// String returns the mark as a word that ParseMark reads.
func (m Mark) String() string {
	s := strconv.FormatInt(m.at.UnixMilli(), 10)
	for _, id := range m.known {
		s += "." + strconv.FormatUint(uint64(id), 36)
	}
	return s
}

// Acts returns the acts after a mark, the oldest first, and the next mark: those on a task that is the owner's, or was
// when the act was made or before it. With every it returns all acts, whoever has the task.
func (s *Session) Acts(after Mark, owner string, every bool) ([]Act, Mark, error) {
	began := time.Now()
	// a line is written after its edit was asked for
	edits, ownersIn, err := s.work.EditsSince(after.at.Add(-time.Second))
	if err != nil {
		return nil, after, err
	}
	next := Mark{at: after.at}
	// of anything older than lateEdits all is known, so the mark names only what is younger
	if old := began.Add(-lateEdits); old.After(next.at) {
		next.at = old
	}
	var acts []Act
	for _, e := range slices.Backward(edits) {
		if !e.Via.ByPerson() || e.At.Before(after.at) {
			continue
		}
		if !e.At.Before(next.at) && len(next.known) < maxKnown {
			next.known = append(next.known, e.ID)
		}
		if slices.Contains(after.known, e.ID) {
			continue
		}
		before, then := ownersIn(e)
		now := ""
		if t := s.board.Task(e.Key); t != nil {
			now = t.Owner
		}
		if every || owner != "" && (before == owner || then == owner || now == owner) {
			ref := s.ref(e.Key)
			ref.Subject = newSubject(e, cmp.Or(ref.Subject, e.Subject))
			acts = append(acts, Act{Task: ref, File: e.Key.Name, At: e.At, Verb: e.Verb.Past()})
		}
	}
	return acts, next, nil
}

// newSubject returns the subject of a task after an edit. The board may still have that of before.
func newSubject(e store.PastEdit, onBoard string) string {
	for _, st := range e.Steps {
		for _, c := range st.Changes {
			if st.Key.Name == e.Key.Name && c.Field == tasks.FieldSubject && c.From.Text == onBoard {
				return c.To.Text
			}
		}
	}
	return onBoard
}

// rereadAfter is how long after a change of the files the journal is read again: its last line is written after the
// file.
const rereadAfter = 200 * time.Millisecond

// WaitForActs returns what Acts returns, as soon as that is anything, or nothing when the time of ctx is over.
func (s *Session) WaitForActs(ctx context.Context, after Mark, owner string, every bool) ([]Act, Mark, error) {
	changed := false // since the journal was read
	for {
		acts, next, err := s.Acts(after, owner, every)
		if err != nil || len(acts) > 0 {
			return acts, next, err
		}
		err = s.hearWithin(ctx, changed)
		changed = err == nil
		switch {
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return nil, next, nil
		case ctx.Err() != nil:
			return nil, next, ctx.Err()
		case err != nil && !errors.Is(err, context.DeadlineExceeded):
			return nil, next, err
		}
	}
}

// hearWithin waits for the next change, with briefly no longer than rereadAfter. Meanwhile it unlocks Turn.
func (s *Session) hearWithin(ctx context.Context, briefly bool) error {
	if briefly {
		short, cancel := context.WithTimeout(ctx, rereadAfter)
		defer cancel()
		ctx = short
	}
	if s.Turn != nil {
		s.Turn.Unlock()
		defer s.Turn.Lock()
	}
	_, err := s.hear(ctx)
	return err
}

// WhoIs returns whose acts a name means: those of an owner of tasks, or of all tasks if it is the session whose list is
// open. known is false if nobody has the name.
func (s *Session) WhoIs(name string) (owner string, every, known bool) {
	if p := s.work.Place(); p.List == name && p.Kind == locate.ClaudeCode {
		return "", true, true
	}
	roster := s.work.Roster()
	for _, m := range roster.Members {
		known = known || m.Name == name || m.ID == name
	}
	all, _ := s.board.Present()
	for _, t := range all {
		known = known || t.Owner == name
	}
	return name, false, known
}
