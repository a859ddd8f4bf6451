package graph

import (
	"cmp"
	mb "math/bits"
	"slices"
)

// Set is a set of nodes.
type Set struct{ bits bits }

// SetOf returns the set of some nodes of a graph.
func (g *Graph) SetOf(nodes []int32) *Set {
	s := &Set{newBits(g.Len())}
	for _, i := range nodes {
		s.bits.add(i)
	}
	return s
}

// Has reports whether the set has a node.
func (s Set) Has(i int32) bool { return i >= 0 && int(i)/64 < len(s.bits) && s.bits.has(i) }

// Len returns the size of the set.
func (s Set) Len() int { return s.bits.len() }

// Upstream returns all live nodes that i waits for, directly or through others. It has i itself only if that is in a
// loop. The edges of i itself count even if it is not live.
func (g *Graph) Upstream(i int32) Set { return g.collectReachable(i, false) }

// Downstream returns all live nodes that wait for i, directly or through others.
func (g *Graph) Downstream(i int32) Set { return g.collectReachable(i, true) }

func (g *Graph) collectReachable(i int32, down bool) Set {
	s := newBits(len(g.nodes))
	queue := []int32{i}
	for k := 0; k < len(queue); k++ {
		for e, x := range g.neighbours(queue[k], down) {
			if s.has(x) || !g.live.has(x) || g.kind[e]&liveEdge == 0 && queue[k] != i {
				continue
			}
			s.add(x)
			if x != i {
				queue = append(queue, x)
			}
		}
	}
	return Set{s}
}

// Near returns at most most live nodes around i, itself first: those upstream and downstream, the nearest first, and
// then the nodes that are linked to those. The edges of i itself count even if it is not live.
func (g *Graph) Near(i int32, most int) []int32 {
	const up, down = 1, 2
	nodes, ways := []int32{i}, map[int32]uint8{i: up | down}
	// first only further the same way, then also to what is linked to those
	for _, anyWay := range [...]bool{false, true} {
		for k := 0; k < len(nodes); k++ {
			at := nodes[k]
			for _, way := range [...]uint8{up, down} {
				if !anyWay && ways[at]&way == 0 {
					continue
				}
				for e, x := range g.neighbours(at, way == down) {
					if ways[x] != 0 || g.nodes[x].State == Missing || at != i && g.kind[e]&liveEdge == 0 ||
						g.live.has(i) && !g.live.has(x) {
						continue
					}
					if len(nodes) >= most {
						return nodes
					}
					nodes, ways[x] = append(nodes, x), way
				}
			}
		}
	}
	return nodes
}

// Behind returns the number of unfinished nodes that i holds back by Open edges, directly or through others, without i
// itself. Each call walks the graph, until the walks have cost more than counting for all nodes: then it counts for all
// and keeps the result, so that asking for every node of a long chain does not take quadratic time.
func (g *Graph) Behind(i int32) int {
	if g.behindWork.Load() > int64(64*(len(g.nodes)+len(g.edges))) {
		return int((*g.behind.get(g.countBehindEach))[i])
	}
	n := g.countBehind(i, newBits(len(g.nodes)), nil)
	g.behindWork.Add(int64(n + 1 + len(g.nodes)/64))
	return n
}

// countBehindEach returns Behind of every node.
func (g *Graph) countBehindEach() []int32 { return g.countBehindAll(g.order) }

// countBehind returns Behind of a node. It needs an empty set and leaves it empty.
func (g *Graph) countBehind(i int32, seen bits, queue []int32) int {
	seen.add(i)
	queue = append(queue[:0], i)
	for k := 0; k < len(queue); k++ {
		for _, e := range g.Out(queue[k]) {
			if to := g.edges[e].To; g.kind[e]&openEdge != 0 && !seen.has(to) {
				seen.add(to)
				queue = append(queue, to)
			}
		}
	}
	for _, j := range queue {
		seen.drop(j)
	}
	return len(queue) - 1
}

// StartHere returns the ready and the running nodes, at most limit unless that is 0: those with most nodes behind them
// first, then those on the longest chain, then by name.
func (g *Graph) StartHere(limit int) []int32 {
	all := *g.starts.get(g.computeStarts)
	if limit > 0 && limit < len(all) {
		return all[:limit:limit]
	}
	return all
}

// StartNext is StartHere with all ready nodes before the running ones.
func (g *Graph) StartNext(limit int) []int32 {
	all := slices.Clone(g.StartHere(0))
	slices.SortStableFunc(all, func(x, y int32) int {
		return cmp.Compare(g.nodes[x].State, g.nodes[y].State) // Open comes before Running
	})
	if limit > 0 && limit < len(all) {
		return all[:limit:limit]
	}
	return all
}

