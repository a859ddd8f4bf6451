// Package keymap maps keys to actions. The entries that resolve a key are also those that the footer and the help show,
// so they always agree. A disabled entry does not match and is not shown; it may have a reason, for Refused.
//
// Entries are in scopes. The program decides which scopes apply, and in which order; the first enabled entry that
// matches wins.
package keymap

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
)

// Entry binds keys to an action and describes it.
type Entry struct {
	Action  Action
	Binding key.Binding // with the shown key and the short description
	Long    string      // the description for the help
	Both    string      // the description of this entry and the next in one row of the help; "" for a row each
	Footer  bool        // the footer shows it
	// the word of the footer for this entry and the next, which it shows as one; "" for one of its own
	Pair   string
	reason string // why it is disabled
}

// Key returns the key as the footer and the help show it.
func (e Entry) Key() string { return e.Binding.Help().Key }

// Short returns the description for the footer, one or two words.
func (e Entry) Short() string { return e.Binding.Help().Desc }

// Enabled reports whether the entry matches and shows.
func (e Entry) Enabled() bool { return e.Binding.Enabled() }

// Reason returns why the entry is disabled, "" if Disable gave no reason.
func (e Entry) Reason() string { return e.reason }

// Scope is a named list of entries.
type Scope struct {
	Name    ScopeName
	Title   string // for the help
	Entries []Entry
}

// Map is the whole keymap. It is not safe for concurrent use.
type Map struct {
	scopes []Scope
	of     [][]*Entry // by action, nil until Enable or Disable needs it
}

// entries yields the entries of these scopes in order.
func (m *Map) entries(in []ScopeName) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for _, name := range in {
			entries := m.scope(name)
			for i := range entries {
				if !yield(&entries[i]) {
					return
				}
			}
		}
	}
}

// Resolve returns the action of a key in the first of these scopes that has an enabled entry for it, Nothing for none.
func (m *Map) Resolve(press fmt.Stringer, in ...ScopeName) Action {
	for e := range m.entries(in) {
		if key.Matches(press, e.Binding) {
			return e.Action
		}
	}
	return Nothing
}

// Refused returns the first disabled entry of these scopes that a key would match and that has a reason: its action and
// the reason.
func (m *Map) Refused(press fmt.Stringer, in ...ScopeName) (Action, string) {
	for e := range m.entries(in) {
		if e.reason == "" { // an enabled entry has none
			continue
		}
		b := e.Binding
		b.SetEnabled(true)
		if key.Matches(press, b) {
			return e.Action, e.reason
		}
	}
	return Nothing, ""
}

