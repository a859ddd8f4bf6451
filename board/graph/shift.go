package graph

// shiftGroups moves groups of items up or down as long as that makes lines shorter: a move of several items may be an
// improvement where a move of one would bend a straight line. The best group is a minimum cut between the items that move
// and those that stay. The length of all lines is convex in the rows, so if no group gains by moving one row, the rows are
// optimal for this order.
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

// groupShift is the state of shiftGroups.
type groupShift struct {
	items      []int32
	alignments []alignment
	neighbours [][2]int32 // adjacent items of a layer, by their indices in items
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

// shiftBest moves the group that gains most by moving step rows down, and reports whether there is one.
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

func abs(x int32) int32 { return max(x, -x) }
