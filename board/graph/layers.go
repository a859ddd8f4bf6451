package graph

// wide is how many pairs of items in the same layer a part may have for all of them to be compared.
const wide = 5_000_000

// arranger orders the items of one part. For any two items of a layer it knows what it matters which is above; a move
// of one item changes that for its neighbours' layers only, and there for few.
type arranger struct {
	s     *sketch
	p     *part
	all   []int32
	num   []int32   // number of an item in its layer, which stays when it moves
	more  [][]int32 // by layer, for two items by number: crossings when the first is above, less those when it is below
	dirty []bool    // items that may want to move
	stale []bool    // layers with such items
	log   []moved   // what was tried since the best order
	sum   int32     // pairs of lines in another order, since the last count
	wide  bool      // there are too many pairs of items to be ordered in this way
	spent int       // work done, so that it ends after the same on any machine
	most  int
	bent  []bool  // gaps in which something moved
	gaps  []int32 // crossings in each gap in the best order
	now   []int32 // and in the order that is tried
	at    []int32
	from  []int32
	tree  []int32
}

// moved is an item's move within its layer.
type moved struct {
	layer, from, to int32
}

func (s *sketch) newArranger(p *part) *arranger {
	a := &arranger{s: s, p: p, most: effort(p.size)}
	a.more = make([][]int32, s.layers)
	a.num = s.room.num[:len(s.item)]
	a.dirty = s.room.dirty[:len(s.item)]
	a.stale, a.bent = make([]bool, s.layers), make([]bool, s.layers+1)
	a.gaps, a.now = make([]int32, s.layers+1), make([]int32, s.layers+1)
	cells, most := 0, 0
	for _, items := range p.layer {
		most = max(most, len(items))
		a.all = append(a.all, items...)
		cells += len(items) * len(items)
	}
	if cells > wide {
		a.wide = true
		return a
	}
	a.tree = make([]int32, most+1)
	room := make([]int32, cells)
	for k, items := range p.layer {
		n := len(items) * len(items)
		a.more[k], room = room[:n:n], room[n:]
	}
	return a
}

// begin compares all pairs of items anew.
func (a *arranger) begin() {
	a.log = a.log[:0]
	a.sum = 0
	for k, items := range a.p.layer {
		for at, i := range items {
			a.num[i] = int32(at)
			a.dirty[i] = true
		}
		a.stale[k] = len(items) > 1
	}
	for k, items := range a.p.layer {
		n := len(items)
		a.positions(items)
		a.spent += n*n/2 + len(a.at)
		more := a.more[k]
		for i := range n {
			li, ri := a.at[a.from[2*i]:a.from[2*i+1]], a.at[a.from[2*i+1]:a.from[2*i+2]]
			for j := range i {
				lj, rj := a.at[a.from[2*j]:a.from[2*j+1]], a.at[a.from[2*j+1]:a.from[2*j+2]]
				d := inversions(li, lj) + inversions(ri, rj)
				more[i*n+j], more[j*n+i] = d, -d
			}
		}
	}
}

// move takes an item to another place in its layer, past its neighbours one by one.
func (a *arranger) move(k, from, to int32) {
	s := a.s
	items := a.p.layer[k]
	more, n := a.more[k], int32(len(items))
	x := items[from]
	a.bent[k], a.bent[k+1] = true, true
	for at := from; at != to; {
		next, d := at+1, int32(2)
		if to < from {
			next, d = at-1, -2
		}
		y := items[next]
		items[at] = y
		s.item[y].pos = at
		if d > 0 {
			a.sum -= more[a.num[x]*n+a.num[y]]
		} else {
			a.sum += more[a.num[x]*n+a.num[y]]
		}
		a.dirty[y] = true
		a.pass(k-1, s.beside[x].left, s.beside[y].left, d)
		a.pass(k+1, s.beside[x].right, s.beside[y].right, d)
		at = next
	}
	items[to] = x
	s.item[x].pos = to
	a.stale[k] = true
}

