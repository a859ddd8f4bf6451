package editing

import (
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// maxChoices is how many completions are shown.
const maxChoices = 5

// completion is a word that could stand in the place of the one under the cursor.
type completion struct {
	word string
	task tasks.Key // what it means, zero for an owner
}

// completions returns what the word under the cursor could mean: tasks where one is waited for, known owners where
// one is named.
func (m *Model) completions(f *form) []completion {
	cur := &f.fields[f.focus]
	var out []completion
	switch {
	case cur.locked != "":
	case cur.kind == tasks.FieldWaitsFor:
		word, _, _ := cur.line.Item(',')
		if _, known := cur.refs[word]; known || word == "" {
			return nil
		}
		for _, k := range m.Board().Resolve(f.key.List, word) {
			if k != f.key && m.Board().Task(k) != nil {
				out = append(out, completion{m.Board().ShortID(k), k})
			}
		}
	case cur.kind == tasks.FieldOwner && cur.line.Changed():
		typed := strings.ToLower(strings.TrimSpace(cur.line.Value()))
		for _, name := range m.knownOwners() {
			if lower := strings.ToLower(name); typed != "" && lower != typed && strings.HasPrefix(lower, typed) {
				out = append(out, completion{word: name})
			}
		}
	}
	return out[:min(len(out), maxChoices)]
}

// knownOwners returns who owns a task or is in the team, and the person at this board, each once.
func (m *Model) knownOwners() []string {
	names := append(m.Board().Owners(), m.Me())
	names = append(names, m.Team()...)
	slices.SortFunc(names, tasks.Natural)
	return slices.Compact(names)
}

// complete puts the chosen completion in the place of the word under the cursor, and reports whether there was one.
func (m *Model) complete(f *form) bool {
	found := m.completions(f)
	if len(found) == 0 {
		return false
	}
	cur, chosen := &f.fields[f.focus], found[min(f.choice, len(found)-1)]
	start, end := 0, len(cur.line.Value())
	if cur.kind == tasks.FieldWaitsFor {
		_, start, end = cur.line.Item(',')
		if cur.refs == nil {
			cur.refs = map[string]tasks.ID{}
		}
		cur.refs[chosen.word] = m.Board().Task(chosen.task).ID
	}
	if strings.TrimSpace(cur.line.Value()[start:end]) == chosen.word {
		return false
	}
	cur.line.Replace(start, end, chosen.word)
	f.choice = 0
	return true
}

// completionViews returns the completions as they are shown.
func (m *Model) completionViews(f *form) []view.Choice {
	var out []view.Choice
	for _, c := range m.completions(f) {
		v := view.Choice{Label: safetext.Line(c.word)}
		if t := m.Board().Task(c.task); t != nil {
			v.Note, v.State, v.Stated = safetext.Subject(t.Subject), phrase.State(m.Board().State(c.task)), true
		}
		out = append(out, v)
	}
	return out
}

// formView is a form as values.
func (m *Model) formView(f *form) *view.Form {
	v := &view.Form{Title: safetext.Line("New task" + phrase.InList(f.key.List)), Error: safetext.Line(f.err), Keys: m.FooterKeys()}
	if f.verb == tasks.VerbEdit {
		v.Title = safetext.Const("Edit ").Append(safetext.Line(m.Board().ShortID(f.key)))
	}
	w, rows := view.FormWidth(m.Width()), view.FormTextRows(m.Height(), len(f.fields))
	for i := range f.fields {
		v.Fields = append(v.Fields, m.fieldView(f, i, w, rows))
	}
	if f.verb == tasks.VerbCreate {
		m.explainSeveral(f, v)
	}
	return v
}

// fieldView is one field of a form as values, w cells wide and that many rows high where it has several.
func (m *Model) fieldView(f *form, i, w, rows int) view.Field {
	fd := &f.fields[i]
	vf := view.Field{Label: safetext.Line(fd.label), Hint: safetext.Line(fd.hint), Rows: 1, Focused: i == f.focus, Choice: -1}
	if fd.multi {
		if f.verb == tasks.VerbCreate && fd.kind == tasks.FieldSubject {
			rows = min(fd.area.Rows(w), rows)
		}
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
		vf.Choices, vf.Choice = m.completionViews(f), f.choice
	}
	return vf
}