// computeStarts returns all nodes of StartHere.
func (g *Graph) computeStarts() []int32 {
	var starts []int32
	for _, i := range g.order {
		if n := &g.nodes[i]; n.State == Running || n.State == Open && n.Ready {
			starts = append(starts, i)
		}
	}
	behind := g.countBehindAll(starts)
	onChain := newBits(len(g.nodes))
	for _, i := range g.Chain() {
		onChain.add(i)
	}
	slices.SortStableFunc(starts, func(x, y int32) int {
		if c := behind[y] - behind[x]; c != 0 {
			return int(c)
		}
		switch {
		case onChain.has(x) && !onChain.has(y):
			return -1
		case onChain.has(y) && !onChain.has(x):
			return 1
		}
		return 0
	})
	return starts
}

// countBehindAll returns, by node, the number of nodes behind each of some nodes. It walks from each of them, as long
// as that is cheap, and counts for the others together.
func (g *Graph) countBehindAll(of []int32) []int32 {
	behind := make([]int32, len(g.nodes))
	seen, queue := newBits(len(g.nodes)), make([]int32, 0, 64)
	left := 1<<16 + 8*(len(g.nodes)+len(g.edges))
	for k, i := range of {
		behind[i] = int32(g.countBehind(i, seen, queue))
		if left -= int(behind[i]) + 1; left < 0 {
			g.countInBlocks(behind, of[k+1:])
			break
		}
	}
	return behind
}

// countInBlocks sets behind for the nodes of of. It counts by rows of bits: the row of a node has a bit for each node
// behind it, of blockBits nodes at a time. Nodes of a loop have the same nodes behind them, and share the row of the
// first of them.
func (g *Graph) countInBlocks(behind, of []int32) {
	const words = blockBits / 64
	l := g.loopInfo()
	first := func(i int32) int32 {
		if k := l.component[i]; k >= 0 {
			return l.sets[k][0]
		}
		return i
	}
	holding := func(e int32) bool { return g.kind[e]&openEdge != 0 }
	var held []int32 // the nodes that can be behind others
	for _, i := range g.order {
		if slices.ContainsFunc(g.In(i), holding) {
			held = append(held, i)
		}
	}
	order := slices.DeleteFunc(g.condensedOrder(first), func(i int32) bool { // without nodes that hold nothing back
		return l.component[i] < 0 && !slices.ContainsFunc(g.Out(i), holding)
	})
	below := make([][words]uint64, len(g.nodes))
	column := make([]int32, len(g.nodes)) // by node: 1 + its bit in this chunk, 0 for none
	for _, i := range of {
		behind[i] = 0
		if l.component[i] >= 0 {
			behind[i] = -1 // itself
		}
	}
	for part := range slices.Chunk(held, blockBits) {
		for k, i := range part {
			column[i] = int32(k) + 1
		}
		for k := len(order) - 1; k >= 0; k-- { // a node after all that are behind it
			i := order[k]
			acc := &below[i]
			*acc = [words]uint64{}
			g.eachMember(i, func(j int32) {
				for _, e := range g.Out(j) {
					if g.kind[e]&openEdge == 0 {
						continue
					}
					to := g.edges[e].To
					if f := first(to); f != i {
						for w, x := range &below[f] {
							acc[w] |= x
						}
					}
					if c := column[to] - 1; c >= 0 {
						acc[c/64] |= 1 << (uint(c) % 64)
					}
				}
			})
		}
		for _, i := range of {
			for _, w := range &below[first(i)] {
				behind[i] += int32(mb.OnesCount64(w))
			}
		}
		for _, i := range part {
			column[i] = 0
		}
	}
}

// eachMember calls yield for the nodes of the loop of which i is the first, or for i alone.
func (g *Graph) eachMember(i int32, yield func(int32)) {
	l := g.loopInfo()
	if k := l.component[i]; k >= 0 {
		for _, j := range l.sets[k] {
			yield(j)
		}
		return
	}
	yield(i)
}

// condensedOrder returns the nodes in topological order, of each loop only the first node.
func (g *Graph) condensedOrder(first func(int32) int32) []int32 {
	left := make([]int32, len(g.nodes))
	each := func(i int32, yield func(to int32)) {
		g.eachMember(i, func(j int32) {
			for _, e := range g.Out(j) {
				if to := first(g.edges[e].To); g.kind[e]&openEdge != 0 && to != i {
					yield(to)
				}
			}
		})
	}
	var firsts, order []int32
	for _, i := range g.order {
		if first(i) == i {
			firsts = append(firsts, i)
			each(i, func(to int32) { left[to]++ })
		}
	}
	for _, i := range firsts {
		if left[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		each(order[k], func(to int32) {
			if left[to]--; left[to] == 0 {
				order = append(order, to)
			}
		})
	}
	return order
}
