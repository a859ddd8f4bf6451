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

// The key of the demo is shown only where it is on.
func TestAKeyThatIsSwitchedOffSaysWhy(t *testing.T) {
	m := New(Options{})
	for a, x := range m.actions {
		if x.on != nil && x.off == "" && a != keymap.StartDemo {
			t.Errorf("%s does not say why it is off", m.KeyOf(a))
		}
	}
}

// The menu of a worktree, which also shows one, opens all the same.
func TestAKeyThatChangesAFileIsOffWhereNothingCanBeWritten(t *testing.T) {
	m := New(Options{})
	for a, x := range m.actions {
		if x.changes && a != keymap.Worktree && !x.writes {
			t.Errorf("%s changes a file, and is on where nothing can be written", m.KeyOf(a))
		}
	}
}
