package store

import (
	"errors"
	"fmt"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// prepared is a file that is about to be changed.
type prepared struct {
	Step   tasks.Step
	Name   string
	Before []byte // its bytes, nil for a new one
	After  []byte // nil if it is to be deleted
	Temp   string // the temporary file with After, or where Before is moved when it is deleted
}

// noteTemp notes the name of a temporary file before it is made, so that the next process removes it after a crash.
func (j *job) noteTemp(temp string) error {
	if j.s.journal == nil {
		return nil
	}
	e := j.s.entry(log.Temp, j.edit.ID)
	e.Temp = temp
	return j.s.note(e, false)
}

// notePrepared notes that a file is about to be changed. From here on the edit is an intent: rechecks of earlier edits
// of the same fields end, so that they do not fight it.
func (j *job) notePrepared(p prepared) error {
	if j.reapplying == nil {
		j.s.monitor.yieldTo(j.edit.ID, p.Name, p.Step)
	}
	if j.s.opts.BeforeWrite != nil {
		j.s.opts.BeforeWrite()
	}
	if j.s.journal == nil {
		return nil
	}
	// A retry is noted again even with the same bytes: another board may have written and undone something in between,
	// and reads only later intents.
	e := j.s.entry(log.Prepared, j.edit.ID)
	e.Edit, e.Step, e.File, e.Temp, e.Before, e.Subject = j.edit, j.index, p.Name, p.Temp, p.Before, j.subject()
	if p.After != nil {
		e.Sum = log.Sum(p.After)
	}
	if p.Before == nil {
		e.After = p.After
	}
	j.noted = true
	if err := j.s.note(e, true); err != nil {
		return fmt.Errorf("note the edit of %s: %w", p.Name, err)
	}
	return nil
}

// subject returns the subject of the task the edit is about.
func (j *job) subject() string {
	if t := j.s.Task(j.edit.Of); t != nil {
		return t.Subject
	}
	if j.edit.Draft != nil {
		return j.edit.Draft.Subject
	}
	return ""
}

// noteEnd notes the result of an edit, unless it never came so far as to touch a file.
func (j *job) noteEnd(res tasks.Result, err error) error {
	e := j.edit
	empty := e.Verb == tasks.VerbUndo && err == nil && !j.noted // nothing was left to take back
	if j.s.journal == nil || !j.noted && !empty {
		return nil
	}
	if empty {
		p := j.s.entry(log.Prepared, e.ID)
		p.Edit, p.Subject = e, j.subject()
		if err := j.s.note(p, false); err != nil {
			return err
		}
	}
	var late *UnfinishedError
	line := j.s.entry(log.Done, e.ID)
	line.Made, line.Applied = res.Made, res.Applied
	if err != nil {
		line.Error = err.Error()
		if !errors.As(err, &late) {
			line.What = log.Refused
		}
	}
	return j.s.note(line, false)
}
