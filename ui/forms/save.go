package forms

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"

	tea "charm.land/bubbletea/v2"
)

// save turns a form into an edit and writes it. The form stays open until it is written.
func (f *form) save() tea.Cmd {
	m := f.m
	if f.sent != 0 {
		return nil
	}
	if f.conflict != nil {
		return f.chooseTyped()
	}
	if names := f.overwrites(); len(names) > 0 && !f.warned {
		f.err, f.warned = "Not saved, "+phrase.Few(names)+phrase.Plural(len(names), " has", " have")+
			" changed: save again to put yours", true
		return nil
	}
	if why := m.WhyNotIn(f.key.List); why != "" {
		f.err = "Not saved: " + why
		return nil
	}
	ids, err := f.typedBlockers()
	if err != nil {
		f.err = err.Error()
		return nil
	}
	if f.plan() != nil {
		f.previewPlan(ids)
		return nil
	}
	var e tasks.Edit
	if f.verb == tasks.VerbCreate {
		d := tasks.Draft{WaitsFor: ids}
		for i := range f.fields {
			switch v := f.fields[i].value(); f.fields[i].kind {
			case tasks.FieldSubject:
				d.Subject = strings.TrimSpace(v)
			case tasks.FieldDescription:
				d.Description = v
			case tasks.FieldActiveForm:
				d.ActiveForm = v
			case tasks.FieldOwner:
				d.Owner = strings.TrimSpace(v)
			case chosenID:
				d.ID = strings.TrimSpace(v)
			}
		}
		e, err = board.Create(m.Board, f.key.List, d, m.Me, m.Now)
	} else {
		facts, wrong := f.factChanges()
		if wrong != nil {
			f.err = "Not saved: " + wrong.Error()
			return nil
		}
		changes := append(f.changes(ids), facts...)
		if len(changes) == 0 {
			m.ToBoard()
			m.Info("Nothing changed")
			return nil
		}
		e, err = board.EditFields(m.Board, f.key, changes, m.Me, m.Now)
	}
	if err != nil {
		e, err = m.WithOwner(f.key, e, err)
		f.err = ""
		cmd := m.Writer.CarryOutFrom(f, e, err)
		if f.err != "" {
			m.ClearNotice() // the form says it
		}
		return cmd
	}
	cmd := m.Writer.SubmitFrom(f, e)
	if v := f.fields[0].value(); f.fields[0].kind == tasks.FieldSubject && f.fields[0].changed() &&
		v != strings.TrimSpace(v) {
		m.Info(strings.TrimSpace("The blanks around the subject are left out. " + m.NoticeText()))
	}
	return cmd
}

// changes returns what the person changed, field by field.
func (f *form) changes(ids []tasks.ID) []tasks.Change {
	var cs []tasks.Change
	for i := range f.fields {
		fd := &f.fields[i]
		if !fd.changed() || fd.fact != "" {
			continue
		}
		c := tasks.Change{Field: fd.kind, Op: tasks.Set, To: tasks.TextValue(fd.value())}
		switch t := f.doc.Task; fd.kind {
		case tasks.FieldSubject:
			c.From, c.To = tasks.TextValue(t.Subject), tasks.TextValue(strings.TrimSpace(fd.value()))
			if c.From == c.To {
				continue
			}
		case tasks.FieldDescription:
			c.From = tasks.TextValue(f.doc.Description)
		case tasks.FieldActiveForm:
			c.From = tasks.TextValue(t.ActiveForm)
		case tasks.FieldOwner:
			c.From, c.To = tasks.TextValue(t.Owner), tasks.TextValue(strings.TrimSpace(fd.value()))
		case tasks.FieldWaitsFor:
			cs = append(cs, setChanges(t.WaitsFor, ids)...)
			continue
		}
		cs = append(cs, c)
	}
	return cs
}

