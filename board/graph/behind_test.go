package graph

import (
	"fmt"
	"slices"
	"testing"
)

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
		each := *g.behind.get(g.countBehindEach)
		for i, n := range together {
			if walked := g.Behind(int32(i)); int(n) != walked || int(each[i]) != walked {
				t.Errorf("%d behind %d by a walk, %d and %d counted for all", walked, i, n, each[i])
			}
		}
	})
}

func TestAskingWhatWaitsBehindEveryNodeIsOneCount(t *testing.T) {
	const n = 20_000
	nodes := make([]Node, n)
	var edges []Edge
	for i := range nodes {
		nodes[i].Name = fmt.Sprint(i)
		if i > 0 {
			edges = append(edges, Edge{From: int32(i), To: int32(i - 1), Open: true})
		}
	}
	g := New(nodes, edges)
	for i := range n {
		if got := g.Behind(int32(i)); got != i {
			t.Fatalf("%d nodes wait behind %d", got, i)
		}
	}
	if walked, size := g.behindWork.Load(), int64(len(nodes)+len(edges)); walked > 100*size {
		t.Errorf("walks went over %d nodes, %d times the graph", walked, walked/size)
	}
}

func TestAChainOfAHundredThousandIsWalkedWithoutRecursion(t *testing.T) {
	const n = 100000
	nodes, edges := make([]Node, n), make([]Edge, 0, n)
	for i := range nodes {
		nodes[i].Name = fmt.Sprint("t", i)
		edges = append(edges, Edge{From: int32(i), To: int32((i + 1) % n), Open: true})
	}
	g := New(nodes, edges[:n-1])
	if g.Waves() != n || len(g.Chain()) != n || g.Behind(0) != n-1 || g.Tree(false, TreeSteps).depth[g.Chain()[n-1]] != n-1 {
		t.Errorf("%d waves, a chain of %d", g.Waves(), len(g.Chain()))
	}
	g = New(nodes, edges)
	back := 0
	for e := range edges {
		if g.Back(int32(e)) {
			back++
		}
	}
	if loops := g.Loops(); len(loops) != 1 || len(loops[0]) != n || loops[0][0] != 0 || back != 1 {
		t.Errorf("%d loops, %d links that close one", len(loops), back)
	}
}

func TestWhoLooksForWorkIsShownWhatCanBeStartedFirst(t *testing.T) {
	nodes := []Node{{Name: "a", State: Running}, {Name: "b", State: Running}, {Name: "c", Ready: true}, {Name: "d"}, {Name: "e", State: Finished}}
	g := New(nodes, []Edge{{From: 1, To: 3, Open: true}})
	var names []string
	for _, i := range g.StartNext(0) {
		names = append(names, g.Node(i).Name)
	}
	if !slices.Equal(names, []string{"c", "b", "a"}) || len(g.StartNext(1)) != 1 {
		t.Error(names)
	}
}
