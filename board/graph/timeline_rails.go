package graph

import "slices"

// rail is whose line runs in a column: a node's forward one, or its return line; none is 0.
type rail int32

func forwardRail(i int32) rail { return rail(i+1) << 1 }
func returnRail(i int32) rail  { return rail(i+1)<<1 | 1 }

func (l rail) node() int32    { return int32(l>>1) - 1 }
func (l rail) isReturn() bool { return l&1 == 1 }

// rowRails are the lines that leave a row downwards, and the column of the row's mark.
type rowRails struct {
	down [MaxRails]rail
	mark uint8
}

// A line that is longer than longLane rows leaves free some columns for shorter ones, which say more.
const (
	longRail     = 48
	maxLongRails = MaxRails - 3
)

// railSpans are from which row to which each node's lines run, -1 for none.
type railSpans struct {
	last  []int32   // of its forward line, by node
	first []int32   // of its return line, by node
	begin [][]int32 // by row, nodes whose return lines begin there; nil where there are no loops
}

func (l *Timeline) collectSpans() railSpans {
	g, n := l.g, len(l.row)
	s := railSpans{last: make([]int32, n), first: make([]int32, n)}
	loops := false
	for i := range n {
		s.last[i], s.first[i] = -1, -1
	}
	for k := range g.edges {
		from, to := g.edges[k].From, g.edges[k].To
		if !g.isDrawn(int32(k), l.finished) || l.row[from] < 0 {
			continue
		}
		row := l.row[to]
		if !l.isReturn(int32(k)) {
			s.last[from] = max(s.last[from], row)
			continue
		}
		loops = true
		if s.first[from] < 0 || row < s.first[from] {
			s.first[from] = row
		}
	}
	if loops {
		s.begin = make([][]int32, len(l.rows))
		for _, i := range l.rows {
			if s.first[i] >= 0 {
				s.begin[s.first[i]] = append(s.begin[s.first[i]], i)
			}
		}
	}
	return s
}

// isReturn reports whether an edge goes up.
func (l *Timeline) isReturn(e int32) bool { return l.row[l.g.edges[e].To] < l.row[l.g.edges[e].From] }

// assignRails gives every line a column for as long as it runs, the leftmost that is free. One column is left to the mark
// of the row: so no row has more than MaxLanes of both. A line for which there is no room is counted instead.
func (l *Timeline) assignRails() {
	s := l.collectSpans()
	l.rails, l.hidden = make([]rowRails, len(l.rows)), make([]int32, len(l.rows))
	var now [MaxRails]rail
	open, long, unseen := 0, 0, int32(0)
	end := map[int32]int32{} // hidden lines that end in a row to come
	for r := range l.rows {
		r := int32(r)
		v := l.rows[r]
		above := now
		mark := -1
		for c, x := range above {
			if x == 0 {
				continue
			}
			i := x.node()
			if x.isReturn() && i == v || !x.isReturn() && s.last[i] == r {
				now[c] = 0
				open--
				if s.isLong(l, x) {
					long--
				}
				// A return line leaves its node straight up: beside the mark it would run together with what comes in.
				if mark < 0 || x.isReturn() {
					mark = c
				}
			}
		}
		if mark < 0 {
			mark = slices.Index(above[:], 0)
		}
		l.hidden[r] = unseen
		unseen -= end[r]
		delete(end, r)
		begin := func(x rail, c int, last int32) {
			isLong := s.isLong(l, x)
			if c < 0 || open >= MaxRails-1 || isLong && long >= maxLongRails {
				unseen++
				l.hidden[r]++
				end[last]++
				return
			}
			now[c] = x
			open++
			if isLong {
				long++
			}
		}
		if s.last[v] >= 0 {
			begin(forwardRail(v), mark, s.last[v])
		}
		if s.begin != nil {
			for _, u := range s.begin[r] {
				begin(returnRail(u), freeRailBeside(mark, above, now), l.row[u])
			}
		}
		l.rails[r] = rowRails{now, uint8(mark)}
		l.width = max(l.width, mark+1)
		for c, x := range now {
			if x != 0 {
				l.width = max(l.width, c+1)
			}
		}
	}
}

// freeRailBeside returns the first column to the right of a mark, else to its left, in which no line runs above or below it; -1 for
// none.
func freeRailBeside(mark int, above, below [MaxRails]rail) int {
	for k := range MaxRails - 1 {
		if c := (mark + 1 + k) % MaxRails; above[c] == 0 && below[c] == 0 {
			return c
		}
	}
	return -1
}

// isLong reports whether a line is a long one.
func (s railSpans) isLong(l *Timeline, x rail) bool {
	i := x.node()
	if x.isReturn() {
		return l.row[i]-s.first[i] > longRail
	}
	return s.last[i]-l.row[i] > longRail
}
