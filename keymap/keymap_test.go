package keymap

import "testing"

type press string

func (p press) String() string { return string(p) }

// A column of the help has 35 cells: 9 for a key, or for two that share a row, 2 between, the rest for what it does.
func TestEveryEntryHasAKeyOfItsOwnAndFitsTheHelp(t *testing.T) {
	for _, s := range Default().Scopes() {
		if s.Title == "" {
			t.Errorf("scope %d has no title", s.Name)
		}
		seen := map[string]string{}
		for i, e := range s.Entries {
			if e.Key() == "" || e.Short() == "" || e.Long == "" {
				t.Errorf("%s: the entry of %q in keymap/scopes.go lacks its key, its word in the footer or its words in the help (Long)", s.Title, e.Key())
			}
			for _, k := range e.Binding.Keys() {
				if other, taken := seen[k]; taken {
					t.Errorf("%s: %q is the key of %q and of %q", s.Title, k, other, e.Long)
				}
				seen[k] = e.Long
				if !isKey(k) || k == "ctrl+i" || k == "ctrl+m" { // those two are tab and enter on many terminals
					t.Errorf("%s: no terminal sends %q", s.Title, k)
				}
			}
			name, does := e.Key(), e.Long
			if e.Both != "" {
				if i+1 == len(s.Entries) {
					t.Fatalf("%s: no entry follows %q, which has words for two", s.Title, name)
				}
				name, does = name+" "+s.Entries[i+1].Key(), e.Both
			}
			if len([]rune(name)) > 9 || len([]rune(does)) > 24 {
				t.Errorf("%s: %q %q is too wide", s.Title, name, does)
			}
		}
	}
}

func TestScopesThatApplyTogetherShareNoKey(t *testing.T) {
	for _, in := range together {
		seen := map[string]string{}
		for _, s := range Default().Scopes(in...) {
			for _, e := range s.Entries {
				for _, k := range e.Binding.Keys() {
					if other, taken := seen[k]; taken {
						t.Errorf("%q is in %s and in %s", k, other, s.Title)
					}
					seen[k] = s.Title
				}
			}
		}
	}
}

func TestAnEntryHasItsKeyAndItsWords(t *testing.T) {
	if up := Default().Entry(Up, BoardScope); up.Key() != "↑/k" || up.Short() != "up" || up.Long != "go up" || up.Both != "go up or down" {
		t.Errorf("%+v", up)
	}
}

func TestEveryActionHasAKey(t *testing.T) {
	for a := Nothing + 1; a < count; a++ {
		if Default().KeyOf(a) == "" {
			t.Errorf("action %d of keymap/actions.go has no key: add its entry to keymap/scopes.go", a)
		}
	}
}

func TestADisabledActionHasNoKeyAndSaysWhy(t *testing.T) {
	m := Default()
	for _, step := range []struct {
		what   string
		do     func()
		action Action // of the key
		reason string
	}{
		{"at first", func() {}, Release, ""},
		{"disabled without a reason", func() { m.Disable("", Release) }, Nothing, ""},
		{"disabled with a reason", func() { m.Disable("somebody has it", Release) }, Nothing, "somebody has it"},
		{"enabled again", func() { m.Enable(Release) }, Release, ""},
	} {
		step.do()
		if got := m.Resolve(press("r"), BoardScope, TaskScope); got != step.action {
			t.Errorf("%s: r is %d", step.what, got)
		}
		if a, why := m.Refused(press("r"), BoardScope, TaskScope); why != step.reason || (a == Release) != (why != "") {
			t.Errorf("%s: refused %d: %q", step.what, a, why)
		}
		if m.Has(Release, TaskScope) != (step.action == Release) || m.Has(Release, BoardScope) {
			t.Errorf("%s: its entry is found in the wrong scope", step.what)
		}
	}
}
