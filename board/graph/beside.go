package graph

// neighbours are what an item is linked to in the layers beside its own.
type neighbours struct {
	left, right []int32
}

// meet lists the neighbours of all items.
func (s *sketch) meet() {
	nl, nr := make([]int32, len(s.item)), make([]int32, len(s.item))
	each := func(visit func(u, v int32)) {
		for i := range s.net {
			t := &s.net[i]
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
	s.beside = make([]neighbours, len(s.item))
	s.room.num, s.room.dirty = make([]int32, len(s.item)), make([]bool, len(s.item))
	for i := range s.beside {
		s.beside[i].left, room = room[:0:nl[i]], room[nl[i]:]
		s.beside[i].right, room = room[:0:nr[i]], room[nr[i]:]
	}
	each(func(u, v int32) {
		s.beside[u].right = append(s.beside[u].right, v)
		s.beside[v].left = append(s.beside[v].left, u)
	})
}

// positions notes where the neighbours of a layer's items are, sorted.
func (a *arranger) positions(items []int32) {
	s := a.s
	a.at, a.from = a.at[:0], append(a.from[:0], 0)
	for _, i := range items {
		for _, list := range [2][]int32{s.beside[i].left, s.beside[i].right} {
			first := len(a.at)
			for _, j := range list {
				a.at = append(a.at, s.item[j].pos)
				for x := len(a.at) - 1; x > first && a.at[x] < a.at[x-1]; x-- {
					a.at[x], a.at[x-1] = a.at[x-1], a.at[x]
				}
			}
			a.from = append(a.from, int32(len(a.at)))
		}
	}
}

// inversions compares two sorted lists: how many pairs have the first greater, less how many have it smaller.
func inversions(x, y []int32) int32 {
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
