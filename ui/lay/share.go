package lay

// A Part is one of several things that stand below each other, in rows.
type Part struct {
	Least int // the rows without which it is not there
	Good  int // those it has before any other has all it wants; 0 for a part that is there only once the others have theirs
	Want  int // those in which it is whole
}

// Share shares rows among parts, and returns how many each has. The first parts are there first; then, from the first on, each has what is
// good, and then what it wants.
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
