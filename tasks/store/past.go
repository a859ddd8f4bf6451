package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// PastEdit is one edit that was carried out in this directory by this program, in this process or an earlier one.
type PastEdit struct {
	ID      tasks.EditID
	Verb    tasks.Verb
	Key     tasks.Key // the task it was about; for a creation the new file
	Subject string    // of the task at that time
	Who     string
	At      time.Time
	Steps   []tasks.Step // what it really changed
	Undone  bool         // an edit took it back, and was not undone itself
	Undoes  tasks.EditID // VerbUndo: the edit it takes back
	Group   tasks.EditID // the same in all edits of one action, 0 for a single edit

	before map[string][]byte // the bytes of each file before, by name
	after  map[string][]byte // the bytes of each file it made
	sums   map[string]string // log.Sum of what each file became
}

// maxPastActions is how many actions PastEdits returns at most.
const maxPastActions = 200

// PastEdits returns the edits that can be undone, newest first: at most 200 actions with all their edits, as long as the journal has them.
// The error is that of NoUndo, or why the journal cannot be read.
func (s *Store) PastEdits() ([]PastEdit, error) {
	if err := s.NoUndo(); err != nil {
		return nil, err
	}
	lines, err := s.journal.Read()
	if err != nil {
		return nil, err
	}
	dev, ino := s.directory().ID()
	return pastEditsOf(lines, dev, ino), nil
}

func pastEditsOf(lines []log.Entry, dev, ino uint64) []PastEdit {
	var order []*PastEdit
	byID := map[tasks.EditID]*PastEdit{}
	finished := map[tasks.EditID]bool{}
	for _, l := range lines {
		if l.Dev != dev || l.Ino != ino {
			continue
		}
		d := byID[l.ID]
		switch {
		case l.What == log.Prepared && !finished[l.ID]:
			if d == nil {
				d = &PastEdit{
					ID: l.ID, Verb: l.Edit.Verb, Key: l.Edit.Of, Subject: l.Subject, Who: l.Edit.Who, At: l.Edit.At,
					Undoes: l.Edit.Undoes, Group: l.Edit.Group, before: map[string][]byte{}, after: map[string][]byte{}, sums: map[string]string{},
				}
				byID[l.ID] = d
				order = append(order, d)
			}
			if l.File != "" {
				d.before[l.File], d.sums[l.File] = l.Before, l.Sum // of several attempts the last replaced the file
			}
			if l.After != nil {
				d.after[l.File] = l.After
			}
		case d != nil && (l.What == log.Done || l.What == log.Recovered):
			finished[l.ID] = true
			d.Steps = l.Applied
			if d.Key.Name == "" && len(l.Made) > 0 {
				d.Key = l.Made[0]
			}
		}
	}
	var all []PastEdit
	actions := map[tasks.EditID]bool{}
	undone := map[tasks.EditID]bool{}
	for _, d := range slices.Backward(order) {
		empty := len(d.Steps) == 0 && d.Verb != tasks.VerbUndo
		if !finished[d.ID] || empty {
			continue
		}
		d.Undone = undone[d.ID]
		if d.Undoes != 0 && !d.Undone {
			undone[d.Undoes] = true
		}
		action := cmp.Or(d.Group, d.ID)
		if len(actions) < maxPastActions || actions[action] {
			actions[action] = true
			all = append(all, *d)
		}
	}
	return all
}

// findPastEdit returns the edit with an id, nil if there is none.
func findPastEdit(all []PastEdit, id tasks.EditID) *PastEdit {
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	return nil
}

// entry returns a new entry for the journal.
func (s *Store) entry(what log.What, id tasks.EditID) log.Entry {
	e := log.Entry{At: s.opts.Now(), What: what, Edit: tasks.Edit{ID: id}}
	e.Dev, e.Ino = s.directory().ID()
	return e
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

// note adds a line to the journal. If the disk is full or cannot be written, edits still work, but cannot be undone.
func (s *Store) note(e log.Entry, sync bool) error {
	err := s.journal.Append(e, sync)
	full := isUnwritable(err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if full {
		s.noUndo = fmt.Errorf("the journal cannot be written: %w", cause(err))
		return nil
	}
	if err == nil && e.What == log.Prepared {
		s.noUndo = nil
	}
	return err
}

func isUnwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS)
}

// notePrepared notes that a file is about to be changed. From here on the edit is an intent: rechecks of earlier edits of the same fields
// end, so that they do not fight it.
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
	// A retry is noted again even with the same bytes: another board may have written and undone something in between, and
	// reads only later intents.
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
	var late *Unfinished
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
