package view

import (
	"sideboard/ui/style"
)

// stackHeads is how many rows there must be for the sections to have heads. Below it the counts at the top say enough.
const stackHeads = 10

// stackPart is what stands in some rows of the list: the head of a section, that of a lane, or a card.
type stackPart struct {
	row, height int // rows from the top of the screen
	run         int
	index       int // of the column, -1 for a head
	lane        bool
	hidden      int // how many cards of the section are out of sight, at its head
}

// hasStackHeads reports whether the sections have heads.
func (l *Layout) hasStackHeads() bool { return l.Body.H+l.Below >= stackHeads }

// stackRoom returns the rows for cards and for the heads of lanes. The heads of all sections are always there.
func (l *Layout) stackRoom(s *Stack) int {
	if l.hasStackHeads() {
		return l.Body.H - s.parts()
	}
	return l.Body.H
}

// lane returns the lane of a run, nil where there is one list only. What needs a person is not parted by owner: the cards say whose
// they are.
func (b *Board) lane(run int) *Lane {
	r := &b.Stack.Runs[run]
	c := &b.Columns[r.Column]
	if len(c.Lanes) == 0 {
		return nil
	}
	lane := &c.Lanes[c.laneOf(r.First)]
	if r.Section == NeedsSection && lane.Hue != style.Plain {
		return nil
	}
	return lane
}

// beginsStackLane reports whether the head of a lane stands above a card: in each section, or where sections have no heads
// where another list begins.
func (l *Layout) beginsStackLane(b *Board, run, i int) bool {
	if i > 0 || l.Body.H+l.Below < headsFrom {
		return false
	}
	lane := b.lane(run)
	if lane == nil || run == 0 {
		return lane != nil
	}
	before := b.lane(run - 1)
	return before == nil || before.Name != lane.Name || l.hasStackHeads() && b.Stack.Runs[run-1].Section != b.Stack.Runs[run].Section
}

// stackWidth returns the cells of a row of the list.
func (l *Layout) stackWidth() int { return l.Body.W - margin }

// rowForm returns how a card is drawn in a section of the list.
func (l *Layout) rowForm(c *Card, k SectionKind) cardForm {
	switch {
	case !l.hasStackHeads() || k == NeedsSection || c.Subject.Empty():
	case c.State == sectionStates[k]:
		return rowOfSection
	case k == BlockedSection && l.stackWidth() >= rowAside:
		return rowWithSign
	}
	return rowWithGlyph
}

// stackCard returns a card of a run as it stands at a place of the list. The selected one names what it waits for where no detail
// beside it does.
func (l *Layout) stackCard(b *Board, r *Run, index, place int) Card {
	card := b.Columns[r.Column].At(index)
	card.Told = b.Stack.Told || card.Open && !card.Short.Empty() && l.Detail.Empty()
	card.Open = card.Open || place < b.Stack.Whole
	card.IDs = l.idCells(&b.Stack)
	return card
}

// idCells returns the cells of the column of ids: of all, else of nearly all, and 0 where those are so long that little of the subjects
// would be left.
func (l *Layout) idCells(s *Stack) int {
	w := l.stackWidth()
	switch {
	case w < rowAside:
	case s.IDs <= w/8:
		return s.IDs
	case s.CommonIDs <= w/8:
		return s.CommonIDs
	}
	return 0
}

// stackCost returns the rows of the card at a place, with the head of its lane where one stands above it.
func (l *Layout) stackCost(b *Board, place int) int {
	run, i := b.Stack.run(place)
	r := &b.Stack.Runs[run]
	card := l.stackCard(b, r, r.First+i, place)
	rows := card.stackedHeight(l.stackWidth(), l.rowForm(&card, r.Section))
	if l.beginsStackLane(b, run, i) {
		rows++
	}
	return rows
}

// keptDone returns where the newest completions stand and how many rows of them stay in view below the rest of the list, however
// long that is. Those of several lists stand in several places: none of them stays, nor where the selected one would not be seen.
func (l *Layout) keptDone(b *Board) (place, n int) {
	const most, rowsFor = 3, 6
	s := &b.Stack
	last := len(s.Runs) - 1
	if last < 0 || s.Runs[last].Section != DoneSection || !l.hasStackHeads() || b.lane(last) != nil {
		return 0, 0
	}
	place, n = s.Len()-s.Runs[last].Len, min(s.Runs[last].Len, most, l.stackRoom(s)/rowsFor)
	for at, rows := place, 0; at <= s.Selected; at++ {
		if rows += l.stackCost(b, at); rows > n {
			return 0, 0
		}
	}
	return place, n
}

// fitsStacked reports whether the cards from one place to the one before another have room at once.
func (l *Layout) fitsStacked(b *Board, from, to int) bool {
	room := l.stackRoom(&b.Stack)
	if to-from > room { // each has a row at least
		return false
	}
	for ; from < to && room >= 0; from++ {
		room -= l.stackCost(b, from)
	}
	return room >= 0
}

// shares returns the rows that the sections have for their cards where each is to show some: the first card of each and the newest
// completions have theirs, and what is left is for the others from the top. A list without heads has no sections.
func (l *Layout) shares(b *Board) (rows [Sections]int, ok bool) {
	s := &b.Stack
	if !s.Each || s.First > 0 || !l.hasStackHeads() {
		return rows, false
	}
	room := l.stackRoom(s)
	_, done := l.keptDone(b)
	for _, least := range []bool{true, false} {
		place, wants := 0, [Sections]int{}
		for run := range s.Runs {
			r := &s.Runs[run]
			k := r.Section
			for i := 0; i < r.Len && wants[k] < rows[k]+room; i++ {
				if least && wants[k] > 0 && (k != DoneSection || wants[k] >= done) {
					break
				}
				wants[k] += l.stackCost(b, place+i)
			}
			if more := min(wants[k]-rows[k], room); more > 0 {
				rows[k], room = rows[k]+more, room-more
			}
			place += r.Len
		}
	}
	return rows, true
}

