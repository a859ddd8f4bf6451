package editing

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"

	tea "charm.land/bubbletea/v2"
)

// save turns a form into an edit and writes it. The form stays until the edit is written.
func (m *Model) save(f *form) tea.Cmd {
	if f.sent != 0 {
		return nil
	}
	if f.of != nil {
		return m.takeWording(f)
	}
	if names := f.overruled(); len(names) > 0 && !f.overrule {
		f.err, f.overrule = "Not saved, "+phrase.Few(names)+phrase.Plural(len(names), " has", " have")+" changed: save again to put yours", true
		return nil
	}
	if why := m.WhyNotIn(f.key.List); why != "" {
		f.err = "Not saved: " + why
		return nil
	}
	ids, err := m.waitsTyped(f)
	if err != nil {
		f.err = err.Error()
		return nil
	}
	if f.plan() != nil {
		m.previewPlan(f, ids)
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
		e, err = board.Create(m.Board(), f.key.List, d, m.Me(), m.Now())
	} else {
		facts, wrong := m.factChanges(f)
		if wrong != nil {
			f.err = "Not saved: " + wrong.Error()
			return nil
		}
		changes := append(f.changes(ids), facts...)
		if len(changes) == 0 {
			m.ToBoard()
			m.Say("Nothing changed")
			return nil
		}
		e, err = board.EditFields(m.Board(), f.key, changes, m.Me(), m.Now())
	}
	if err != nil {
		cmd := m.CarryOut(m.WithOwner(f.key, e, err))
		if ask, asks := m.Mode().(asking); asks {
			ask.form = f
			m.SetMode(ask)
		} else {
			f.err = m.NoticeWords()
			m.ClearNotice()
		}
		return cmd
	}
	cmd := m.Submit(e)
	if v := f.fields[0].value(); f.fields[0].kind == tasks.FieldSubject && f.fields[0].changed() && v != strings.TrimSpace(v) {
		m.Say(strings.TrimSpace("The blanks around the subject are left out. " + m.NoticeWords()))
	}
	f.sent = m.edits
	return cmd
}

// changes is what the person changed, field by field.
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

// factChanges is what the person changed of the agent, the type and the paths of a workflow file.
func (m *Model) factChanges(f *form) ([]tasks.Change, error) {
	to := map[string]string{}
	for i := range f.fields {
		if fd := &f.fields[i]; fd.fact != "" && fd.changed() {
			to[fd.fact] = strings.TrimSpace(fd.value())
		}
	}
	if len(to) == 0 {
		return nil, nil
	}
	return m.Workspace().ChangeFacts(f.key, f.doc.Raw, to)
}

// setChanges is what makes one set of ids out of another.
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

// waitsTyped finds the tasks that the words of "waits for" mean.
func (m *Model) waitsTyped(f *form) ([]tasks.ID, error) {
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
		switch found := m.Board().Resolve(f.key.List, word); len(found) {
		case 0:
			return nil, fmt.Errorf("waits for: no task is called %q", word)
		case 1:
			on := m.Board().Task(found[0])
			if on == nil {
				return nil, fmt.Errorf("waits for: %s cannot be read", found[0].Name)
			}
			ids = append(ids, on.ID)
		default:
			return nil, fmt.Errorf("waits for: %q could be %s or %s", word, m.Board().ShortID(found[0]), m.Board().ShortID(found[1]))
		}
	}
	return ids, nil
}

// RefreshForm reads the file of an open form again when somebody else changed it, so that what the person sees beside
// their own words is never old.
func (m *Model) RefreshForm() tea.Cmd {
	mode, ok := m.Mode().(filling)
	if !ok {
		return nil
	}
	f := mode.form
	if f.verb != tasks.VerbEdit || f.of != nil || f.asked || f.sent != 0 || f.version == m.Board().Version(f.key) {
		return nil
	}
	f.asked = true
	return m.read(f.key, toMerge)
}

// mergeForm takes another's changes into an open form, field by field. A field the person has not touched shows the
// newest text; one they have keeps theirs and says what it would replace. Either is marked.
func (m *Model) mergeForm(k tasks.Key, doc tasks.Document, err error) {
	mode, ok := m.Mode().(filling)
	if !ok || mode.form.key != k {
		return
	}
	f := mode.form
	f.asked = false
	f.version = m.Board().Version(f.key)
	switch {
	case m.Board().Task(f.key) == nil:
		f.err = "The file is gone: what you typed cannot be saved here"
		return
	case err != nil || doc.Task == nil:
		return // it is being written: the next news of it asks again
	}
	fresh := m.editForm(doc)
	if len(fresh.fields) != len(f.fields) {
		return // it became another dialect's; saving compares with the file anyway
	}
	for i := range f.fields {
		fd, now := &f.fields[i], &fresh.fields[i]
		if fd.kind != now.kind || fd.opened() == now.opened() {
			continue
		}
		theirs := now.opened()
		if fd.changed() && fd.value() != theirs {
			fd.theirs, f.overrule = &theirs, false
			fd.rebase(theirs)
			continue
		}
		*fd = *now
		fd.news = true
	}
	for word, id := range fresh.last().refs {
		if f.last().refs == nil {
			f.last().refs = map[string]tasks.ID{}
		}
		f.last().refs[word] = id
	}
	f.doc = doc
}

// overruled names the fields in which saving would replace what somebody else wrote while the form was open.
func (f *form) overruled() (names []string) {
	for i := range f.fields {
		if fd := &f.fields[i]; fd.theirs != nil && fd.changed() {
			names = append(names, fd.label)
		}
	}
	return names
}

// last is the field of what the task waits for.
func (f *form) last() *formField { return &f.fields[len(f.fields)-1] }

// quote gives the beginning of a text in quotation marks, nothing by its name.
func quote(s string) string {
	if s == "" {
		return "nothing"
	}
	if r := []rune(s); len(r) > 30 {
		s = string(r[:30]) + "..."
	}
	return "\u201c" + s + "\u201d"
}
