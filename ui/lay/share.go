package lay

// A Part is one of several parts of a screen below each other. Its fields are numbers of rows.
type Part struct {
	Least int // with fewer it is left out
	Good  int // given before any part gets its Want; 0 for a part that is placed only after all others have their Good
	Want  int // shows all of it
	Leave int // it is left out if it would leave fewer for the parts after it
}

// Share divides rows among parts, and returns the number that each gets, 0 for one that is left out. Earlier parts are
// served first: all get their Least, then their Good, then their Want.
func Share(parts []Part, rows int) []int {
	got := make([]int, len(parts))
	begin := func(later bool) {
		for i := range parts {
			if p := &parts[i]; (p.Good == 0) == later && p.Least+p.Leave <= rows {
				got[i], rows = p.Least, rows-p.Least
			}
		}
	}
	grow := func(upTo func(p *Part) int) {
		for i := range parts {
			if got[i] > 0 {
				more := max(min(upTo(&parts[i])-got[i], rows), 0)
				got[i], rows = got[i]+more, rows-more
			}
		}
	}
	begin(false)
	grow(func(p *Part) int { return p.Good })
	begin(true)
	grow(func(p *Part) int { return p.Want })
	return got
}

// Rows shares the rows of a rectangle among parts that are below each other in it, served in an order, and returns
// their rectangles.
func Rows(r Rect, parts []Part, order []int) []Rect {
	served := make([]Part, len(order))
	for i, part := range order {
		served[i] = parts[part]
	}
	at := make([]Rect, len(parts))
	for i, rows := range Share(served, r.H) {
		at[order[i]].H = rows
	}
	y := r.Y
	for i := range at {
		at[i].X, at[i].Y, at[i].W = r.X, y, r.W
		y += at[i].H
	}
	return at
}

// Portions divides cells among counts by their size: what is left over goes to the largest remainders, and no count
// that is not zero gets nothing as long as there are cells.
func Portions(counts []int, cells int) []int {
	all, given := 0, 0
	for _, n := range counts {
		all += n
	}
	got := make([]int, len(counts))
	if all == 0 || cells <= 0 {
		return got
	}
	for i, n := range counts {
		got[i] = n * cells / all
		if n > 0 {
			got[i] = max(got[i], 1)
		}
		given += got[i]
	}
	for ; given != cells; given += sign(cells - given) {
		best, by := -1, 0
		for i, n := range counts {
			// How much more than its share it lacks, or how much it has too much, in parts of a cell.
			lacks := (n*cells - got[i]*all) * sign(cells-given)
			if n > 0 && (cells > given || got[i] > 1) && (best < 0 || lacks > by) {
				best, by = i, lacks
			}
		}
		if best < 0 { // there are more counts than cells
			break
		}
		got[best] += sign(cells - given)
	}
	return got
}

// sign returns 1, 0 or -1.
func sign(n int) int { return min(max(n, -1), 1) }
