// Package cards is the cards of the board: in columns, or as one list where columns have no room; which of them is selected,
// which a filter shows, which changed lately, and what the mouse does with them.
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

// Uses is what the cards ask of other features: much of what a card shows is theirs, and so is what is done to it.
type Uses struct {
	OwnerNote func(owner string) safetext.Text
	// MarkNeed puts on the card of a task why it needs a person, and reports whether it does: the answer holds as long as the
	// board and the minute are the same. NeedPlaces appends where such cards are.
	MarkNeed     func(*view.Card, tasks.Key) bool
	NeedPlaces   func([]view.StackCard) []view.StackCard
	Writing      func(tasks.Key) bool             // an edit of the task is under way
	Marked       func(tasks.Key) bool             // it is one of several that are acted on together
	IsSpotlit    func(tasks.Key) bool             // the stage lights the task
	NewsOf       func(item int) (tasks.Key, bool) // the task that an item of the feed is about
	BoardChanged func()                           // has what is derived from the board made again
	Act          func(keymap.Action) tea.Cmd      // carries out an action on the selected task
	StartLinkTo  func(tasks.Key)                  // from the selected task
}

// Model is the cards and where the person is among them.
type Model struct {
	*host.Program
	Uses
	cursor     cursor
	marks      marks
	drag       drag
	filterText string
	recent     []string // filters that were kept with enter, the newest last
	find       string   // what it looks for in the subjects, a word on each line
	made       map[tasks.Key]*cached
	at         [board.Columns]func(int) view.Card // of each column; made once, so that a frame allocates none
	stuck      counted
	runs       runs
	lanes      lanes
	raised     raised
	grouped    bool    // by owner
	long       [2]bool // of the columns of open tasks
}

// New returns the cards of a program, of each owner together if they are to stand so. They are asked of its board whenever they
// are drawn.
func New(p *host.Program, byOwner bool) *Model {
	m := &Model{Program: p, grouped: byOwner, marks: newMarks(), made: map[tasks.Key]*cached{}, runs: runs{gen: -1}, lanes: lanes{gen: -1}, raised: raised{gen: -1}}
	for c := range m.at {
		m.at[c] = func(i int) view.Card {
			card := m.Card(m.keyAt(board.Column(c), i))
			if m.grouped { // the head of its lane says who has it
				card.Owner = safetext.Text{}
			}
			return card
		}
	}
	return m
}

// Reset forgets where the person was, and what changed: another directory is opened.
func (m *Model) Reset() {
	m.cursor, m.marks, m.drag, m.find = cursor{}, newMarks(), drag{}, ""
	m.Board.GroupByOwner(m.grouped, m.Me)
	m.forgetPlaces()
}

// Hear marks what others changed and what moved.
func (m *Model) Hear(d board.Diff) {
	m.marks.see(d, m.Now)
	m.forgetPlaces()
}

// forgetPlaces has it found out anew which cards stand where: the board changed.
func (m *Model) forgetPlaces() { m.runs.gen, m.lanes.gen, m.raised.gen = -1, -1, -1 }

// NextChange returns when a mark changes its look next, the zero time when none will.
func (m *Model) NextChange() time.Time { return m.marks.sweep(m.Now) }

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

// CanFollow reports whether there is a card to go after.
func (m *Model) CanFollow() bool {
	_, _, shown := m.Board.Rank(m.cursor.left)
	return shown && m.cursor.left != m.cursor.key
}

// followCard goes to the card that an edit of ours took away, and from there back to where one worked.
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
	m.BoardChanged()
}

// A change an agent made fades in three steps, and what is left of its mark stays until somebody is there; a card that arrives in a
// column, or that nothing blocks any more, is lit for a moment.
const (
	FadeFor  = 3 * fadeStep
	fadeStep = 2 * time.Second
	litFor   = time.Second
	freedFor = 3 * time.Second // a card that nothing blocks any more
)

// marks is what changed lately and by whom.
type marks struct {
	changed map[tasks.Key]mark
	faded   map[tasks.Key]style.Style // what changed before that, since somebody was there
	seen    time.Time                 // when somebody was
	lit     map[tasks.Key]time.Time   // until when
	next    time.Time                 // when the first of them looks different, zero for never
}

type mark struct {
	at  time.Time
	hue style.Style
}

func newMarks() marks {
	return marks{changed: map[tasks.Key]mark{}, faded: map[tasks.Key]style.Style{}, lit: map[tasks.Key]time.Time{}}
}

// see marks what others changed and what moved.
func (k *marks) see(d board.Diff, now time.Time) {
	mine := false
	for _, e := range d.Events {
		if mine = mine || e.Mine != 0; e.Kind == tasks.EventDeleted {
			delete(k.faded, e.Key)
		} else if e.Mine == 0 {
			hue := style.Plain
			if e.Who != "" {
				hue = style.OwnerHue(e.Who)
			}
			k.changed[e.Key] = mark{now, hue}
			k.until(now.Add(fadeStep))
		}
	}
	if len(d.Events) > 0 {
		for _, key := range d.Moved {
			k.light(key, now.Add(litFor))
		}
		for _, key := range d.Unblocked {
			k.light(key, now.Add(freedFor))
			if _, changed := k.changed[key]; !changed && !mine {
				k.changed[key] = mark{now, style.Ready}
				k.until(now.Add(fadeStep))
			}
		}
	}
}

// SeeMarks forgets the marks that were there to be seen; those that still fade end with that.
func (m *Model) SeeMarks() {
	m.marks.seen = m.Now
	clear(m.marks.faded)
}

func (k *marks) until(t time.Time) {
	if k.next.IsZero() || t.Before(k.next) {
		k.next = t
	}
}

// fresh is how new the change of a task is: 3 to 1 while it fades, 1 until somebody is there, 0 afterwards.
func (k *marks) fresh(key tasks.Key, now time.Time) (uint8, style.Style) {
	m, ok := k.changed[key]
	age := now.Sub(m.at)
	if ok && age >= 0 && age < FadeFor {
		return 3 - uint8(age/fadeStep), m.hue
	}
	if hue, stays := k.faded[key]; stays {
		return 1, hue
	}
	return 0, style.Plain
}

func (k *marks) light(key tasks.Key, until time.Time) {
	k.lit[key] = until
	k.until(until)
}

func (k *marks) isLit(key tasks.Key, now time.Time) bool {
	until, ok := k.lit[key]
	return ok && now.Before(until)
}

// sweep forgets what is over and answers when the next mark changes its look, zero when none will. Until that moment
// it has nothing to do: after a burst there are as many marks as tasks, and it is asked at every message.
func (k *marks) sweep(now time.Time) time.Time {
	if now.Before(k.next) {
		return k.next
	}
	k.next = time.Time{}
	for key, m := range k.changed {
		age := now.Sub(m.at)
		if age < 0 || age >= FadeFor {
			delete(k.changed, key)
			if m.at.After(k.seen) {
				k.faded[key] = m.hue
			}
			continue
		}
		k.until(m.at.Add((age/fadeStep + 1) * fadeStep))
	}
	for key, until := range k.lit {
		if !now.Before(until) {
			delete(k.lit, key)
			continue
		}
		k.until(until)
	}
	return k.next
}
