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
func (p program) SetTheme(style.Theme)                  {}
func (p program) BoardScopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.BoardScope, keymap.MarkScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope}
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
				found = found || x.Right.String() == e.Key() && strings.Contains(strings.ToLower(x.Label.String()+x.Note.String()), strings.ToLower(e.Long)) &&
					x.rank(e.Short()) >= 0 && x.rank(e.Long) >= 0
			}
			if !found {
				t.Errorf("%s, %s: %s is not found", s.Title, e.Key(), e.Long)
			}
		}
	}
}

// A task that has the word stands before an action that has no more than its letters, and so does an action that says it.
func TestWhatHasNoMoreThanTheLettersStandsLast(t *testing.T) {
	said := func(rank int, label, off string) action {
		return action{rank: func(string) int { return rank }, choice: choice{Choice: view.Choice{Label: safetext.Line(label)}, off: off}}
	}
	now, later := ranked([]action{said(keymap.MaxRank, "Open or close the detail", ""), said(keymap.MaxRank, "Cut all", "no"), said(1, "Claim it", "no"), said(2, "Hide claimed", ""), said(-1, "Quit", "")}, "cla")
	var names []string
	for _, c := range slices.Concat(now, []choice{{}}, later) {
		names = append(names, c.Label.String())
	}
	if got, want := strings.Join(names, "|"), "Hide claimed||Claim it|Open or close the detail|Cut all"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
