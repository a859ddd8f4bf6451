package editing

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
)

// overwrittenEdit is an edit of ours that somebody overwrote, kept for one key to apply it again.
type overwrittenEdit struct {
	edit    tasks.Edit
	key     tasks.Key
	subject string
}

// maxOwn is how many of our edits are watched for being overwritten; the oldest are forgotten.
const maxOwn = 64

// rememberEdit keeps what an edit of ours really changed, so that it is noticed when somebody puts it back.
func (m *Model) rememberEdit(e tasks.Edit, res tasks.Result) {
	if len(res.Applied) == 0 || e.Of.Name == "" || e.Verb == tasks.VerbDelete {
		return
	}
	e.Steps = res.Applied
	if len(m.ownEdits) >= maxOwn {
		for k := range m.ownEdits {
			delete(m.ownEdits, k)
			break
		}
	}
	m.ownEdits[e.Of] = e
}

// CheckOverwritten finds out whether somebody has put back what we had changed, and says so with the key that applies it
// again.
func (m *Model) CheckOverwritten(d board.Diff) {
	for _, e := range d.Events {
		own, ok := m.ownEdits[e.Key]
		if !ok || e.Mine != 0 || e.Kind == tasks.EventDeleted {
			continue
		}
		if m.Workspace().Watches(own.ID) {
			continue // it may be made again by itself: what becomes of it is told as an outcome
		}
		back, changes := restored(own, e)
		if gaveBack := own.Verb == tasks.VerbRelease || own.Verb == tasks.VerbReopen; gaveBack && back < changes {
			if changesStatus(e) { // somebody went on from what was given back, so they had read it
				delete(m.ownEdits, e.Key)
			}
		} else if back > 0 {
			delete(m.ownEdits, e.Key)
			m.offerReapply(own, e.Key, e.Subject, "")
			return
		}
	}
}

// restored counts the fields that an event sets back to what they were before an edit, and those that the edit had changed.
func restored(own tasks.Edit, e board.Event) (back, changes int) {
	for _, s := range own.Steps {
		if s.Key != e.Key {
			continue
		}
		for _, c := range s.Changes {
			if c.Op != tasks.Set || c.From == c.To {
				continue
			}
			changes++
			if slices.ContainsFunc(e.Fields, func(f board.FieldChange) bool { return f.Field == c.Field && f.Before != f.After && f.After == c.From }) {
				back++
			}
		}
	}
	return back, changes
}

func changesStatus(e board.Event) bool {
	return slices.ContainsFunc(e.Fields, func(f board.FieldChange) bool { return f.Field == tasks.FieldStatus })
}

// offerReapply tells the person that an edit is gone, and which key applies it again.
func (m *Model) offerReapply(e tasks.Edit, k tasks.Key, subject, by string) {
	m.lostEdit = &overwrittenEdit{e, k, subject}
	m.Outdate()
	if who := m.MishapBy(k.Name); who != "" {
		by = who // the demo knows which of its agents it was
	}
	if by == "" || by == m.Me() {
		by = "Somebody"
	}
	if subject == "" {
		subject = m.Board().ShortID(k)
	}
	m.Alert(fmt.Sprintf("%s overwrote your edit: you %s %s. Press %s to apply it again", by, e.Verb.Past(), subject, m.KeyOf(keymap.ApplyAgain)))
}

// HasLostEdit reports whether an edit of ours was overwritten and can be applied again.
func (m *Model) HasLostEdit() bool { return m.lostEdit != nil }

// Overwritten returns the tasks whose edits made here somebody overwrote.
func (m *Model) Overwritten() []tasks.Key {
	if m.lostEdit == nil {
		return nil
	}
	return []tasks.Key{m.lostEdit.key}
}

// RetellLost reports whether the edit that was overwritten is of a file, and says so once more: by now it may be known who
// overwrote it.
func (m *Model) RetellLost(file string) bool {
	l := m.lostEdit
	if l == nil || l.key.Name != file {
		return false
	}
	m.offerReapply(l.edit, l.key, l.subject, "")
	return true
}

// ApplyAgain applies an edit that was overwritten once more.
func (m *Model) ApplyAgain() tea.Cmd {
	if m.lostEdit == nil {
		return nil
	}
	e := m.lostEdit.edit
	m.lostEdit = nil
	m.Outdate()
	e.At = m.Now()
	return m.Submit(e)
}

// AwaitOutcome waits for later news of our edits.
func (m *Model) AwaitOutcome() tea.Cmd {
	return m.OfDirectory(effects.AwaitOutcome(m.Workspace(), host.Then2(m.tellOutcome)))
}

// tellOutcome tells what became of an edit after it was written; ok is false when there will be no more news.
func (m *Model) tellOutcome(o store.Outcome, ok bool) tea.Cmd {
	if !ok {
		return nil
	}
	subject := m.Board().ShortID(o.Key)
	if t := m.Board().Task(o.Key); t != nil && t.Subject != "" {
		subject = t.Subject
	}
	switch o.What {
	case store.Reapplied:
		if m.lostEdit != nil && m.lostEdit.key == o.Key {
			m.lostEdit = nil
			m.Outdate()
		}
		m.Did("Somebody wrote an old copy of " + subject + " over your edit: it was applied again")
	case store.PutBack, store.Lost:
		if o.Again != nil && !o.Gone {
			delete(m.ownEdits, o.Key)
			m.offerReapply(*o.Again, o.Key, subject, o.By)
		}
	case store.Overtook:
		kept := "What gave way is kept in " + o.Kept
		if o.Kept == "" {
			kept = "What gave way is not kept"
		}
		m.Warn("Somebody wrote " + subject + " in the same instant as you. " + kept)
	case store.Finished:
		m.Did("An edit that was cut short is finished: " + o.Edit.Verb.Past() + " " + subject)
	case store.Unseen:
		m.Warn(fmt.Sprintf("Whether your edits last cannot be seen any longer: %v", o.Err))
	case store.HalfDone:
		m.Warn(fmt.Sprintf("An edit was cut short and is half done (%s %s): %v", o.Edit.Verb.Past(), subject, o.Err))
	}
	if o.Missed > 0 {
		m.Warn(fmt.Sprintf("%d more things became of your edits than could be told: %s %s lists your edits", o.Missed, m.KeyOf(keymap.ShowPast), m.KeyOf(keymap.ShowEdits)))
	}
	return m.AwaitOutcome()
}
