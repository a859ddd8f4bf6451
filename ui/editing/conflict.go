package editing

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// dispute is a conflict a person is deciding, field by field. Theirs stands unless they say otherwise.
type dispute struct {
	title    string
	clashes  []tasks.Clash
	chosen   []side
	typed    []*form // of each, the words put by hand, nil while there are none
	selected int

	of   workspace.Done // an edit that is being taken back,
	redo bool           // or done again,
	edit *tasks.Edit    // or an edit of fields that is being written,
	copy *editorCopy    // which came from $EDITOR; nil for one from a form
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
	for _, clash := range c.Clashes {
		if clash.Ours == (tasks.Value{}) && !touches(e, clash) {
			return false
		}
	}
	return true
}

func touches(e tasks.Edit, clash tasks.Clash) bool {
	for _, c := range e.Changes {
		if c.Field == clash.Field && c.Member == clash.Member {
			return true
		}
	}
	return false
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
func (d *dispute) choices() []workspace.Choice {
	var all []workspace.Choice
	whole := map[tasks.Key]bool{}
	for i, c := range d.clashes {
		choice := workspace.Choice{Key: c.Key, Field: c.Field, Member: c.Member, Mine: d.chosen[i] == mine}
		if d.chosen[i] == byHand {
			v := d.worded(i)
			choice.Put = &v
		}
		all = append(all, choice)
		if before, known := whole[c.Key]; before || !known {
			whole[c.Key] = choice.Mine
		}
	}
	for k, is := range whole {
		all = append(all, workspace.Choice{Key: k, Field: tasks.FieldMember, Mine: is})
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
	more := safetext.Const("…")
	if m.ASCII() {
		more = safetext.Const("~")
	}
	return more.Append(phrase.Value(v))
}

type deciding struct { // a conflict, field by field
	m       *Model
	dispute *dispute
}

func (deciding) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ConflictScope} }
