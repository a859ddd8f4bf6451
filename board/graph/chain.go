package graph

// Chain returns the longest chain of unfinished work, from a node that waits for nothing unfinished to the last one, of
// those of equal length the one whose names are first; nil where no link is left. Every step is a live edge that is
// not Redundant and not Back. A missing one may be its first node: it is what the chain waits for.
func (g *Graph) Chain() []int32 { return g.chain.get(g.computeChain).nodes }

// chainData is the longest chain, and how long the longest is that begins with each node; 0 for finished ones.
type chainData struct {
	nodes []int32
	ahead []int32
}

func (g *Graph) computeChain() chainData {
	f := g.waveInfo()
	n := len(g.nodes)
	ahead := make([]int32, n)
	counts := func(e int32) bool {
		return g.kind[e]&(liveEdge|sameSide) == liveEdge|sameSide && !f.back.has(e)
	}
	longest := int32(0)
	for k := len(f.topo) - 1; k >= 0; k-- {
		i := f.topo[k]
		if !g.isUnfinished(i) {
			continue
		}
		ahead[i] = 1
		for _, e := range g.Out(i) {
			if counts(e) {
				ahead[i] = max(ahead[i], ahead[g.edges[e].To]+1)
			}
		}
		longest = max(longest, ahead[i])
	}
	if longest < 2 {
		return chainData{nil, ahead}
	}
	nodes := make([]int32, 0, longest)
	for _, i := range g.order {
		if ahead[i] == longest {
			nodes = append(nodes, i)
			break
		}
	}
	for left := longest - 1; left > 0; left-- {
		for _, e := range g.Out(nodes[len(nodes)-1]) { // in the order of names
			if to := g.edges[e].To; counts(e) && ahead[to] == left {
				nodes = append(nodes, to)
				break
			}
		}
	}
	return chainData{nodes, ahead}
}
