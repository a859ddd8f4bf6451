package ui

import (
	"strings"

	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// maxChoices is how many completions are shown.
const maxChoices = 5

// choices are the tasks the word under the cursor of "waits for" could mean.
func (m *Model) choices(f *form) []tasks.Key {
	cur := &f.fields[f.focus]
	if cur.kind != tasks.FieldWaitsFor || cur.locked != "" {
		return nil
	}
	word, _, _ := cur.line.Item(',')
	if word == "" {
		return nil
	}
	if _, known := cur.refs[word]; known {
		return nil
	}
	var out []tasks.Key
	for _, k := range m.board.Resolve(f.key.List, word) {
		if k != f.key && m.board.Task(k) != nil {
			out = append(out, k)
		}
		if len(out) == maxChoices {
			break
		}
	}
	return out
}

// complete puts the chosen task's id in the place of the word under the cursor; false when there is nothing to put.
func (m *Model) complete(f *form) bool {
	found := m.choices(f)
	if len(found) == 0 {
		return false
	}
	cur := &f.fields[f.focus]
	k := found[min(f.choice, len(found)-1)]
	word := m.board.ShortID(k)
	_, start, end := cur.line.Item(',')
	if cur.refs == nil {
		cur.refs = map[string]tasks.ID{}
	}
	cur.refs[word] = m.board.Task(k).ID
	if strings.TrimSpace(cur.line.Value()[start:end]) == word {
		return false
	}
	cur.line.Replace(start, end, word)
	f.choice = 0
	return true
}

// choiceViews are the completions as they are shown.
func (m *Model) choiceViews(f *form) []view.Choice {
	var out []view.Choice
	for _, k := range m.choices(f) {
		out = append(out, view.Choice{
			Label: safetext.Line(m.board.ShortID(k)), Note: safetext.Subject(m.board.Task(k).Subject),
			State: viewState(m.board.State(k)), Stated: true,
		})
	}
	return out
}

// formView is a form as values.
func (m *Model) formView(f *form) *view.Form {
	v := &view.Form{Title: safetext.Line("New task" + inList(f.key.List)), Error: safetext.Line(f.err), Keys: m.footerKeys()}
	if f.verb == tasks.VerbEdit {
		v.Title = safetext.Const("Edit ").Append(safetext.Line(m.board.ShortID(f.key)))
	}
	w, rows := view.FormWidth(m.w), view.FormTextRows(m.h, len(f.fields))
	for i := range f.fields {
		v.Fields = append(v.Fields, m.fieldView(f, i, w, rows))
	}
	return v
}

// fieldView is one field of a form as values, w cells wide and that many rows high where it has several.
func (m *Model) fieldView(f *form, i, w, rows int) view.Field {
	fd := &f.fields[i]
	vf := view.Field{Label: safetext.Line(fd.label), Hint: safetext.Line(fd.hint), Rows: 1, Focused: i == f.focus, Choice: -1}
	if fd.multi {
		fd.area.Resize(w, rows)
		vf.Lines, vf.CursorX, vf.CursorY = fd.area.View(w, rows)
		vf.Rows = rows
	} else {
		fd.line.Resize(w)
		row, x := fd.line.View(w)
		vf.Lines, vf.CursorX = []safetext.Text{row}, x
	}
	vf.Note, vf.Error = safetext.Short(fd.remark()), safetext.Short(fd.clash())
	if vf.Focused {
		vf.Choices, vf.Choice = m.choiceViews(f), f.choice
	}
	return vf
}
