package verbs

import (
	"context"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/store"
)

// Log returns the kept edits, the newest first, at most limit; 0 for all.
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
		out.Edits = append(out.Edits, Edited{At: d.At, Who: d.Who, Verb: d.Verb.Past(), File: d.Key.Name, Short: s.board.ShortID(d.Key), Subject: d.Subject, Undone: d.Undone})
	}
	return out, nil
}

// Undo undoes the newest edit in the session's name that is not undone, with everything that was one action with it. It refuses if
// others have changed the same since.
func (s *Session) Undo(ctx context.Context) (Change, error) {
	done, err := s.work.PastEdits()
	if err != nil {
		return Change{}, err
	}
	out := s.change(tasks.VerbUndo)
	var newest *store.PastEdit
	for i := range done {
		d := &done[i]
		if d.Who != s.Who || d.Verb == tasks.VerbUndo || d.Undone || newest != nil && (d.Group != newest.Group || d.Group == 0) {
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
	}
	if newest == nil {
		return out, board.Refusal{Verb: tasks.VerbUndo, Why: "you have no edit to undo", Hint: "sideboard log prints the edits that are kept"}
	}
	return out, nil
}
