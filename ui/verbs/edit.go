package verbs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
)

// Fields are what an edit sets; nil leaves a field as it is, an empty text empties it.
type Fields struct {
	Subject, Description, ActiveForm, Owner *string
}

// Edit changes fields of a task. What others wrote to the same field since it was read is a *tasks.Conflict.
func (s *Session) Edit(ctx context.Context, id string, to Fields, yes bool) (Change, error) {
	k, err := s.find(id)
	if err != nil {
		return Change{}, err
	}
	doc, err := s.work.Read(k)
	if err != nil {
		if s.board.Task(k) == nil {
			_, err = board.EditFields(s.board, k, nil, s.who, s.now()) // the rule says it in its own words
		}
		return Change{}, err
	}
	var changes []tasks.Change
	set := func(f tasks.Field, from string, to *string) {
		if to != nil && *to != from {
			changes = append(changes, tasks.Change{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(*to)})
		}
	}
	set(tasks.FieldSubject, doc.Task.Subject, trimmed(to.Subject))
	set(tasks.FieldDescription, doc.Description, to.Description)
	set(tasks.FieldActiveForm, doc.Task.ActiveForm, to.ActiveForm)
	set(tasks.FieldOwner, doc.Task.Owner, trimmed(to.Owner))
	e, err := board.EditFields(s.board, k, changes, s.who, s.now())
	return s.carryOut(ctx, e, err, yes)
}

// trimmed returns a text of one line without the blanks around it.
func trimmed(s *string) *string {
	if s == nil {
		return nil
	}
	t := strings.TrimSpace(*s)
	return &t
}

// Reopen makes a finished task pending again.
func (s *Session) Reopen(ctx context.Context, id string, yes bool) (Change, error) {
	return s.on(ctx, id, yes, func(b *board.Board, k tasks.Key) (tasks.Edit, error) {
		return board.Reopen(b, k, s.who, s.now())
	})
}

// Delete removes a task.
func (s *Session) Delete(ctx context.Context, id string, yes bool) (Change, error) {
	return s.on(ctx, id, yes, func(b *board.Board, k tasks.Key) (tasks.Edit, error) {
		return board.Delete(b, k, s.who, s.now())
	})
}

// Link makes a task wait for another.
func (s *Session) Link(ctx context.Context, id, on string) (Change, error) {
	to, err := s.find(on)
	if err != nil {
		return Change{}, err
	}
	return s.on(ctx, id, false, func(b *board.Board, k tasks.Key) (tasks.Edit, error) {
		t := b.Task(to)
		if t == nil {
			return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: to.Name + " cannot be read"}
		}
		return board.Link(b, k, t.ID, s.who, s.now())
	})
}

// Unlink makes a task wait for another no more, be it one that is not there.
func (s *Session) Unlink(ctx context.Context, id, on string) (Change, error) {
	return s.on(ctx, id, false, func(b *board.Board, k tasks.Key) (tasks.Edit, error) {
		to := tasks.ID{Text: strings.TrimPrefix(on, "#")}
		found, err := s.find(on)
		for _, l := range b.WaitsFor(k) {
			if l.ID.Text == to.Text || err == nil && l.Key == found {
				return board.Unlink(b, k, l.ID, s.who, s.now())
			}
		}
		if err != nil {
			return tasks.Edit{}, err
		}
		if t := b.Task(found); t != nil {
			to = t.ID
		}
		return board.Unlink(b, k, to, s.who, s.now())
	})
}

// Wait waits until a task is finished, and answers it. That it is gone is a *NotFoundError, that it failed a Refusal.
func (s *Session) Wait(ctx context.Context, id string) (Detail, error) {
	k, err := s.find(id)
	if err != nil {
		return Detail{}, err
	}
	file := k.Name
	for {
		switch s.board.State(k) {
		case board.Done, board.Skipped:
			return s.Show(file)
		case board.Failed:
			return Detail{}, board.Refusal{Verb: tasks.VerbComplete, Why: "it failed"}
		case board.None:
			if _, _, wiped := s.board.ResetCounts(); !wiped {
				return Detail{}, &NotFoundError{Word: id}
			}
		}
		if s.isFinished(k) {
			return s.Show(file)
		}
		if err := s.hear(ctx); err != nil {
			return Detail{}, stillWords(err, s.board.State(k).String())
		}
	}
}

// isFinished reports whether a container stands for finished work only.
func (s *Session) isFinished(k tasks.Key) bool {
	done, all, is := s.board.ContainerProgress(k)
	return is && all > 0 && done == all
}

// WaitAll waits until every task is finished, and answers them.
func (s *Session) WaitAll(ctx context.Context) (List, error) {
	for {
		n := s.board.Counts()
		if _, _, wiped := s.board.ResetCounts(); wiped || n.Done == n.Total {
			return s.List("", 0)
		}
		if err := s.hear(ctx); err != nil {
			return List{}, stillWords(err, fmt.Sprint(n.Total-n.Done, " not completed"))
		}
	}
}

// stillWords says how things stand when the time to wait is over.
func stillWords(err error, how string) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return board.Refusal{Verb: tasks.VerbComplete, Why: "the time to wait is over: " + how}
	}
	return err
}
