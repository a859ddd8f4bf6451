package keymap

import (
	"fmt"
	"strings"
	"testing"
)

func TestATextMatchesAnActionByKeyThenBeginningThenPartThenLetters(t *testing.T) {
	for _, c := range []struct {
		typed, key, name string
		want             int
	}{
		{"c", "c", "claim it", 0},
		{"", "", "claim it", 1},
		{"CLAIM", "c", "Claim it", 1},
		{"it", "c", "claim it", BeginsWord},
		{"laim", "c", "claim it", 3},
		{"ci", "c", "claim it", MaxRank},
		{"cm t", "c", "claim it", MaxRank},
		{"lt", "c", "claim it", -1},
		{"it c", "c", "claim it", -1},
		{"cz", "c", "claim it", -1},
	} {
		t.Run(c.typed+" for "+c.name, func(t *testing.T) {
			if got := Rank(c.typed, c.key, c.name); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
	if got := Rank("it", "c", "wait", "it claims", "a claim it"); got != 1 {
		t.Errorf("the best of several names: %d", got)
	}
}

func TestKeysThatTerminalsSend(t *testing.T) {
	for k, want := range map[string]bool{
		"x": true, "X": true, "é": true, "|": true, "enter": true, "f12": true, "ctrl+x": true, "alt+X": true, "ctrl+alt+x": true, "shift+up": true, "ctrl+shift+up": true,
		"": false, " ": false, "\x01": false, "\ufffd": false, "xy": false, "ctrl+X": false, "shift+x": false, "alt+ctrl+x": false, "f13": false, "ctrl+": false,
	} {
		t.Run(k, func(t *testing.T) {
			if got := isKey(k); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestTheFooterShowsEnabledEntriesInTheirOrder(t *testing.T) {
	m := Default()
	m.Disable("not now", Complete)
	var got []string
	for e := range m.Footer(TaskScope) {
		if got = append(got, e.Short()); len(got) == 3 {
			break
		}
	}
	if s := strings.Join(got, " "); s != "claim release reopen" {
		t.Error(s)
	}
	for e := range m.Footer(TaskScope) {
		if !e.Footer || !e.Enabled() {
			t.Errorf("%s is in the footer", e.Short())
		}
	}
}

func TestAKeyIsCalledAsTheHelpShowsIt(t *testing.T) {
	m := Default()
	for name, want := range map[string]string{"↓/j": "j", "down/j": "j", "pgdn": "pgdown", "F5": "f5", "c": "c", "shift j": "j"} {
		t.Run(name, func(t *testing.T) {
			if got := m.Called(name, BoardScope, TaskScope, ProgramScope); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	m.Disable("", PageDown)
	if got := m.Called("pgdn", BoardScope); got != "pgdn" {
		t.Errorf("disabled: %q", got)
	}
}

func TestOnlySoManyCommandsHaveAKey(t *testing.T) {
	m := Default()
	m.Disable("", Quit) // the entries of each action are looked up once
	for i := range MaxCommands + 1 {
		if err := m.AddCommand(Command{fmt.Sprintf("alt+%c", 'A'+i), fmt.Sprint("command ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(m.Scopes(CommandScope)[0].Entries); n != MaxCommands {
		t.Errorf("%d commands", n)
	}
	if n := len(m.Scopes(TaskScope)[0].Entries); n != len(Default().Scopes(TaskScope)[0].Entries) {
		t.Error("a command was added to another scope")
	}
	second := m.Resolve(press("alt+B"), CommandScope)
	if i, ok := second.Command(); i != 1 || !ok {
		t.Errorf("%d %v", i, ok)
	}
	if m.Disable("", second); m.Has(second, CommandScope) {
		t.Error("a command cannot be disabled")
	}
	for _, a := range []Action{Quit, count} {
		if _, ok := a.Command(); ok {
			t.Errorf("action %d is a command", a)
		}
	}
}

func TestKeysAreRebound(t *testing.T) {
	m := Default() // two entries have the name dependencies
	if err := m.Rebind(map[string]string{"dependencies": "x"}); err != nil || m.Resolve(press("x"), ViewsScope) != NextView || m.KeyOf(ShowDependencies) != "x" {
		t.Errorf("a name of two actions: %v", err)
	}
	for _, c := range []struct{ what, name, keys, want string }{
		{"another key", "claim", "x", ""},
		{"two keys", "claim", "x f6", ""},
		{"the key it has", "claim", "c", ""},
		{"no key", "claim", " ", "claim: it has no key"},
		{"a key that does not exist", "claim", "x f99", "claim: no terminal sends a key \"f99\""},
		{"it comes first", "claim", "f99 x", "claim: no terminal sends a key \"f99\""},
		{"the key of another action", "claim", "d", "claim: d is the key of claim and of complete"},
		{"an unknown action", "nothing", "x", "nothing: there is no action"},
	} {
		t.Run(c.what, func(t *testing.T) {
			m := Default()
			err := m.Rebind(map[string]string{c.name: c.keys})
			switch {
			case c.want != "":
				if err == nil || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("%v", err)
				}
			case err != nil:
				t.Error(err)
			default:
				for _, k := range strings.Fields(c.keys) {
					if m.Resolve(press(k), TaskScope) != Claim {
						t.Errorf("%s is no key", k)
					}
				}
				if e := m.Entry(Claim, TaskScope); e.Key() != strings.Fields(c.keys)[0] || e.Short() != "claim" {
					t.Errorf("it is shown as %s %s", e.Key(), e.Short())
				}
			}
		})
	}
}
