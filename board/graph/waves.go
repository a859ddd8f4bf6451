package graph

import "slices"

// waveData is the order in which the work can be done.
type waveData struct {
	back      bits
	component []int32 // which strongly connected component of its kind a node is in, -1 for none
	wave      []int32
	waves     int
	topo      []int32 // the live nodes, each after all it waits for but for back edges
}

func (g *Graph) waveInfo() *waveData { return g.waves.get(g.computeWaves) }

func (g *Graph) computeWaves() waveData {
	n := len(g.nodes)
	f := waveData{wave: make([]int32, n)}
	f.back, f.component = g.findBackEdges()
	left := make([]int32, n)
	for i := range g.edges {
		if g.kind[i]&liveEdge != 0 && !f.back.has(int32(i)) {
			left[g.edges[i].To]++
		}
	}
	f.topo = make([]int32, 0, n)
	for _, i := range g.order {
		if g.live.has(i) && left[i] == 0 {
			f.topo = append(f.topo, i)
			f.wave[i] = 1
		}
	}
	for k := 0; k < len(f.topo); k++ {
		i := f.topo[k]
		f.waves = max(f.waves, int(f.wave[i]))
		for _, e := range g.Out(i) {
			if g.kind[e]&liveEdge == 0 || f.back.has(e) {
				continue
			}
			to := g.edges[e].To
			f.wave[to] = max(f.wave[to], f.wave[i]+1)
			if left[to]--; left[to] == 0 {
				f.topo = append(f.topo, to)
			}
		}
	}
	return f
}

// columns is in which column of a picture each live node stands.
type columns struct {
	at          []int32 // from 1 on; 0 for those without one
	last, stuck int     // the last column of all but stuck ones, and that of all
}

// columns returns where the picture has each live node: what is running or can be started now is in the first column, whatever else it
// is linked to; what waits is behind what it waits for. What is stuck stands behind all that goes on. A missing id
// has no column.
func (g *Graph) columns() columns {
	f := g.waveInfo()
	s := columns{at: make([]int32, len(g.nodes))}
	now := func(i int32) bool { return g.nodes[i].State == Running || g.nodes[i].Ready }
	aside := func(i int32) bool { return g.Stuck(i) && !now(i) }
	for _, behind := range [2]bool{false, true} {
		least := int32(s.last + 1)
		for _, i := range f.topo {
			if g.nodes[i].State == Missing || aside(i) != behind {
				continue
			}
			s.at[i] = least
			for _, e := range g.In(i) {
				from := g.edges[e].From
				switch {
				case now(i) || g.kind[e]&liveEdge == 0 || f.back.has(e):
				case g.nodes[from].State == Missing:
					if g.kind[e]&openEdge != 0 {
						s.at[i] = max(s.at[i], 2)
					}
				default:
					s.at[i] = max(s.at[i], s.at[from]+1)
				}
			}
			s.stuck = max(s.stuck, int(s.at[i]))
		}
		if !behind {
			s.last = s.stuck
		}
	}
	return s
}

// Wave is in which wave a live node can be done: 1 is now, 2 is after something of wave 1 is finished, and so on; 0 for
// finished ones that hold nothing back. Every live edge but the back ones leads to a later wave. The picture's columns differ from it
// where work is begun before its time, or stuck.
func (g *Graph) Wave(i int32) int { return int(g.waveInfo().wave[i]) }

// Waves returns the last wave, 0 when nothing is left to do.
func (g *Graph) Waves() int { return g.waveInfo().waves }

// Chain returns the longest chain of tasks that can still be done one after the other: each is unfinished work that is not Stuck and
// waits for no id that no file has, and is held back by the one before it. Of those of equal length it is the one whose names are first; nil where nothing that can be done
// waits for anything. No step of it is Redundant. A missing one is no work.
func (g *Graph) Chain() []int32 { return g.chain.get(g.computeChain).nodes }

// chainData is the longest chain, and how long the longest is that begins with each node; 0 for those that no chain has.
type chainData struct {
	nodes []int32
	ahead []int32
}

func (g *Graph) computeChain() chainData {
	held := make([]int32, len(g.nodes))
	for i := range held {
		if g.nodes[i].State > Running || g.barred(int32(i)) {
			held[i] = -1
		}
	}
	follows := func(i int32, f func(to int32)) {
		for e, to := range g.neighbours(i, true) {
			if g.kind[e]&openEdge != 0 && held[to] >= 0 {
				f(to)
			}
		}
	}
	for i := range held {
		if held[i] >= 0 {
			follows(int32(i), func(to int32) { held[to]++ })
		}
	}
	nodes, ahead := LongestChain(held, follows, func(x, y int32) int { return int(g.rank[x] - g.rank[y]) })
	return chainData{nodes, ahead}
}

// LongestChain returns the longest chain of nodes of which each follows the one before it, and how long the longest is that begins with
// each. held says by how many links a node is held back, by those of follows and by others, and less than 0 of what is on no chain; it is
// used up. What stays held, as in a loop, is on none either. Of chains of equal length it is the one whose nodes come first; nil where
// nothing follows anything.
func LongestChain(held []int32, follows func(i int32, f func(to int32)), compare func(x, y int32) int) (nodes, ahead []int32) {
	order := make([]int32, 0, len(held)) // each behind all that it follows
	for i, n := range held {
		if n == 0 {
			order = append(order, int32(i))
		}
	}
	release := func(to int32) {
		if held[to]--; held[to] == 0 {
			order = append(order, to)
		}
	}
	for k := 0; k < len(order); k++ {
		follows(order[k], release)
	}
	ahead = make([]int32, len(held))
	best, longest := int32(0), int32(0)
	lengthen := func(to int32) { best = max(best, ahead[to]) }
	for _, i := range slices.Backward(order) {
		best = 0
		follows(i, lengthen)
		ahead[i] = best + 1 // itself
		longest = max(longest, ahead[i])
	}
	if longest < 2 {
		return nil, ahead
	}
	first := int32(-1)
	choose := func(i int32) {
		if ahead[i] == longest && (first < 0 || compare(i, first) < 0) {
			first = i
		}
	}
	for _, i := range order {
		choose(i)
	}
	for nodes = make([]int32, 0, longest); longest > 0; {
		at := first
		nodes = append(nodes, at)
		longest, first = longest-1, -1
		follows(at, choose)
	}
	return nodes, ahead
}

// finishedHeights are, for nodes of no wave, how many layers they stand before the first wave: 1 and more.
func (s *layoutBuilder) finishedHeights(nodes []int32) map[int32]int32 {
	g := s.g
	height := map[int32]int32{}
	for _, i := range nodes {
		if !g.Live(i) {
			height[i] = 1
		}
	}
	if len(height) == 0 {
		return height
	}
	// Kahn's way from the right: a node's height is known when those of its successors are. Edges that close a loop do
	// not count; should there be a loop all the same, its nodes stay where they are.
	open := map[int32]int{}
	var ready []int32
	for i := range height {
		for e, to := range g.neighbours(i, true) {
			if height[to] > 0 && !g.Back(e) {
				open[i]++
			}
		}
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for e, from := range g.neighbours(i, false) {
			if height[from] > 0 && !g.Back(e) {
				height[from] = max(height[from], height[i]+1)
				if open[from]--; open[from] == 0 {
					ready = append(ready, from)
				}
			}
		}
	}
	return height
}
