// Package cards is the cards of the board, in columns or, on a narrow screen, as one list. It keeps the selection, the filter
// and the marks of recent changes, and handles the mouse.
package cards

import (
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
	// MarkNeed sets on the card of a task why it needs a person, and reports whether it does; the result depends only on the
	// board and the minute. NeedPlaces appends the places of such cards.
	MarkNeed     func(*view.Card, tasks.Key) bool
	NeedPlaces   func([]view.StackCard) []view.StackCard
	Writing      func(tasks.Key) bool             // an edit of the task is being written
	Marked       func(tasks.Key) bool             // it is marked for the next action
	IsSpotlit    func(tasks.Key) bool             // the stage highlights the task
	NewsOf       func(item int) (tasks.Key, bool) // the task that an item of the feed is about
	BoardChanged func()                           // recomputes what depends on the board
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
	recent     []string // filters confirmed with enter, the newest last
	find       string   // the words of the filter to highlight in subjects, one a line
	cache      map[tasks.Key]*cached
	at         [board.Columns]func(int) view.Card // the card at a row, by column; created once so that drawing does not allocate
	stuck      counted
	runs       runs
	heldRows   heldRows
	lanes      lanes
	raised     raised
	grouped    bool    // cards are grouped by owner
	long       [2]bool // whether each column of open tasks has more of them than the screen has rows, see WiderColumn
}

// New returns the cards of a program, grouped by owner if byOwner is set. Every frame reads them from the program's board.
func New(p *host.Program, byOwner bool) *Model {
	m := &Model{Program: p, grouped: byOwner, marks: newMarks(), cache: map[tasks.Key]*cached{}, runs: runs{gen: -1}, lanes: lanes{gen: -1}, raised: raised{gen: -1}}
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
	m.cursor, m.marks, m.drag, m.heldRows, m.find = cursor{}, newMarks(), drag{}, heldRows{}, ""
	m.Board.GroupByOwner(m.grouped, m.Me)
	m.forgetPlaces()
}

// HandleDiff marks the cards that others changed and those that moved.
func (m *Model) HandleDiff(d board.Diff) {
	m.marks.see(d, m.Now)
	m.forgetPlaces()
}

// ForgetChanges forgets the marks of changes, and where sections were: the time went back.
func (m *Model) ForgetChanges() { m.marks, m.heldRows = newMarks(), heldRows{} }

// forgetPlaces makes the next frame compute the places of cards again, after a change of the board.
func (m *Model) forgetPlaces() { m.runs.gen, m.lanes.gen, m.raised.gen = -1, -1, -1 }

// NextChange returns when the look of a mark or the place of a section changes by itself, the zero time if none will.
func (m *Model) NextChange() time.Time {
	next := m.marks.sweep(m.Now)
	if until := m.heldRows.until; m.Still || next.IsZero() || !until.IsZero() && until.Before(next) {
		return until
	}
	return next
}

// rearranged updates what depends on the board after the person arranged the cards in another way: no section stays where it was.
func (m *Model) rearranged() {
	m.heldRows = heldRows{}
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

// foldParts hides the parts of the selected container, or shows them again.
func (m *Model) foldParts() {
	k, _ := m.Selected()
	if !m.Board.Fold(k, !m.Board.Folded(k)) {
		m.Warn("Not folded: only a task that stands for its parts can be")
		return
	}
	m.rearranged()
}

// The mark of an agent's change fades in three steps; its last step stays until the person is back. A card that enters a column, or
// becomes unblocked, is lit for a moment.
const (
	FadeFor  = 3 * fadeStep
	fadeStep = 2 * time.Second
	litFor   = time.Second
	freedFor = 3 * time.Second // after it became unblocked
)

// marks is what changed recently and by whom.
type marks struct {
	changed map[tasks.Key]mark
	faded   map[tasks.Key]style.Style // finished fading, and changed since the person was last there
	seen    time.Time                 // when the person was last there
	lit     map[tasks.Key]time.Time   // until when a card is lit
	next    time.Time                 // when the look of one changes next, zero for never
}

type mark struct {
	at  time.Time
	hue style.Style
}

func newMarks() marks {
	return marks{changed: map[tasks.Key]mark{}, faded: map[tasks.Key]style.Style{}, lit: map[tasks.Key]time.Time{}}
}

// see marks the cards that others changed and those that moved.
func (m *marks) see(d board.Diff, now time.Time) {
	mine := false
	for _, e := range d.Events {
		if mine = mine || e.Mine != 0; e.Kind == tasks.EventDeleted {
			delete(m.faded, e.Key)
		} else if e.Mine == 0 {
			hue := style.Plain
			if e.Who != "" {
				hue = style.OwnerHue(e.Who)
			}
			m.changed[e.Key] = mark{now, hue}
			m.schedule(now.Add(fadeStep))
		}
	}
	if len(d.Events) > 0 {
		for _, key := range d.Moved {
			m.light(key, now.Add(litFor))
		}
		for _, key := range d.Unblocked {
			m.light(key, now.Add(freedFor))
			if _, changed := m.changed[key]; !changed && !mine {
				m.changed[key] = mark{now, style.Ready}
				m.schedule(now.Add(fadeStep))
			}
		}
	}
}

// ClearFadedMarks notes that the person is there: finished marks go, and those still fading will not stay.
func (m *Model) ClearFadedMarks() {
	m.marks.seen = m.Now
	clear(m.marks.faded)
}

func (m *marks) schedule(t time.Time) {
	if m.next.IsZero() || t.Before(m.next) {
		m.next = t
	}
}

// fresh returns how new the change of a task is: 3 to 1 while its mark fades, 1 until the person is back, then 0; and who made it.
func (m *marks) fresh(key tasks.Key, now time.Time) (uint8, style.Style) {
	c, ok := m.changed[key]
	age := now.Sub(c.at)
	if ok && age >= 0 && age < FadeFor {
		return 3 - uint8(age/fadeStep), c.hue
	}
	if hue, stays := m.faded[key]; stays {
		return 1, hue
	}
	return 0, style.Plain
}

func (m *marks) light(key tasks.Key, until time.Time) {
	m.lit[key] = until
	m.schedule(until)
}

func (m *marks) isLit(key tasks.Key, now time.Time) bool {
	until, ok := m.lit[key]
	return ok && now.Before(until)
}

// sweep removes expired marks and returns when the look of one changes next, zero if none will. It returns early until then,
// because it is called for every message and a burst leaves as many marks as there are tasks.
func (m *marks) sweep(now time.Time) time.Time {
	if now.Before(m.next) {
		return m.next
	}
	m.next = time.Time{}
	for key, c := range m.changed {
		age := now.Sub(c.at)
		if age < 0 || age >= FadeFor {
			delete(m.changed, key)
			if c.at.After(m.seen) {
				m.faded[key] = c.hue
			}
			continue
		}
		m.schedule(c.at.Add((age/fadeStep + 1) * fadeStep))
	}
	for key, until := range m.lit {
		if !now.Before(until) {
			delete(m.lit, key)
			continue
		}
		m.schedule(until)
	}
	return m.next
}
