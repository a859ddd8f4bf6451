package graph

// smooth takes bends out of lines that pass layers: where such a line has room to run in the row of something it comes
// from or leads to, it does. The rows were found for lines with a free row beside each box; here they may come closer.
func (s *sketch) smooth() {
	var run []int32
	for i := int32(len(s.node)); int(i) < len(s.item); i++ {
		t := &s.item[i]
		if t.back {
			continue
		}
		from := s.net[t.left[0]].left[0]
		if int(from) >= len(s.node) && s.item[from].y == t.y {
			continue // it is not the first of its straight piece
		}
		run = run[:0]
		for at := i; at >= 0; at = s.onward(at, t.y) {
			run = append(run, at)
		}
		rows := []int32{s.leftRow(from)}
		for at, j := range run {
			n := s.item[j].right
			for x, v := range s.net[n].right {
				if at+1 == len(run) || v != run[at+1] {
					rows = append(rows, s.rightRow(n, x, v))
				}
			}
		}
		best, most := t.y, straight(rows, t.y)
		for _, y := range rows {
			if n := straight(rows, y); n > most && s.fits(run, y) {
				best, most = y, n
			}
		}
		for _, j := range run {
			s.item[j].y = best
		}
	}
}

// onward is where a passing line goes on in the same row, in the next layer; -1 where it does not.
func (s *sketch) onward(i, y int32) int32 {
	n := s.item[i].right
	for x, v := range s.net[n].right {
		if s.net[n].via[x] < 0 && s.item[v].y == y {
			return v
		}
	}
	return -1
}

// straight is how many of some rows are a certain one.
func straight(rows []int32, y int32) int {
	n := 0
	for _, r := range rows {
		if r == y {
			n++
		}
	}
	return n
}

// fits says whether there is room for some passing lines in a row, between what is above and below each now.
func (s *sketch) fits(run []int32, y int32) bool {
	if y < 0 {
		return false
	}
	for _, i := range run {
		items, at := s.layer[s.item[i].layer], s.item[i].pos
		if at > 0 {
			if above := &s.item[items[at-1]]; y < above.y+above.h {
				return false
			}
		}
		if int(at)+1 < len(items) && y >= s.item[items[at+1]].y {
			return false
		}
	}
	return true
}
