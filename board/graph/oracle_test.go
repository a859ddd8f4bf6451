package graph

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// plain is a graph worked out slowly, by matrices and by trying everything.
type plain struct {
	n     int
	nodes []Node
	link  [][]int // 0 none, 1 does not hold, 2 holds; the diagonal are self-links
}

// randomGraph returns a small graph of an unruly directory: loops, self-links, links said twice, missing ids, finished work.
func randomGraph(r *rand.Rand, n int) ([]Node, []Edge) {
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i] = Node{Name: fmt.Sprintf("task_%d", i*31%n), State: []State{Open, Open, Open, Running, Finished, Missing}[r.Intn(6)]}
		nodes[i].Ready = nodes[i].State == Open && r.Intn(2) == 0
	}
	edges := make([]Edge, r.Intn(3*n))
	forward := r.Intn(2) == 0
	for i := range edges {
		a, b := int32(r.Intn(n)), int32(r.Intn(n))
		if forward && a > b && r.Intn(8) > 0 {
			a, b = b, a
		}
		edges[i] = Edge{From: a, To: b, Open: r.Intn(4) > 0, OneSided: r.Intn(5) == 0}
	}
	return nodes, edges
}

func plainly(nodes []Node, edges []Edge) *plain {
	p := &plain{n: len(nodes), nodes: nodes, link: make([][]int, len(nodes))}
	for i := range p.link {
		p.link[i] = make([]int, p.n)
	}
	for _, e := range edges {
		if nodes[e.To].State == Missing && e.From != e.To {
			continue
		}
		v := 1
		if e.Open && nodes[e.To].State != Finished {
			v = 2
		}
		p.link[e.From][e.To] = max(p.link[e.From][e.To], v)
	}
	return p
}

func (p *plain) unfinished(i int) bool { return p.nodes[i].State != Finished }

func (p *plain) alive(a, b int) bool {
	return a != b && p.link[a][b] > 0 && p.unfinished(b) && (p.unfinished(a) || p.link[a][b] == 2)
}

func (p *plain) holds(a, b int) bool { return p.alive(a, b) && p.link[a][b] == 2 }

func (p *plain) live(i int) bool {
	for j := range p.n {
		if p.holds(i, j) {
			return true
		}
	}
	return p.unfinished(i)
}

// closed is who is reached from whom by one step or more.
func (p *plain) closed(step func(a, b int) bool) [][]bool {
	c := make([][]bool, p.n)
	for a := range c {
		c[a] = make([]bool, p.n)
		for b := range c[a] {
			c[a][b] = step(a, b)
		}
	}
	for k := range c {
		for a := range c {
			for b := range c {
				c[a][b] = c[a][b] || c[a][k] && c[k][b]
			}
		}
	}
	return c
}

// onRandomGraphs runs a check on many small graphs of all kinds.
func onRandomGraphs(t *testing.T, check func(t *testing.T, g *Graph, p *plain)) {
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 1+r.Intn(12))
		check(t, New(nodes, edges), plainly(nodes, edges))
		if t.Failed() {
			t.Fatalf("seed %d: %v %v", seed, nodes, edges)
		}
	}
}

// forward reports whether an edge is live and not a back edge.
func forward(g *Graph) func(a, b int) bool {
	return func(a, b int) bool {
		e := g.EdgeBetween(int32(a), int32(b))
		return e >= 0 && g.LiveEdge(e) && !g.Back(e)
	}
}

func TestLinksAreThoseThatWereGivenEachOnce(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		count := 0
		for a := range p.n {
			if g.HasSelfLink(int32(a)) != (p.link[a][a] > 0) {
				t.Errorf("self %d", a)
			}
			if g.Live(int32(a)) != p.live(a) {
				t.Errorf("live %d", a)
			}
			linked := false
			for b := range p.n {
				linked = linked || p.alive(a, b) || p.alive(b, a)
				if a == b {
					continue
				}
				e := g.EdgeBetween(int32(a), int32(b))
				if e >= 0 != (p.link[a][b] > 0) {
					t.Errorf("edge %d-%d: %d", a, b, e)
				}
				if e < 0 {
					continue
				}
				count++
				if x := g.Edges()[e]; x.From != int32(a) || x.To != int32(b) || x.Open != (p.link[a][b] == 2) {
					t.Errorf("edge %d-%d is %v", a, b, x)
				}
				if !slices.Contains(g.Out(int32(a)), e) || !slices.Contains(g.In(int32(b)), e) {
					t.Errorf("edge %d-%d is not in the lists of its ends", a, b)
				}
				if g.LiveEdge(e) != p.alive(a, b) {
					t.Errorf("edge %d-%d alive: %v", a, b, g.LiveEdge(e))
				}
			}
			if g.Linked(int32(a)) != linked {
				t.Errorf("linked %d", a)
			}
		}
		if count != len(g.Edges()) {
			t.Errorf("%d edges, want %d", len(g.Edges()), count)
		}
	})
}

