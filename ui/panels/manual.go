package panels

import (
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
