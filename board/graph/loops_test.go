package graph

import "testing"

func TestWithoutBackEdgesThereAreNoLoopsAndNoneIsBackInVain(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		kept := func(a, b int) bool {
			e := g.EdgeBetween(int32(a), int32(b))
			return e >= 0 && !g.Back(e)
		}
		whole := p.closed(kept)
		left := p.closed(forward(g))
		for a := range p.n {
			if whole[a][a] {
				t.Errorf("%d is still in a loop", a)
			}
		}
		for e, x := range g.Edges() {
			if g.Back(int32(e)) && g.LiveEdge(int32(e)) && !left[x.To][x.From] {
				t.Errorf("edge %v is back and closes no loop", x)
			}
		}
	})
}

func TestBackEdgesOfSmallLoopsAreAsFewAsCanBe(t *testing.T) {
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
		fewest := make([]int, 1<<p.n) // by set of nodes: the edges against the best order of these
		for set := 1; set < len(fewest); set++ {
			fewest[set] = 1 << 30
			for last := range p.n {
				rest, against := set&^(1<<last), 0
				for b := range p.n {
					if rest&(1<<b) > 0 && p.alive(last, b) {
						against++
					}
				}
				if rest != set {
					fewest[set] = min(fewest[set], fewest[rest]+against)
				}
			}
		}
		if want := fewest[len(fewest)-1]; back != want {
			t.Errorf("%d back edges, %d would do", back, want)
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
