package editing

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/ui/field"
)

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
func (m *Model) mergeForm(msg readMsg) {
	mode, ok := m.Mode().(filling)
	if !ok || mode.form.key != msg.key {
		return
	}
	f := mode.form
	f.asked = false
	f.version = m.Board().Version(f.key)
	switch {
	case m.Board().Task(f.key) == nil:
		f.err = "The file is gone: what you typed cannot be saved here"
		return
	case msg.err != nil || msg.doc.Task == nil:
		return // it is being written: the next news of it asks again
	}
	fresh := m.editForm(msg.doc)
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
	f.doc = msg.doc
}

// overruled names the fields in which saving would replace what somebody else wrote while the form was open.
func (f *form) overruled() string {
	var names []string
	for i := range f.fields {
		if fd := &f.fields[i]; fd.theirs != nil && fd.changed() {
			names = append(names, fd.label)
		}
	}
	return strings.Join(names, " and ")
}

// last is the field of what the task waits for.
func (f *form) last() *formField { return &f.fields[len(f.fields)-1] }

// opened is the text the field was opened on.
func (f *formField) opened() string {
	switch {
	case f.held != nil:
		return *f.held
	case f.multi:
		return f.area.Opened()
	}
	return f.line.Opened()
}

// rebase measures what the person typed against another text from now on.
func (f *formField) rebase(text string) {
	if f.multi {
		typed := f.area.Value()
		f.area = field.NewArea(text)
		f.area.SetText(typed)
		return
	}
	typed := f.line.Value()
	f.line = field.NewLine(text)
	f.line.Replace(0, len(text), typed)
}

// remark is what stands beside a field's label.
func (f *formField) remark() string {
	switch {
	case f.locked != "":
		return f.locked
	case f.theirs == nil && f.news:
		return "just changed by somebody else"
	}
	return ""
}

// clash says what saving would replace, "" where nobody else wrote this field.
func (f *formField) clash() string {
	if f.theirs == nil || !f.changed() {
		return ""
	}
	return "Somebody else changed this meanwhile to " + quote(*f.theirs) + "; saving puts yours"
}

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