// ShowsStacked reports whether the card at a place of the list is wholly on the screen.
func (l Layout) ShowsStacked(b *Board, place int) bool {
	k, index, ok := b.Stack.Card(place)
	var some [64]stackPart
	for _, p := range l.appendStack(some[:0], b) {
		if r := &b.Stack.Runs[p.run]; ok && p.index == index && r.Column == k {
			card := l.stackCard(b, r, index, place)
			return p.height == card.stackedHeight(l.stackWidth(), l.rowForm(&card, r.Section))
		}
	}
	return false
}

// appendStack appends what stands where in the list. As long as a card is out of sight no row is empty: what has no room for
// all of its rows at an end of the list shows those it has room for.
func (l *Layout) appendStack(parts []stackPart, b *Board) []stackPart {
	s := &b.Stack
	room, all := l.stackRoom(s), s.Len()
	if all == 0 || room <= 0 {
		return parts
	}
	first := max(min(s.First, all-1), 0)
	end := all
	done, kept := l.keptDone(b)
	shares, each := l.shares(b)
	if kept > 0 && !each && !l.fitsStacked(b, first, done+kept) {
		end, room = done, room-kept
	}
	used := 0
	for at := first; at < end && used < room; at++ {
		used += l.stackCost(b, at)
	}
	begin := 0 // rows of the first card, 0 for all of them
	for used < room && first > 0 {
		first--
		cost := l.stackCost(b, first)
		if used+cost > room {
			begin = room - used
		}
		used += cost
	}
	if end < all && used < room { // the rest is short of its room: the completions, of more than a row each, take it
		kept, used = kept+room-used, room
	}
	// Rows to leave empty above sections: all have one, or all but the first, or all but that and the last, or none. One between the list
	// and the line or the keys below it is worth more than one above its first section.
	free := room - used
	airy := free >= s.parts()+b2i(l.Below == 0)
	if free < s.parts()-2 {
		free = 0
	}

	y, from, head := l.Body.Y, 0, -1
	for run := range s.Runs {
		r := &s.Runs[run]
		if l.hasStackHeads() && (run == 0 || r.Section != s.Runs[run-1].Section) {
			if free > 0 && (run > 0 || airy) {
				y, free = y+1, free-1
			}
			head = len(parts)
			parts = append(parts, stackPart{row: y, height: 1, run: run, index: -1})
			y++
			if each {
				room = shares[r.Section]
			}
		}
		if end < all && from == done {
			room = kept
		}
		seen := 0
		for i := max(first-from, 0); i < r.Len && room > 0; i++ {
			left := room
			if begin > 0 && from+i == first {
				left = begin
			}
			before := left
			if l.beginsStackLane(b, run, i) {
				parts = append(parts, stackPart{row: y, height: 1, run: run, index: -1, lane: true})
				y, left = y+1, left-1
			}
			if left > 0 {
				card := l.stackCard(b, r, r.First+i, from+i)
				h := min(card.stackedHeight(l.stackWidth(), l.rowForm(&card, r.Section)), left)
				parts = append(parts, stackPart{row: y, height: h, run: run, index: r.First + i})
				y, left = y+h, left-h
				seen++
			}
			room -= before - left
		}
		if head >= 0 {
			parts[head].hidden += r.Len - seen
		}
		from += r.Len
	}
	return parts
}

// ScrollStack returns the first visible card of the list so that the selected one is wholly visible, moving as little as can
// be. It never leaves rows empty below the last card while cards are hidden above.
func (l Layout) ScrollStack(b *Board) int {
	s := &b.Stack
	all := s.Len()
	if !l.Stacked || all == 0 {
		return 0
	}
	first := max(s.First, 0)
	if s.Selected >= 0 && s.Selected < all {
		done, kept := l.keptDone(b)
		switch {
		case s.Selected < done:
			first = max(min(first, s.Selected), l.highestStacked(b, s.Selected, kept))
		case first > done || s.Selected >= done+kept:
			first = max(min(first, s.Selected), l.highestStacked(b, s.Selected, 0))
		}
	}
	if all-first > l.stackRoom(s) {
		return first // there is at least a row for each
	}
	return max(min(first, l.highestStacked(b, all-1, 0)), 0)
}

// highestStacked returns the first place from which on everything up to and with a card is wholly visible, above some rows that
// are kept for others.
func (l *Layout) highestStacked(b *Board, last, kept int) int {
	room := l.stackRoom(&b.Stack) - kept
	at, used := last, 0
	for ; at >= 0; at-- {
		if used += l.stackCost(b, at); used > room && at < last {
			return at + 1
		}
	}
	return 0
}

// StackPage returns how many cards of the list are visible at once.
func (l Layout) StackPage(b *Board) int {
	n := 0
	var some [64]stackPart
	for _, p := range l.appendStack(some[:0], b) {
		if p.index >= 0 {
			n++
		}
	}
	return n
}

// column returns the column that the cards of a section stand in.
func (k SectionKind) column() ColumnKind {
	switch k {
	case NowSection:
		return InProgressColumn
	case DoneSection:
		return CompletedColumn
	}
	return PendingColumn
}