// Called returns the key, as terminals name it, of the entry whose key the help shows by a name. A name that no entry
// has is a key itself, or several, of which Called returns the last.
func (m *Map) Called(name string, in ...ScopeName) string {
	for e := range m.entries(in) {
		if e.Enabled() && (e.Key() == name || ASCII(e.Key()) == name) {
			return e.Binding.Keys()[0]
		}
	}
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// Enable enables the entries of actions.
func (m *Map) Enable(actions ...Action) { m.set(true, "", actions) }

// Disable disables the entries of actions. Refused returns the reason, unless it is empty.
func (m *Map) Disable(reason string, actions ...Action) { m.set(false, reason, actions) }

func (m *Map) set(on bool, reason string, actions []Action) {
	if m.of == nil {
		m.of = make([][]*Entry, math.MaxUint8+1)
		for i := range m.scopes {
			for j := range m.scopes[i].Entries {
				e := &m.scopes[i].Entries[j]
				m.of[e.Action] = append(m.of[e.Action], e)
			}
		}
	}
	for _, a := range actions {
		for _, e := range m.of[a] {
			e.Binding.SetEnabled(on)
			e.reason = reason
		}
	}
}

// Entry returns the enabled entry of an action in these scopes, nil if there is none.
func (m *Map) Entry(a Action, in ...ScopeName) *Entry {
	for e := range m.entries(in) {
		if e.Action == a && e.Enabled() {
			return e
		}
	}
	return nil
}

// Has reports whether one of these scopes has an enabled entry for the action.
func (m *Map) Has(a Action, in ...ScopeName) bool { return m.Entry(a, in...) != nil }

// Footer yields the enabled entries of these scopes that the footer shows, each with the next one if it shows both as
// one, else nil.
func (m *Map) Footer(in ...ScopeName) iter.Seq2[*Entry, *Entry] {
	return func(yield func(e, with *Entry) bool) {
		for _, s := range in {
			entries := m.scope(s)
			for i := range entries {
				e, with := &entries[i], (*Entry)(nil)
				if e.Pair != "" && entries[i+1].Enabled() {
					with = &entries[i+1]
				}
				if e.Footer && e.Enabled() && !yield(e, with) {
					return
				}
			}
		}
	}
}

// scope returns the entries of a scope.
func (m *Map) scope(name ScopeName) []Entry {
	for i := range m.scopes {
		if m.scopes[i].Name == name {
			return m.scopes[i].Entries
		}
	}
	return nil
}

// Scopes returns scopes by name, all of them in the order of the help when none is named.
func (m *Map) Scopes(in ...ScopeName) []Scope {
	if len(in) == 0 {
		return m.scopes
	}
	var out []Scope
	for _, name := range in {
		for _, s := range m.scopes {
			if s.Name == name {
				out = append(out, s)
			}
		}
	}
	return out
}

// BeginsWord is the worst rank for a text at the beginning of a word. MaxRank is the worst rank, for letters in their
// order.
const (
	BeginsWord = 2
	MaxRank    = 4
)

// Rank returns how well a text matches an action, 0 best, -1 not at all: it is the key, the beginning of a name or of a
// word in it, a part of a name, letters of a name in their order.
func Rank(typed, key string, names ...string) int {
	low := strings.ToLower(typed)
	if typed != "" && typed == key {
		return 0
	}
	best := -1
	for _, name := range names {
		name = strings.ToLower(name)
		switch {
		case strings.HasPrefix(name, low):
			best = betterRank(best, 1)
		case strings.Contains(name, " "+low):
			best = betterRank(best, BeginsWord)
		case strings.Contains(name, low):
			best = betterRank(best, 3)
		case hasLettersInOrder(name, low):
			best = betterRank(best, MaxRank)
		}
	}
	return best
}

// betterRank returns the better of two ranks; -1 is worse than any other.
func betterRank(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// Rank returns how well a text matches an entry or a synonym of its action, as the function Rank does.
func (e Entry) Rank(typed string) int {
	return betterRank(Rank(typed, e.Key(), e.Long, e.Short()), rankSynonym(e.Action, typed))
}

// hasLettersInOrder reports whether a name has the letters of a text in their order, the first at the start of a word.
func hasLettersInOrder(name, typed string) bool {
	words := strings.Fields(name)
	for i := range words {
		rest, met := strings.Join(words[i:], " "), true
		for j, r := range strings.ReplaceAll(typed, " ", "") {
			at := strings.IndexRune(rest, r)
			if met = at >= 0 && (j > 0 || at == 0); !met {
				break
			}
			rest = rest[at+1:]
		}
		if met {
			return true
		}
	}
	return false
}

// BindError is why an action cannot have its keys.
type BindError struct{ Name, Why string }

func (e *BindError) Error() string { return e.Name + ": " + e.Why }

// together are the scopes that apply at the same time on the board and in the dependencies. Their entries can be
// rebound.
var together = [][]ScopeName{
	{BoardScope, MarkScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, CommandScope},
	{BoardScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, CommandScope, DemoScope},
	{DepViewScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, CommandScope, DemoScope},
}

// Name returns the name of an action in a configuration: the word of the footer, with dashes.
func (e Entry) Name() string {
	return strings.ReplaceAll(e.Short(), " ", "-")
}

// Names returns the names of all actions that can be rebound, sorted.
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

// Rebind gives actions other keys, by name; several keys are separated by spaces. The error is a *BindError. After an
// error the map must not be used.
func (m *Map) Rebind(keys map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		bound := strings.Fields(keys[name])
		if len(bound) == 0 {
			return &BindError{name, "it has no key"}
		}
		if i := slices.IndexFunc(bound, func(k string) bool { return !isKey(k) }); i >= 0 {
			return &BindError{name, notAKey(bound[i])}
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

// Command is a custom command.
type Command struct{ Key, Name string }

// AddCommand adds an entry for a custom command. It fails if another action has the key, or no terminal sends it. After
// MaxCommands it adds none.
func (m *Map) AddCommand(c Command) error {
	pressed := c.Key
	if functionKey.MatchString(pressed) {
		pressed = strings.ToLower(pressed) // the help writes F5, a terminal f5
	}
	if !isKey(pressed) {
		return errors.New(notAKey(c.Key))
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

// named are the keys without a character.
var named = []string{
	"enter", "tab", "esc", "space", "backspace", "delete", "insert", "up", "down", "left", "right", "home", "end",
	"pgup", "pgdown",
	"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
}

// isKey reports whether a terminal can send a key of this name, as tea.Key.Keystroke writes it: a character, or a named
// key, after ctrl, alt and shift in this order. Shift changes a character instead.
func isKey(k string) bool {
	base, ctrl := strings.CutPrefix(k, "ctrl+")
	base, _ = strings.CutPrefix(base, "alt+")
	if char, size := utf8.DecodeRuneInString(base); size == len(base) {
		return unicode.IsGraphic(char) && char != utf8.RuneError && !unicode.IsSpace(char) &&
			!(ctrl && unicode.IsUpper(char))
	}
	base, _ = strings.CutPrefix(base, "shift+")
	return slices.Contains(named, base)
}

func notAKey(k string) string {
	return fmt.Sprintf("no terminal sends a key %q: write one like x, X, f6, ctrl+x, alt+x, shift+up or space", k)
}

var functionKey = regexp.MustCompile(`^F[0-9]+$`)

// ASCII returns the name of a key in ASCII.
func ASCII(shown string) string {
	return strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right").Replace(shown)
}

// KeyOf returns the key of an action as the help shows it, "" for none.
func (m *Map) KeyOf(a Action) string {
	for _, s := range m.Scopes() {
		for i := range s.Entries {
			if s.Entries[i].Action == a {
				return s.Entries[i].Key()
			}
		}
	}
	return ""
}