func TestWithoutBackEdgesThereAreNoLoopsAndNoneIsBackInVain(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		kept := func(a, b int) bool {
			e := g.EdgeBetween(int32(a), int32(b))
			return e >= 0 && !g.Back(e)
		}
		whole := p.closed(kept)
		left := p.closed(forward(g))
		all := p.closed(p.alive)
		for a := range p.n {
			if whole[a][a] {
				t.Errorf("%d is still in a loop", a)
			}
		}
		for e, x := range g.Edges() {
			if g.Back(int32(e)) && g.LiveEdge(int32(e)) && !left[x.To][x.From] {
				t.Errorf("edge %v is back and closes no loop", x)
			}
			if g.InCycle(int32(e)) != (g.LiveEdge(int32(e)) && all[x.To][x.From]) {
				t.Errorf("edge %v in a tangle: %v", x, g.InCycle(int32(e)))
			}
		}
	})
}

func TestBackEdgesOfSmallCyclesAreAsFewAsCanBe(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		if p.n > 6 {
			return
		}
		back := 0
		for e := range g.Edges() {
			if g.Back(int32(e)) && g.LiveEdge(int32(e)) {
				back++
			}
		}
		fewest := 1 << 30
		permute(p.n, func(order []int) {
			turned := 0
			for k, a := range order {
				for _, b := range order[:k] {
					if p.alive(a, b) {
						turned++
					}
				}
			}
			fewest = min(fewest, turned)
		})
		if back != fewest {
			t.Errorf("%d back edges, %d would do", back, fewest)
		}
	})
}

// permute gives all orders of n numbers.
func permute(n int, yield func([]int)) {
	order := make([]int, 0, n)
	var used [8]bool
	var rec func()
	rec = func() {
		if len(order) == n {
			yield(order)
			return
		}
		for i := range n {
			if !used[i] {
				used[i] = true
				order = append(order, i)
				rec()
				order = order[:len(order)-1]
				used[i] = false
			}
		}
	}
	rec()
}

func TestAWaveIsTheLongestWayOfWhatMustComeBefore(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		step := forward(g)
		var wave func(i int) int
		wave = func(i int) int {
			w := 1
			for j := range p.n {
				if step(j, i) {
					w = max(w, wave(j)+1)
				}
			}
			return w
		}
		last := 0
		for i := range p.n {
			want := 0
			if p.live(i) {
				want = wave(i)
			}
			last = max(last, want)
			if got := g.Wave(int32(i)); got != want {
				t.Errorf("wave of %d: %d, want %d", i, got, want)
			}
		}
		if g.Waves() != last {
			t.Errorf("waves: %d, want %d", g.Waves(), last)
		}
	})
}

func TestAnEdgeIsRedundantWhenALongerWaySaysTheSame(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		step := forward(g)
		all := p.closed(step)
		held := p.closed(func(a, b int) bool { return step(a, b) && p.holds(a, b) })
		tangled := p.closed(p.alive)
		kept := p.closed(func(a, b int) bool { return step(a, b) && !g.Redundant(g.EdgeBetween(int32(a), int32(b))) })
		together := newBits(len(g.edges))
		for _, k := range []kind{liveEdge, liveEdge | openEdge} {
			newReduction(g, g.waveInfo(), k, together).reduceInBlocks(0)
		}
		for e, x := range g.Edges() {
			if together.has(int32(e)) != g.Redundant(int32(e)) {
				t.Errorf("edge %v done together with the others: %v", x, together.has(int32(e)))
			}
			a, b := int(x.From), int(x.To)
			want := false
			if step(a, b) && !tangled[b][a] {
				by := all
				if p.holds(a, b) {
					by = held
				}
				for c := range p.n {
					first, rest := by[a][c], by[c][b]
					want = want || c != a && c != b && first && rest
				}
			}
			if got := g.Redundant(int32(e)); got != want {
				t.Errorf("edge %d-%d redundant: %v", a, b, got)
			}
		}
		for a := range p.n {
			for b := range p.n {
				if kept[a][b] != all[a][b] {
					t.Errorf("without redundant edges the way from %d to %d is lost", a, b)
				}
			}
		}
	})
}

