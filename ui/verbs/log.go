package verbs

import (
	"cmp"
	"context"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/store"
)

// Log returns the kept edits, the newest first, at most limit; 0 for all. An edit that undid others is not among them:
// those are marked as undone.
func (s *Session) Log(limit int) (Log, error) {
	done, err := s.work.PastEdits()
	if err != nil {
		return Log{}, err
	}
	out := Log{Head: s.head(), Edits: []Edited{}}
	for _, d := range done {
		if d.Verb == tasks.VerbUndo {
			continue
		}
		if limit > 0 && len(out.Edits) == limit {
			break
		}
		out.Edits = append(out.Edits, Edited{At: d.At, Who: d.Who, Verb: d.Verb.Past(), File: d.Key.Name,
			Short: s.board.ShortID(d.Key), Subject: d.Subject, Undone: d.Undone})
	}
	return out, nil
}

// History returns what happened to the tasks from a time on, by anybody, the oldest first: what open boards recorded,
// and what changed while none was open.
func (s *Session) History(since time.Time) (History, error) {
	past, err := s.work.ReadHistory(s.board.Present())
	if err != nil {
		return History{}, err
	}
	out := History{Head: s.head(), Events: []Event{}}
	for _, e := range past.Events {
		if e.At.Before(since) {
			continue
		}
		one := s.event(board.Event{
			At: e.At, Kind: e.Kind, Key: e.Key, Subject: e.Subject, Who: cmp.Or(e.To.Owner, e.From.Owner),
			Unblocked: e.Unblocked,
		})
		one.You, one.Found = e.Ours, e.Found
		out.Events = append(out.Events, one)
	}
	return out, nil
}

// Undo undoes the newest edit in the session's name that is not undone, with everything that was one action with it. It
// refuses if others have changed the same since.
func (s *Session) Undo(ctx context.Context) (Change, error) {
	done, err := s.work.PastEdits()
	if err != nil {
		return Change{}, err
	}
	out := s.change(tasks.VerbUndo)
	s.pretends = true
	var newest *store.PastEdit
	for i := range done {
		d := &done[i]
		mine := d.Who == s.Who && d.Verb != tasks.VerbUndo && !d.Undone
		sameAction := newest == nil || d.Group != 0 && d.Group == newest.Group
		if !mine || !sameAction {
			continue
		}
		if newest == nil {
			newest = d
		}
		e, err := s.work.Batch().Undo(d.ID)
		one, err := s.carryOut(ctx, e, err, true)
		if err != nil {
			return out, err
		}
		if s.board.Task(d.Key) == nil { // its file is gone again
			one.Tasks = []Task{{File: d.Key.Name, Short: s.board.ShortID(d.Key), Subject: d.Subject}}
		}
		out.Tasks, out.Unblocked = append(out.Tasks, one.Tasks...), append(out.Unblocked, one.Unblocked...)
		out.Files, out.Left = append(out.Files, one.Files...), append(out.Left, one.Left...)
		out.InPart = out.InPart || one.InPart
	}
	if newest == nil {
		return out, board.Refusal{Verb: tasks.VerbUndo, Why: "you have no edit to undo",
			Hint: "sideboard log prints the edits that are kept"}
	}
	return out, nil
}
