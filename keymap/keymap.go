// Package keymap says what keys mean. It knows no program: a press comes in as its name, an Action comes out,
// and the same entries that decide this are what the footer and the help show, so that the two cannot drift
// apart. A disabled entry neither matches nor shows; the reason why it is disabled is kept for who asks.
//
// Scopes are lists of entries. What is on the screen decides which scopes are asked, in which order; the first
// enabled entry that matches wins.
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

// Entry binds keys to an action and says what it does, shortly for the footer and in a sentence for the help.
type Entry struct {
	Action  Action
	Binding key.Binding
	Long    string
	Both    string // what it and the entry after it do, said once in the help; "" for each by itself
	Footer  bool   // worth a place in the footer, in the order of the entries
	reason  string
}

// Key returns the key as the footer and the help show it.
func (e Entry) Key() string { return e.Binding.Help().Key }

// Short returns the one or two words of the footer.
func (e Entry) Short() string { return e.Binding.Help().Desc }

// Enabled reports whether the entry matches and shows.
func (e Entry) Enabled() bool { return e.Binding.Enabled() }

// Reason returns why the entry is disabled, "" where that was not said.
func (e Entry) Reason() string { return e.reason }

// Scope is a named list of entries.
type Scope struct {
	Name    ScopeName
	Title   string // for the help
	Entries []Entry
}

// Map is every scope there is. It has one owner, who changes it by Enable, Disable, Describe, Rebind and AddCommand.
type Map struct {
	scopes []Scope
	of     [][]*Entry // the entries of each action, nil until they are asked for: every key switches some
}

// entries returns the entries of these scopes in order. It copies nothing: they are the map's own.
func (m *Map) entries(in []ScopeName) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for _, name := range in {
			for i := range m.scopes {
				if m.scopes[i].Name != name {
					continue
				}
				for j := range m.scopes[i].Entries {
					if !yield(&m.scopes[i].Entries[j]) {
						return
					}
				}
			}
		}
	}
}

// Resolve returns the action a press means in the first of these scopes that has an enabled entry for it, Nothing
// where none has.
func (m *Map) Resolve(press fmt.Stringer, in ...ScopeName) Action {
	for e := range m.entries(in) {
		if key.Matches(press, e.Binding) {
			return e.Action
		}
	}
	return Nothing
}

// Refused returns the reason for which a press means nothing now: the first disabled entry of these scopes that
// it would have matched, and what was said when it was disabled.
func (m *Map) Refused(press fmt.Stringer, in ...ScopeName) (Action, string) {
	for e := range m.entries(in) {
		if e.Enabled() || e.reason == "" {
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

// Called returns the key that is shown under a name, of several the last.
func (m *Map) Called(name string, in ...ScopeName) string {
	for e := range m.entries(in) {
		if e.Enabled() && (e.Key() == name || ASCII(e.Key()) == name) {
			return e.Binding.Keys()[0]
		}
	}
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// Enable lets the actions match and show again.
func (m *Map) Enable(actions ...Action) { m.set(true, "", actions) }

// Disable keeps the actions from matching and showing. The reason, when not empty, is what Refused answers.
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

// Entry returns the enabled entry of an action in these scopes, nil where there is none.
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

// Footer returns the enabled entries of these scopes that are worth a place in the footer, in order. It is asked for
// every frame.
func (m *Map) Footer(in ...ScopeName) iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for e := range m.entries(in) {
			if e.Footer && e.Enabled() && !yield(e) {
				return
			}
		}
	}
}

// Scopes returns the named scopes in the order asked, all of them in help order when none is named.
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

// BeginsWord is the worst that Rank returns where a text begins a word; MaxRank is the worst of all: only letters, in their order.
const (
	BeginsWord = 2
	MaxRank    = 4
)

// Rank returns how well a text fits one of the names of an action, 0 best, -1 not at all: it is its key, the beginning of a name or
// of a word in it, a part of it, letters of it in their order.
func Rank(typed, key string, names ...string) int {
	low := strings.ToLower(typed)
	if typed != "" && typed == key {
		return 0
	}
	best := -1
	better := func(rank int) {
		if best < 0 || rank < best {
			best = rank
		}
	}
	for _, name := range names {
		name = strings.ToLower(name)
		switch at := strings.Index(name, low); {
		case at == 0:
			better(1)
		case strings.Contains(name, " "+low):
			better(BeginsWord)
		case at > 0:
			better(3)
		case hasLettersInOrder(name, low):
			better(MaxRank)
		}
	}
	return best
}

// Rank returns how well a text fits an entry, as the function of that name does, or a word that people type for its action.
func (e Entry) Rank(typed string) int {
	rank, synonym := Rank(typed, e.Key(), e.Long, e.Short()), rankSynonym(e.Action, typed)
	if rank < 0 || synonym >= 0 && synonym < rank {
		return synonym
	}
	return rank
}

// hasLettersInOrder reports whether the letters of a text occur in a name in their order, the first where a word begins.
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

// BindError is which action cannot have the keys that were asked for, and why.
type BindError struct{ Name, Why string }

func (e *BindError) Error() string { return e.Name + ": " + e.Why }

// together are the scopes whose keys are asked together on the board and in the dependencies: what can be bound anew.
var together = [][]ScopeName{
	{BoardScope, MarkScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, CommandScope},
	{BoardScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, CommandScope, DemoScope},
	{DepViewScope, ViewsScope, TaskScope, EditsScope, ShowScope, ProgramScope, CommandScope, DemoScope},
}

// Name returns what an action is called where it is bound anew: the word of the footer, with dashes.
func (e Entry) Name() string {
	return strings.ReplaceAll(e.Short(), " ", "-")
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
		if i := slices.IndexFunc(bound, func(k string) bool { return !possible(k) }); i >= 0 {
			return &BindError{name, impossible(bound[i])}
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
	if !possible(pressed) {
		return errors.New(impossible(c.Key))
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

// named are the keys without a character that terminals send.
var named = []string{
	"enter", "tab", "esc", "space", "backspace", "delete", "insert", "up", "down", "left", "right", "home", "end", "pgup", "pgdown",
	"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
}

// possible reports whether a terminal can send a key of this name, as tea.Key.Keystroke writes it: a character, which shift changes, or a named
// key, behind ctrl, alt and shift in this order.
func possible(k string) bool {
	base, ctrl := strings.CutPrefix(k, "ctrl+")
	base, _ = strings.CutPrefix(base, "alt+")
	if char, size := utf8.DecodeRuneInString(base); size == len(base) {
		return unicode.IsGraphic(char) && char != utf8.RuneError && !unicode.IsSpace(char) && !(ctrl && unicode.IsUpper(char))
	}
	base, _ = strings.CutPrefix(base, "shift+")
	return slices.Contains(named, base)
}

func impossible(k string) string {
	return fmt.Sprintf("no terminal sends a key %q: write one like x, X, f6, ctrl+x, alt+x, shift+up or space", k)
}

var functionKey = regexp.MustCompile(`^F[0-9]+$`)

// ASCII returns how a key is shown with plain characters only.
func ASCII(shown string) string {
	return strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right").Replace(shown)
}

// KeyOf returns the key of an action as it is shown, "" where it has none.
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
