package graph

// shiftGroups moves whole groups of items up or down together as long as that makes lines shorter: what no item would do
// alone, because it would bend a straight line, several may gain by. Which group gains most is a cheapest cut: of
// the items that move from those that stay. The length of all lines is convex in the rows, so when no group gains by
// moving a single row, there is no better arrangement of this order at all.
func (s *layoutBuilder) shiftGroups(p *component, pulls []alignment) {
	if p.size > 4000 {
		return
	}
	m := s.newGroupShift(p, pulls)
	most := 200_000 + 1000*p.size
	for _, step := range [...]int32{8, 4, 2} {
		m.shiftBest(s, step)
		m.shiftBest(s, -step)
	}
	for still := 0; still < 2 && m.flow.work < most; still++ {
		if m.shiftBest(s, 1) {
			still = 0
		}
		if m.flow.work < most && m.shiftBest(s, -1) {
			still = 0
		}
	}
}

// groupShift is what the shifting of a part needs to know again and again.
type groupShift struct {
	items      []int32
	alignments []alignment
	neighbours [][2]int32 // neighbours in a layer, by their places in items
	distances  []int32
	flow       flowNetwork
}

func (s *layoutBuilder) newGroupShift(p *component, pulls []alignment) *groupShift {
	m := &groupShift{items: make([]int32, 0, p.size), alignments: make([]alignment, 0, len(pulls))}
	index := s.room.num
	for _, items := range p.layers {
		for at, i := range items {
			index[i] = int32(len(m.items))
			m.items = append(m.items, i)
			if at > 0 {
				m.neighbours = append(m.neighbours, [2]int32{index[items[at-1]], index[i]})
				m.distances = append(m.distances, s.minDistance(items[at-1], i))
			}
		}
	}
	m.flow.init(len(m.items), len(pulls)+len(m.neighbours))
	for _, q := range pulls {
		q.i, q.j = index[q.i], index[q.j]
		m.alignments = append(m.alignments, q)
		m.flow.addArc(q.i, q.j)
	}
	for _, a := range m.neighbours {
		m.flow.addArc(a[0], a[1])
	}
	m.flow.index()
	return m
}

const unbounded = 1 << 28

// shiftBest moves the group that gains most by going step rows down, and says whether there is one.
func (m *groupShift) shiftBest(s *layoutBuilder, step int32) bool {
	f := &m.flow
	clear(f.gain)
	for x, q := range m.alignments {
		d := s.items[m.items[q.j]].y + q.b - s.items[m.items[q.i]].y - q.a
		alone, other := q.weight*(abs(d-step)-abs(d)), q.weight*(abs(d+step)-abs(d))
		f.setCapacities(x, alone+other, 0)
		f.gain[q.j] -= other
		f.gain[q.i] += other
	}
	for x, a := range m.neighbours {
		slack := s.items[m.items[a[1]]].y - s.items[m.items[a[0]]].y - m.distances[x]
		var down, up int32
		if step > 0 && slack < step {
			down = unbounded
		}
		if step < 0 && slack < -step {
			up = unbounded
		}
		f.setCapacities(len(m.alignments)+x, down, up)
	}
	f.maximize()
	moved := false
	for i, item := range m.items {
		if f.level[i] >= 0 {
			s.items[item].y += step
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

// flowNetwork is vertices that gain or lose by being chosen, and arcs: what it costs that one end is chosen and the other
// is not. It stays while gains and costs change. The best choice is found by sending what some gain to others that
// lose, along the arcs, until nothing more can be sent: what can then still be reached from a gain is chosen.
type flowNetwork struct {
	gain  []int32
	from  []int32 // arcs as they were given
	to    []int32
	head  []int32 // ends of the half arcs, sorted by their beginning
	cap   []int32
	twin  []int32
	at    []int32 // first half arc of each vertex, and one behind the last
	half  []int32 // of each arc its first half
	level []int32 // after run: -1 for what is not chosen
	next  []int32
	queue []int32
	work  int
}

func (f *flowNetwork) init(n, arcs int) {
	f.from, f.to = make([]int32, 0, arcs), make([]int32, 0, arcs)
	f.gain, f.level, f.next = make([]int32, n), make([]int32, n), make([]int32, n)
	f.queue = make([]int32, 0, n)
}

func (f *flowNetwork) addArc(from, to int32) {
	f.from, f.to = append(f.from, from), append(f.to, to)
}

// index sorts the arcs by their ends.
func (f *flowNetwork) index() {
	n := len(f.gain)
	f.at = make([]int32, n+1)
	for x := range f.from {
		f.at[f.from[x]+1]++
		f.at[f.to[x]+1]++
	}
	for i := range n {
		f.at[i+1] += f.at[i]
	}
	fill := append([]int32(nil), f.at...)
	k := 2 * len(f.from)
	f.head, f.cap, f.twin = make([]int32, k), make([]int32, k), make([]int32, k)
	f.half = make([]int32, len(f.from))
	for x := range f.from {
		a, b := fill[f.from[x]], fill[f.to[x]]
		fill[f.from[x]]++
		fill[f.to[x]]++
		f.head[a], f.head[b] = f.to[x], f.from[x]
		f.twin[a], f.twin[b] = b, a
		f.half[x] = a
	}
}

// setCapacities gives an arc its costs, for its beginning being chosen alone and for its end.
func (f *flowNetwork) setCapacities(arc int, there, back int32) {
	a := f.half[arc]
	f.cap[a], f.cap[f.twin[a]] = there, back
}

func (f *flowNetwork) maximize() {
	for f.findLevels() {
		copy(f.next, f.at)
		for _, u := range f.queue {
			if f.level[u] > 0 {
				break
			}
			if f.gain[u] > 0 {
				f.gain[u] -= f.push(u, f.gain[u])
			}
		}
	}
}

// findLevels says how many arcs each vertex is from one with a gain, and whether any that loses is reached.
func (f *flowNetwork) findLevels() bool {
	f.queue = f.queue[:0]
	for i, g := range f.gain {
		f.level[i] = -1
		if g > 0 {
			f.level[i] = 0
			f.queue = append(f.queue, int32(i))
		}
	}
	found := false
	for k := 0; k < len(f.queue); k++ {
		u := f.queue[k]
		if f.gain[u] < 0 {
			found = true
		}
		f.work += int(f.at[u+1] - f.at[u])
		for a := f.at[u]; a < f.at[u+1]; a++ {
			if v := f.head[a]; f.cap[a] > 0 && f.level[v] < 0 {
				f.level[v] = f.level[u] + 1
				f.queue = append(f.queue, v)
			}
		}
	}
	return found
}

// push brings up to most from a vertex to ones that lose.
func (f *flowNetwork) push(u, most int32) int32 {
	sent := int32(0)
	if g := f.gain[u]; g < 0 {
		sent = min(most, -g)
		f.gain[u] += sent
		if sent == most {
			return sent
		}
	}
	for ; f.next[u] < f.at[u+1]; f.next[u]++ {
		a := f.next[u]
		v := f.head[a]
		if f.cap[a] <= 0 || f.level[v] != f.level[u]+1 {
			continue
		}
		f.work++
		if k := f.push(v, min(most-sent, f.cap[a])); k > 0 {
			f.cap[a] -= k
			f.cap[f.twin[a]] += k
			if sent += k; sent == most {
				return sent
			}
		}
	}
	return sent
}
