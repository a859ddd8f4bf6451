package edits

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Recall reads the edits of this directory, and undoes or redoes the last one. With Nothing it only notes whether there
// is one to undo, and one to redo.
func (m *Model) Recall(why keymap.Action) tea.Cmd {
	return m.OfDirectory(effects.Recall(m.Workspace, host.OnResult2(func(done []store.PastEdit, err error) tea.Cmd {
		return m.recalled(why, done, err)
	})))
}

// recalled undoes or redoes the last edit, as why says.
func (m *Model) recalled(why keymap.Action, done []store.PastEdit, err error) tea.Cmd {
	if err != nil && why != keymap.Nothing { // an undo will say it
		m.Warn("Not undone: " + err.Error())
		return nil
	}
	// Another person's board over the same directory may keep its journal in the same place.
	done = slices.DeleteFunc(done, func(d store.PastEdit) bool { return d.Who != m.Me })
	switch why {
	case keymap.Nothing: // see only whether there is something to undo
		_, ok := newestUndoable(done)
		m.undoable, m.redoable = m.undoable || ok, len(m.newestUndone(done)) > 0
	case keymap.Undo:
		d, ok := newestUndoable(done)
		m.undoable = ok
		switch all := m.sameAction(done, d); {
		case !ok:
			m.Info("Nothing to undo")
		case d.At.Before(m.Began):
			m.askUndo(all)
		default:
			return m.undoAll(all, false)
		}
	case keymap.Redo:
		if all := m.newestUndone(done); len(all) > 0 {
			return m.undoAll(all, true)
		}
		m.Info("Nothing to do again")
	}
	return nil
}

// askUndo asks whether to undo an action of an earlier session.
func (m *Model) askUndo(done []store.PastEdit) {
	question, what := "Undo an edit of an earlier session?", m.doneWords(done[0])
	if n := len(done); n > 1 {
		question, what = fmt.Sprintf("Undo %d edits of an earlier session?", n), actionWords(done)
	}
	m.SetMode(host.Question{
		Screen: &m.Screen, Yes: "undo", No: "leave it",
		Words: func() view.Confirm {
			return view.Confirm{Question: safetext.Line(question),
				Detail: []view.Line{phrase.Line("You "+what+", "+m.Ago(done[0].At)+".", style.Plain)}}
		},
		Decided: func(yes bool) tea.Cmd {
			if !yes {
				return nil
			}
			return m.undoAll(done, false)
		},
	})
}

// newestUndoable returns the last edit that is not undone.
func newestUndoable(all []store.PastEdit) (store.PastEdit, bool) {
	for _, d := range all {
		if d.Verb != tasks.VerbUndo && !d.Undone {
			return d, true
		}
	}
	return store.PastEdit{}, false
}

// newestUndone returns the edits of the last undone action, if nothing else was done after it.
func (m *Model) newestUndone(all []store.PastEdit) (undone []store.PastEdit) {
	byID := map[tasks.EditID]store.PastEdit{}
	for _, d := range all {
		byID[d.ID] = d
	}
	for _, d := range all {
		of, known := byID[d.Undoes]
		switch {
		case d.Verb != tasks.VerbUndo:
			return nil
		case d.Undone || !known || of.Verb == tasks.VerbUndo:
			continue // undone itself, or the undo of an undo
		}
		for _, u := range m.sameAction(all, d) {
			if of, known := byID[u.Undoes]; known {
				undone = append(undone, of)
			}
		}
		return undone
	}
	return nil
}

// Undo undoes or redoes an edit; choices is what the person decided where others changed the same. Its card has a mark
// until the change is seen on the disk.
func (m *Model) Undo(of store.PastEdit, redo bool, choices []store.Choice) tea.Cmd {
	m.beginUndo(of)
	d := m.Workspace
	return m.EnqueueOpening(effects.TakeBack(d, []store.PastEdit{of}, redo, choices,
		host.OnResult(func(errs []error) tea.Cmd {
			return m.undone(d, of, redo, errs[0])
		})))
}

// beginUndo marks the card, and stops watching the edit: it is no surprise if its values are gone afterwards.
func (m *Model) beginUndo(of store.PastEdit) {
	m.markWriting(of.Key, 0)
	delete(m.ownEdits, of.Key)
}

// takingBack returns the edit that undoes or redoes another one, as far as it is shown.
func (m *Model) takingBack(of store.PastEdit) tasks.Edit {
	return tasks.Edit{Verb: tasks.VerbUndo, Of: of.Key, Who: m.Me, At: m.Now}
}

