package graph

// Redundant reports whether a longer path says the same as this edge. An edge within a loop never is, nor one that is not
// live. What an edge that holds says is only said by a path of edges that hold.
func (g *Graph) Redundant(e int32) bool { return g.reduced.get(g.computeRedundant).has(e) }

func (g *Graph) computeRedundant() bits {
	f := g.waveInfo()
	redundant := newBits(len(g.edges))
	some, all := false, true
	for _, k := range g.kind {
		if k&liveEdge != 0 {
			some = some || k&openEdge != 0
			all = all && k&openEdge != 0
		}
	}
	if some {
		newReduction(g, f, liveEdge|openEdge, redundant).run()
	}
	if !all {
		newReduction(g, f, liveEdge, redundant).run()
	}
	return redundant
}

// reduction finds the edges, exactly of one kind, that a longer path of edges of at least that kind implies.
//
// Only a node with two links out can have one that is implied, and only a node with two links in can be its end.
type reduction struct {
	g         *Graph
	f         *waveData
	kind      kind
	redundant bits
	outs, ins []int32 // how many edges count, by node
}

func newReduction(g *Graph, f *waveData, k kind, redundant bits) *reduction {
	r := &reduction{g: g, f: f, kind: k, redundant: redundant}
	r.outs, r.ins = make([]int32, len(g.nodes)), make([]int32, len(g.nodes))
	for e := range g.edges {
		if r.isPathEdge(int32(e)) {
			r.outs[g.edges[e].From]++
			r.ins[g.edges[e].To]++
		}
	}
	return r
}

// isPathEdge reports whether paths may have an edge.
func (r *reduction) isPathEdge(e int32) bool { return r.g.kind[e]&r.kind == r.kind && !r.f.back.has(e) }

// isCandidate reports whether an edge is one of those that may be found redundant.
func (r *reduction) isCandidate(e int32) bool {
	from, to := r.g.edges[e].From, r.g.edges[e].To
	return r.g.kind[e]&(liveEdge|openEdge) == r.kind && !r.f.back.has(e) && r.outs[from] > 1 && r.ins[to] > 1 &&
		(r.f.component[from] < 0 || r.f.component[from] != r.f.component[to])
}

// run looks at each target's surroundings; that is soon done where few nodes lie between the ends of a link. Where
// it is not, the targets that are left are done all at once.
func (r *reduction) run() {
	g := r.g
	seen := make([]int32, len(g.nodes))
	var queue []int32
	left := 1<<16 + 8*(len(g.nodes)+len(g.edges))
	for k, v := range r.f.topo {
		if r.ins[v] < 2 {
			continue
		}
		first := int32(1 << 30) // the earliest wave of a node whose edge is judged
		for _, e := range g.In(v) {
			if r.isCandidate(e) {
				first = min(first, r.f.wave[g.edges[e].From])
			}
		}
		if first == 1<<30 {
			continue
		}
		// What leads to v by two steps or more, back to that wave.
		stamp := int32(k) + 1
		queue = queue[:0]
		step := func(x int32) {
			if r.f.wave[x] <= first {
				return
			}
			for _, e := range g.In(x) {
				from := g.edges[e].From
				if left--; r.isPathEdge(e) && r.f.wave[from] >= first && seen[from] != stamp {
					seen[from] = stamp
					queue = append(queue, from)
				}
			}
		}
		for _, e := range g.In(v) {
			if r.isPathEdge(e) {
				step(g.edges[e].From)
			}
		}
		for q := 0; q < len(queue) && left > 0; q++ {
			step(queue[q])
		}
		if left <= 0 {
			r.reduceInBlocks(k)
			return
		}
		for _, e := range g.In(v) {
			if seen[g.edges[e].From] == stamp && r.isCandidate(e) {
				r.redundant.add(e)
			}
		}
	}
}

// blockBits is how many nodes' descendants are worked out at a time: the room that takes does not grow with the square of
// the nodes.
const blockBits = 1024

// reduceInBlocks does the targets from a place in the order of the flow on: for each node the ancestors that matter are
// kept in a row of bits, chunk by chunk.
func (r *reduction) reduceInBlocks(start int) {
	g, f := r.g, r.f
	targets := newBits(len(g.nodes))
	for _, v := range f.topo[start:] {
		targets.add(v)
	}
	var sources []int32 // places in f.topo
	for k, i := range f.topo {
		for _, e := range g.Out(i) {
			if r.isCandidate(e) && targets.has(g.edges[e].To) {
				sources = append(sources, int32(k))
				break
			}
		}
	}
	const words = blockBits / 64
	column := make([]int32, len(g.nodes)) // 1 + the bit of a source in this chunk
	above := make([][words]uint64, len(g.nodes))
	for len(sources) > 0 {
		part := sources[:min(blockBits, len(sources))]
		sources = sources[len(part):]
		for k, at := range part {
			column[f.topo[at]] = int32(k) + 1
		}
		for _, i := range f.topo[part[0]:] {
			acc := &above[i]
			*acc = [words]uint64{}
			if r.ins[i] == 0 {
				continue
			}
			for _, e := range g.In(i) {
				if r.isPathEdge(e) {
					for w, x := range &above[g.edges[e].From] {
						acc[w] |= x
					}
				}
			}
			for _, e := range g.In(i) {
				if c := column[g.edges[e].From] - 1; c >= 0 && acc[c/64]>>(uint(c)%64)&1 == 1 && r.isCandidate(e) {
					r.redundant.add(e)
				}
			}
			for _, e := range g.In(i) {
				if c := column[g.edges[e].From] - 1; c >= 0 && r.isPathEdge(e) {
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
