package editing

import (
	"bytes"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// In a conflict a person may put a value by hand instead of keeping theirs or their own. It is typed in a form of one
// field, which is drawn inside the conflict, so that both values stay in sight.

// spelled is how a value can be put in words.
type spelled uint8

const (
	notSpelled spelled = iota // a status, a set of ids
	asText
	asJSONText // a member that is a JSON string: its text
	asJSON     // any other member: its JSON
)

// spelling is how the value of a clash is put in words, and the words of ours to begin with.
func spelling(c tasks.Clash) (spelled, string) {
	switch c.Field {
	case tasks.FieldSubject, tasks.FieldDescription, tasks.FieldActiveForm, tasks.FieldOwner:
		return asText, c.Ours.Text
	case tasks.FieldMember:
		if c.Ours.Kind != tasks.RawVal {
			return notSpelled, "" // there is no member on our side
		}
		var text string
		if json.Unmarshal([]byte(c.Ours.Text), &text) == nil && strings.HasPrefix(c.Ours.Text, `"`) {
			return asJSONText, text
		}
		return asJSON, c.Ours.Text
	}
	return notSpelled, ""
}

// Wordable reports whether the chosen field of an open conflict can be put by hand.
func (m *Model) Wordable() bool {
	mode, ok := m.Mode().(deciding)
	if !ok {
		return false
	}
	how, _ := spelling(mode.dispute.clashes[mode.dispute.selected])
	return how != notSpelled
}

// startWording opens the field, on what was typed in it before or on the person's own value.
func (m *Model) startWording(d *dispute) {
	c := d.clashes[d.selected]
	how, text := spelling(c)
	if how == notSpelled {
		m.Warn("This has no words of its own: keep theirs or yours")
		return
	}
	if d.typed[d.selected] == nil {
		fd := lineField(c.Field, "By hand", text, "nothing")
		if c.Field == tasks.FieldDescription || strings.ContainsAny(text, "\r\n") {
			fd = areaField(c.Field, "By hand", text, "nothing")
		}
		d.typed[d.selected] = &form{verb: tasks.VerbEdit, fields: []formField{fd}, of: d}
	}
	m.SetMode(filling{m, d.typed[d.selected]})
}

// takeWording makes what was typed the choice for its field, and writes it where there is nothing else to decide.
func (m *Model) takeWording(f *form) tea.Cmd {
	d := f.of
	how, _ := spelling(d.clashes[d.selected])
	text := f.fields[0].value()
	switch field := d.clashes[d.selected].Field; {
	case field == tasks.FieldSubject && strings.TrimSpace(text) == "":
		f.err = "A task needs a subject"
		return nil
	case how == asJSON && !json.Valid([]byte(text)):
		f.err = "This member is JSON, and that is none"
		return nil
	}
	d.chosen[d.selected] = byHand
	m.SetMode(deciding{m, d})
	if len(d.clashes) > 1 {
		return nil
	}
	m.ToBoard()
	return m.settleDispute(d)
}

// worded is the value that was typed for a field.
func (d *dispute) worded(i int) tasks.Value {
	text := d.typed[i].fields[0].value()
	switch how, _ := spelling(d.clashes[i]); how {
	case asJSON:
		return tasks.Value{Kind: tasks.RawVal, Text: strings.TrimSpace(text)}
	case asJSONText:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if enc.Encode(text) != nil {
			return tasks.Value{} // no string is refused
		}
		return tasks.Value{Kind: tasks.RawVal, Text: strings.TrimSpace(b.String())}
	}
	if d.clashes[i].Field == tasks.FieldOwner {
		text = strings.TrimSpace(text)
	}
	return tasks.TextValue(text)
}

// wordingView is the field that is typed in, and the keys that apply in it.
func (m *Model) wordingView(f *form) (*view.Field, []view.Key) {
	v := m.fieldView(f, 0, view.FormWidth(m.Width()), wordingRows)
	v.Error = safetext.Line(f.err)
	keys := []view.Key{{Name: safetext.Const("enter"), Does: safetext.Const("take it")}}
	if f.fields[0].multi {
		keys = []view.Key{{Name: safetext.Const("ctrl+s"), Does: safetext.Const("take it")}}
	}
	for e := range m.Keymap().Footer(keymap.FormScope) {
		if e.Action == keymap.EditOutside {
			keys = append(keys, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return &v, append(keys, view.Key{Name: safetext.Const("esc"), Does: safetext.Const("back")})
}

// wordingRows is how much of a text of several lines is seen while it is typed in a conflict.
const wordingRows = 5
