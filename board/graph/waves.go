package graph

import "slices"

// waveData is the result of computeWaves.
type waveData struct {
	back      bits
	component []int32 // which strongly connected component of its kind a node is in, -1 for none
	wave      []int32
	waves     int
	topo      []int32 // the live nodes, each after its blockers, without regard to back edges
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

// columns are the columns of the live nodes in the picture.
type columns struct {
	at          []int32 // from 1 on; 0 for those without one
	last, stuck int     // the last column of nodes that are not stuck, and the last of all
}

// columns returns the column of each live node: running and ready nodes are in the first column, others after their
// blockers, and stuck ones after all others. A missing node has no column.
func (g *Graph) columns() columns {
	f := g.waveInfo()
	s := columns{at: make([]int32, len(g.nodes))}
	now := func(i int32) bool { return g.nodes[i].State == Running || g.nodes[i].Ready }
	aside := func(i int32) bool { return g.Stuck(i) && !now(i) }
	for _, stuckOnes := range [2]bool{false, true} { // first all others, then the stuck ones in the columns after them
		least := int32(s.last + 1)
		for _, i := range f.topo {
			if g.nodes[i].State == Missing || aside(i) != stuckOnes {
				continue
			}
			s.at[i] = least
			for _, e := range g.In(i) {
				from := g.edges[e].From
				switch {
				case now(i) || g.kind[e]&liveEdge == 0 || f.back.has(e):
				case g.nodes[from].State == Missing:
					if g.kind[e]&openEdge != 0 { // as if the missing one were in the first column
						s.at[i] = max(s.at[i], 2)
					}
				default:
					s.at[i] = max(s.at[i], s.at[from]+1)
				}
			}
			s.stuck = max(s.stuck, int(s.at[i]))
		}
		if !stuckOnes {
			s.last = s.stuck
		}
	}
	return s
}

// Wave returns the wave in which a live node can be done: 1 for now, 2 for after something of wave 1, and so on; 0 for
// finished nodes that hold nothing back. Every live edge except back edges leads to a later wave. The columns of the
// picture differ from waves for nodes that were started early or are stuck.
func (g *Graph) Wave(i int32) int { return int(g.waveInfo().wave[i]) }

// Waves returns the number of waves.
func (g *Graph) Waves() int { return g.waveInfo().waves }

// Chain returns the longest chain of unfinished nodes that can be done one after the other: each is held back by the
// one before it, and none is Stuck or waits for a missing node. Of chains of equal length it is the first by name; nil
// if none has two nodes. Its edges are not Redundant.
func (g *Graph) Chain() []int32 { return *g.chain.get(g.computeChain) }

func (g *Graph) computeChain() []int32 {
	held := make([]int32, len(g.nodes)) // the number of nodes that hold each back, -1 for nodes that can be on no chain
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
	order := make([]int32, 0, len(held)) // topological
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
	ahead := make([]int32, len(held)) // the length of the longest chain that begins with each node
	best, longest := int32(0), int32(0)
	lengthen := func(to int32) { best = max(best, ahead[to]) }
	for _, i := range slices.Backward(order) {
		best = 0
		follows(i, lengthen)
		ahead[i] = best + 1 // itself
		longest = max(longest, ahead[i])
	}
	if longest < 2 {
		return nil
	}
	next := int32(-1)
	choose := func(i int32) {
		if ahead[i] == longest && (next < 0 || g.rank[i] < g.rank[next]) {
			next = i
		}
	}
	for _, i := range order {
		choose(i)
	}
	chain := make([]int32, 0, longest)
	for longest > 0 {
		at := next
		chain = append(chain, at)
		longest, next = longest-1, -1
		follows(at, choose)
	}
	return chain
}

// finishedHeights returns, for finished nodes, the number of layers before the first wave, from 1.
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
	// Kahn's algorithm from the right: the height of a node is known when those of its successors are. Back edges do
	// not count, so there are no loops.
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
