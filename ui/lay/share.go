package lay

// A Part is one of several parts of a screen below each other. Its fields are numbers of rows.
type Part struct {
	Least int // with fewer it is left out
	Good  int // given before any part gets its Want; 0 for a part that is placed only after all others have their Good
	Want  int // shows all of it
}

// Share divides rows among parts, and returns how many each gets, 0 for one that is left out. Earlier parts are served first: all
// get their Least, then their Good, then their Want.
func Share(parts []Part, rows int) []int {
	got := make([]int, len(parts))
	begin := func(later bool) {
		for i := range parts {
			if p := &parts[i]; (p.Good == 0) == later && p.Least <= rows {
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
