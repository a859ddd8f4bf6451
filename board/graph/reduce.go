package graph

// Redundant reports whether a longer path implies this edge. Only a path of Open edges implies an Open edge. An edge
// within a loop or one that is not live is never redundant.
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

// reduction finds the edges of exactly one kind that a longer path of edges of at least that kind implies.
//
// Only an edge from a node with two edges out to a node with two edges in can be redundant.
type reduction struct {
	g         *Graph
	f         *waveData
	kind      kind
	redundant bits
	outs, ins []int32 // by node: the number of path edges
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

// isPathEdge reports whether an edge may be part of a path.
func (r *reduction) isPathEdge(e int32) bool { return r.g.kind[e]&r.kind == r.kind && !r.f.back.has(e) }

// isCandidate reports whether an edge may be redundant.
func (r *reduction) isCandidate(e int32) bool {
	from, to := r.g.edges[e].From, r.g.edges[e].To
	return r.g.kind[e]&(liveEdge|openEdge) == r.kind && !r.f.back.has(e) && r.outs[from] > 1 && r.ins[to] > 1 &&
		(r.f.component[from] < 0 || r.f.component[from] != r.f.component[to])
}

// run walks back from each target. That is cheap if few nodes are between the ends of an edge; otherwise it handles the
// targets that are left together.
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
		// The nodes that lead to v by two steps or more, back to that wave.
		stamp := int32(k) + 1
		queue = queue[:0]
		step := func(x int32) {
			if r.f.wave[x] <= first {
				return
			}
			for _, e := range g.In(x) {
				from := g.edges[e].From
				left--
				if r.isPathEdge(e) && r.f.wave[from] >= first && seen[from] != stamp {
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

// blockBits is the number of nodes whose descendants are computed at a time, so that memory does not grow with the
// square of the nodes.
const blockBits = 1024

// reduceInBlocks handles the targets from an index of topo on. It keeps the ancestors of each node as a row of bits,
// for blockBits sources at a time.
func (r *reduction) reduceInBlocks(start int) {
	g, f := r.g, r.f
	targets := newBits(len(g.nodes))
	for _, v := range f.topo[start:] {
		targets.add(v)
	}
	var sources []int32 // indices of f.topo
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
		// The nodes before the first source of the next chunk must not keep the bits of this chunk.
		if len(sources) > 0 {
			for _, i := range f.topo[part[0]:sources[0]] {
				above[i] = [words]uint64{}
			}
		}
	}
}
