package keymap

import (
	"slices"
	"strings"
	"testing"
)

func TestARemovedKeyIsFreeAndNamesTheKeyThatIsUsedInstead(t *testing.T) {
	m, names := Default(), Names()
	for _, r := range Removals {
		in := []ScopeName{r.In, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, DemoScope}
		if r.In == BoardScope {
			in = append(in, MarkScope, DepViewScope, NowScope)
		}
		if a := m.Resolve(press(r.Key), in...); a != Nothing {
			t.Errorf("%s is removed, and the key of action %d", r.Key, a)
		}
		if slices.Contains(names, r.Name) {
			t.Errorf("%s is removed, and the name of an action", r.Name)
		}
		if !m.Has(r.Now, append(in, BoardScope)...) {
			t.Errorf("%s: what is used instead of it has no key", r.Key+r.Name)
		}
		if r.Key == "" {
			continue
		}
		if in[0] = r.In; r.In == BoardScope {
			in[0] = NowScope // such a key is removed everywhere
		}
		if words := m.Removed(press(r.Key), in...); !strings.HasPrefix(words, r.Key+" is removed: press "+m.KeyOf(r.Now)) || m.KeyOf(r.Now) == "" {
			t.Errorf("%s says %q", r.Key, words)
		}
		if r.In != BoardScope && m.Removed(press(r.Key), BoardScope) != "" {
			t.Errorf("%s was no key of the board", r.Key)
		}
	}
}
