package graph

// straightenDummies takes bends out of lines that pass layers: where such a line has room to run in the row of something it comes
// from or leads to, it does. The rows were found for lines with a free row beside each box; here they may come closer.
func (s *layoutBuilder) straightenDummies() {
	var run []int32
	for i := int32(len(s.nodes)); int(i) < len(s.items); i++ {
		t := &s.items[i]
		if t.back {
			continue
		}
		from := s.nets[t.left[0]].left[0]
		if int(from) >= len(s.nodes) && s.items[from].y == t.y {
			continue // it is not the first of its straight piece
		}
		run = run[:0]
		for at := i; at >= 0; at = s.nextInRow(at, t.y) {
			run = append(run, at)
		}
		rows := []int32{s.leftRow(from)}
		for at, j := range run {
			n := s.items[j].right
			for x, v := range s.nets[n].right {
				if at+1 == len(run) || v != run[at+1] {
					rows = append(rows, s.rightRow(n, x, v))
				}
			}
		}
		best, most := t.y, countEqual(rows, t.y)
		for _, y := range rows {
			if n := countEqual(rows, y); n > most && s.hasRoom(run, y) {
				best, most = y, n
			}
		}
		for _, j := range run {
			s.items[j].y = best
		}
	}
}

// nextInRow returns where a passing line goes on in the same row, in the next layer; -1 where it does not.
func (s *layoutBuilder) nextInRow(i, y int32) int32 {
	n := s.items[i].right
	for x, v := range s.nets[n].right {
		if s.nets[n].via[x] < 0 && s.items[v].y == y {
			return v
		}
	}
	return -1
}

// countEqual returns how many of some rows are a certain one.
func countEqual(rows []int32, y int32) int {
	n := 0
	for _, r := range rows {
		if r == y {
			n++
		}
	}
	return n
}

// hasRoom reports whether there is room for some passing lines in a row, between what is above and below each now.
func (s *layoutBuilder) hasRoom(run []int32, y int32) bool {
	if y < 0 {
		return false
	}
	for _, i := range run {
		items, at := s.layers[s.items[i].layer], s.items[i].pos
		if at > 0 {
			if above := &s.items[items[at-1]]; y < above.y+above.h {
				return false
			}
		}
		if int(at)+1 < len(items) && y >= s.items[items[at+1]].y {
			return false
		}
	}
	return true
}
