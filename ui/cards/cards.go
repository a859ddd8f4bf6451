// Package cards is the cards of the board, in columns or, on a narrow screen, as one list. It keeps the selection, the
// filter and the marks of recent changes, and handles the mouse.
package cards

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Uses is what the cards need of other features, which know parts of a card and carry out actions on its task.
type Uses struct {
	OwnerNote func(owner string) safetext.Text
	// MarkNeed sets on the card of a task why it needs a person, and reports whether it does; the result depends only
	// on the board and the minute. NeedPlaces appends the places of such cards.
	MarkNeed     func(*view.Card, tasks.Key) bool
	NeedPlaces   func([]view.StackCard) []view.StackCard
	IsNew        func(tasks.Key) bool             // others completed it, and the person has not seen it since
	CountNew     func() int                       // the number of such tasks
	Writing      func(tasks.Key) bool             // an edit of the task is being written
	Marked       func(tasks.Key) bool             // it is marked for the next action
	IsSpotlit    func(tasks.Key) bool             // the stage highlights the task
	NewsOf       func(item int) (tasks.Key, bool) // the task that an item of the feed is about
	BoardChanged func()                           // recomputes what depends on the board
	Arrange      func()                           // computes the layout anew, which asks Long and Air
	Act          func(keymap.Action) tea.Cmd      // carries out an action on the selected task
	StartLinkTo  func(tasks.Key)                  // starts a link from the selected task to this one
}

// Model is the cards and the cursor.
type Model struct {
	*host.Program
	Uses
	cursor     cursor
	marks      marks
	drag       drag
	filterText string
	recent     recent // filters confirmed with enter
	find       string // the words of the filter to highlight in subjects, one a line
	cache      map[tasks.Key]*cached
	// the card at a row, by column; created once so that drawing does not allocate
	at      [board.Columns]func(int) view.Card
	runs    runs
	held    [board.Columns]held // the first one is the list
	lanes   lanes
	grouped bool // cards are grouped by owner

	laid    view.Cards
	layouts int       // how often they were laid out
	from    laidFrom  // what they were laid out from
	fitted  fittedFor // what the widths of the columns and the rows around the news were chosen for
	long    bool      // the pending column is wider
	air     int       // free rows around the news
}

// New returns the cards of a program, grouped by owner if byOwner is set. Every frame reads them from the program's
// board.
func New(p *host.Program, byOwner bool) *Model {
	m := &Model{Program: p, grouped: byOwner, marks: newMarks(), cache: map[tasks.Key]*cached{}, runs: runs{gen: -1},
		lanes: lanes{gen: -1}}
	for c := range m.at {
		m.at[c] = func(i int) view.Card {
			card := m.Card(m.keyAt(board.Column(c), i))
			if m.grouped { // the head of its lane shows the owner
				card.Owner = safetext.Text{}
			}
			return card
		}
	}
	return m
}

// Reset forgets the cursor and the marks, because another directory is opened.
func (m *Model) Reset() {
	m.cursor, m.marks, m.drag, m.find, m.fitted = cursor{}, newMarks(), drag{}, "", fittedFor{}
	m.letGo()
	m.Board.GroupByOwner(m.grouped, m.Me)
	m.forgetPlaces()
}

// HandleDiff marks the cards that others changed and those that moved.
func (m *Model) HandleDiff(d board.Diff) {
	m.marks.see(d, m.Now, func(owner string) style.Style {
		if owner == "" {
			return style.Plain
		}
		_, hue := m.Owner(owner)
		return hue
	})
	if slices.ContainsFunc(d.Events, func(e board.Event) bool { return e.Mine != 0 }) {
		m.letGo() // the person's own edits are shown at once
	}
	m.forgetPlaces()
}

// ForgetChanges forgets the marks of changes: the time went back.
func (m *Model) ForgetChanges() {
	m.marks = newMarks()
	m.letGo()
}

// forgetPlaces makes the next frame compute the places of cards again, after a change of the board.
func (m *Model) forgetPlaces() { m.runs.gen, m.lanes.gen = -1, -1 }

