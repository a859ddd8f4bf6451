package graph

import (
	"slices"
	"testing"
)

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

func TestTheChainIsTheLongestThatCanStillBeDone(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		behind := p.closed(p.holds)
		can := func(i int) bool {
			if p.nodes[i].State == Finished || p.nodes[i].State == Missing {
				return false
			}
			for j := range p.n {
				if (j == i || behind[j][i]) && (behind[j][j] || p.link[j][j] == 2 && p.unfinished(j) || p.nodes[j].State == Missing) {
					return false
				}
			}
			return true
		}
		step := func(a, b int) bool { return can(a) && can(b) && p.holds(a, b) }
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
			if can(i) {
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

// A picture has what goes on or can be started in its first column, what is stuck in columns of its own behind all others. An id that no
// file has is named in the boxes of what waits for it, and has none.
func TestThePictureHasWhatCanBeDoneNowInItsFirstColumn(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		l := g.Layout(Options{Unlinked: true})
		count := make([]int, len(l.Columns))
		for _, b := range l.Boxes {
			col, n := l.Columns[b.Column], g.Node(b.Node)
			now := n.State == Running || n.Ready
			count[b.Column]++
			switch stuck := g.Stuck(b.Node) && !now; {
			case now && (col.Wave != 1 || col.Stuck):
				t.Errorf("%s can be done now and is in %+v", n.Name, col)
			case n.State == Missing:
				t.Errorf("%s is in %+v, and no file has it", n.Name, col)
			case col.Stuck != stuck:
				t.Errorf("%s is stuck %v and is in %+v", n.Name, stuck, col)
			}
			for _, e := range g.In(b.Node) {
				of := g.Edges()[e].From
				if g.Node(of).State == Missing {
					if g.LiveEdge(e) && !slices.Contains(b.Missing, of) {
						t.Errorf("%s waits for %s, which no file has, and does not say it", n.Name, g.Node(of).Name)
					}
					continue
				}
				if from, drawn := l.Box(of); drawn && !now && l.Columns[b.Column].Stuck == g.Stuck(of) && g.LiveEdge(e) && !g.Back(e) && from.Column >= b.Column {
					t.Errorf("%s is in column %d, and waits for one in column %d", n.Name, b.Column, from.Column)
				}
			}
		}
		for k, c := range l.Columns {
			if c.Count != count[k] {
				t.Errorf("%+v holds %d", c, count[k])
			}
		}
	})
}
