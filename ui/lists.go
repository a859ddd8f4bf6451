package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// inHelp scrolls the help or closes it.
func (m *Model) inHelp(mode helping, a keymap.Action) {
	switch a {
	case keymap.Down:
		mode.scroll++
	case keymap.Up:
		mode.scroll--
	case keymap.PageDown:
		mode.scroll += max(1, m.h/2)
	case keymap.PageUp:
		mode.scroll -= max(1, m.h/2)
	case keymap.First:
		mode.scroll = 0
	case keymap.Last:
		mode.scroll = 1 << 20
	case keymap.Back, keymap.Choose:
		m.mode = browse{}
		return
	}
	mode.scroll = min(max(mode.scroll, 0), view.HelpScroll(m.w, m.h, m.helpView(0)))
	m.mode = mode
}

// helpView is all keys, by scope; those that do not apply now are there and greyed.
func (m *Model) helpView(scroll int) *view.Help {
	h := &view.Help{Scroll: scroll, Close: view.Key{Name: safetext.Const("esc"), Does: safetext.Const("close")}}
	for _, s := range m.keys.Scopes() {
		if (s.Name == keymap.Demo || s.Name == keymap.Provoking) && m.crew == nil {
			continue
		}
		g := view.HelpGroup{Title: safetext.Line(s.Title)}
		for i := range s.Entries {
			e := &s.Entries[i]
			g.Keys = append(g.Keys, view.Key{Name: m.keyName(e), Does: safetext.Line(e.Long), Off: !e.Enabled()})
		}
		h.Groups = append(h.Groups, g)
	}
	return h
}

func (m *Model) keyName(e *keymap.Entry) safetext.Text {
	if m.o.ASCII {
		return safetext.Line(keymap.ASCII(e.Key()))
	}
	return safetext.Line(e.Key())
}

// inTroubles moves in the problems, and goes to the card of one.
func (m *Model) inTroubles(mode troubles, a keymap.Action) tea.Cmd {
	all := m.board.Problems()
	switch a {
	case keymap.Down:
		mode.selected++
	case keymap.Up:
		mode.selected--
	case keymap.PageDown:
		mode.selected += max(1, m.h/4)
	case keymap.PageUp:
		mode.selected -= max(1, m.h/4)
	case keymap.First:
		mode.selected = 0
	case keymap.Last:
		mode.selected = len(all) - 1
	case keymap.Back:
		m.mode = browse{}
		return nil
	case keymap.Choose:
		m.mode = browse{}
		if mode.selected < len(all) && !m.selectKey(all[mode.selected].Key) {
			m.say(all[mode.selected].Key.Name + " has no card: it is no task")
		}
		return m.refreshReader()
	}
	mode.selected = max(0, min(mode.selected, len(all)-1))
	rows := max(1, m.h/3)
	mode.first = min(max(mode.first, mode.selected-rows+1), mode.selected)
	m.mode = mode
	return nil
}

// problemsView is the list of files in trouble.
func (m *Model) problemsView(mode troubles) *view.Problems {
	v := &view.Problems{First: mode.first, Selected: mode.selected, Keys: m.footerKeys()}
	for _, p := range m.board.Problems() {
		why := p.Text
		if p.Line > 0 {
			why += " (line " + itoa(p.Line) + ", column " + itoa(p.Col) + ")"
		}
		v.Items = append(v.Items, view.Problem{
			File: safetext.Line(p.Key.Name), Why: safetext.Line(why), Since: m.since(p.Since), Danger: p.Kind != tasks.NotATask,
		})
	}
	if len(v.Items) == 0 {
		v.Selected = -1
	}
	return v
}