// NextChange returns when the look of a card changes by itself, the zero time if none will.
func (m *Model) NextChange() time.Time {
	if m.Still {
		return time.Time{}
	}
	next := m.marks.sweep(m.Now)
	for i := range m.held {
		crowded := m.laid.Scrolls(view.ColumnKind(i))
		if at := m.held[i].until(crowded); !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// rearranged updates what depends on the board after the person arranged the cards in another way.
func (m *Model) rearranged() {
	m.fitted = fittedFor{}
	m.letGo()
	m.BoardChanged()
}

// Actions returns what the keys do on the cards.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.Up:           host.Do(func() { m.moveBy(-1) }),
		keymap.Down:         host.Do(func() { m.moveBy(1) }),
		keymap.Left:         host.Do(func() { m.moveAcross(-1) }),
		keymap.Right:        host.Do(func() { m.moveAcross(1) }),
		keymap.First:        host.Do(func() { m.moveBy(-1 << 30) }),
		keymap.Last:         host.Do(func() { m.moveBy(1 << 30) }),
		keymap.PageUp:       host.Do(func() { m.moveBy(-m.page()) }),
		keymap.PageDown:     host.Do(func() { m.moveBy(m.page()) }),
		keymap.FollowMoved:  host.Do(m.followCard),
		keymap.Fold:         host.Do(m.foldParts),
		keymap.GroupByOwner: host.Do(m.groupByOwner),
		keymap.Filter:       host.Do(m.startFilter),
	}
}

// CanFollow reports whether the cursor can follow a card that the person moved.
func (m *Model) CanFollow() bool {
	_, _, shown := m.Board.Rank(m.cursor.left)
	return shown && m.cursor.left != m.cursor.key
}

// followCard selects the card that the person's last edit moved; a second time it returns to the card selected before.
func (m *Model) followCard() {
	from := m.cursor.key
	if !m.CanFollow() {
		m.Info("No card to follow: none that you moved is elsewhere")
		return
	}
	m.Select(m.cursor.left)
	m.cursor.left = from
}

// foldParts hides the parts of the selected container, or shows them again. A part stands for its container.
func (m *Model) foldParts() {
	k, _ := m.Selected()
	k, is := Folds(m.Board, k)
	if !is {
		m.Warn("Not folded: it is no container and no part of one")
		return
	}
	m.Board.Fold(k, !m.Board.Folded(k))
	m.Select(k)
	m.rearranged()
}

// Folds returns the container whose parts folding a task hides: itself, or the one that it is a part of.
func Folds(b *board.Board, k tasks.Key) (tasks.Key, bool) {
	if _, _, is := b.ContainerProgress(k); is {
		return k, true
	}
	return b.Parent(k)
}

// A card that changed, moved or became ready is lit, and then half as much for some seconds.
const (
	litFor  = 1500 * time.Millisecond
	FadeFor = 10 * time.Second
)

// marks is what changed recently and by whom.
type marks struct {
	changed map[tasks.Key]mark
	next    time.Time // when the look of one changes next, zero for never
}

type mark struct {
	at  time.Time
	hue style.Style
}

func newMarks() marks { return marks{changed: map[tasks.Key]mark{}} }

// see marks the cards that others changed, those that moved and those that became ready.
func (m *marks) see(d board.Diff, now time.Time, hue func(owner string) style.Style) {
	if len(d.Events) == 0 {
		return
	}
	for _, keys := range [...][]tasks.Key{d.Moved, d.Unblocked} {
		for _, key := range keys {
			m.changed[key] = mark{now, style.Ready}
		}
	}
	for _, e := range d.Events {
		if e.Kind == tasks.EventDeleted {
			delete(m.changed, e.Key)
		} else if e.Mine == 0 {
			m.changed[e.Key] = mark{now, hue(e.Who)}
		}
	}
	m.schedule(now.Add(litFor))
}

func (m *marks) schedule(t time.Time) {
	if m.next.IsZero() || t.Before(m.next) {
		m.next = t
	}
}

// fresh returns how new the change of a task is and the hue of who made it: 2 while it is lit, 1 while it fades, 0 if
// there is none to show.
func (m *marks) fresh(key tasks.Key, now time.Time) (uint8, style.Style) {
	c, ok := m.changed[key]
	switch age := now.Sub(c.at); {
	case !ok || age < 0 || age >= FadeFor:
		return 0, style.Plain
	case age < litFor:
		return 2, c.hue
	}
	return 1, c.hue
}

// sweep removes expired marks and returns when the look of one changes next, zero if none will. It returns early until
// then, because it is called for every message and a burst leaves as many marks as there are tasks.
func (m *marks) sweep(now time.Time) time.Time {
	if now.Before(m.next) {
		return m.next
	}
	m.next = time.Time{}
	for key, c := range m.changed {
		switch age := now.Sub(c.at); {
		case age < 0 || age >= FadeFor:
			delete(m.changed, key)
		case age < litFor:
			m.schedule(c.at.Add(litFor))
		default:
			m.schedule(c.at.Add(FadeFor))
		}
	}
	return m.next
}
