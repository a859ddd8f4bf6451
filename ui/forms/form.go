package forms

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/edits"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// form creates or edits a task. It writes only the fields that differ from the text they were opened with.
type form struct {
	m      *Model
	verb   tasks.Verb
	key    tasks.Key // for a new task only its list
	doc    tasks.Document
	fields []formField
	focus  int
	err    string
	sent   tasks.EditID // the edit of the form while it is being written
	choice int          // the chosen completion

	warned  bool   // the person was warned that saving overwrites another's changes
	version uint64 // of the record that the form shows
	reading bool   // the file is being read to merge it

	conflict *conflict // the conflict that the form types a value for, nil for the form of a task
}

var _ host.TextMode = (*form)(nil)

// Saving reports whether the edit of an open form is being written.
func (m *Model) Saving() bool {
	f, ok := m.Mode().(*form)
	return ok && f.sent != 0
}

// chosenID is the field for the id of a new task, in dialects in which its creator chooses it. It cannot be edited
// later.
const chosenID = tasks.FieldMember

// StartCreate opens an empty form. If after is a task, the new one will wait for it.
func (m *Model) StartCreate(after tasks.Key) {
	list := after.List
	if after.Name == "" {
		list = m.ListHere()
	}
	t := m.Board.Traits(list)
	if t != nil && t.ReadOnly != "" {
		m.Warn("Not created: " + t.ReadOnly)
		return
	}
	f := &form{m: m, verb: tasks.VerbCreate, key: tasks.Key{List: list}}
	f.fields = []formField{
		areaField(tasks.FieldSubject, "Subject", "", "what is to be done"),
		areaField(tasks.FieldDescription, "Description", "", "Markdown"),
	}
	if t != nil && t.HasActiveForm {
		f.fields = append(f.fields, lineField(tasks.FieldActiveForm, "Doing", "",
			"what its card says while it is in progress"))
	}
	if t == nil || t.HasOwner {
		f.fields = append(f.fields, lineField(tasks.FieldOwner, "Owner", "", "a name, or empty for nobody"))
	}
	if t != nil && t.ChosenIDs {
		f.fields = append(f.fields, lineField(chosenID, "ID", "", "the next in order"))
	}
	waits := lineField(tasks.FieldWaitsFor, "Waits for", "", "ids or subjects, with commas")
	if after.Name != "" {
		if task := m.Board.Task(after); task != nil {
			word := m.Board.ShortID(after)
			waits = lineField(tasks.FieldWaitsFor, "Waits for", word, "")
			waits.refs = map[string]tasks.ID{word: task.ID}
			waits.named = []view.Choice{m.named(word, after)}
		}
	}
	f.fields = append(f.fields, waits)
	m.SetMode(f)
}

// startEdit opens a form for a task that was just read.
func (m *Model) startEdit(doc tasks.Document) {
	if doc.Task == nil {
		m.Warn("Not edited: the file cannot be read as a task now")
		return
	}
	m.SetMode(m.editForm(doc))
}

// editForm returns the form for a task that was just read.
func (m *Model) editForm(doc tasks.Document) *form {
	t := doc.Task
	f := &form{m: m, verb: tasks.VerbEdit, key: t.Key, doc: doc, version: m.Board.Version(t.Key)}
	f.fields = []formField{
		lineField(tasks.FieldSubject, "Subject", t.Subject, ""),
		areaField(tasks.FieldDescription, "Description", doc.Description, "Markdown"),
	}
	if t.Traits.HasActiveForm {
		f.fields = append(f.fields, lineField(tasks.FieldActiveForm, "Doing", t.ActiveForm,
			"what its card says while it is in progress"))
	}
	for _, name := range workspace.EditableFacts {
		if text, ok := workspace.FactText(doc, name); ok {
			f.fields = append(f.fields, lineField(tasks.FieldMember, phrase.Sentence(name), text, ""))
			f.last().fact = name
		}
	}
	if t.Traits.NoDescription && doc.Description == "" {
		f.fields[1].locked = "files of " + t.Traits.Title + " have no place for one"
	}
	if t.Limits&tasks.NoText != 0 {
		for i := range f.fields {
			f.fields[i].locked = t.Why
		}
	}
	if t.Traits.HasOwner {
		f.fields = append(f.fields, lineField(tasks.FieldOwner, "Owner", t.Owner, "a name, or empty for nobody"))
	}
	refs := map[string]tasks.ID{}
	var shown []string
	var named []view.Choice
	for _, l := range m.Board.WaitsFor(t.Key) {
		word := l.ID.Text
		if l.Key.Name != "" {
			word = m.Board.ShortID(l.Key)
		}
		refs[word] = l.ID
		shown = append(shown, word)
		named = append(named, m.named(word, l.Key))
	}
	waits := lineField(tasks.FieldWaitsFor, "Waits for", strings.Join(shown, ", "), "ids or subjects, with commas")
	waits.refs, waits.named = refs, named
	f.fields = append(f.fields, waits)
	for f.fields[f.focus].locked != "" { // the last is not
		f.focus++
	}
	return f
}

