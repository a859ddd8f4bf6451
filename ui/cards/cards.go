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
	"sideboard/ui/view"
)

// Program is what the cards ask of the program beside what every feature does: much of what stands on a card is other
// features' knowledge, and what is done to a card is theirs.
type Program interface {
	host.Host
	Stalled() time.Duration // a running task whose file is unchanged for this long is stalled
	OwnerNote(owner string) safetext.Text
	// MarkNeed puts on the card of a task why it needs a person, and reports whether it does: the answer holds as long as the
	// board and the minute are the same. NeedPlaces appends where such cards stand.
	MarkNeed(*view.Card, tasks.Key) bool
	NeedPlaces([]view.StackCard) []view.StackCard
	Writing(tasks.Key) bool            // an edit of the task is under way
	Marked(tasks.Key) bool             // it is one of several that are acted on together
	Spotlit(tasks.Key) bool            // what is told on the stage is about it
	NewsAt(x, y int) (tasks.Key, bool) // whose task a piece of news at a cell is about
	DetailBeside() bool                // the detail stands beside the board without being asked for
	ForgetGhost()                      // a task is selected in place of an id that no file has
	BoardChanged()                     // what is derived from the board is to be made anew
	Act(keymap.Action) tea.Cmd
	StartLinkTo(tasks.Key) // from the selected task
}

// Model is the cards and where the person is among them.
type Model struct {
	Program
	cursor     cursor
	marks      marks
	drag       drag
	filterText string
	find       string // what it looks for in the subjects, a word on each line
	made       map[tasks.Key]*cached
	at         [board.Columns]func(int) view.Card // of each column; made once, so that a frame allocates none
	stuck      counted
	runs       runs
	lanes      lanes
	grouped    bool // by owner
}

// New returns the cards of a program, of each owner together if they are to stand so. They are asked of its board whenever they
// are drawn.
func New(p Program, byOwner bool) *Model {
	m := &Model{Program: p, grouped: byOwner, marks: newMarks(), made: map[tasks.Key]*cached{}, runs: runs{gen: -1}, lanes: lanes{gen: -1}}
	for c := range m.at {
		m.at[c] = func(i int) view.Card {
			card := m.Card(m.Board().At(board.Column(c), i))
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
	m.Board().GroupByOwner(m.grouped, m.Me())
	m.forgetPlaces()
}

// Hear marks what others changed and what moved.
func (m *Model) Hear(d board.Diff) {
	m.marks.see(d, m.Now())
	m.forgetPlaces()
}

// forgetPlaces has it found out anew which cards stand where: the board changed.
func (m *Model) forgetPlaces() { m.runs.gen, m.lanes.gen = -1, -1 }

// NextChange returns when a mark changes its look next, the zero time when none will.
func (m *Model) NextChange() time.Time { return m.marks.sweep(m.Now()) }
