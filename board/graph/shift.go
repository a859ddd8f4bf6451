package graph

// shift moves whole groups of items up or down together as long as that makes lines shorter: what no item would do
// alone, because it would bend a straight line, several may gain by. Which group gains most is a cheapest cut: of
// the items that move from those that stay. The length of all lines is convex in the rows, so when no group gains by
// moving a single row, there is no better arrangement of this order at all.
func (s *sketch) shift(p *part, pulls []pull) {
	if p.size > 4000 {
		return
	}
	m := s.newMoves(p, pulls)
	for step := int32(16); step >= 1; step /= 2 {
		for range 40 {
			down := m.try(s, step)
			up := m.try(s, -step)
			if !down && !up || m.flow.spent > 3_000_000 {
				break
			}
		}
	}
}

// moves is what the shifting of a part needs to know again and again.
type moves struct {
	items []int32
	index map[int32]int32 // of an item in items
	pulls []pull
	above [][2]int32 // neighbours in a layer, by index
	apart []int32
	gain  []int32 // what it costs that an item moves alone, negative where it gains
	flow  network
}

func (s *sketch) newMoves(p *part, pulls []pull) *moves {
	m := &moves{index: make(map[int32]int32, p.size)}
	for _, items := range p.layer {
		for at, i := range items {
			m.index[i] = int32(len(m.items))
			m.items = append(m.items, i)
			if at > 0 {
				m.above = append(m.above, [2]int32{m.index[items[at-1]], m.index[i]})
				m.apart = append(m.apart, s.apart(items[at-1], i))
			}
		}
	}
	n := len(m.items)
	m.gain = make([]int32, n)
	m.flow.init(n+2, len(pulls)+len(m.above)+n)
	for _, q := range pulls {
		q.i, q.j = m.index[q.i], m.index[q.j]
		m.pulls = append(m.pulls, q)
		m.flow.arc(q.i, q.j)
	}
	for _, a := range m.above {
		m.flow.arc(a[0], a[1])
	}
	for i := range int32(n) {
		m.flow.arc(int32(n), i) // from the source, or to the sink: the other way round
		m.flow.arc(i, int32(n+1))
	}
	m.flow.ready()
	return m
}

const forever = 1 << 28

// try moves the group that gains most by going step rows down.
func (m *moves) try(s *sketch, step int32) bool {
	n := len(m.items)
	f := &m.flow
	clear(m.gain)
	for x, q := range m.pulls {
		d := s.item[m.items[q.j]].y + q.b - s.item[m.items[q.i]].y - q.a
		alone, other := q.weight*(abs(d-step)-abs(d)), q.weight*(abs(d+step)-abs(d))
		f.set(x, alone+other, 0)
		m.gain[q.j] += other
		m.gain[q.i] -= other
	}
	for x, a := range m.above {
		u, v := a[0], a[1]
		slack := s.item[m.items[v]].y - s.item[m.items[u]].y - m.apart[x]
		var down, up int32
		if step > 0 && slack < step {
			down = forever
		}
		if step < 0 && slack < -step {
			up = forever
		}
		f.set(len(m.pulls)+x, down, up)
	}
	some := false
	for i, g := range m.gain {
		at := len(m.pulls) + len(m.above) + 2*i
		f.set(at, max(-g, 0), 0)
		f.set(at+1, max(g, 0), 0)
		some = some || g < 0
	}
	if !some {
		return false
	}
	f.run(int32(n), int32(n+1))
	moved := false
	for i, item := range m.items {
		if f.level[i] >= 0 {
			s.item[item].y += step
			moved = true
		}
	}
	return moved
}

func abs(x int32) int32 {
	if x < 0 {
		return -x
	}
	return x
}

// network is a network whose arcs stay while their capacities change. Each arc has two directions.
type network struct {
	n     int
	from  []int32 // arcs as they were given
	to    []int32
	head  []int32 // ends of the half arcs, sorted by their beginning
	cap   []int32
	twin  []int32
	at    []int32 // first half arc of each vertex, and one behind the last
	half  []int32 // of each arc its first half
	level []int32 // after run: -1 for what the source does not reach
	next  []int32
	queue []int32
	spent int
}

func (f *network) init(n, arcs int) {
	f.n = n
	f.from, f.to = make([]int32, 0, arcs), make([]int32, 0, arcs)
	f.level, f.next = make([]int32, n), make([]int32, n)
}

func (f *network) arc(from, to int32) {
	f.from, f.to = append(f.from, from), append(f.to, to)
}

// ready sorts the arcs by their ends.
func (f *network) ready() {
	f.at = make([]int32, f.n+1)
	for x := range f.from {
		f.at[f.from[x]+1]++
		f.at[f.to[x]+1]++
	}
	for i := range f.n {
		f.at[i+1] += f.at[i]
	}
	fill := append([]int32(nil), f.at...)
	k := 2 * len(f.from)
	f.head, f.cap, f.twin = make([]int32, k), make([]int32, k), make([]int32, k)
	f.half = make([]int32, len(f.from))
	for x := range f.from {
		a, b := fill[f.from[x]], fill[f.to[x]]
		if f.from[x] == f.to[x] {
			b++
		}
		fill[f.from[x]]++
		fill[f.to[x]]++
		f.head[a], f.head[b] = f.to[x], f.from[x]
		f.twin[a], f.twin[b] = b, a
		f.half[x] = a
	}
}

// set gives an arc its capacities, there and back.
func (f *network) set(arc int, there, back int32) {
	a := f.half[arc]
	f.cap[a], f.cap[f.twin[a]] = there, back
}

// run sends as much as it can from the source to the sink, along shortest ways first.
func (f *network) run(source, sink int32) {
	for f.reach(source, sink) {
		copy(f.next, f.at)
		for f.send(source, sink, forever) > 0 {
		}
	}
}

func (f *network) reach(source, sink int32) bool {
	for i := range f.level {
		f.level[i] = -1
	}
	f.level[source] = 0
	f.queue = append(f.queue[:0], source)
	for k := 0; k < len(f.queue); k++ {
		u := f.queue[k]
		f.spent += int(f.at[u+1] - f.at[u])
		for a := f.at[u]; a < f.at[u+1]; a++ {
			if v := f.head[a]; f.cap[a] > 0 && f.level[v] < 0 {
				f.level[v] = f.level[u] + 1
				f.queue = append(f.queue, v)
			}
		}
	}
	return f.level[sink] >= 0
}

func (f *network) send(u, sink, most int32) int32 {
	if u == sink {
		return most
	}
	sent := int32(0)
	for ; f.next[u] < f.at[u+1]; f.next[u]++ {
		a := f.next[u]
		v := f.head[a]
		if f.cap[a] <= 0 || f.level[v] != f.level[u]+1 {
			continue
		}
		f.spent++
		if k := f.send(v, sink, min(most-sent, f.cap[a])); k > 0 {
			f.cap[a] -= k
			f.cap[f.twin[a]] += k
			if sent += k; sent == most {
				return sent
			}
		}
	}
	return sent
}
