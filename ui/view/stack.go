package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// SectionKind is a section of the list that replaces the columns on a narrow screen.
type SectionKind uint8

// The sections, from the top.
const (
	NeedsSection   SectionKind = iota // tasks that need a person, in any state: see Stack.Raise
	NowSection                        // in progress
	FailedSection                     // failed
	ReadySection                      // pending, not blocked
	BlockedSection                    // pending, blocked
	UnclearSection                    // a status its dialect does not know, or a file that cannot be read
	DoneSection                       // completed, skipped or cancelled

	Sections // the number of sections
)

// sections are what there is to know about each section. A new one is a constant above and a row here.
var sections = [Sections]struct {
	states []State     // of its tasks; the glyph of the first marks it
	name   Text        // on its head
	look   style.Style // of the name: as the states, so that a full list without a free row shows where each begins
	column ColumnKind  // where its cards are
}{
	NeedsSection:   {[]State{Broken}, safetext.Const("Needs you"), style.DangerStrong, PendingColumn},
	NowSection:     {[]State{Running}, safetext.Const("Now"), style.RunningStrong, InProgressColumn},
	FailedSection:  {[]State{Failed}, safetext.Const("Failed"), style.DangerStrong, PendingColumn},
	ReadySection:   {[]State{Ready}, safetext.Const("Ready"), style.ReadyStrong, PendingColumn},
	BlockedSection: {[]State{Waiting, Missing, Stuck}, safetext.Const("Blocked"), style.BlockedStrong, PendingColumn},
	UnclearSection: {[]State{Unknown, Broken}, safetext.Const("Unclear"), style.WarningStrong, PendingColumn},
	DoneSection:    {[]State{Done, Skipped}, safetext.Const("Done"), style.Head, CompletedColumn},
}

// SectionOf returns the section of the tasks in a state, but for those that need a person.
func SectionOf(s State) SectionKind {
	k := NeedsSection + 1
	for k < DoneSection && !slices.Contains(sections[k].states, s) {
		k++
	}
	return k
}

// sign returns the glyph that marks a section.
func (k SectionKind) sign(sh *style.Sheet) (string, style.Style) {
	if k == DoneSection {
		return sh.Glyphs.Done, style.Ready // as on its cards, and above a column
	}
	return stateGlyph(sh, sections[k].states[0])
}

// Stack is cards below one another, in groups: those of a column, or on a narrow screen those of all. The place of a
// card is its index.
type Stack struct {
	Runs     []Run                  // from the top; none is empty
	Sections [Sections]SectionCount // of the list that has all cards
	First    int                    // the first visible card
	Selected int                    // the selected card, -1 for none
	Free     bool                   // the selected card need not be visible
	Heads    []Head                 // the containers that Run.Head refers to
	OnHead   int                    // the selected one, as in Run.Head, in place of a card
}

// Run is consecutive cards of a column in a section, all of the same task list; or, if Gone is set, what is left of one
// card.
type Run struct {
	Section    SectionKind
	Column     ColumnKind
	First, Len int    // of the cards of the column
	Head       int    // the container whose parts they are: its index in Stack.Heads and 1, 0 for none
	Gone       *Gone  // its card left the section; it keeps its rows for a while
	Took       string // the key of the card whose rows it took, "" for none
}

// Gone is the rows of a card that is in another place now.
type Gone struct {
	Key string // of the card
	To  Text   // where it went: "→ frontend"
}

// A SectionCount is the number of tasks in a section, without containers.
type SectionCount struct {
	Shown int // those that the filter shows
	Total int // all
	Above int // those shown in NeedsSection instead
	New   int // completed ones that the person has not seen
}

// left returns the tasks shown in the section itself, without those in NeedsSection.
func (c SectionCount) left() SectionCount {
	return SectionCount{Shown: c.Shown - c.Above, Total: c.Total - c.Above, New: max(c.New-c.Above, 0)}
}

