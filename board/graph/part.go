package graph

import (
	"slices"
	"strconv"
)

// Part is some nodes of a graph and the links between them, as a graph of its own: what is drawn of one that is too large to be
// drawn whole. What its nodes wait for and hold back outside of it stands in it as counted nodes: one for those of each
// column and each side. A missing id is in it with what waits for it. A node's Wave, its column and what is Behind it are those of the whole; Chain and Loops are the part's own.
type Part struct {
	*Graph
	Of      []int32   // the node of the whole that each node is, -1 for a counted one
	Outside []Outside // the counted nodes, which are the last of all
}

// Outside is what a counted node stands for.
type Outside struct {
	Nodes []int32 // of the whole: those that are linked to the part first
	Ready int     // how many of them can be started
	More  bool    // there are more, which nobody went on to count
}

// whole is where a part is from.
type whole struct {
	g       *Graph
	of      []int32 // as Part.Of
	wave    []int32 // of each node of the part
	columns columns // where they stand in the picture of the whole
}

// outsideLimit is how many nodes outside of a part are looked at for all its counted nodes together.
const outsideLimit = 200_000

// Reach returns the live nodes that are linked with i, itself first, the nearest first and of equally near ones the first by
// name, at most so many; and whether these are all. Along a direction are those that i waits for and those that wait for
// it, through any number of others; else all that hangs together with it. With finished are those that are not live, too.
func (g *Graph) Reach(i int32, along, finished bool, most int) (nodes []int32, all bool) {
	const up, down = 1, 2
	ways := make([]uint8, len(g.nodes))
	ways[i] = up | down
	nodes = append(nodes, i)
	for k := 0; k < len(nodes); k++ {
		at := nodes[k]
		for _, way := range [...]uint8{up, down} {
			if ways[at]&way == 0 {
				continue
			}
			for e, x := range g.neighbours(at, way == down) {
				if !finished && g.kind[e]&liveEdge == 0 || ways[x] != 0 {
					continue
				}
				if len(nodes) >= most {
					return nodes, false
				}
				ways[x] = way
				if !along {
					ways[x] = up | down
				}
				nodes = append(nodes, x)
			}
		}
	}
	return nodes, true
}

// Part returns the part of the graph that some nodes are.
func (g *Graph) Part(nodes []int32) *Part {
	p := &Part{Of: slices.Clone(nodes)}
	for _, i := range nodes {
		for e, x := range g.neighbours(i, false) {
			if g.nodes[x].State == Missing && g.kind[e]&liveEdge != 0 {
				p.Of = append(p.Of, x)
			}
		}
	}
	g.sortNodes(p.Of)
	p.Of = slices.Compact(p.Of)
	w := &whole{g: g, wave: make([]int32, len(p.Of)), columns: g.columns()}
	inWhole := w.columns.at
	w.columns.at = make([]int32, len(p.Of))
	of := make([]Node, len(p.Of))
	at := make(map[int32]int32, len(p.Of))
	for k, i := range p.Of {
		of[k], at[i], w.wave[k], w.columns.at[k] = g.nodes[i], int32(k), int32(g.Wave(i)), inWhole[i]
	}
	var edges []Edge
	sides := map[side][]int32{} // the edges that lead out of the part
	for k, i := range p.Of {
		if g.HasSelfLink(i) {
			edges = append(edges, Edge{From: int32(k), To: int32(k), Open: g.selfHeld.has(i)})
		}
		for _, down := range [...]bool{false, true} {
			for e, x := range g.neighbours(i, down) {
				to, inside := at[x]
				switch {
				case inside && down:
					edges = append(edges, Edge{From: int32(k), To: to, Open: g.edges[e].Open, OneSided: g.edges[e].OneSided})
				case !inside && g.kind[e]&liveEdge != 0 && inWhole[i] > 0:
					s := side{inWhole[i], down}
					sides[s] = append(sides[s], e)
				}
			}
		}
	}
	all := make([]side, 0, len(sides))
	for s := range sides {
		all = append(all, s)
	}
	slices.SortFunc(all, side.compare)
	work := outsideLimit
	for _, s := range all {
		node := int32(len(of))
		of = append(of, Node{Name: s.name(), State: Counted})
		p.Of, w.wave, w.columns.at = append(p.Of, -1), append(w.wave, s.column()), append(w.columns.at, s.column())
		var out []int32
		for _, e := range sides[s] {
			from, to := g.edges[e].From, g.edges[e].To
			if s.down {
				edges, out = append(edges, Edge{From: at[from], To: node, Open: g.edges[e].Open}), append(out, to)
			} else {
				edges, out = append(edges, Edge{From: node, To: at[to], Open: g.edges[e].Open}), append(out, from)
			}
		}
		p.Outside = append(p.Outside, g.beyond(out, at, s.down, &work))
	}
	w.of = p.Of
	order, rank := make([]int32, len(of)), make([]int32, len(of))
	for k := range order {
		order[k], rank[k] = int32(k), int32(k)
	}
	p.Graph = newSorted(of, order, rank, edges)
	p.Graph.whole = w
	return p
}

// side is one side of the nodes of a column.
type side struct {
	wave int32
	down bool
}

func (s side) compare(o side) int {
	if s.wave != o.wave {
		return int(s.wave - o.wave)
	}
	if s.down == o.down {
		return 0
	}
	if o.down {
		return -1
	}
	return 1
}

// name returns what its counted node is called: it is found again in a later part, and comes behind all tasks.
func (s side) name() string {
	if s.down {
		return "\uffff" + strconv.Itoa(int(s.wave)) + "b"
	}
	return "\uffff" + strconv.Itoa(int(s.wave)) + "a"
}

// column returns the column that its counted node stands in: the one beside.
func (s side) column() int32 {
	if s.down {
		return s.wave + 1
	}
	return max(s.wave-1, 1)
}

// beyond returns what is outside of a part behind some nodes there, which may be in it several times.
func (g *Graph) beyond(out []int32, inside map[int32]int32, down bool, work *int) Outside {
	g.sortNodes(out)
	var o Outside
	o.Nodes = slices.Compact(out)
	seen := newBits(len(g.nodes))
	for _, i := range o.Nodes {
		seen.add(i)
	}
	for k := 0; k < len(o.Nodes); k++ {
		if n := g.nodes[o.Nodes[k]]; n.Ready && n.State == Open {
			o.Ready++
		}
		if *work--; *work <= 0 {
			o.More = true
			continue
		}
		for e, x := range g.neighbours(o.Nodes[k], down) {
			if _, in := inside[x]; in || seen.has(x) || g.kind[e]&liveEdge == 0 {
				continue
			}
			seen.add(x)
			o.Nodes = append(o.Nodes, x)
		}
	}
	return o
}
