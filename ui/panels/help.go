package panels

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/manual"
	"sideboard/ui/markdown"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// helping is the help: all keys, by scope.
type helping struct {
	m      *Model
	scroll int
}

func (helping) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.HelpScope, keymap.ListScope}
}

// ShowHelp opens the help.
func (m *Model) ShowHelp() { m.SetMode(helping{m: m}) }

// Handle scrolls the help or closes it.
func (mode helping) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch a {
	case keymap.Down:
		mode.scroll++
	case keymap.Up:
		mode.scroll--
	case keymap.PageDown:
		mode.scroll += max(1, m.Height()/2)
	case keymap.PageUp:
		mode.scroll -= max(1, m.Height()/2)
	case keymap.First:
		mode.scroll = 0
	case keymap.Last:
		mode.scroll = 1 << 20
	case keymap.ReadManual:
		m.SetMode(&contents{m: m})
		return nil
	case keymap.Back, keymap.Choose:
		m.ToBoard()
		return nil
	}
	mode.scroll = min(max(mode.scroll, 0), view.HelpScroll(m.Width(), m.Height(), m.helpView(0)))
	m.SetMode(mode)
	return nil
}

func (mode helping) Overlay() view.Overlay { return mode.m.helpView(mode.scroll) }

// helpView is all keys, by scope, first those of the screen the help was opened on; keys that do not apply to the
// selected task are there and greyed.
func (m *Model) helpView(scroll int) *view.Help {
	h := &view.Help{Scroll: scroll, Keys: m.KeysSaying(map[keymap.Action]string{keymap.ReadManual: "manual", keymap.Back: "close"}, helping{m: m}.Scopes()...)}
	now := m.BoardScopes()
	var later []view.HelpGroup
	for _, s := range m.Keymap().Scopes() {
		if (s.Name == keymap.DemoScope || s.Name == keymap.ProvokeScope) && !m.InDemo() {
			continue
		}
		g := view.HelpGroup{Title: safetext.Line(s.Title)}
		for i := range s.Entries {
			e := &s.Entries[i]
			g.Keys = append(g.Keys, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Long), Off: !e.Enabled()})
		}
		if slices.Contains(now, s.Name) {
			h.Groups = append(h.Groups, g)
		} else {
			g.Later = true
			later = append(later, g)
		}
	}
	h.Groups = append(h.Groups, later...)
	return h
}

// contents is the manual's table of contents.
type contents struct {
	m *Model
	host.List
}

func (*contents) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ListScope} }

func (c *contents) Handle(a keymap.Action) tea.Cmd {
	m := c.m
	pages := manual.Pages()
	switch a {
	case keymap.Back:
		m.SetMode(helping{m: m})
	case keymap.Choose:
		page := pages[c.Selected]
		m.SetMode(&reading{m: m, title: safetext.Line(page.Name), behind: c, layOut: func(w int, sheet *style.Sheet) []view.Line {
			return markdown.Lines(page.Text, w, sheet)
		}})
	default:
		c.Move(a, len(pages), m.Height()/2)
	}
	return nil
}

func (c *contents) Overlay() view.Overlay {
	m := c.m
	v := &view.Picker{Title: safetext.Const("Manual"), First: c.First, Selected: c.Selected}
	pages := manual.Pages()
	wide := 0
	for _, page := range pages {
		wide = max(wide, len(page.Name))
	}
	for _, page := range pages {
		v.Items = append(v.Items, view.Choice{Label: safetext.Line(page.Name + strings.Repeat(" ", wide-len(page.Name))), Note: safetext.Line(page.About)})
	}
	v.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Choose: "read it", keymap.Back: "back"}, c.Scopes()...)
	return v
}