// undone shows the result of undo.
func (m *Model) undone(in *workspace.Workspace, of store.PastEdit, redo bool, err error) tea.Cmd {
	m.StayOpen(err)
	if in != m.Workspace {
		if err != nil { // another directory was opened meanwhile
			m.Refuse(wordedError(tasks.Edit{Verb: tasks.VerbUndo, Who: m.Me}, err))
		}
		return nil
	}
	if m.awaitFate(m.takingBack(of), err) {
		m.alertUnknown(tasks.VerbUndo, subjectOf(of), err)
		return nil
	}
	if err != nil && m.writing[of.Key] == 0 {
		delete(m.writing, of.Key)
	}
	m.Generation++
	word := "Undone: "
	if redo {
		word = "Done again: "
	}
	var c *tasks.ConflictError
	var half *store.UnfinishedError
	switch {
	case errors.As(err, &half):
		m.Warn(strings.TrimSuffix(word, ": ") + ", but " + half.Reasons())
	case err == nil:
		m.Success(word + m.doneWords(of))
		if k := of.Key; k.Name != "" {
			m.Expect(k)
		}
		m.undoable = false
		return m.Recall(keymap.Nothing) // see whether there is more to undo
	case errors.As(err, &c) && !c.Gone && !c.Taken && len(c.Clashes) > 0:
		if m.FormOpen() {
			m.Warn("Not undone: others changed the same since. Ask again when the form is closed")
			return nil
		}
		m.Decide(Decision{Title: "Undo " + m.doneWords(of), Clashes: c.Clashes, Undoes: of, Redo: redo})
	default:
		m.Refuse(wordedError(tasks.Edit{Verb: tasks.VerbUndo, Who: m.Me}, err))
	}
	return nil
}

// doneWords describes an edit.
func (m *Model) doneWords(d store.PastEdit) string {
	verb, to := doneVerb(d)
	return verb + " " + subjectOf(d) + to + phrase.InList(d.Key.List)
}

// doneVerb returns the verb of an edit as in the news, and what follows the task: "gave" and " to eve".
func doneVerb(d store.PastEdit) (verb, to string) {
	for _, s := range d.Steps {
		for _, c := range s.Changes {
			switch {
			case d.Verb == tasks.VerbBind && c.Field == tasks.FieldWorktree && c.To.Text == "":
				return "unbound", ""
			case d.Verb == tasks.VerbEdit && c.Field == tasks.FieldOwner && c.To.Text != "":
				verb, to = "gave", " to "+c.To.Text
			case c.Field != tasks.FieldStatus && c.Field != tasks.FieldUpdated:
				return d.Verb.Past(), ""
			}
		}
	}
	return cmp.Or(verb, d.Verb.Past()), to
}

func subjectOf(d store.PastEdit) string { return cmp.Or(d.Subject, d.Key.Name) }

// PastEdits reads the edits, the newest first, one row for each action.
func (m *Model) PastEdits(then func([]host.PastRow, error) tea.Cmd) tea.Cmd {
	return m.OfDirectory(effects.Recall(m.Workspace, host.OnResult2(func(done []store.PastEdit, err error) tea.Cmd {
		rows := m.cutRows()
		for _, all := range m.actionsOf(slices.DeleteFunc(done, func(d store.PastEdit) bool {
			return d.Who != m.Me ||
				d.Verb == tasks.VerbUndo
		})) {
			rows = append(rows, m.pastRow(all))
		}
		return then(rows, err)
	})))
}

// cutRows returns the rows of the edits whose answer was lost and that were not written, as far as is known.
func (m *Model) cutRows() (rows []host.PastRow) {
	add := func(e tasks.Edit, note string) {
		label := safetext.Short(e.Verb.Past() + " " + m.subjectOfEdit(e))
		rows = append(rows, host.PastRow{
			Choice: view.Choice{Label: label, Note: safetext.Line(note), Right: m.Since(e.At)}, At: e.At,
		})
	}
	for _, e := range m.unknown {
		add(e, "not known yet: the link was cut")
	}
	for _, e := range slices.Backward(m.cut) {
		add(e, "not written: the link was cut")
	}
	return rows
}

// pastRow returns the row of an action.
func (m *Model) pastRow(all []store.PastEdit) host.PastRow {
	words, files := m.doneWords(all[0]), 0
	var subjects []string
	for _, d := range slices.Backward(all) { // as they were done
		subjects, files = append(subjects, subjectOf(d)), files+len(d.Steps)
	}
	if len(all) > 1 {
		words = actionWords(all) + ": " + phrase.Few(subjects)
	}
	r := host.PastRow{Choice: view.Choice{Label: safetext.Short(words), Right: m.Since(all[0].At)}, Does: "undo it"}
	if all[0].Undone {
		r.Note, r.Does = safetext.Const("undone"), "do it again"
	}
	if files > len(all) {
		r.Note = r.Note.Append(safetext.Line(fmt.Sprintf(" %d files", files)))
	}
	r.Do = func() tea.Cmd {
		m.ToBoard()
		return m.undoAll(all, all[0].Undone)
	}
	return r
}
