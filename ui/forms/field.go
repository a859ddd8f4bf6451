package forms

import (
	"slices"
	"strings"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// formField is a field of a form: a line, or an area for a text of several lines.
type formField struct {
	kind    tasks.Field
	label   string
	fact    string // for a member, its name in workspace.EditableFacts
	hint    string
	line    field.Line
	area    field.Area
	multi   bool
	locked  string              // why it cannot be edited here
	exact   *string             // the exact text, if the field cannot hold it
	refs    map[string]tasks.ID // for "waits for": the ids that the words stand for
	named   []view.Choice       // for "waits for": the tasks it was opened with, with their subjects
	theirs  *string             // another's text, written after the person began to change the field
	updated bool                // it shows a change that others made while the form was open
}

func lineField(kind tasks.Field, label, text, hint string) formField {
	f := formField{kind: kind, label: label, hint: hint}
	f.open(text)
	return f
}

func areaField(kind tasks.Field, label, text, hint string) formField {
	f := formField{kind: kind, label: label, hint: hint, multi: true}
	f.open(text)
	return f
}

// open begins to edit a text, or locks the field if it cannot hold the text.
func (f *formField) open(text string) {
	if ok, why := field.CanHold(text); !ok {
		f.locked, f.exact = why, new(text)
		text = ""
	}
	f.begin(text)
}

func (f *formField) begin(text string) {
	if f.multi {
		f.area = field.NewArea(text)
	} else {
		f.line = field.NewLine(text)
	}
}

// typed returns the line or area of the field.
func (f *formField) typed() interface {
	Handle(field.Op, string) field.Outcome
	Value() string
	Opened() string
	Changed() bool
	SetText(string)
} {
	if f.multi {
		return &f.area
	}
	return &f.line
}

func (f *formField) changed() bool { return f.locked == "" && f.typed().Changed() }

func (f *formField) value() string {
	if f.exact != nil {
		return *f.exact
	}
	return f.typed().Value()
}

// opened returns the text that the field was opened with.
func (f *formField) opened() string {
	if f.exact != nil {
		return *f.exact
	}
	return f.typed().Opened()
}

// put replaces the whole text of a field, as one change that can be undone.
func (f *formField) put(text string) {
	f.locked, f.exact = "", nil
	f.typed().SetText(text)
}

// rebase keeps what the person typed, as a change of another text.
func (f *formField) rebase(text string) {
	typed := f.typed().Value()
	f.begin(text)
	f.typed().SetText(typed)
}

// note returns the note next to the label of a field.
func (f *formField) note() string {
	switch {
	case f.locked != "":
		return f.locked
	case f.theirs == nil && f.updated:
		return "just changed by somebody else"
	}
	return ""
}

// clash says what saving would overwrite, "" if others did not change the field.
func (f *formField) clash() string {
	if f.theirs == nil || !f.changed() {
		return ""
	}
	return "Somebody else changed this meanwhile to " + quote(*f.theirs)
}

// emptyTextRows is the smallest height of an area.
const emptyTextRows = 4

// maxChoices is the largest number of completions that are shown.
const maxChoices = 5

// completion is a word that can replace the one under the cursor.
type completion struct {
	word string
	task tasks.Key // the offered task, zero for an owner
}

// completions returns the completions of the word under the cursor: tasks in the field of blockers, known names in that
// of the owner.
func (f *form) completions() []completion {
	m := f.m
	cur := &f.fields[f.focus]
	var out []completion
	switch {
	case cur.locked != "":
	case cur.kind == tasks.FieldWaitsFor:
		word, _, _ := cur.line.Item(',')
		if _, known := cur.refs[word]; known || word == "" {
			return nil
		}
		for _, k := range m.Board.Resolve(f.key.List, word) {
			if k != f.key && m.Board.Task(k) != nil {
				out = append(out, completion{m.Board.ShortID(k), k})
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

// knownOwners returns the names of owners, of the team and of the person, each once.
func (m *Model) knownOwners() []string {
	names := append(m.Board.Owners(), m.Me)
	names = append(names, m.Team()...)
	slices.SortFunc(names, tasks.Natural)
	return slices.Compact(names)
}

// complete replaces the word under the cursor by the chosen completion, and reports whether there was one.
func (f *form) complete() bool {
	m := f.m
	found := f.completions()
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
		cur.refs[chosen.word] = m.Board.Task(chosen.task).ID
	}
	if strings.TrimSpace(cur.line.Value()[start:end]) == chosen.word {
		return false
	}
	cur.line.Replace(start, end, chosen.word)
	f.choice = 0
	return true
}

// completionViews returns the completions as values or, if there are none, the tasks that the typed ids stand for.
func (f *form) completionViews() (out []view.Choice, chosen int) {
	m := f.m
	found, chosen := f.completions(), f.choice
	if cur := &f.fields[f.focus]; len(found) == 0 && cur.kind == tasks.FieldWaitsFor {
		chosen = -1
		for word := range strings.SplitSeq(cur.line.Value(), ",") {
			word = strings.TrimSpace(word)
			if id, known := cur.refs[word]; known {
				if means := m.Board.ResolveID(f.key.List, id.Text); len(means) > 0 {
					found = append(found, completion{word, means[0]})
				}
			}
		}
	}
	for _, c := range found {
		v := view.Choice{Label: safetext.Line(c.word)}
		if t := m.Board.Task(c.task); t != nil {
			v.Label, v.Right = safetext.Subject(t.Subject), v.Label
			v.State, v.Stated = phrase.State(m.Board.State(c.task)), true
		}
		out = append(out, v)
	}
	return out, chosen
}

// view returns a form as values.
func (f *form) view() *view.Form {
	m := f.m
	v := &view.Form{Title: safetext.Line("New task" + phrase.InList(f.key.List)), Error: safetext.Line(f.err),
		Effect: safetext.Line(f.effect()), Keys: f.keys()}
	if f.verb == tasks.VerbCreate && m.Workspace != nil && f.key.List == "" {
		v.Phrase = safetext.Line("in " + m.Workspace.Place().Project)
	}
	if f.verb == tasks.VerbEdit {
		v.Title = safetext.Const("Edit ").Append(safetext.Line(m.Board.ShortID(f.key)))
		s := m.Board.State(f.key)
		state := phrase.State(s)
		v.State, v.Phrase = &state, safetext.Line(phrase.StateWord(s))
	}
	w, rows := view.FieldWidth(m.Width), view.FormTextRows(m.Width, m.Height, len(f.fields))
	for i := range f.fields {
		v.Fields = append(v.Fields, f.fieldView(i, w, rows))
	}
	if f.verb == tasks.VerbCreate {
		f.explainSeveral(v)
	}
	return v
}

// keys returns the keys of a form. Those of enter and tab depend on the focused field.
func (f *form) keys() []view.Key {
	m := f.m
	words := map[keymap.Action]string{keymap.Submit: "save", keymap.NewLine: "next field", keymap.Back: "cancel"}
	cur := &f.fields[f.focus]
	several := f.plan()
	switch {
	case len(f.completions()) > 0:
		words[keymap.NewLine] = "fill in"
	case f.verb == tasks.VerbCreate && f.focus == 0:
		words[keymap.AnotherTask] = "another task"
		if several != nil {
			words[keymap.NewLine], words[keymap.NextField] = "new line", "next"
		}
	case cur.multi:
		words[keymap.NewLine], words[keymap.NextField] = "new line", "next"
		words[keymap.EditOutside] = "$EDITOR"
	case f.focus == len(f.fields)-1:
		words[keymap.NewLine] = "save"
		delete(words, keymap.Submit)
	}
	if several != nil {
		words[keymap.Submit] = "look at " + phrase.Tasks(len(several))
	}
	return m.KeysSaying(words, keymap.FormScope)
}

// fieldView returns a field of a form as values, w cells wide and at most that many rows high.
func (f *form) fieldView(i, w, rows int) view.Field {
	m := f.m
	fd := &f.fields[i]
	vf := view.Field{Label: safetext.Line(fd.label), Hint: safetext.Line(fd.hint), Rows: 1, Focused: i == f.focus,
		Choice: -1}
	if fd.multi {
		wanted := fd.area.Rows(w)
		if fd.kind != tasks.FieldSubject {
			wanted = max(wanted+1, emptyTextRows) // an empty row to continue in
		}
		rows = min(wanted, rows)
		fd.area.Resize(w, rows)
		vf.Lines, vf.CursorX, vf.CursorY = fd.area.View(w, rows)
		vf.Rows = rows
	} else {
		fd.line.Resize(w)
		row, x := fd.line.View(w)
		vf.Lines, vf.CursorX = []safetext.Text{row}, x
	}
	if name := fd.line.Value(); fd.kind == tasks.FieldOwner && name != "" {
		vf.Look = m.HueOf(name)
	}
	if len(fd.named) > 0 && !fd.changed() {
		vf.Named = fd.named
	}
	vf.Note, vf.Error = safetext.Short(fd.note()), safetext.Short(fd.clash())
	if vf.Focused {
		vf.Choices, vf.Choice = f.completionViews()
	}
	return vf
}
