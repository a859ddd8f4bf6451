package forms

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/edits"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// conflict is a conflict that the person decides field by field. Their values stay unless the person chooses otherwise.
type conflict struct {
	m *Model
	edits.Decision
	chosen   []side
	typed    []*form // the form of each value that was typed, nil for none
	selected int
}

// side is the value of a field that is chosen.
type side uint8

const (
	theirs side = iota
	mine
	manual
)

// Decide lets the person decide a conflict.
func (m *Model) Decide(d edits.Decision) {
	m.SetMode(&conflict{m: m, Decision: d, chosen: make([]side, len(d.Clashes)), typed: make([]*form, len(d.Clashes))})
}

// Handle moves between the fields, chooses values, and writes the decision.
func (d *conflict) Handle(a keymap.Action) tea.Cmd {
	m := d.m
	switch a {
	case keymap.Up, keymap.Down:
		d.selected = host.Move(d.selected, len(d.Clashes), a, 1)
	case keymap.KeepTheirs:
		d.chosen[d.selected] = theirs
	case keymap.KeepMine:
		d.chosen[d.selected] = mine
	case keymap.EditValue:
		d.editValue()
	case keymap.Back:
		m.ToBoard()
		d.leave()
	case keymap.Submit:
		m.ToBoard()
		return d.write()
	}
	return nil
}

// write writes what was chosen.
func (d *conflict) write() tea.Cmd {
	m := d.m
	if d.Edit == nil {
		return m.Writer.Undo(d.Undoes, d.Redo, d.choices())
	}
	var kept []tasks.Change
	for _, c := range d.Edit.Changes {
		drop := false
		for i, clash := range d.Clashes {
			if c.Field != clash.Field || c.Member != clash.Member || clash.Key != d.Edit.Of {
				continue
			}
			drop = d.chosen[i] == theirs
			c.From = clash.Theirs // the person has seen it, and overwrites it
			if d.chosen[i] == manual {
				c.Op, c.To = tasks.Set, d.typedValue(i)
			}
		}
		if !drop {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		d.leave()
		return nil
	}
	e, err := board.EditFields(m.Board, d.Edit.Of, kept, m.Me, m.Now)
	if o, is := d.From.(editorCopy); is {
		return m.Writer.CarryOutFrom(o, e, err)
	}
	return m.Writer.CarryOut(e, err)
}

// choices returns the choices for an undo. The creation of a file is undone as a whole or not at all.
func (d *conflict) choices() []store.Choice {
	var all []store.Choice
	whole := map[tasks.Key]bool{}
	for i, c := range d.Clashes {
		choice := store.Choice{Key: c.Key, Field: c.Field, Member: c.Member, Mine: d.chosen[i] == mine}
		if d.chosen[i] == manual {
			choice.Put = new(d.typedValue(i))
		}
		all = append(all, choice)
		if before, known := whole[c.Key]; before || !known {
			whole[c.Key] = choice.Mine
		}
	}
	for k, is := range whole {
		all = append(all, store.Choice{Key: k, Field: tasks.FieldMember, Mine: is})
	}
	return all
}

// leave writes nothing. A text from $EDITOR is kept; a form is gone.
func (d *conflict) leave() {
	d.m.Info("Left as it is")
	if o, is := d.From.(editorCopy); is {
		o.Left()
	}
}

func (d *conflict) Overlay() view.Overlay { return d.view() }

// view returns a conflict as values.
func (d *conflict) view() *view.Conflict {
	m := d.m
	v := &view.Conflict{Title: safetext.Short(d.Title), Selected: d.selected, Keys: m.FooterKeys()}
	v.Lines = []view.Line{phrase.Line("Somebody changed this meanwhile. Nothing is written yet: theirs stays unless you say otherwise.", style.Plain)}
	for i, c := range d.Clashes {
		name := c.Field.String()
		if c.Member != "" {
			name = c.Member
		}
		skip := commonPrefix(c.Base, c.Theirs, c.Ours)
		f := view.FieldConflict{
			Field: safetext.Short(name), Base: m.clashText(c.Base, skip), Theirs: m.clashText(c.Theirs, skip),
			Yours: m.clashText(c.Ours, skip), YoursChosen: d.chosen[i] == mine, ManualChosen: d.chosen[i] == manual,
			Since: m.Since(c.Since),
		}
		f.By, f.Hue = m.Owner(c.By)
		if d.typed[i] != nil {
			f.Manual = m.clashText(d.typedValue(i), 0)
		}
		v.Fields = append(v.Fields, f)
	}
	if f, ok := m.Mode().(*form); ok && f.conflict == d {
		v.Fields[d.selected].Input, v.Keys = f.valueField()
	}
	return v
}

// contextBytes is the length of a common beginning that is shown before the first difference of long values.
const contextBytes = 12

// commonPrefix returns the number of equal bytes to skip at the beginning of the values. Otherwise two long texts that
// differ at their ends would look the same.
func commonPrefix(all ...tasks.Value) int {
	n := len(all[0].Text)
	for _, v := range all {
		if v.Kind != tasks.Text && v.Kind != tasks.RawVal {
			return 0
		}
		i := 0
		for i < min(n, len(v.Text)) && v.Text[i] == all[0].Text[i] {
			i++
		}
		n = i
	}
	if n <= 3*contextBytes { // a short beginning leaves room for the difference
		return 0
	}
	for n -= contextBytes; n > 0 && !utf8.RuneStart(all[0].Text[n]); n-- {
	}
	return n
}

// clashText returns a value without its first skip bytes.
func (m *Model) clashText(v tasks.Value, skip int) safetext.Text {
	if skip == 0 || skip > len(v.Text) {
		return phrase.Value(v)
	}
	v.Text = v.Text[skip:]
	return safetext.Line(m.Sheet.Glyphs.Ellipsis).Append(phrase.Value(v))
}

func (*conflict) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ConflictScope} }

