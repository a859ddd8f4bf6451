package graph

// worthRow is the most cells that a column gets for saving a row of text: beyond that, space between lines is worth
// more.
const worthRow = 6

// shareByNeed makes columns as narrow as their number of rows allows, and then gives the cells that are left to the
// columns in which a cell saves most rows.
func (s *layoutBuilder) shareByNeed(room int32) {
	if s.o.Fit.Breaks == nil {
		return
	}
	rows := func(k int, w int32) (sum int) {
		for _, v := range s.layers[k] {
			if int(v) < len(s.nodes) {
				sum += s.o.Fit.Breaks(s.nodes[v], int(w))
			}
		}
		return sum
	}
	for k := range s.widths {
		for least := rows(k, s.widths[k]); !s.o.Fit.Whole && int(s.widths[k]) > s.o.Fit.Least &&
			rows(k, s.widths[k]-1) == least; {
			s.widths[k]--
		}
		room -= s.widths[k]
	}
	if s.o.Apart { // free columns between lines come first
		for k := range s.channels {
			if g := &s.channels[k]; g.tracks > 1 {
				room -= max(g.least+g.tracks-1-g.w, 0)
			}
		}
	}
	for { // the column in which each cell saves most rows gets as many as that takes
		column, cells, saved := -1, int32(1), 0
		for k, w := range s.widths {
			now := rows(k, w)
			for by := int32(1); by <= min(room, int32(len(s.layers[k])*worthRow)); by++ {
				if less := now - rows(k, w+by); less*worthRow >= int(by) && less*int(cells) > saved*int(by) {
					column, cells, saved = k, by, less
				}
			}
		}
		if column < 0 {
			return
		}
		s.widths[column] += cells
		room -= cells
	}
}