// pass notes for the neighbours of two items that the first came to stand below the second: d is 2, or -2 for above.
func (a *arranger) pass(k int32, xs, ys []int32, d int32) {
	if len(xs) == 0 || len(ys) == 0 {
		return
	}
	a.spent += 2 * len(xs) * len(ys)
	a.stale[k] = true
	n := int32(len(a.p.layer[k]))
	more := a.more[k]
	for _, u := range xs {
		a.dirty[u] = true
		for _, v := range ys {
			a.dirty[v] = true
			if u != v {
				i, j := a.num[u], a.num[v]
				more[i*n+j] += d
				more[j*n+i] -= d
			}
		}
	}
}

// sift moves an item to where it crosses least, the nearest of equal places.
func (a *arranger) sift(k int32, x int32) {
	items := a.p.layer[k]
	n := int32(len(items))
	row := a.more[k][a.num[x]*n : a.num[x]*n+n]
	at := a.s.item[x].pos
	best, to := int32(0), at
	sum := int32(0)
	for p := at - 1; p >= 0; p-- {
		if sum += row[a.num[items[p]]]; sum < best {
			best, to = sum, p
		}
	}
	sum = 0
	for p := at + 1; p < n; p++ {
		if sum -= row[a.num[items[p]]]; sum < best {
			best, to = sum, p
		}
	}
	a.spent += len(items)
	if to != at {
		a.log = append(a.log, moved{k, at, to})
		a.move(k, at, to)
	}
}

// settle lets items that may want to move go, until none does.
func (a *arranger) settle(toRight bool) {
	for range 12 {
		still := true
		for at := a.p.first; at <= a.p.last; at++ {
			k := at
			if !toRight {
				k = a.p.first + a.p.last - at
			}
			if !a.stale[k] {
				continue
			}
			a.stale[k] = false
			still = false
			items := a.p.layer[k]
			for at := 0; at < len(items); at++ {
				x := items[at]
				if !a.dirty[x] {
					continue
				}
				a.dirty[x] = false
				a.sift(int32(k), x)
				if items[at] != x {
					at-- // another one has come here
				}
			}
		}
		if still {
			return
		}
		toRight = !toRight
	}
}

// shake puts one item, and where it is a line that passes perhaps the whole line, somewhere else.
func (a *arranger) shake() {
	s, p := a.s, a.p
	i := a.all[p.random(len(a.all))]
	t := &s.item[i]
	place, near, by := p.random(1024), p.random(2) == 0, int32(p.random(9))-4
	one := func(i int32) {
		k := s.item[i].layer
		n := len(p.layer[k])
		if n < 2 {
			return
		}
		at, to := s.item[i].pos, int32(place*n/1024)
		if near {
			to = min(max(at+by, 0), int32(n-1))
		}
		if at != to {
			a.log = append(a.log, moved{k, at, to})
			a.move(k, at, to)
		}
	}
	one(i)
	if int(i) < len(s.node) || p.random(2) == 0 {
		return
	}
	for n := t.right; n >= 0; {
		next := int32(-1)
		for j, v := range s.net[n].right {
			if s.net[n].via[j] < 0 && v != i {
				one(v)
				next = s.item[v].right
			}
		}
		n = next
	}
}

// undo goes back to the best order.
func (a *arranger) undo() {
	for x := len(a.log) - 1; x >= 0; x-- {
		m := a.log[x]
		a.move(m.layer, m.to, m.from)
	}
	a.forget()
}

// forget takes the order as it is for the best one.
func (a *arranger) forget() {
	a.log = a.log[:0]
	a.sum = 0
	clear(a.bent)
}

// calm takes back all doubts about what may want to move.
func (a *arranger) calm() {
	for _, i := range a.all {
		a.dirty[i] = false
	}
	clear(a.stale)
}