// In a conflict the person may type a value instead of choosing one. The form for it has one field and is drawn inside
// the conflict, so that both values stay in sight.

// valueKind is how a value can be typed.
type valueKind uint8

const (
	notEditable valueKind = iota // not at all: a status, a set of ids
	asText
	asJSONText // a member that is a JSON string: its text
	asJSON     // any other member: its JSON
)

// editableText returns how the value of a clash can be typed, and the person's own value as text.
func editableText(c tasks.Clash) (valueKind, string) {
	switch c.Field {
	case tasks.FieldSubject, tasks.FieldDescription, tasks.FieldActiveForm, tasks.FieldOwner:
		return asText, c.Ours.Text
	case tasks.FieldMember:
		if c.Ours.Kind != tasks.RawVal {
			return notEditable, "" // our edit removes the member
		}
		var text string
		if json.Unmarshal([]byte(c.Ours.Text), &text) == nil && strings.HasPrefix(c.Ours.Text, `"`) {
			return asJSONText, text
		}
		return asJSON, c.Ours.Text
	}
	return notEditable, ""
}

// Applies reports whether an action can do something: not every value can be typed.
func (d *conflict) Applies(a keymap.Action) bool {
	how, _ := editableText(d.Clashes[d.selected])
	return a != keymap.EditValue || how != notEditable
}

// editValue opens the form for a value, with the text typed earlier or the person's own value.
func (d *conflict) editValue() {
	m := d.m
	c := d.Clashes[d.selected]
	how, text := editableText(c)
	if how == notEditable {
		m.Warn("This has no words of its own: keep theirs or yours")
		return
	}
	if d.typed[d.selected] == nil {
		fd := lineField(c.Field, "By hand", text, "nothing")
		if c.Field == tasks.FieldDescription || strings.ContainsAny(text, "\r\n") {
			fd = areaField(c.Field, "By hand", text, "nothing")
		}
		d.typed[d.selected] = &form{m: m, verb: tasks.VerbEdit, fields: []formField{fd}, conflict: d}
	}
	m.SetMode(d.typed[d.selected])
}

// chooseTyped chooses the typed value and, if there is nothing else to decide, writes it.
func (f *form) chooseTyped() tea.Cmd {
	m := f.m
	d := f.conflict
	how, _ := editableText(d.Clashes[d.selected])
	text := f.fields[0].value()
	switch field := d.Clashes[d.selected].Field; {
	case field == tasks.FieldSubject && strings.TrimSpace(text) == "":
		f.err = "A task needs a subject"
		return nil
	case how == asJSON && !json.Valid([]byte(text)):
		f.err = "This member is JSON, and that is none"
		return nil
	}
	d.chosen[d.selected] = manual
	m.SetMode(d)
	if len(d.Clashes) > 1 {
		return nil
	}
	m.ToBoard()
	return d.write()
}

// typedValue returns the value that was typed for a field.
func (d *conflict) typedValue(i int) tasks.Value {
	text := d.typed[i].fields[0].value()
	switch how, _ := editableText(d.Clashes[i]); how {
	case asJSON:
		return tasks.Value{Kind: tasks.RawVal, Text: strings.TrimSpace(text)}
	case asJSONText:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if enc.Encode(text) != nil {
			return tasks.Value{} // cannot happen: every string can be encoded
		}
		return tasks.Value{Kind: tasks.RawVal, Text: strings.TrimSpace(b.String())}
	}
	if d.Clashes[i].Field == tasks.FieldOwner {
		text = strings.TrimSpace(text)
	}
	return tasks.TextValue(text)
}

// valueField returns the field for a value, and its keys.
func (f *form) valueField() (*view.Field, []view.Key) {
	m := f.m
	v := f.fieldView(0, view.FormWidth(m.Width), valueRows)
	v.Error = safetext.Line(f.err)
	keys := []view.Key{{Name: safetext.Const("enter"), Does: safetext.Const("take it")}}
	if f.fields[0].multi {
		keys = []view.Key{{Name: safetext.Const("ctrl+s"), Does: safetext.Const("take it")}}
	}
	for e := range m.Keys.Footer(keymap.FormScope) {
		if e.Action == keymap.EditOutside {
			keys = append(keys, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return &v, append(keys, view.Key{Name: safetext.Const("esc"), Does: safetext.Const("back")})
}

// valueRows is the height of the field for a text of several lines.
const valueRows = 5
