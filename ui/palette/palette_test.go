package palette

import (
	"slices"
	"strings"
	"testing"

	"sideboard/keymap"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// inBoard are the keys of a board.
var inBoard = []keymap.ScopeName{keymap.BoardScope, keymap.MarkScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope}

// opened returns the palette of a program on whose board all actions apply, but for those of the pictures.
func opened() *Model {
	p := hosttest.New()
	p.ShownView = func() view.ViewKind { return view.GraphView }
	m := New(&p.Program)
	m.Uses = Uses{
		Applies: func(keymap.Action) bool { return true }, Lacks: func(keymap.Action) bool { return false },
		BoardScopes: func() []keymap.ScopeName { return inBoard },
	}
	return m
}

func TestEveryActionIsFoundByItsWordAndItsSentence(t *testing.T) {
	m := opened()
	all := m.actions()
	for _, s := range m.Keys.Scopes(append(slices.Clone(inBoard), keymap.DepViewScope)...) {
		for i := range s.Entries {
			e := &s.Entries[i]
			switch e.Action {
			case keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown,
				keymap.ScrollUp, keymap.ScrollDown, keymap.Palette, keymap.Back:
				continue // moving needs a key, and the palette does not open itself
			}
			found := false
			for _, x := range all {
				found = found || x.Key.String() == e.Key() && strings.Contains(strings.ToLower(x.Label.String()), strings.ToLower(e.Long)) &&
					x.rank(e.Short()) >= 0 && x.rank(e.Long) >= 0
			}
			if !found {
				t.Errorf("%s, %s: %s is not found", s.Title, e.Key(), e.Long)
			}
		}
	}
}

// Actions that can be done and have the word come first, then tasks, then actions that cannot be done or have only the letters.
func TestActionsThatCannotBeDoneOrHaveOnlyTheLettersComeLast(t *testing.T) {
	said := func(rank int, label, off string) action {
		return action{rank: func(string) int { return rank }, choice: choice{Choice: view.Choice{Label: safetext.Line(label)}, off: off}}
	}
	now, later := ranked([]action{said(keymap.MaxRank, "Open or close the detail", ""), said(keymap.MaxRank, "Cut all", "no"), said(1, "Claim it", "no"), said(2, "Only claimed", "no"), said(2, "Hide claimed", ""), said(-1, "Quit", "")}, "cla")
	var names []string
	for _, c := range slices.Concat(now, []choice{{}}, later) {
		names = append(names, c.Label.String())
	}
	if got, want := strings.Join(names, "|"), "Hide claimed||Claim it|Only claimed|Open or close the detail|Cut all"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Before anything is typed the palette offers a few actions, in groups. Titles and the rows between groups cannot be chosen.
func TestSuggestionsAreGroupedAndTitlesCannotBeChosen(t *testing.T) {
	said := func(label, off string, does keymap.Action) action {
		return action{does: does, choice: choice{Choice: view.Choice{Label: safetext.Line(label)}, off: off}}
	}
	mine := said("Deploy it", "", keymap.Nothing)
	mine.scope = keymap.CommandScope
	m := opened()
	f := &search{m: m, matches: func(string) []choice {
		return m.suggestions([]action{said("Filter", "", keymap.Filter), mine, said("New task", "", keymap.New), said("Undo", "no", keymap.Undo),
			said("The board", "", keymap.ShowBoard), said("Dependencies", "", keymap.ShowDependencies), said("Quit", "", keymap.Quit)})
	}}
	var names []string
	f.update()
	for _, c := range f.choices {
		names = append(names, c.Label.String())
	}
	if got, want := strings.Join(names, "|"), "Your commands|Deploy it||Create and find|New task|Filter||Go to|The board|Dependencies"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var on []string
	for _, a := range []keymap.Action{keymap.Up, keymap.Down, keymap.Up, keymap.PageDown, keymap.PageUp} {
		f.Handle(a)
		on = append(on, f.choices[f.Selected].Label.String())
	}
	if got, want := strings.Join(on, "|"), "Deploy it|New task|Deploy it|Dependencies|Deploy it"; got != want || f.First != 0 {
		t.Errorf("it selects %s, the first line seen is %d, want %s and 0", got, f.First, want)
	}
}