// factChanges returns what the person changed in the facts of a workflow file.
func (f *form) factChanges() ([]tasks.Change, error) {
	m := f.m
	to := map[string]string{}
	for i := range f.fields {
		if fd := &f.fields[i]; fd.fact != "" && fd.changed() {
			to[fd.fact] = strings.TrimSpace(fd.value())
		}
	}
	if len(to) == 0 {
		return nil, nil
	}
	return m.Workspace.ChangeFacts(f.key, f.doc.Raw, to)
}

// setChanges returns the changes that turn one set of ids into another.
func setChanges(before, after []tasks.ID) []tasks.Change {
	var cs []tasks.Change
	for _, id := range after {
		if !slices.Contains(before, id) {
			cs = append(cs, tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)})
		}
	}
	for _, id := range before {
		if !slices.Contains(after, id) {
			cs = append(cs, tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(id)})
		}
	}
	return cs
}

// typedBlockers returns the ids that the words of "waits for" stand for.
func (f *form) typedBlockers() ([]tasks.ID, error) {
	m := f.m
	var ids []tasks.ID
	fd := &f.fields[len(f.fields)-1]
	for word := range strings.SplitSeq(fd.value(), ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		if id, ok := fd.refs[word]; ok {
			ids = append(ids, id)
			continue
		}
		switch found := m.Board.Resolve(f.key.List, word); len(found) {
		case 0:
			return nil, fmt.Errorf("waits for: no task is called %q", word)
		case 1:
			on := m.Board.Task(found[0])
			if on == nil {
				return nil, fmt.Errorf("waits for: %s cannot be read", found[0].Name)
			}
			ids = append(ids, on.ID)
		default:
			return nil, fmt.Errorf("waits for: %q could be %s or %s", word, m.Board.ShortID(found[0]),
				m.Board.ShortID(found[1]))
		}
	}
	return ids, nil
}

// RefreshForm reads the file of an open form again after others changed it.
func (m *Model) RefreshForm() tea.Cmd {
	f, ok := m.Mode().(*form)
	if !ok {
		return nil
	}
	if f.verb != tasks.VerbEdit || f.conflict != nil || f.reading || f.sent != 0 ||
		f.version == m.Board.Version(f.key) {
		return nil
	}
	f.reading = true
	return m.read(f.key, forMerge)
}

// mergeForm merges changes by others into an open form. A field that the person has not changed shows the new text; a
// changed field keeps the person's text and says what saving would overwrite.
func (m *Model) mergeForm(k tasks.Key, doc tasks.Document, err error) {
	f, ok := m.Mode().(*form)
	if !ok || f.key != k {
		return
	}
	f.reading = false
	f.version = m.Board.Version(f.key)
	switch {
	case m.Board.Task(f.key) == nil:
		f.err = "The file is gone: what you typed cannot be saved here"
		return
	case err != nil || doc.Task == nil:
		return // it is being written: the next change reads it again
	}
	fresh := m.editForm(doc)
	if len(fresh.fields) != len(f.fields) {
		return // its dialect changed; saving compares with the file anyway
	}
	for i := range f.fields {
		fd, now := &f.fields[i], &fresh.fields[i]
		if fd.kind != now.kind || fd.opened() == now.opened() {
			continue
		}
		theirs := now.opened()
		if fd.changed() && fd.value() != theirs {
			fd.theirs, f.warned = &theirs, false
			fd.rebase(theirs)
			continue
		}
		*fd = *now
		fd.updated = true
	}
	for word, id := range fresh.last().refs {
		f.last().refs[word] = id
	}
	f.doc = doc
}

// overwrites names the fields in which saving would overwrite changes by others.
func (f *form) overwrites() (names []string) {
	for i := range f.fields {
		if fd := &f.fields[i]; fd.theirs != nil && fd.changed() {
			names = append(names, fd.label)
		}
	}
	return names
}

// last returns the field added last: that of the blockers, once a form is complete.
func (f *form) last() *formField { return &f.fields[len(f.fields)-1] }

// quote returns the beginning of a text in quotation marks, "nothing" for an empty one.
func quote(s string) string {
	if s == "" {
		return "nothing"
	}
	if r := []rune(s); len(r) > 30 {
		s = string(r[:30]) + "..."
	}
	return "\u201c" + s + "\u201d"
}
