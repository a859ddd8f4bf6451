package store

import (
	"errors"
	"fmt"

	"sideboard/tasks"
	"sideboard/tasks/journal"
)

// entry starts a line of the journal.
func (s *Store) entry(what journal.What, id tasks.EditID) journal.Entry {
	e := journal.Entry{At: s.opts.Now(), What: what, ID: id}
	e.Dev, e.Ino = s.directory().ID()
	return e
}

// noteTemp notes the name of a temporary file before it is made, so that one that a crash leaves is found again.
func (j *job) noteTemp(temp string) error {
	if j.s.journal == nil {
		return nil
	}
	e := j.s.entry(journal.Temp, j.edit.ID)
	e.Temp = temp
	return j.s.journal.Append(e, false)
}

// notePrepared tells that a file is about to be changed. From here on the edit is an intent: looks after earlier edits
// of the same fields end, so that neither fights the other.
func (j *job) notePrepared(p Prepared) error {
	p.Edit = j.edit
	if j.reapplying == nil {
		j.s.monitor.yieldTo(j.edit.ID, p.Name, p.Step)
	}
	if j.s.opts.Journal != nil {
		if err := j.s.opts.Journal.Prepared(p); err != nil {
			return fmt.Errorf("note the edit of %s: %w", p.Name, err)
		}
	}
	if j.s.journal == nil {
		return nil
	}
	// A retry is noted again even on the same bytes: another board may have written and taken back in between, and
	// looks only for what was meant after that.
	e := j.s.entry(journal.Prepared, j.edit.ID)
	e.Edit, e.Step, e.File, e.Temp, e.Before, e.Subject = j.edit, j.index, p.Name, p.Temp, p.Before, j.subject()
	if p.After != nil {
		e.Sum = journal.Sum(p.After)
	}
	if p.Before == nil {
		e.After = p.After
	}
	j.noted = true
	if err := j.s.journal.Append(e, true); err != nil {
		return fmt.Errorf("note the edit of %s: %w", p.Name, err)
	}
	return nil
}

// subject is what the task the edit is about is called at this moment.
func (j *job) subject() string {
	if t := j.s.Task(j.edit.Of); t != nil {
		return t.Subject
	}
	if j.edit.Draft != nil {
		return j.edit.Draft.Subject
	}
	return ""
}

// noteEnd notes what came of an edit. One that never came so far as to touch a file is not noted.
func (j *job) noteEnd(e tasks.Edit, res tasks.Result, err error) error {
	empty := e.Verb == tasks.VerbUndo && err == nil && !j.noted // what it would take back is gone already
	if j.s.journal == nil || !j.noted && !empty {
		return nil
	}
	if empty {
		p := j.s.entry(journal.Prepared, e.ID)
		p.Edit, p.Subject = e, j.subject()
		if err := j.s.journal.Append(p, false); err != nil {
			return err
		}
	}
	var late *Unfinished
	line := j.s.entry(journal.Done, e.ID)
	line.Made, line.Applied = res.Made, res.Applied
	if err != nil {
		line.Error = err.Error()
		if !errors.As(err, &late) {
			line.What = journal.Refused
		}
	}
	return j.s.journal.Append(line, false)
}
