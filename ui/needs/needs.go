// Package needs counts what needs a person, walks from one to the next, and says why in words, with the key that helps.
package needs

import (
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// Uses is what the needs ask of other features.
type Uses struct {
	HasPane func(owner string) bool // the tmux pane of a task's owner can be shown
}

// Model holds what needs a person now.
type Model struct {
	*host.Program
	Uses

	all    []board.Need
	of     map[tasks.Key]int // index in all, by task
	gen    int
	minute int64
	known  bool
	at     int // index of the last stop of the walk, -1 for none

	count safetext.Text
	shown map[tasks.Key]shown              // what cards show, so that a frame formats nothing again
	helps [board.NobodyStarts + 1]view.Key // what helps, by kind
}

// shown is why a task needs a person, as its card shows it, and what that was made of.
type shown struct {
	need   board.Need
	minute int64
	age    safetext.Text
	words  safetext.Text
}

// New returns the needs of a program, none so far.
func New(p *host.Program) *Model {
	return &Model{Program: p, of: map[tasks.Key]int{}, shown: map[tasks.Key]shown{}, at: -1}
}

// Reset forgets everything, for another directory.
func (m *Model) Reset() {
	uses := m.Uses
	*m = *New(m.Program)
	m.Uses = uses
}

// List returns everything that needs a person, the most urgent first. It is computed again only after a change of the board or a minute.
func (m *Model) List() []board.Need {
	minute := m.Now.Unix() / 60
	if m.known && m.gen == m.Generation && m.minute == minute {
		return m.all
	}
	m.known, m.gen, m.minute = true, m.Generation, minute
	m.all = m.Board.Needs(m.Circumstances())
	clear(m.of)
	for i, n := range m.all {
		m.of[n.Key] = i
	}
	m.count = safetext.Text{}
	if n := len(m.all); n > 0 {
		m.count = safetext.Line(strconv.Itoa(n) + phrase.Plural(n, " needs you", " need you"))
	}
	return m.all
}

// Count returns the number of needs in words, such as "2 need you"; empty for none.
func (m *Model) Count() safetext.Text {
	m.List()
	return m.count
}

// need returns the need of a task, false if it has none.
func (m *Model) need(k tasks.Key) (board.Need, bool) {
	all := m.List()
	if i, ok := m.of[k]; ok && k.Name != "" {
		return all[i], true
	}
	return board.Need{}, false
}

// Mark puts on the card of a task why it needs a person and what helps, and reports whether it does. In columns a card already says what
// its task waits for.
func (m *Model) Mark(card *view.Card, k tasks.Key) bool {
	n, ok := m.need(k)
	if !ok {
		return false
	}
	stacked := m.Layout.Stacked
	switch n.Kind {
	case board.FileBroken, board.StatusUnknown:
		// the card already says what is wrong with the file
	case board.TaskFailed, board.BlockerMissing, board.WorktreeMissing, board.InLoop:
		if stacked {
			card.Warn, card.Alarm = m.wordsOn(n, card.Age), true
		}
	default:
		card.Warn, card.Alarm = m.wordsOn(n, card.Age), n.Kind != board.NobodyStarts
	}
	if card.Needy = true; n.Kind == board.BlockerMissing {
		card.State = view.Missing // show the warning sign, even if the task also waits for others
	}
	if m.Helps(k) != keymap.Nothing {
		if m.helps[n.Kind].Name.Empty() {
			m.helps[n.Kind] = view.Key{Name: safetext.Line(m.KeyOf(help[n.Kind].key)), Does: safetext.Line(n.Kind.Verb())}
		}
		card.Help = m.helps[n.Kind]
	}
	if stacked && (n.Kind == board.NeedsAnswer || n.Kind == board.OwnerDead || n.Kind == board.OwnerGone) {
		card.Owner = safetext.Text{} // the words name it
	}
	return true
}

// Helps returns the action that helps a task, Nothing if there is none.
func (m *Model) Helps(k tasks.Key) keymap.Action {
	n, ok := m.need(k)
	if !ok {
		return keymap.Nothing
	}
	a, _ := m.HelpFor(n)
	return a
}

// HelpFor returns the action that helps with a need and what it does; Nothing if it would be refused.
func (m *Model) HelpFor(n board.Need) (a keymap.Action, does string) {
	h := help[n.Kind]
	if h.key == keymap.GoToTmuxPane && !m.HasPane(n.Who) || h.key != keymap.GoToTmuxPane && m.WhyNotNow() != "" {
		return keymap.Nothing, ""
	}
	return h.key, h.say
}

// wordsOn returns the words of a need on a card. It leaves out since when a task is stalled if that equals the age on the card.
func (m *Model) wordsOn(n board.Need, age safetext.Text) safetext.Text {
	s := m.shown[n.Key]
	if s.need != n || s.minute != m.minute || s.age != age {
		if len(m.shown) > 4096 {
			clear(m.shown)
		}
		s = shown{n, m.minute, age, m.Words(n)}
		if n.Kind == board.TaskStalled && age.String() == phrase.Age(m.Now.Sub(n.Since)) {
			s.words = safetext.Line(n.Reason())
		}
		m.shown[n.Key] = s
	}
	return s.words
}

// Words returns why something needs a person, and for how long.
func (m *Model) Words(n board.Need) safetext.Text {
	why := n.Reason()
	if age := m.Now.Sub(n.Since); !n.Since.IsZero() && age >= time.Minute {
		if n.Kind == board.TaskStalled {
			why += " for " + phrase.Age(age)
		} else {
			why += " (" + phrase.Age(age) + ")"
		}
	}
	return safetext.Short(why)
}

// help holds the key that helps with each kind of need, and what it does.
var help = [...]struct {
	key keymap.Action
	say string
}{
	board.NeedsAnswer: {keymap.GoToTmuxPane, "goes to its tmux pane"}, board.Overwritten: {keymap.ApplyAgain, "applies it again"},
	board.OwnerDead: {keymap.Release, "releases it"}, board.OwnerGone: {keymap.Release, "releases it"},
	board.FileBroken: {keymap.ShowProblems, "lists what can be repaired"}, board.FileWrong: {keymap.ShowProblems, "lists what can be repaired"}, board.TaskFailed: {keymap.Reopen, "reopens it"},
	board.StatusUnknown: {keymap.EditOutside, "edits its file"}, board.TaskStalled: {keymap.Release, "releases it"},
	board.BlockerMissing: {keymap.Unlink, "unlinks it"}, board.WorktreeMissing: {keymap.Worktree, "makes one"},
	board.InLoop: {keymap.Unlink, "unlinks it"}, board.NobodyStarts: {keymap.Claim, "claims it"},
}

// GoToNext goes to the next task that needs a person, and says why and what helps.
func (m *Model) GoToNext() {
	all := m.List()
	if len(all) == 0 {
		m.Info("Nothing needs you")
		return
	}
	here := m.UnderCursor()
	next := 0
	if m.at >= 0 && m.at < len(all) && (all[m.at].Key == here || !m.Board.Has(all[m.at].Key)) {
		next = m.at + 1 // an agent without a task, or a lock, has no card to select
	} else if i, on := m.of[here]; on {
		next = i + 1
	}
	m.at = next % len(all)
	n := all[m.at]
	words, card := phrase.SentenceOf(n.Who, m.Words(n).String()), m.Board.Has(n.Key)
	switch {
	case card:
		m.Reveal(n.Key)
		words = m.Board.ShortID(n.Key) + phrase.InList(n.Key.List) + " needs you: " + m.Words(n).String()
	case n.Key.Name != "":
		words = phrase.File(n.Key) + " needs you: " + m.Words(n).String()
	}
	switch a, does := m.HelpFor(n); {
	case card && a != keymap.Nothing:
		words += ". " + m.KeyOf(a) + " " + does
	case a != keymap.Nothing:
		words += ". " + m.KeyOf(keymap.ShowProblems) + " lists what helps" // there is no card to press a key on
	}
	m.Info(words)
}

// maxInSection is the largest number of tasks that the section of the list holds; the others are in the sections of their states.
const maxInSection = 32

// AppendPlaces appends the places of the cards that need a person, the most urgent first, without those that the filter hides.
func (m *Model) AppendPlaces(to []view.StackCard) []view.StackCard {
	for _, n := range m.List() {
		if len(to) == maxInSection {
			break
		}
		if c, row, ok := m.Board.Rank(n.Key); ok {
			to = append(to, view.StackCard{Column: view.ColumnKind(c), Index: row})
		}
	}
	return to
}
