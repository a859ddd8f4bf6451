package graph

// neighbours are what an item is linked to in the layers beside its own.
type neighbours struct {
	left, right []int32
}

// meet lists the neighbours of all items.
func (s *layoutBuilder) collectNeighbours() {
	nl, nr := make([]int32, len(s.items)), make([]int32, len(s.items))
	each := func(visit func(u, v int32)) {
		for i := range s.nets {
			t := &s.nets[i]
			if len(t.left) == 0 {
				continue
			}
			right := t.right
			if t.back {
				right = right[:1] // the others are reached from there, and not from the left
			}
			for _, v := range right {
				visit(t.left[0], v)
			}
		}
	}
	total := 0
	each(func(u, v int32) {
		nr[u]++
		nl[v]++
		total += 2
	})
	room := make([]int32, total)
	s.neighbours = make([]neighbours, len(s.items))
	s.room.num, s.room.dirty = make([]int32, len(s.items)), make([]bool, len(s.items))
	for i := range s.neighbours {
		s.neighbours[i].left, room = room[:0:nl[i]], room[nl[i]:]
		s.neighbours[i].right, room = room[:0:nr[i]], room[nr[i]:]
	}
	each(func(u, v int32) {
		s.neighbours[u].right = append(s.neighbours[u].right, v)
		s.neighbours[v].left = append(s.neighbours[v].left, u)
	})
}

// positions notes where the neighbours of a layer's items are, sorted.
func (a *crossingReducer) collectNeighbourRows(items []int32) {
	s := a.s
	a.neighbourRows, a.neighbourAt = a.neighbourRows[:0], append(a.neighbourAt[:0], 0)
	for _, i := range items {
		for _, list := range [2][]int32{s.neighbours[i].left, s.neighbours[i].right} {
			first := len(a.neighbourRows)
			for _, j := range list {
				a.neighbourRows = append(a.neighbourRows, s.items[j].pos)
				for x := len(a.neighbourRows) - 1; x > first && a.neighbourRows[x] < a.neighbourRows[x-1]; x-- {
					a.neighbourRows[x], a.neighbourRows[x-1] = a.neighbourRows[x-1], a.neighbourRows[x]
				}
			}
			a.neighbourAt = append(a.neighbourAt, int32(len(a.neighbourRows)))
		}
	}
}

// inversions compares two sorted lists: how many pairs have the first greater, less how many have it smaller.
func inversionBalance(x, y []int32) int32 {
	switch {
	case len(x) == 0 || len(y) == 0:
		return 0
	case len(x) == 1 && len(y) == 1:
		switch {
		case x[0] > y[0]:
			return 1
		case x[0] < y[0]:
			return -1
		}
		return 0
	}
	n, lo, hi := 0, 0, 0
	for _, v := range x {
		for lo < len(y) && y[lo] < v {
			lo++
		}
		for hi < len(y) && y[hi] <= v {
			hi++
		}
		n += lo - (len(y) - hi)
	}
	return int32(n)
}
