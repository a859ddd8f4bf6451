package keymap

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
)

// BindError says which action cannot have the keys that were asked for, and why.
type BindError struct{ Name, Why string }

func (e *BindError) Error() string { return e.Name + ": " + e.Why }

// together are the scopes whose keys are asked together on the board and in the dependencies: what can be bound anew.
var together = [][]ScopeName{
	{BoardScope, MarkScope, ViewsScope, TaskScope, ShowScope, CommandScope},
	{BoardScope, ViewsScope, TaskScope, ShowScope, CommandScope, DemoScope},
	{DepViewScope, ViewsScope, TaskScope, ShowScope, CommandScope, DemoScope},
}

// Name returns what an action is called where it is bound anew: the word of the footer, with dashes.
func (e Entry) Name() string {
	return strings.ReplaceAll(strings.TrimSuffix(e.Short(), " ..."), " ", "-")
}

// Names returns the names of all actions that can be bound anew, in order.
func Names() []string {
	seen := map[string]bool{}
	for _, in := range together {
		for _, s := range Default().Scopes(in...) {
			for _, e := range s.Entries {
				seen[e.Name()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Rebind gives actions other keys, by their names; several are separated by blanks. The error is a *BindError; of a map that
// returned one nothing is to be used.
func (m *Map) Rebind(keys map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		bound := strings.Fields(keys[name])
		if len(bound) == 0 {
			return &BindError{name, "it has no key"}
		}
		found := false
		for e := range m.entries(slices.Concat(together...)) {
			if e.Name() == name {
				found = true
				e.Binding = key.NewBinding(key.WithKeys(bound...), key.WithHelp(bound[0], e.Short()))
			}
		}
		if !found {
			return &BindError{name, fmt.Sprintf("there is no action %q: sideboard config --keys names them", name)}
		}
	}
	for _, in := range together {
		owner := map[string]string{}
		for e := range m.entries(in) {
			for _, k := range e.Binding.Keys() {
				if other, taken := owner[k]; taken && other != e.Name() {
					mine, theirs := e.Name(), other
					if _, asked := keys[mine]; !asked {
						mine, theirs = theirs, mine
					}
					return &BindError{mine, fmt.Sprintf("%s is the key of %s and of %s", k, mine, theirs)}
				}
				owner[k] = e.Name()
			}
		}
	}
	return nil
}

// Command is a command of the person's own: its key, and what it is called.
type Command struct{ Key, Name string }

// AddCommand gives one more command a key. The error names what has that key already; then nothing is added.
func (m *Map) AddCommand(c Command) error {
	pressed := c.Key
	if functionKey.MatchString(pressed) {
		pressed = strings.ToLower(pressed) // as the help writes F5, and a terminal f5
	}
	for e := range m.entries(slices.Concat(together...)) {
		if slices.Contains(e.Binding.Keys(), pressed) {
			return fmt.Errorf("%s is the key of %s and of %s", c.Key, e.Name(), c.Name)
		}
	}
	m.of = nil
	for i := range m.scopes {
		if s := &m.scopes[i]; s.Name == CommandScope && len(s.Entries) < MaxCommands {
			s.Entries = append(s.Entries, e(commandAction(len(s.Entries)), c.Key, c.Name, pressed))
		}
	}
	return nil
}

var functionKey = regexp.MustCompile(`^F[0-9]+$`)
