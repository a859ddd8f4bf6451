package store

import (
	"cmp"
	"errors"
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
	Via     tasks.Via
	At      time.Time
	Steps   []tasks.Step // what it really changed
	Undone  bool         // an edit took it back, and was not undone itself
	Undoes  tasks.EditID // VerbUndo: the edit it takes back
	Group   tasks.EditID // the same in all edits of one action, 0 for a single edit

	before map[string][]byte // the bytes of each file before, by name
	after  map[string][]byte // the bytes of each file it made
	sums   map[string]string // log.Sum of what each file became
}

// maxPastActions is the largest number of actions that Past.Edits returns.
const maxPastActions = 200

// Past answers what was done in a directory, with its journal.
type Past struct{ s *Store }

// Past returns what was done in the directory.
func (s *Store) Past() Past { return Past{s} }

// Edits returns the edits that can be undone, newest first: at most 200 actions with all their edits, as long as
// the journal has them. The error is that of NoUndo, or why the journal cannot be read. A store that is only read has
// them too.
func (p Past) Edits() ([]PastEdit, error) {
	lines, err := p.lines()
	if err != nil {
		return nil, err
	}
	return pastEditsOf(p.s.linesHere(lines)), nil
}

// lines returns the lines of the journal.
func (p Past) lines() ([]log.Entry, error) {
	if p.s.opts.ReadOnly {
		return log.ReadSince(p.s.opts.State, p.s.path, log.Options{List: p.s.opts.List, Disk: p.s.opts.JournalDisk},
			time.Time{})
	}
	if err := p.s.NoUndo(); err != nil {
		return nil, err
	}
	return p.s.journal.Read()
}

// EditsSince returns the edits that other processes of this program made since a moment and finished, the newest first:
// at most 200 actions. A store that is only read has them too.
func (p Past) EditsSince(at time.Time) (edits []PastEdit, err error) {
	var lines []log.Entry
	switch {
	case p.s.opts.State == "":
		err = errors.New("what people do is not kept, because there is no state directory: set XDG_STATE_HOME")
	case p.s.journal != nil:
		lines, err = p.s.journal.Since(at)
	default:
		lines, err = log.ReadSince(p.s.opts.State, p.s.path,
			log.Options{List: p.s.opts.List, Disk: p.s.opts.JournalDisk}, at)
	}
	if err != nil {
		return nil, err
	}
	return pastEditsOf(p.s.linesHere(lines)), nil
}

// OwnersIn returns the owners that the task of an edit had before and after it; "" for nobody, or for no file.
func (p Past) OwnersIn(e PastEdit) (before, after string) {
	owner := func(raw []byte) string {
		t, err := p.s.codec.Decode(e.Key, raw, tasks.Stamp{})
		if err != nil {
			return ""
		}
		return t.Owner
	}
	before = owner(e.before[e.Key.Name])
	after = before
	if made := e.after[e.Key.Name]; made != nil {
		after = owner(made)
	}
	for _, st := range e.Steps {
		if st.Key.Name != e.Key.Name {
			continue
		}
		if st.Kind == tasks.DeleteFile {
			return before, ""
		}
		for _, c := range st.Changes {
			if c.Field == tasks.FieldOwner {
				after = c.To.Text
			}
		}
	}
	return before, after
}

// pastEditsOf returns the edits that the lines of a journal, oldest first, say were finished, as Past.Edits does.
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
					ID: l.ID, Verb: l.Edit.Verb, Key: l.Edit.Of, Subject: l.Subject, Who: l.Edit.Who, Via: l.Edit.Via,
					At: l.Edit.At, Undoes: l.Edit.Undoes, Group: l.Edit.Group,
					before: map[string][]byte{}, after: map[string][]byte{}, sums: map[string]string{},
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
		if !finished[d.ID] || empty || d.Verb == tasks.VerbSync {
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

// PutBacks returns what serve put back and what is still kept of it, the oldest first.
func (p Past) PutBacks() []log.FilePutBack {
	if p.s.journal == nil {
		return nil
	}
	return p.s.journal.PutBacks()
}

// A Deleted is a task that another process deleted, as its file was read last.
type Deleted struct {
	Task        *tasks.Task
	Description string
	At          time.Time // when it was seen to be gone
	Raw         []byte
}

// Deleted returns the tasks that other processes deleted and that are still kept, the newest first.
func (p Past) Deleted() ([]Deleted, error) {
	if p.s.journal == nil {
		return nil, p.s.noUndo
	}
	kept, err := p.s.journal.Deleted()
	return p.DecodeDeleted(kept), err
}

// DecodeDeleted returns the tasks that deleted files had, without those that were none.
func (p Past) DecodeDeleted(kept []log.Deleted) (all []Deleted) {
	for _, k := range kept {
		t, err := p.s.codec.Decode(p.s.key(k.Name), k.Raw, tasks.Stamp{Size: int64(len(k.Raw))})
		if err == nil {
			all = append(all, Deleted{t, p.s.codec.Description(k.Raw), k.At, k.Raw})
		}
	}
	return all
}