// named returns a task by a word, with its state and subject if it can be read.
func (m *Model) named(word string, k tasks.Key) view.Choice {
	c := view.Choice{Label: safetext.Line(word)}
	if t := m.Board.Task(k); t != nil {
		c.Label = c.Label.Append(safetext.Spaces(1), safetext.Subject(t.Subject))
		c.State, c.Stated = phrase.State(m.Board.State(k)), true
	}
	return c
}

// Handle handles an action in the form.
func (f *form) Handle(a keymap.Action) tea.Cmd {
	m := f.m
	cur := &f.fields[f.focus]
	switch a {
	case keymap.Submit:
		return f.save()
	case keymap.Back:
		if f.conflict != nil {
			m.SetMode(f.conflict) // which keeps what was typed
			return nil
		}
		if f.touched() {
			f.askLeave()
			return nil
		}
		m.ToBoard()
	case keymap.NextField:
		if f.complete() {
			return nil
		}
		f.move(1)
	case keymap.PreviousField:
		f.move(-1)
	case keymap.AnotherTask:
		f.anotherTask()
	case keymap.NewLine:
		if !cur.multi || f.verb == tasks.VerbCreate && f.focus == 0 && f.plan() == nil {
			if f.complete() {
				return nil
			}
			if f.focus == len(f.fields)-1 {
				return f.save()
			}
			f.move(1)
			return nil
		}
		f.handle(field.Newline, "")
	case keymap.CursorUp, keymap.CursorDown:
		if cur.multi {
			op, _ := host.Typing(a)
			if f.handle(op, "") != field.Ignored {
				return nil
			}
		}
		by := 1
		if a == keymap.CursorUp {
			by = -1
		}
		if n := len(f.completions()); n > 0 {
			f.choice = (f.choice + by + n) % n
			return nil
		}
		f.move(by)
	case keymap.EditOutside:
		return f.editField()
	default:
		if op, ok := host.Typing(a); ok {
			f.handle(op, "")
		}
	}
	return nil
}

// handle passes typing to the focused field.
func (f *form) handle(op field.Op, text string) field.Outcome {
	cur := &f.fields[f.focus]
	if cur.locked != "" {
		f.err = cur.label + " cannot be edited here: " + cur.locked
		return field.Ignored
	}
	out := cur.typed().Handle(op, text)
	if out >= field.Edited {
		f.err, f.choice = "", 0
	}
	switch out {
	case field.Full:
		f.err = cur.label + " would get too long for a form: use $EDITOR"
	case field.Flattened:
		f.err = "Line breaks became spaces: " + strings.ToLower(cur.label) + " is one line"
	}
	return out
}

func (f *form) move(by int) {
	f.focus = (f.focus + by + len(f.fields)) % len(f.fields)
	f.choice = 0
}

var _ edits.Origin = (*form)(nil)

// Sent shows the form until its edit is written.
func (f *form) Sent(id tasks.EditID) {
	f.sent = id
	f.m.SetMode(f)
}

// Open reports whether the form is on the screen.
func (f *form) Open() bool { return f.m.Mode() == host.Mode(f) }

// Written closes the form.
func (f *form) Written() {
	if f.Open() {
		f.m.ToBoard()
	}
}

// Refused shows why the edit of the form was not written, and lets the person edit again.
func (f *form) Refused(why string) { f.err, f.sent = why, 0 }

// Left goes back to the form.
func (f *form) Left() { f.m.SetMode(f) }

func (f *form) touched() bool {
	return slices.ContainsFunc(f.fields, func(fd formField) bool { return fd.changed() })
}

func (f *form) Type(op field.Op, text string) tea.Cmd {
	f.handle(op, text)
	return nil
}

func (f *form) Overlay() view.Overlay {
	if f.conflict != nil {
		return f.conflict.view()
	}
	return f.view()
}

// askLeave asks whether to throw away what was typed.
func (f *form) askLeave() {
	m := f.m
	what := "what you typed"
	if k := f.key; k.Name != "" {
		what += " for " + m.Board.ShortID(k)
	}
	m.SetMode(host.Question{
		Screen: &m.Screen, Yes: "throw away", No: "go on",
		Words: func() view.Confirm { return view.Confirm{Question: safetext.Line("Throw away " + what + "?")} },
		Decided: func(yes bool) tea.Cmd {
			if !yes {
				m.SetMode(f)
			}
			return nil
		},
	})
}

func (*form) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.FormScope, keymap.TextScope}
}
