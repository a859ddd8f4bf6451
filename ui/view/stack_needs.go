package view

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
