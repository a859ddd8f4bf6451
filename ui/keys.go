package ui

import (
	"sideboard/keymap"
	"sideboard/ui/safetext"
)

// keyName returns a key as this terminal can show it.
func (m *Model) keyName(e *keymap.Entry) safetext.Text {
	if m.o.ASCII {
		return safetext.Line(keymap.ASCII(e.Key()))
	}
	return safetext.Line(e.Key())
}

// keysOf returns the key of an action as it is shown.
func (m *Model) keysOf(a keymap.Action) string {
	for _, s := range m.keys.Scopes() {
		for i := range s.Entries {
			if s.Entries[i].Action == a {
				return s.Entries[i].Key()
			}
		}
	}
	return ""
}
