package view

// StackedBelow is the width from which on the columns are side by side. Below it their cards are one list, in sections.
const StackedBelow = 84

// SectionKind names a section of the list that a board is where columns have no room.
type SectionKind uint8

// The sections, from the top.
const (
	NeedsSection   SectionKind = iota // what needs a person, of any state: see Stack.Raise
	NowSection                        // in progress
	FailedSection                     // failed
	ReadySection                      // pending, nothing in its way
	BlockedSection                    // pending, blocked
	UnclearSection                    // a status its dialect does not know, or a file that cannot be read
	DoneSection                       // completed, skipped or cancelled

	Sections // how many there are
)

// sectionStates are the states whose glyphs mark the sections.
var sectionStates = [Sections]State{
	NowSection: Running, FailedSection: Failed, ReadySection: Ready, BlockedSection: Waiting, UnclearSection: Unknown, DoneSection: Done,
}

// Stack is the cards of all columns one below the other. A card has a place in it, counted from the top.
type Stack struct {
	Runs     []Run // from the top; none is empty
	Sections [Sections]SectionCount
	First    int  // the first visible card
	Each     bool // at the top of the list every section shows some of its cards
	Selected int  // the selected card, -1 for none
}

// Run is cards of a column that are one below the other in a section, those of one list where there are several.
type Run struct {
	Section    SectionKind
	Column     ColumnKind
	First, Len int // cards of the column
}

// A SectionCount is how many tasks a section has, but for containers.
type SectionCount struct {
	Shown int // behind the filter
	Total int // without it
	Above int // of those shown, how many are in the section of what needs a person
}

// left returns what is in the section itself: what needs a person is counted as that alone.
func (c SectionCount) left() SectionCount {
	return SectionCount{Shown: c.Shown - c.Above, Total: c.Total - c.Above}
}

// Len returns how many cards there are.
func (s *Stack) Len() int {
	n := 0
	for i := range s.Runs {
		n += s.Runs[i].Len
	}
	return n
}

// run returns which run a card is in, and which of its cards it is.
func (s *Stack) run(place int) (run, i int) {
	for run := range s.Runs {
		if place < s.Runs[run].Len {
			return run, place
		}
		place -= s.Runs[run].Len
	}
	return len(s.Runs), 0
}

// Card returns which card of which column is at a place.
func (s *Stack) Card(place int) (k ColumnKind, index int, ok bool) {
	run, i := s.run(place)
	if place < 0 || run == len(s.Runs) {
		return 0, 0, false
	}
	r := &s.Runs[run]
	return r.Column, r.First + i, true
}

// Place returns where a card of a column is, -1 if it is not in the list.
func (s *Stack) Place(k ColumnKind, index int) int {
	from := 0
	for i := range s.Runs {
		r := &s.Runs[i]
		if r.Column == k && index >= r.First && index < r.First+r.Len {
			return from + index - r.First
		}
		from += r.Len
	}
	return -1
}

// SectionStart returns the place of the first card of a section, -1 when it has none.
func (s *Stack) SectionStart(k SectionKind) int {
	from := 0
	for i := range s.Runs {
		if s.Runs[i].Section == k {
			return from
		}
		from += s.Runs[i].Len
	}
	return -1
}

// Neighbour returns the place of the first card of the next section that has some, or of the one before; -1 at the ends.
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

// parts returns how many sections have cards.
func (s *Stack) parts() int {
	n := 0
	for i := range s.Runs {
		if i == 0 || s.Runs[i].Section != s.Runs[i-1].Section {
			n++
		}
	}
	return n
}

// wordyStrip is from which width on every count has its word.
const wordyStrip = 72

// A StackCard is a card of a column.
type StackCard struct {
	Column ColumnKind
	Index  int
}

// Raise takes cards out of their sections and puts them on top of the list, in their order, as what needs a person. The runs
// are made in the room given, which is returned to be used again.
func (s *Stack) Raise(cards []StackCard, room []Run) []Run {
	room = room[:0]
	for _, c := range cards {
		room = append(room, Run{Section: NeedsSection, Column: c.Column, First: c.Index, Len: 1})
	}
	s.Sections[NeedsSection] = SectionCount{Shown: len(cards), Total: len(cards)}
	for _, r := range s.Runs {
		end := r.First + r.Len
		for from := r.First; from < end; {
			next := end // the next card that is raised
			for _, c := range cards {
				if c.Column == r.Column && c.Index >= from {
					next = min(next, c.Index)
				}
			}
			if next > from {
				room = append(room, Run{r.Section, r.Column, from, next - from})
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
