package store

import (
	"cmp"
	"slices"
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

// maxPastActions is the largest number of actions that PastEdits returns.
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
	return pastEditsOf(s.linesHere(lines)), nil
}

func pastEditsOf(lines []log.Entry) []PastEdit {
	var order []*PastEdit
	byID := map[tasks.EditID]*PastEdit{}
	finished := map[tasks.EditID]bool{}
	for _, l := range lines {
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
		if !d.Undone {
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