// Len returns the number of cards.
func (s *Stack) Len() int {
	n := 0
	for i := range s.Runs {
		n += s.Runs[i].Len
	}
	return n
}

// run returns the run of a card, and the index of the card in it.
func (s *Stack) run(place int) (run, i int) {
	for run := range s.Runs {
		if place < s.Runs[run].Len {
			return run, place
		}
		place -= s.Runs[run].Len
	}
	return len(s.Runs), 0
}

// Card returns the column of the card at a place, and its index there.
func (s *Stack) Card(place int) (k ColumnKind, index int, ok bool) {
	run, i := s.run(place)
	if place < 0 || run == len(s.Runs) || s.Runs[run].Gone != nil {
		return 0, 0, false
	}
	r := &s.Runs[run]
	return r.Column, r.First + i, true
}

// Place returns the place of a card of a column, -1 if it is not in the list.
func (s *Stack) Place(k ColumnKind, index int) int {
	from := 0
	for i := range s.Runs {
		r := &s.Runs[i]
		if r.Gone == nil && r.Column == k && index >= r.First && index < r.First+r.Len {
			return from + index - r.First
		}
		from += r.Len
	}
	return -1
}

// headStart returns the place of the first card under a head, -1 if it has none.
func (s *Stack) headStart(head int) int {
	from := 0
	for i := range s.Runs {
		if s.Runs[i].Head == head && s.Runs[i].Gone == nil {
			return from
		}
		from += s.Runs[i].Len
	}
	return -1
}

// SectionStart returns the place of the first card of a section, -1 if it has none.
func (s *Stack) SectionStart(k SectionKind) int {
	from := 0
	for i := range s.Runs {
		if s.Runs[i].Section == k && s.Runs[i].Gone == nil {
			return from
		}
		from += s.Runs[i].Len
	}
	return -1
}

// Near returns the place of the nearest card to a place in a direction, the place itself if it has one; -1 if there is
// none.
func (s *Stack) Near(place, by int) int {
	for n := s.Len(); place >= 0 && place < n; place += by {
		if _, _, ok := s.Card(place); ok {
			return place
		}
	}
	return -1
}

// Neighbour returns the place of the first card of the next, or previous, section with cards, -1 at the ends.
func (s *Stack) Neighbour(place, by int) int {
	run, _ := s.run(max(place, 0))
	if run == len(s.Runs) {
		return -1
	}
	for k := int(s.Runs[run].Section) + by; k >= 0 && k < int(Sections); k += by {
		if at := s.SectionStart(SectionKind(k)); at >= 0 {
			return at
		}
	}
	return -1
}

// A StackCard is a card of a column.
type StackCard struct {
	Column ColumnKind
	Index  int
}

// Raise moves cards out of their sections to the top of the list, in the given order, into NeedsSection. It builds the
// new runs in room, and returns the memory for the next call.
func (s *Stack) Raise(cards []StackCard, room []Run) []Run {
	room = room[:0]
	for _, c := range cards {
		room = append(room, Run{Section: NeedsSection, Column: c.Column, First: c.Index, Len: 1})
	}
	s.Sections[NeedsSection] = SectionCount{Shown: len(cards), Total: len(cards)}
	for _, r := range s.Runs {
		end := r.First + r.Len
		for from := r.First; from < end; {
			next := end // the next raised card
			for _, c := range cards {
				if c.Column == r.Column && c.Index >= from {
					next = min(next, c.Index)
				}
			}
			if next > from {
				room = append(room,
					Run{Section: r.Section, Column: r.Column, First: from, Len: next - from, Head: r.Head})
			}
			if next < end {
				s.Sections[r.Section].Above++
			}
			from = next + 1
		}
	}
	s.Runs = room
	return room
}

// ColumnOf returns the column that a ColumnSpot or a SectionSpot belongs to.
func ColumnOf(s Spot) ColumnKind {
	if s.Kind == SectionSpot {
		return sections[s.Item].column
	}
	return ColumnKind(s.Item)
}
