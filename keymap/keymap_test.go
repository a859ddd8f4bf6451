package keymap

import (
	"strings"
	"testing"
)

type press string

func (p press) String() string { return string(p) }

func TestNoKeyIsBoundTwiceInAScope(t *testing.T) {
	for _, s := range Default().Scopes() {
		seen := map[string]Action{}
		for _, e := range s.Entries {
			for _, k := range e.Binding.Keys() {
				if other, ok := seen[k]; ok {
					t.Errorf("%s: %q is bound to %d and %d", s.Title, k, other, e.Action)
				}
				seen[k] = e.Action
			}
		}
	}
}

func TestKeysThatAreAskedTogetherDoNotShadowEachOther(t *testing.T) {
	for _, together := range [][]ScopeName{{BoardScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, DemoScope}, {BoardScope, MarkScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope}, {DepViewScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, DemoScope}} {
		seen := map[string]string{}
		for _, s := range Default().Scopes(together...) {
			for _, e := range s.Entries {
				for _, k := range e.Binding.Keys() {
					if other, ok := seen[k]; ok {
						t.Errorf("%q is in %s and in %s", k, other, s.Title)
					}
					seen[k] = s.Title
				}
			}
		}
	}
}

func TestEveryActionIsBoundAndHelped(t *testing.T) {
	bound := map[Action]bool{}
	for _, s := range Default().Scopes() {
		if s.Title == "" {
			t.Errorf("scope %d has no title", s.Name)
		}
		for _, e := range s.Entries {
			bound[e.Action] = true
			if e.Key() == "" || e.Short() == "" || e.Long == "" {
				t.Errorf("%s: action %d is not helped", s.Title, e.Action)
			}
		}
	}
	for a := Nothing + 1; a < count; a++ {
		if !bound[a] {
			t.Errorf("action %d is bound nowhere", a)
		}
	}
}

func TestKeysAreNamedAsTheTerminalNamesThem(t *testing.T) {
	for _, s := range Default().Scopes() {
		for _, e := range s.Entries {
			for _, k := range e.Binding.Keys() {
				if strings.TrimSpace(k) == "" {
					t.Errorf("%s: %q can never be pressed: space is named space", s.Title, k)
				}
				if strings.HasPrefix(k, "ctrl+i") || k == "ctrl+m" {
					t.Errorf("%s: %q is tab or enter on many terminals", s.Title, k)
				}
			}
		}
	}
}

func TestADisabledActionNeitherMatchesNorShowsAndSaysWhy(t *testing.T) {
	m := Default()
	if got := m.Resolve(press("c"), BoardScope, TaskScope); got != Claim {
		t.Fatalf("c is %d, want Claim", got)
	}
	m.Disable("the directory cannot be written", Claim)
	if got := m.Resolve(press("c"), BoardScope, TaskScope); got != Nothing {
		t.Errorf("a disabled c is %d", got)
	}
	for e := range m.Footer(TaskScope) {
		if e.Action == Claim {
			t.Error("a disabled action is in the footer")
		}
	}
	if a, why := m.Refused(press("c"), BoardScope, TaskScope); a != Claim || why != "the directory cannot be written" {
		t.Errorf("refused %d: %q", a, why)
	}
	m.Enable(Claim)
	if got := m.Resolve(press("c"), BoardScope, TaskScope); got != Claim {
		t.Errorf("c is %d again, want Claim", got)
	}
}

// A column of the help has 35 cells: 9 for a key, or for two that are said together, 2 between, the rest for what it does.
func TestWhatAKeyDoesFitsAColumnOfTheHelp(t *testing.T) {
	for _, s := range Default().Scopes() {
		for i, e := range s.Entries {
			name, does := e.Key(), e.Long
			if e.Both != "" {
				if i+1 == len(s.Entries) {
					t.Fatalf("%s: nothing comes after %q, which says %q for two", s.Title, name, e.Both)
				}
				name, does = name+" "+s.Entries[i+1].Key(), e.Both
			}
			if len([]rune(name)) > 9 || len([]rune(does)) > 24 {
				t.Errorf("%s: %q %q is too wide", s.Title, name, does)
			}
		}
	}
}
