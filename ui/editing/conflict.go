package editing

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// dispute is a conflict a person is deciding, field by field. Theirs stands unless they say otherwise.
type dispute struct {
	title    string
	clashes  []tasks.Clash
	chosen   []side
	typed    []*form // of each, the words put by hand, nil while there are none
	selected int

	of   store.Done  // an edit that is being taken back,
	redo bool        // or done again,
	edit *tasks.Edit // or an edit of fields that is being written,
	copy *editorCopy // which came from $EDITOR; nil for one from a form
}

// side is whose value of a field is chosen.
type side uint8

const (
	theirs side = iota
	mine
	byHand
)

func disputeOf(title string, c *tasks.Conflict) *dispute {
	return &dispute{title: title, clashes: c.Clashes, chosen: make([]side, len(c.Clashes)), typed: make([]*form, len(c.Clashes))}
}

// disputable reports whether a conflict is one of values a person can choose between, and not of what the edit rests on.
func disputable(e tasks.Edit, c *tasks.Conflict) bool {
	if e.Verb != tasks.VerbEdit || c.Gone || c.Taken || len(c.Clashes) == 0 {
		return false
	}
	return !slices.ContainsFunc(c.Clashes, func(clash tasks.Clash) bool { return clash.Ours == (tasks.Value{}) && !touches(e, clash) })
}

func touches(e tasks.Edit, clash tasks.Clash) bool {
	return slices.ContainsFunc(e.Changes, func(c tasks.Change) bool { return c.Field == clash.Field && c.Member == clash.Member })
}

// Handle does what was decided about a conflict.
func (mode deciding) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	d := mode.dispute
	switch a {
	case keymap.Up, keymap.Down:
		d.selected = host.Move(d.selected, len(d.clashes), a, 1)
	case keymap.KeepTheirs:
		d.chosen[d.selected] = theirs
	case keymap.KeepMine:
		d.chosen[d.selected] = mine
	case keymap.EditValue:
		m.startWording(d)
	case keymap.Back:
		m.ToBoard()
		m.leaveDispute(d)
	case keymap.Submit:
		m.ToBoard()
		return m.settleDispute(d)
	}
	return nil
}

// settleDispute writes what was chosen.
func (m *Model) settleDispute(d *dispute) tea.Cmd {
	if d.edit == nil {
		return m.takeBack(d.of, d.redo, d.choices())
	}
	var kept []tasks.Change
	for _, c := range d.edit.Changes {
		drop := false
		for i, clash := range d.clashes {
			if c.Field != clash.Field || c.Member != clash.Member || clash.Key != d.edit.Of {
				continue
			}
			drop = d.chosen[i] == theirs
			c.From = clash.Theirs // seen, and overruled
			if d.chosen[i] == byHand {
				c.Op, c.To = tasks.Set, d.worded(i)
			}
		}
		if !drop {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		m.leaveDispute(d)
		return nil
	}
	cmd := m.CarryOut(board.EditFields(m.Board(), d.edit.Of, kept, m.Me(), m.Now()))
	if d.copy != nil {
		m.copies[m.edits] = *d.copy
	}
	return cmd
}

// choices is what was chosen, for taking an edit back. A file that was made is taken back whole or not at all.
func (d *dispute) choices() []store.Choice {
	var all []store.Choice
	whole := map[tasks.Key]bool{}
	for i, c := range d.clashes {
		choice := store.Choice{Key: c.Key, Field: c.Field, Member: c.Member, Mine: d.chosen[i] == mine}
		if d.chosen[i] == byHand {
			choice.Put = new(d.worded(i))
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

// leaveDispute writes nothing; what was typed in an editor stays where it can be found.
func (m *Model) leaveDispute(d *dispute) {
	m.Say("Left as it is")
	if d.copy != nil {
		m.keepCopy(*d.copy)
	}
}

func (mode deciding) Overlay() view.Overlay { return mode.m.disputeView(mode.dispute) }

// disputeView is a conflict as it is shown.
func (m *Model) disputeView(d *dispute) *view.Conflict {
	v := &view.Conflict{Title: safetext.Short(d.title), Selected: d.selected, Keys: m.FooterKeys()}
	v.Lines = []view.Line{phrase.Line("Somebody changed this meanwhile. Nothing is written yet: theirs stays unless you say otherwise.", style.Plain)}
	for i, c := range d.clashes {
		name := c.Field.String()
		if c.Member != "" {
			name = c.Member
		}
		alike := alike(c.Base, c.Theirs, c.Ours)
		f := view.FieldConflict{
			Field: safetext.Short(name), Base: m.disputedText(c.Base, alike), Theirs: m.disputedText(c.Theirs, alike),
			Yours: m.disputedText(c.Ours, alike), YoursChosen: d.chosen[i] == mine, ManualChosen: d.chosen[i] == byHand, Since: m.Since(c.Since),
		}
		f.By, f.Hue = m.Owner(c.By)
		if d.typed[i] != nil {
			f.Manual = m.disputedText(d.worded(i), 0)
		}
		v.Fields = append(v.Fields, f)
	}
	if mode, ok := m.Mode().(filling); ok && mode.form.of == d {
		v.Fields[d.selected].Input, v.Keys = m.wordingView(mode.form)
	}
	return v
}

// leadIn is how much of what is alike stands before the first difference of long values.
const leadIn = 12

// alike is how many bytes in front the values share beyond what gives them context: two long texts that differ at
// their ends would look the same in one line.
func alike(all ...tasks.Value) int {
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
	if n <= 3*leadIn {
		return 0
	}
	for n -= leadIn; n > 0 && !utf8.RuneStart(all[0].Text[n]); n-- {
	}
	return n
}

// disputedText is a value without what it shares with the others in front.
func (m *Model) disputedText(v tasks.Value, alike int) safetext.Text {
	if alike == 0 || alike > len(v.Text) {
		return phrase.Value(v)
	}
	v.Text = v.Text[alike:]
	return safetext.Line(m.Sheet().Glyphs.Ellipsis).Append(phrase.Value(v))
}

type deciding struct { // a conflict, field by field
	m       *Model
	dispute *dispute
}

func (deciding) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ConflictScope} }

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

// Applies reports whether an action can do something: not every field can be edited by hand.
func (mode deciding) Applies(a keymap.Action) bool {
	how, _ := spelling(mode.dispute.clashes[mode.dispute.selected])
	return a != keymap.EditValue || how != notSpelled
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
