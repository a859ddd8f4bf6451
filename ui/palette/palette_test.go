package palette

import (
	"slices"
	"strings"
	"testing"

	"sideboard/keymap"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// program is one on whose board all actions mean something, but for those of the pictures.
type program struct {
	*hosttest.Program
	keys *keymap.Map
}

func (p program) Keymap() *keymap.Map                   { return p.keys }
func (p program) KeyName(e *keymap.Entry) safetext.Text { return safetext.Line(e.Key()) }
func (p program) Applies(keymap.Action) bool            { return true }
func (p program) WhyNot(keymap.Action) string           { return "" }
func (p program) SetTheme(style.Theme)                  {}
func (p program) ShowImplied()                          {}
func (p program) BoardScopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.BoardScope, keymap.MarkScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope}
}

func TestEveryActionOfTheBoardAndThePicturesIsFoundByItsKeyItsWordAndItsSentence(t *testing.T) {
	p := program{hosttest.New(), keymap.Default()}
	all := New(p).actions()
	for _, s := range p.keys.Scopes(append(p.BoardScopes(), keymap.DepViewScope)...) {
		for i := range s.Entries {
			e := &s.Entries[i]
			switch e.Action {
			case keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown,
				keymap.ScrollUp, keymap.ScrollDown, keymap.Palette, keymap.Back:
				continue // moving about is left to its keys, and the palette does not open itself
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

// What can be done stands before what cannot and is found as well. A task that has the word stands between them, and before an action
// that has no more than its letters.
func TestWhatHasNoMoreThanTheLettersStandsLast(t *testing.T) {
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

func (p program) ShownView() view.ViewKind { return view.GraphView }

// Before anything is typed little is offered: what is done most and can be done now, by groups. No title and no row between two
// groups is ever chosen.
func TestWhatIsDoneMostIsOfferedAndNoTitleIsChosen(t *testing.T) {
	said := func(label, off string, does keymap.Action) action {
		return action{does: does, choice: choice{Choice: view.Choice{Label: safetext.Line(label)}, off: off}}
	}
	mine := said("Deploy it", "", keymap.Nothing)
	mine.scope = keymap.CommandScope
	m := New(program{hosttest.New(), keymap.Default()})
	f := &finding{m: m, search: func(string) []choice {
		return m.offered([]action{said("Filter", "", keymap.Filter), mine, said("New task", "", keymap.New), said("Undo", "no", keymap.Undo),
			said("The board", "", keymap.ShowBoard), said("Dependencies", "", keymap.ShowDependencies), said("Quit", "", keymap.Quit)})
	}}
	var names []string
	f.find()
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
		t.Errorf("it stands on %s, the first line seen is %d, want %s and 0", got, f.First, want)
	}
}