func TestLoopsAreTheShortestWaysRoundOfWhatHoldsEachOtherBack(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		c := p.closed(p.holds)
		seen := map[int]bool{}
		for i := range p.n {
			k := g.Loop(int32(i))
			if k >= 0 != c[i][i] {
				t.Errorf("loop of %d: %d", i, k)
				continue
			}
			if k >= 0 {
				seen[k] = true
			}
			for j := range p.n {
				if k >= 0 && (g.Loop(int32(j)) == k) != (c[i][j] && c[j][i]) {
					t.Errorf("%d and %d in one loop", i, j)
				}
			}
			stuck := c[i][i] || p.link[i][i] == 2
			for j := range p.n {
				stuck = stuck || c[j][i] && (c[j][j] || p.link[j][j] == 2)
			}
			if g.Stuck(int32(i)) != stuck {
				t.Errorf("stuck %d: %v", i, g.Stuck(int32(i)))
			}
		}
		if len(seen) != len(g.Loops()) {
			t.Errorf("%d loops, want %d", len(g.Loops()), len(seen))
		}
		for k, way := range g.Loops() {
			for x, i := range way {
				if next := way[(x+1)%len(way)]; !p.holds(int(i), int(next)) || g.Loop(i) != k || g.Rank(i) < g.Rank(way[0]) {
					t.Errorf("loop %d: %v", k, way)
				}
			}
			if want := p.girth(g, k); len(way) != want {
				t.Errorf("loop %d: %v, a way of %d is there", k, way, want)
			}
		}
	})
}

// girth returns the length of the shortest way round among the nodes of a loop.
func (p *plain) girth(g *Graph, k int) int {
	for length := 1; ; length++ {
		for i := range p.n {
			if g.Loop(int32(i)) == k && p.walks(i, i, length) {
				return length
			}
		}
	}
}

func (p *plain) walks(a, b, steps int) bool {
	if steps == 0 {
		return a == b
	}
	for c := range p.n {
		if p.holds(a, c) && p.walks(c, b, steps-1) {
			return true
		}
	}
	return false
}

func TestWhatIsUpstreamDownstreamAndBehind(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		held := p.closed(p.holds)
		var all []int32
		for i := range p.n {
			all = append(all, int32(i))
			own := func(a, b int) bool {
				return p.alive(a, b) || a != b && p.link[a][b] > 0 && (a == i && p.live(b) || b == i && p.live(a))
			}
			down := p.closed(func(a, b int) bool { return own(a, b) && p.live(b) && (a == i || p.alive(a, b)) })
			up := p.closed(func(a, b int) bool { return own(a, b) && p.live(a) && (b == i || p.alive(a, b)) })
			behind := 0
			for j := range p.n {
				if got := g.Downstream(int32(i)).Has(int32(j)); got != down[i][j] {
					t.Errorf("%d downstream of %d: %v", j, i, got)
				}
				if got := g.Upstream(int32(i)).Has(int32(j)); got != up[j][i] {
					t.Errorf("%d upstream of %d: %v", j, i, got)
				}
				if j != i && held[i][j] {
					behind++
				}
			}
			if got := g.Behind(int32(i)); got != behind {
				t.Errorf("behind %d: %d, want %d", i, got, behind)
			}
		}
		together := make([]int32, p.n)
		g.countInBlocks(together, all)
		for i, n := range together {
			if int(n) != g.Behind(int32(i)) {
				t.Errorf("behind %d counted together: %d", i, n)
			}
		}
	})
}

func TestTheChainIsTheLongestThereIs(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		step := forward(g)
		var longest func(i int) int
		longest = func(i int) int {
			n := 1
			for j := range p.n {
				if step(i, j) {
					n = max(n, longest(j)+1)
				}
			}
			return n
		}
		want := 0
		for i := range p.n {
			if p.unfinished(i) {
				want = max(want, longest(i))
			}
		}
		chain := g.Chain()
		if want < 2 {
			want = 0
		}
		if len(chain) != want {
			t.Errorf("chain %v, want %d long", chain, want)
		}
		for k := 1; k < len(chain); k++ {
			if e := g.EdgeBetween(chain[k-1], chain[k]); !step(int(chain[k-1]), int(chain[k])) || g.Redundant(e) {
				t.Errorf("chain %v", chain)
			}
		}
	})
}
