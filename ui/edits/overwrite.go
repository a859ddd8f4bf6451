package edits

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// overwrittenEdit is an edit made here that was overwritten, kept to apply it again.
type overwrittenEdit struct {
	edit    tasks.Edit
	key     tasks.Key
	subject string
	said    string // the notice about it, "" for none yet
}

// maxWatched is the largest number of edits made here that are watched; any of the others is forgotten.
const maxWatched = 64

// rememberEdit keeps the changes that an edit made, to notice if the demo reverts them.
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

// CheckOverwritten looks for events that revert an edit made here. The store reports what is overwritten within two
// seconds, and knows which other boards and commands meant it; what is reverted later is news. Only the demo, which
// overwrites an edit when it is asked to, has longer.
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
			m.reverted = &overwrittenEdit{edit: own, key: e.Key, subject: e.Subject}
			m.RemindOverwritten(e.Key.Name)
			return
		}
	}
}

// countRestored counts the fields that an event sets back to their values before an edit, and all fields that the edit
// changed.
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
			if slices.ContainsFunc(e.Fields, func(f board.FieldChange) bool {
				return f.Field == c.Field &&
					f.Before != f.After && f.After == c.From
			}) {
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
	if m.lostEdit != nil && m.NoticeText() == m.lostEdit.said {
		m.ClearNotice() // this one says it again, or more
	}
	if who := m.MishapBy(k.Name); who != "" {
		by = who // the demo knows which agent it was
	}
	if by == "" || by == m.Me {
		by = "Somebody"
	}
	if subject == "" {
		subject = m.Board.ShortID(k)
	}
	said := fmt.Sprintf("%s overwrote your edit: you %s %s. Press %s to apply it again",
		by, e.Verb.Past(), subject, m.KeyOf(keymap.ApplyAgain))
	m.lostEdit = &overwrittenEdit{e, k, subject, said}
	m.Invalidate()
	m.RemarkAlert(said)
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

// RemindOverwritten says again that an edit of a file was overwritten, for by now it may be known by whom; it also says
// it of an edit that was reverted later than the store watches, if the demo did that. It reports whether there is one.
func (m *Model) RemindOverwritten(file string) bool {
	l := m.lostEdit
	if l == nil && m.reverted != nil && m.MishapBy(file) != "" {
		l = m.reverted
	}
	if l == nil || l.key.Name != file {
		return false
	}
	m.reverted = nil
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

// subjectOf returns the subject of a task, or its id.
func (m *Model) subjectOf(k tasks.Key) string {
	if t := m.Board.Task(k); t != nil && t.Subject != "" {
		return t.Subject
	}
	return m.Board.ShortID(k)
}

// subjectOfEdit returns the subject of the task that an edit is about, or its id.
func (m *Model) subjectOfEdit(e tasks.Edit) string {
	if e.Draft != nil {
		return e.Draft.Subject
	}
	return m.subjectOf(e.Of)
}

// awaitFate reports whether err says that it is not known whether an edit was written, and that an outcome will say it.
// Its card keeps the mark until then.
func (m *Model) awaitFate(e tasks.Edit, err error) bool {
	u, is := errors.AsType[*tasks.UnknownError](err)
	if !is || !u.Settles {
		return false
	}
	e.ID = u.Edit
	if m.settled[e.ID] {
		m.unmarkWriting(e.Of, m.writing[e.Of])
		delete(m.settled, e.ID)
		return true
	}
	m.unknown[e.ID] = e
	m.markWriting(e.Of, e.ID)
	return true
}

// alertUnknown shows an alert: it is not known whether an edit of a task was written.
func (m *Model) alertUnknown(did tasks.Verb, subject string, err error) {
	u, _ := errors.AsType[*tasks.UnknownError](err)
	m.Alert(fmt.Sprintf("It is not known yet whether you %s %s: the link to %s was cut. Its card keeps the mark",
		youDid(did), subject, u.Host))
}

// youDid returns a verb as it follows "you".
func youDid(v tasks.Verb) string {
	if v == tasks.VerbUndo {
		return "undid the edit of"
	}
	return v.Past()
}

// endUnknown removes the mark of an edit of which it is known now whether it was written.
func (m *Model) endUnknown(o store.Outcome) {
	if _, awaited := m.unknown[o.Edit.ID]; !awaited {
		m.settled[o.Edit.ID] = true
	}
	delete(m.unknown, o.Edit.ID)
	m.unmarkWriting(o.Key, o.Edit.ID)
	m.Generation++
}

// showOutcome shows what happened to an edit after it was written; ok is false if there are no more outcomes.
func (m *Model) showOutcome(o store.Outcome, ok bool) tea.Cmd {
	if !ok {
		return nil
	}
	subject := m.subjectOf(o.Key)
	switch o.What {
	case store.Written:
		m.endUnknown(o)
		m.Remark("The link is back: you "+youDid(o.Edit.Verb)+" "+m.subjectOfEdit(o.Edit), view.Good)
		return tea.Batch(m.Recall(keymap.Nothing), m.AwaitOutcome())
	case store.NotWritten:
		subject = m.subjectOfEdit(o.Edit)
		m.endUnknown(o)
		m.cut = append(m.cut, o.Edit)
		m.RemarkAlert("Not " + o.Edit.Verb.Past() + ": " + subject +
			". The link was cut before the edit arrived: repeat it")
	case store.Reapplied:
		if m.lostEdit != nil && m.lostEdit.key == o.Key {
			m.lostEdit = nil
			m.Invalidate()
		}
		m.Remark("Somebody wrote an old copy of "+subject+" over your edit: it was applied again", view.Good)
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
		m.Remark("Somebody wrote "+subject+" in the same instant as you. "+kept, view.Warning)
	case store.Finished:
		m.Remark("An edit that was cut short is finished: "+o.Edit.Verb.Past()+" "+subject, view.Good)
	case store.Unseen:
		m.Remark(fmt.Sprintf("Your edits are no longer watched: %v", o.Err), view.Warning)
	case store.HalfDone:
		m.Remark(fmt.Sprintf("An edit was cut short and is half done (%s %s): %v", o.Edit.Verb.Past(), subject, o.Err),
			view.Warning)
	}
	if o.Missed > 0 {
		m.Remark(fmt.Sprintf("%d more outcomes of your edits were not shown: %s %s lists your edits",
			o.Missed, m.KeyOf(keymap.ShowPast), m.KeyOf(keymap.ShowEdits)), view.Warning)
	}
	return m.AwaitOutcome()
}
