package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// floating is a mode that takes its own keys and draws itself over the board.
type floating interface {
	mode
	take(m *Model, a keymap.Action) tea.Cmd
	over(m *Model) view.Overlay
}

// typable is a floating mode that has a line to type in.
type typable interface {
	floating
	typed(m *Model, op field.Op, text string) tea.Cmd
}

// answer is a fact that knows what it means.
type answer interface{ heard(m *Model) tea.Cmd }

// keysSaying are the keys of scopes that are worth a place under what floats, in words of its own where it has some;
// those it gives no words for are left out.
func (m *Model) keysSaying(words map[keymap.Action]string, in ...keymap.Name) []view.Key {
	var out []view.Key
	for e := range m.keys.Footer(in...) {
		if w := words[e.Action]; w != "" {
			out = append(out, view.Key{Name: m.keyName(e), Does: safetext.Line(w)})
		}
	}
	return out
}
