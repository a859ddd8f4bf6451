package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/desk"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// dispute is a conflict a person is deciding, field by field. Theirs stands unless they say otherwise.
type dispute struct {
	title    string
	clashes  []tasks.Clash
	mine     []bool
	selected int

	of   desk.Done   // an edit that is being taken back,
	redo bool        // or done again,
	edit *tasks.Edit // or an edit of fields that is being written,
	copy *outside    // which came from $EDITOR; nil for one from a form
}

// disputable says whether a conflict is one of values a person can choose between, and not of what the edit rests on.
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

// decided does what was decided about a conflict.
func (m *Model) decided(d *dispute, a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Up, keymap.Down:
		d.selected = moved(d.selected, len(d.clashes), a, 1)
	case keymap.KeepTheirs:
		d.mine[d.selected] = false
	case keymap.KeepMine:
		d.mine[d.selected] = true
	case keymap.Back:
		m.mode = browse{}
		m.leaveDispute(d)
	case keymap.Submit:
		m.mode = browse{}
		return m.settleDispute(d)
	}
	return nil
}

// settleDispute writes what was chosen.
func (m *Model) settleDispute(d *dispute) tea.Cmd {
	if d.edit == nil {
		choices := make([]desk.Choice, len(d.clashes))
		for i, c := range d.clashes {
			choices[i] = desk.Choice{Key: c.Key, Field: c.Field, Member: c.Member, Mine: d.mine[i]}
		}
		return takeBack(m.desk, d.of, d.redo, choices, m.epoch)
	}
	var kept []tasks.Change
	for _, c := range d.edit.Changes {
		drop := false
		for i, clash := range d.clashes {
			if c.Field != clash.Field || c.Member != clash.Member || clash.Key != d.edit.Of {
				continue
			}
			drop = !d.mine[i]
			c.From = clash.Theirs // seen, and overruled
		}
		if !drop {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		m.leaveDispute(d)
		return nil
	}
	cmd := m.ruled(board.EditFields(m.board, d.edit.Of, kept, m.o.As, m.now))
	if d.copy != nil {
		m.outside[m.edits] = *d.copy
	}
	return cmd
}

// leaveDispute writes nothing; what was typed in an editor stays where it can be found.
func (m *Model) leaveDispute(d *dispute) {
	m.say("Left as it is")
	if d.copy != nil {
		m.keep(*d.copy)
	}
}

// disputeView is a conflict as it is shown.
func (m *Model) disputeView(d *dispute) *view.Conflict {
	v := &view.Conflict{Title: safetext.Short(d.title), Selected: d.selected, Keys: m.footerKeys()}
	v.Lines = []view.Line{words("Somebody changed this meanwhile. Nothing is written yet: theirs stays unless you say otherwise.", style.Plain)}
	for i, c := range d.clashes {
		name := c.Field.String()
		if c.Member != "" {
			name = c.Member
		}
		f := view.Dispute{
			Field: safetext.Short(name), Base: m.valueText(c.Base), Theirs: m.valueText(c.Theirs), Yours: m.valueText(c.Ours), Mine: d.mine[i],
		}
		f.By, f.Hue = m.owner(c.By)
		if !c.Since.IsZero() && f.By.Empty() {
			f.By, f.Hue = m.since(c.Since), style.Dim
		}
		v.Fields = append(v.Fields, f)
	}
	return v
}
