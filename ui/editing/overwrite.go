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

// overwrittenEdit is an edit made here that was overwritten, kept to apply it again.
type overwrittenEdit struct {
	edit    tasks.Edit
	key     tasks.Key
	subject string
}

// maxWatched is the largest number of edits made here that are watched; any of the others is forgotten.
const maxWatched = 64

// rememberEdit keeps the changes that an edit made, to notice if they are reverted.
func (m *Model) rememberEdit(e tasks.Edit, res tasks.Result) {
	if len(res.Applied) == 0 || e.Of.Name == "" || e.Verb == tasks.VerbDelete {
		return
	}
	e.Steps = res.Applied
	if len(m.ownEdits) >= maxWatched {
		for k := range m.ownEdits {
			delete(m.ownEdits, k)
			break
		}
	}
	m.ownEdits[e.Of] = e
}

// CheckOverwritten looks for events that revert an edit made here, and offers to apply it again.
func (m *Model) CheckOverwritten(d board.Diff) {
	for _, e := range d.Events {
		own, ok := m.ownEdits[e.Key]
		if !ok || e.Mine != 0 || e.Kind == tasks.EventDeleted {
			continue
		}
		if m.Workspace.Watches(own.ID) {
			continue // the store may apply it again by itself, and reports an outcome
		}
		back, changes := countRestored(own, e)
		if gaveBack := own.Verb == tasks.VerbRelease || own.Verb == tasks.VerbReopen; gaveBack && back < changes {
			if changesStatus(e) { // an agent continued from the new state, so it has read it
				delete(m.ownEdits, e.Key)
			}
		} else if back > 0 {
			delete(m.ownEdits, e.Key)
			m.offerReapply(own, e.Key, e.Subject, "")
			return
		}
	}
}

// countRestored counts the fields that an event sets back to their values before an edit, and all fields that the edit changed.
func countRestored(own tasks.Edit, e board.Event) (back, changes int) {
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

// offerReapply shows that an edit was overwritten, and which key applies it again.
func (m *Model) offerReapply(e tasks.Edit, k tasks.Key, subject, by string) {
	m.lostEdit = &overwrittenEdit{e, k, subject}
	m.Invalidate()
	if who := m.MishapBy(k.Name); who != "" {
		by = who // the demo knows which agent it was
	}
	if by == "" || by == m.Me {
		by = "Somebody"
	}
	if subject == "" {
		subject = m.Board.ShortID(k)
	}
	m.Alert(fmt.Sprintf("%s overwrote your edit: you %s %s. Press %s to apply it again", by, e.Verb.Past(), subject, m.KeyOf(keymap.ApplyAgain)))
}

// HasLostEdit reports whether an edit made here was overwritten and can be applied again.
func (m *Model) HasLostEdit() bool { return m.lostEdit != nil }

// Overwritten returns the tasks whose edits made here were overwritten.
func (m *Model) Overwritten() []tasks.Key {
	if m.lostEdit == nil {
		return nil
	}
	return []tasks.Key{m.lostEdit.key}
}

// RemindOverwritten reports whether the overwritten edit is of a file, and then says so again: by now it may be known who overwrote it.
func (m *Model) RemindOverwritten(file string) bool {
	l := m.lostEdit
	if l == nil || l.key.Name != file {
		return false
	}
	m.offerReapply(l.edit, l.key, l.subject, "")
	return true
}

// ApplyAgain applies the overwritten edit again.
func (m *Model) ApplyAgain() tea.Cmd {
	if m.lostEdit == nil {
		return nil
	}
	e := m.lostEdit.edit
	m.lostEdit = nil
	m.Invalidate()
	e.At = m.Now
	return m.Submit(e)
}

// AwaitOutcome waits for the next outcome of an edit.
func (m *Model) AwaitOutcome() tea.Cmd {
	return m.OfDirectory(effects.AwaitOutcome(m.Workspace, host.OnResult2(m.showOutcome)))
}

// showOutcome shows what happened to an edit after it was written; ok is false if there are no more outcomes.
func (m *Model) showOutcome(o store.Outcome, ok bool) tea.Cmd {
	if !ok {
		return nil
	}
	subject := m.Board.ShortID(o.Key)
	if t := m.Board.Task(o.Key); t != nil && t.Subject != "" {
		subject = t.Subject
	}
	switch o.What {
	case store.Reapplied:
		if m.lostEdit != nil && m.lostEdit.key == o.Key {
			m.lostEdit = nil
			m.Invalidate()
		}
		m.Success("Somebody wrote an old copy of " + subject + " over your edit: it was applied again")
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
		m.Success("An edit that was cut short is finished: " + o.Edit.Verb.Past() + " " + subject)
	case store.Unseen:
		m.Warn(fmt.Sprintf("Your edits are no longer watched: %v", o.Err))
	case store.HalfDone:
		m.Warn(fmt.Sprintf("An edit was cut short and is half done (%s %s): %v", o.Edit.Verb.Past(), subject, o.Err))
	}
	if o.Missed > 0 {
		m.Warn(fmt.Sprintf("%d more outcomes of your edits were not shown: %s %s lists your edits", o.Missed, m.KeyOf(keymap.ShowPast), m.KeyOf(keymap.ShowEdits)))
	}
	return m.AwaitOutcome()
}
