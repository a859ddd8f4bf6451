package ui

import (
	"slices"
	"testing"

	"sideboard/keymap"
)

// Every key of the board and of its views leads to a handler: one of a view, or one of the table.
func TestEveryKeyOfTheBoardHasAHandler(t *testing.T) {
	m := New(Options{})
	for _, s := range m.Keys.Scopes(
		keymap.StartScope, keymap.BoardScope, keymap.NowScope, keymap.DepViewScope, keymap.DetailScope, keymap.MarkScope, keymap.ViewsScope, keymap.TaskScope,
		keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope, keymap.DemoScope, keymap.StoryScope, keymap.StageScope,
	) {
		for _, e := range s.Entries {
			inLayer := slices.ContainsFunc(m.layers, func(l layer) bool { return l.actions[e.Action] != nil })
			if x := m.actions[e.Action]; !inLayer && (x == nil || x.do == nil) {
				t.Errorf("%s: %q does nothing: add a row to the table in ui/actions.go", s.Title, e.Key())
			}
		}
	}
}

// A key that is switched on and off says why it is off, but for a key that is shown only where it is on.
func TestAKeyThatIsSwitchedOffSaysWhy(t *testing.T) {
	m := New(Options{ReadOnly: true})
	for a, x := range m.actions {
		if x.on != nil && x.off == "" && a != keymap.StartDemo {
			t.Errorf("%s does not say why it is off", m.KeyOf(a))
		}
		if x.changes && a != keymap.Worktree && !x.writes {
			t.Errorf("%s changes a file, and its key is not off where nothing can be written", m.KeyOf(a))
		}
	}
}
