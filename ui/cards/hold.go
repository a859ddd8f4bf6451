package cards

import (
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// A list of cards that agents work on does not move under the reader. A card that leaves it leaves its rows, a card
// that comes takes such rows if its section has some, and a card whose section changed stays where it is: all cards get
// their places together, after a while or at the person's next key. Completed cards are not held: nothing is below
// them.
const (
	heldFor     = 10 * time.Second
	heldCrowded = 5 * time.Second // where the rows are needed for cards that have none

	mostHeld = 256 // cards of a list; more than any screen has rows for
)

// held is the open cards of a list in the order in which they are shown.
type held struct {
	cards []heldCard
	since time.Time // when it began to differ from the order on the board; zero if it does not
	spare []heldCard
	index map[tasks.Key]int // of the cards on the board, while they are compared
}

// heldCard is a card, or what is left of one.
type heldCard struct {
	key     tasks.Key
	section view.SectionKind
	column  board.Column
	row     int        // of the column
	head    tasks.Key  // the container under whose name it stands, the zero key for none
	gone    *view.Gone // it is not here any more
	took    string     // the card whose rows it took
}

// openCards appends the open cards of runs, and returns the runs from the first completed card on.
func (r *runs) openCards(b *board.Board, to []heldCard, runs []view.Run) (open []heldCard, done []view.Run) {
	for i := range runs {
		run := &runs[i]
		if run.Section == view.DoneSection {
			return to, runs[i:]
		}
		head := tasks.Key{}
		if run.Head > 0 {
			head = r.headKeys[run.Head-1]
		}
		for row := run.First; row < run.First+run.Len; row++ {
			c := board.Column(run.Column)
			to = append(to, heldCard{key: b.At(c, row), section: run.Section, column: c, row: row, head: head})
		}
	}
	return to, nil
}

// hold returns the runs of a list in the order in which its cards are held.
func (m *Model) hold(list board.Column, runs []view.Run) []view.Run {
	h := &m.held[list]
	n := 0
	for i := range runs {
		if runs[i].Section != view.DoneSection {
			n += runs[i].Len
		}
	}
	if n > mostHeld || !m.Board.Loaded() || m.Still || len(m.lanesOf(0)) > 0 {
		*h = held{spare: h.spare, index: h.index}
		return runs
	}
	now, done := m.runs.openCards(m.Board, h.spare[:0], runs)
	if h.cards == nil || !h.follow(m, now) {
		h.spare, h.cards, h.since = h.cards, now, time.Time{}
		return runs
	}
	h.spare = now
	if h.since.IsZero() {
		h.since = m.Now
	}
	return append(m.runs.runsOf(h.cards), done...)
}

// follow brings the held cards up to date with those on the board, and reports whether the orders differ.
func (h *held) follow(m *Model, now []heldCard) (differs bool) {
	if h.index == nil {
		h.index = map[tasks.Key]int{}
	}
	clear(h.index)
	for i := range now {
		h.index[now[i].key] = i
	}
	for i := range h.cards {
		c := &h.cards[i]
		at, here := h.index[c.key]
		switch {
		case c.gone != nil, here && at < 0: // the second has its place, in the rows of another one
		case !here:
			c.gone = &view.Gone{Key: cardKey(c.key), To: m.whereTo(c.key)}
		default:
			c.column, c.row = now[at].column, now[at].row
			h.index[c.key] = -1 // it has its place
			if to := &now[at]; !to.isBeside(c) {
				h.take(c, to, m.whereTo(c.key))
			}
		}
	}
	for i := range now {
		if at := h.index[now[i].key]; at >= 0 {
			h.add(now, i)
		}
	}
	if len(h.cards) != len(now) {
		return true
	}
	for i := range now {
		c := &h.cards[i]
		if c.gone != nil || c.key != now[i].key || !c.isBeside(&now[i]) {
			return true
		}
	}
	return false
}

// isBeside reports whether two cards are in the same section and under the same head.
func (c *heldCard) isBeside(other *heldCard) bool {
	return c.section == other.section && c.head == other.head
}

// take moves a card to rows that are free where it is now, if there are some. Its own rows say where it went.
func (h *held) take(c, now *heldCard, where safetext.Text) {
	at := h.free(now)
	if at < 0 {
		return
	}
	to := &h.cards[at]
	left := to.gone
	*to = *now
	to.took = left.Key
	c.gone = &view.Gone{Key: cardKey(c.key), To: where}
}

// free returns the place of the first rows beside a card whose own card is gone, -1 for none.
func (h *held) free(beside *heldCard) int {
	for i := range h.cards {
		if c := &h.cards[i]; c.gone != nil && c.isBeside(beside) {
			return i
		}
	}
	return -1
}

// add gives a new card, one of those on the board, rows that are free beside it, else a place behind the card that it
// follows, or behind all under the head of that if its own is the next one.
func (h *held) add(now []heldCard, i int) {
	c := now[i]
	if at := h.free(&c); at >= 0 {
		c.took = h.cards[at].gone.Key
		h.cards[at] = c
		return
	}
	place := 0
	for at := range h.cards {
		other := &h.cards[at]
		follows := other.head == c.head && other.section < c.section
		if i > 0 && !follows {
			before := &now[i-1]
			follows = other.key == before.key && other.gone == nil ||
				place == at && other.head == before.head && other.head != c.head
		}
		if follows {
			place = at + 1
		}
	}
	h.cards = append(h.cards, heldCard{})
	copy(h.cards[place+1:], h.cards[place:])
	h.cards[place] = c
}

// runsOf returns held cards as runs.
func (r *runs) runsOf(cards []heldCard) (runs []view.Run) {
	for i := range cards {
		c := &cards[i]
		head := r.headOf(c.head)
		if n := len(runs) - 1; n >= 0 && c.gone == nil && c.took == "" {
			last := &runs[n]
			if last.Gone == nil && last.Section == c.section && last.Head == head &&
				last.Column == view.ColumnKind(c.column) && last.First+last.Len == c.row {
				last.Len++
				continue
			}
		}
		runs = append(runs, view.Run{Section: c.section, Column: view.ColumnKind(c.column), First: c.row, Len: 1,
			Head: head, Gone: c.gone, Took: c.took})
	}
	return runs
}

// whereTo says where a card went.
func (m *Model) whereTo(k tasks.Key) safetext.Text {
	t := m.Board.Task(k)
	switch {
	case t == nil:
		return safetext.Const("deleted")
	case t.Status == tasks.InProgress && t.Owner != "":
		owner, _ := m.Owner(t.Owner)
		return safetext.Line(m.Sheet.Glyphs.Arrow + " ").Append(owner)
	}
	return safetext.Line(m.Sheet.Glyphs.Arrow + " " + phrase.StateWord(m.Board.State(k)))
}

// cardKey returns the key of the card of a task.
func cardKey(k tasks.Key) string { return k.List + "/" + k.Name }

// CloseGaps gives all cards their places on the board at once: the person pressed a key that does more than move.
func (m *Model) CloseGaps() {
	for i := range m.held {
		m.closeGaps(board.Column(i))
	}
}

func (m *Model) closeGaps(list board.Column) {
	h := &m.held[list]
	if h.since.IsZero() {
		return
	}
	h.cards, h.since = nil, time.Time{}
	m.runs.gen, m.from = -1, laidFrom{}
}

// letGo forgets in which order cards were held: everything is arranged anew.
func (m *Model) letGo() { m.held = [board.Columns]held{} }

// until returns when the cards get their places, the zero time if they have them. Where the rows are needed that is
// sooner.
func (h *held) until(crowded bool) time.Time {
	switch {
	case h.since.IsZero():
		return time.Time{}
	case crowded:
		return h.since.Add(heldCrowded)
	}
	return h.since.Add(heldFor)
}
