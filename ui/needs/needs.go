// Package needs counts what needs a person, walks from one to the next, and says why in words, with the key that helps.
// It lists them with what the doctor finds, and repairs that.
package needs

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

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
	Opens   func(tasks.Key) bool    // an editor can open the file of a task that cannot be read
	// NewTasks returns what others completed and the person has not seen, those completed last first.
	NewTasks func() []tasks.Key

	ToPane   func(owner string) tea.Cmd // shows the tmux pane of a task's owner
	ShowView func(view.ViewKind)        // shows the board or a view
	Act      func(keymap.Action) tea.Cmd
	Copy     func(what, text string) tea.Cmd // to the clipboard; what names it
	// StayOpen cancels quitting if err is not nil, so that the person sees why an edit was not written.
	StayOpen func(error)
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
	at     int       // index of the last stop of the walk, -1 for none
	atNew  tasks.Key // that stop, if it was a new task
	doctor examination

	count safetext.Text
	shown map[tasks.Key]shown // what cards show, so that a frame formats nothing again
	helps map[helpKey]view.Key
}

// shown is why a task needs a person, as its card shows it, and what that was made of.
type shown struct {
	need   board.Need
	minute int64
	words  safetext.Text
	more   safetext.Text
}

// helpKey is a kind of need and the action that helps with it.
type helpKey struct {
	kind   board.NeedKind
	action keymap.Action
}

// New returns the needs of a program, none so far.
func New(p *host.Program) *Model {
	return &Model{
		Program: p, of: map[tasks.Key]int{}, shown: map[tasks.Key]shown{}, helps: map[helpKey]view.Key{}, at: -1,
		doctor: examination{stale: true},
	}
}

// Reset forgets everything, for another directory.
func (m *Model) Reset() {
	uses := m.Uses
	*m = *New(m.Program)
	m.Uses = uses
}

// List returns everything that needs a person, the most urgent first. It is computed again only after a change of the
// board or a minute.
func (m *Model) List() []board.Need {
	minute := m.Now.Unix() / 60
	if m.known && m.gen == m.Generation && m.minute == minute {
		return m.all
	}
	m.known, m.gen, m.minute = true, m.Generation, minute
	m.all = m.Board.Needs(m.Circumstances(), m.all)
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

// Mark puts on the card of a task why it needs a person and what helps, and reports whether it does. In columns a card
// already says what its task waits for.
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
			card.Alarm = true
			card.Warn, card.More = m.wordsOn(n)
		}
	default:
		card.Alarm = n.Kind != board.NobodyStarts && n.Kind != board.ToReview
		card.Warn, card.More = m.wordsOn(n)
	}
	card.Needy = true
	if n.Kind == board.BlockerMissing {
		card.State = view.Missing // show the warning sign, even if the task also waits for others
	}
	if a, _ := m.HelpFor(n); a != keymap.Nothing {
		at := helpKey{n.Kind, a}
		if m.helps[at].Name.Empty() {
			does := n.Kind.Verb()
			switch a {
			case keymap.ShowProblems:
				does = "why"
			case keymap.EditOutside:
				does = "open file"
			}
			m.helps[at] = view.Key{Name: safetext.Line(m.KeyOf(a)), Does: safetext.Line(does)}
		}
		card.Help = m.helps[at]
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
	if n.Kind == board.FileBroken && !m.Opens(n.Key) {
		h = help[board.FileWrong]
	}
	writes := h.key != keymap.GoToTmuxPane && h.key != keymap.OpenDetail
	if h.key == keymap.GoToTmuxPane && !m.HasPane(n.Who) || writes && m.WhyNotNow() != "" {
		return keymap.Nothing, ""
	}
	return h.key, h.say
}

// mostShown is the number of cards whose words are kept before all are dropped: many more than a screen shows.
const mostShown = 4096

// wordsOn returns the words of a need on a card, and what there is to add if it has room.
func (m *Model) wordsOn(n board.Need) (words, more safetext.Text) {
	s := m.shown[n.Key]
	if s.need != n || s.minute != m.minute {
		if len(m.shown) > mostShown {
			clear(m.shown)
		}
		s = shown{need: n, minute: m.minute, words: m.Words(n)}
		if n.Kind == board.TaskStalled {
			s.words, s.more = safetext.Line(n.Reason()), safetext.Line("no write for "+phrase.Age(m.Now.Sub(n.Since)))
		}
		m.shown[n.Key] = s
	}
	return s.words, s.more
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
	board.NeedsAnswer: {keymap.GoToTmuxPane, "goes to its tmux pane"},
	board.Overwritten: {keymap.ApplyAgain, "applies it again"},
	board.OwnerDead:   {keymap.Release, "releases it"}, board.OwnerGone: {keymap.Release, "releases it"},
	board.FileBroken:    {keymap.EditOutside, "opens its file"},
	board.FileWrong:     {keymap.ShowProblems, "lists what can be repaired"},
	board.TaskFailed:    {keymap.Reopen, "reopens it"},
	board.StatusUnknown: {keymap.EditOutside, "edits its file"}, board.TaskStalled: {keymap.Release, "releases it"},
	board.BlockerMissing: {keymap.Unlink, "unlinks it"}, board.WorktreeMissing: {keymap.Worktree, "makes one"},
	board.ToReview: {keymap.OpenDetail, "opens it"},
	board.InLoop:   {keymap.Unlink, "unlinks it"}, board.NobodyStarts: {keymap.Claim, "claims it"},
}

// GoToNext goes to the next task that needs a person, and says why and what helps; after the last one to what is new.
func (m *Model) GoToNext() {
	all, here, next := m.List(), m.UnderCursor(), 0
	if m.at >= 0 && m.at < len(all) && (all[m.at].Key == here || !m.Board.Has(all[m.at].Key)) {
		next = m.at + 1 // an agent without a task, or a lock, has no card to select
	} else if i, on := m.of[here]; on {
		next = i + 1
	}
	_, needs := m.of[here]
	fromNew := here.Name != "" && here == m.atNew && !needs
	if (fromNew || next == len(all)) && m.goToNew(here) {
		return
	}
	m.atNew = tasks.Key{}
	if len(all) == 0 {
		m.Info("Nothing needs you")
		return
	}
	m.at = next % len(all)
	if fromNew {
		m.at = 0
	}
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

// goToNew goes to the new task that was completed before the given one, or if that is not new to the one completed
// last, and reports whether there is one. It leaves out those that need a person.
func (m *Model) goToNew(here tasks.Key) bool {
	all := slices.DeleteFunc(m.NewTasks(), func(k tasks.Key) bool {
		_, needs := m.of[k]
		return needs
	})
	at := slices.Index(all, here) + 1
	if at == len(all) && len(m.all) == 0 {
		at = 0
	}
	if at >= len(all) {
		return false
	}
	k := all[at]
	m.atNew = k
	m.Reveal(k)
	words := m.Board.ShortID(k) + phrase.InList(k.List) + " is new: others completed it. "
	m.Info(words + m.KeyOf(keymap.OpenDetail) + " opens it")
	return true
}

// maxInSection is the largest number of tasks that the section of the list holds; the others are in the sections of
// their states.
const maxInSection = 32

// AppendPlaces appends the places of the cards that need a person, the most urgent first, without those that the filter
// hides.
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
