package graph

// Redundant says that a longer path says the same as this edge. An edge within a loop never is, nor one that is not
// live. What an edge that holds says is only said by a path of edges that hold.
func (g *Graph) Redundant(e int32) bool { return g.reduced.get(g.reduce).has(e) }

func (g *Graph) reduce() bits {
	f := g.flowing()
	redundant := newBits(len(g.edges))
	some, all := false, true
	for _, k := range g.kind {
		if k&alive != 0 {
			some = some || k&holds != 0
			all = all && k&holds != 0
		}
	}
	if some {
		g.implied(f, alive|holds, alive|holds, redundant)
	}
	if !all {
		g.implied(f, alive, alive, redundant)
	}
	return redundant
}

// chunk is how many nodes' descendants are worked out at a time: the room that takes does not grow with the square of
// the nodes.
const chunk = 1024

// implied adds the edges that are exactly of kind is and that a longer path of edges of kind by implies.
//
// Only a node with two links out can have one that is implied, and only one with two links in can end it: the
// ancestors that are kept of each node are only the former, and they are kept in rows of bits, chunk by chunk.
func (g *Graph) implied(f *flow, is, by kind, redundant bits) {
	n := len(g.nodes)
	counts := func(e int32) bool { return g.kind[e]&by == by && !f.back.has(e) }
	outs, ins := make([]int32, n), make([]int32, n)
	for i := range g.edges {
		if counts(int32(i)) {
			outs[g.edges[i].From]++
			ins[g.edges[i].To]++
		}
	}
	var sources []int32 // places in f.topo
	for k, i := range f.topo {
		if outs[i] < 2 {
			continue
		}
		for _, e := range g.Out(i) {
			if counts(e) && ins[g.edges[e].To] > 1 {
				sources = append(sources, int32(k))
				break
			}
		}
	}
	const words = chunk / 64
	column := make([]int32, n) // 1 + the bit of a source in this chunk
	above := make([][words]uint64, n)
	for len(sources) > 0 {
		part := sources[:min(chunk, len(sources))]
		sources = sources[len(part):]
		for k, at := range part {
			column[f.topo[at]] = int32(k) + 1
		}
		for _, i := range f.topo[part[0]:] {
			acc := &above[i]
			*acc = [words]uint64{}
			if ins[i] == 0 {
				continue
			}
			for _, e := range g.In(i) {
				if counts(e) {
					for w, x := range &above[g.edges[e].From] {
						acc[w] |= x
					}
				}
			}
			for _, e := range g.In(i) {
				if !counts(e) {
					continue
				}
				c := column[g.edges[e].From] - 1
				if c < 0 {
					continue
				}
				switch {
				case acc[c/64]>>(uint(c)%64)&1 == 0:
				case g.kind[e]&(alive|holds) != is: // judged with edges of its own kind
				case f.tangle[g.edges[e].From] < 0 || f.tangle[g.edges[e].From] != f.tangle[i]:
					redundant.add(e)
				}
			}
			for _, e := range g.In(i) {
				if c := column[g.edges[e].From] - 1; c >= 0 && counts(e) {
					acc[c/64] |= 1 << (uint(c) % 64)
				}
			}
		}
		for _, at := range part {
			column[f.topo[at]] = 0
		}
		// What stands before the next chunk's first source must not speak of this one's.
		if len(sources) > 0 {
			for _, i := range f.topo[part[0]:sources[0]] {
				above[i] = [words]uint64{}
			}
		}
	}
}
