package graph

import "slices"

// straightener moves runs up or down to where fewer lines bend. A run is all items that straight lines join, so moving
// it bends none of these; the items in its way move as far.
type straightener struct {
	s           *layoutBuilder
	p           *component
	pulls       []alignment
	of          [][]int32 // by item: the indices of its alignments
	top, bottom int32     // no item moves out of these rows
	in          []bool    // by item: it moves
	moving      []int32
	done        []bool // by item: its run was moved or left in this pass
	work        int
}

// The cost of a line that is not straight, in rows by which its ends are apart; and how often all runs are tried, how
// many rows for each.
const (
	costBend       = 10
	straightPasses = 3
	maxTries       = 12
)

// straighten moves the runs of a component.
func (s *layoutBuilder) straighten(p *component, pulls []alignment, of [][]int32) {
	m := straightener{s: s, p: p, pulls: pulls, of: of, top: 1 << 28, bottom: -1 << 28}
	m.in, m.done = make([]bool, len(s.items)), make([]bool, len(s.items))
	for _, items := range p.layers {
		for _, i := range items {
			m.top, m.bottom = min(m.top, s.items[i].y), max(m.bottom, s.items[i].y+s.items[i].h)
		}
	}
	maxWork := 100_000 + 2000*p.size
	for range straightPasses {
		clear(m.done)
		for _, items := range p.layers {
			for _, i := range items {
				if !m.done[i] && m.work < maxWork {
					m.moveRun(i)
				}
			}
		}
	}
}

// moveRun moves the run of an item to the best row, if that is better than its own.
func (m *straightener) moveRun(i int32) {
	m.collectRun(i)
	run := len(m.moving)
	best, by := int32(0), int32(0)
	for _, d := range m.moves() {
		m.push(d)
		if g := m.gain(d); g > best {
			best, by = g, d
		}
		m.stop(run)
	}
	if best > 0 {
		m.push(by)
		for _, j := range m.moving {
			m.s.items[j].y += by
		}
	}
	m.stop(0)
}

func (m *straightener) add(i int32) {
	if !m.in[i] {
		m.in[i] = true
		m.moving = append(m.moving, i)
	}
}

// stop lets all items but the first n stay.
func (m *straightener) stop(n int) {
	for _, i := range m.moving[n:] {
		m.in[i] = false
	}
	m.moving = m.moving[:n]
}

// offset returns by how many rows the ends of a line are apart.
func (m *straightener) offset(x int32) int32 {
	q := &m.pulls[x]
	return m.s.items[q.j].y + q.b - m.s.items[q.i].y - q.a
}

// collectRun collects the run of an item.
func (m *straightener) collectRun(i int32) {
	m.add(i)
	for at := 0; at < len(m.moving); at++ {
		i := m.moving[at]
		m.done[i] = true
		m.work += len(m.of[i])
		for _, x := range m.of[i] {
			if m.offset(x) == 0 {
				m.add(m.pulls[x].i)
				m.add(m.pulls[x].j)
			}
		}
	}
}

// moves returns the distances that make a line straight which ends at the run.
func (m *straightener) moves() (all []int32) {
	for _, i := range m.moving {
		for _, x := range m.of[i] {
			d := m.offset(x)
			if m.pulls[x].j == i {
				d = -d
			}
			if d != 0 && len(all) < maxTries && !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// push adds the items that are in the way of a move by d rows.
func (m *straightener) push(d int32) {
	s := m.s
	for at := 0; at < len(m.moving); at++ {
		i := m.moving[at]
		items, pos := m.p.layers[s.items[i].layer], int(s.items[i].pos)
		switch {
		case d > 0 && pos+1 < len(items):
			if below := items[pos+1]; s.items[below].y-s.items[i].y-s.distanceOfLines(i, below) < d {
				m.add(below)
			}
		case d < 0 && pos > 0:
			if above := items[pos-1]; s.items[i].y-s.items[above].y-s.distanceOfLines(above, i) < -d {
				m.add(above)
			}
		}
	}
	m.work += len(m.moving)
}

// gain returns by how much the lines cost less if what moves has moved by d rows.
func (m *straightener) gain(d int32) (sum int32) {
	for _, i := range m.moving {
		t := &m.s.items[i]
		if t.y+d < m.top || t.y+t.h+d > m.bottom {
			return 0
		}
		m.work += len(m.of[i])
		for _, x := range m.of[i] {
			q, was := &m.pulls[x], m.offset(x)
			switch {
			case m.in[q.i] && m.in[q.j]:
			case q.i == i:
				sum += q.weight * (lineCost(was) - lineCost(was-d))
			default:
				sum += q.weight * (lineCost(was) - lineCost(was+d))
			}
		}
	}
	return sum
}

// lineCost returns the cost of a line whose ends are offset rows apart.
func lineCost(offset int32) int32 {
	if offset == 0 {
		return 0
	}
	return costBend + abs(offset)
}

// distanceOfLines returns the least distance in rows of two adjacent items of a layer, where lines may be close to
// boxes.
func (s *layoutBuilder) distanceOfLines(above, below int32) int32 {
	if int(max(above, below)) >= len(s.nodes) {
		return s.items[above].h
	}
	return s.minDistance(above, below)
}

func abs(x int32) int32 { return max(x, -x) }
