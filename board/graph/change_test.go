package graph

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// told returns all a graph says, by names, for comparing one with another.
func told(g *Graph) string {
	name := func(i int32) string { return g.Node(i).Name }
	list := func(is []int32) (out []string) {
		for _, i := range is {
			out = append(out, name(i))
		}
		return out
	}
	s := fmt.Sprintln(g.Waves(), list(g.Chain()), list(g.StartHere(0)))
	for _, way := range g.Loops() {
		s += fmt.Sprintln("loop", list(way))
	}
	for _, i := range g.Order() {
		s += fmt.Sprintln(g.Node(i), g.Live(i), g.Linked(i), g.HasSelfLink(i), g.Wave(i), g.Loop(i), g.Stuck(i), g.Behind(i), g.Upstream(i).Len(), g.Downstream(i).Len())
	}
	for e, x := range g.Edges() {
		s += fmt.Sprintln(name(x.From), name(x.To), x.Open, x.OneSided, g.LiveEdge(int32(e)), g.Back(int32(e)), g.Redundant(int32(e)))
	}
	for _, finished := range []bool{false, true} {
		l := g.Timeline(finished, TimelineSteps)
		s += picture(l)
	}
	return s
}

func TestAnyOrderOfTheSameNodesAndEdgesSaysTheSame(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 1+r.Intn(30))
		want := told(New(nodes, edges))
		to := r.Perm(len(nodes))
		mixed := make([]Node, len(nodes))
		for i, x := range nodes {
			mixed[to[i]] = x
		}
		for i := range edges {
			edges[i].From, edges[i].To = int32(to[edges[i].From]), int32(to[edges[i].To])
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		if got := told(New(mixed, edges)); got != want {
			t.Fatalf("seed %d:\n%s\nand in another order\n%s", seed, want, got)
		}
	}
}

func TestALinkMoreOrLessIsTheGraphThatWouldBe(t *testing.T) {
	for seed := range int64(500) {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 2+r.Intn(10))
		for i := range nodes {
			nodes[i].Ready = false
		}
		g := New(nodes, edges)
		before := told(g)
		e := Edge{From: int32(r.Intn(len(nodes))), To: int32(r.Intn(len(nodes))), Open: true}
		if got, want := told(g.With(e)), told(New(nodes, append(slices.Clone(edges), e))); got != want {
			t.Fatalf("seed %d with %v:\n%s\nwant\n%s", seed, e, got, want)
		}
		if len(edges) == 0 {
			continue
		}
		x := edges[r.Intn(len(edges))]
		less := slices.DeleteFunc(slices.Clone(edges), func(e Edge) bool { return e.From == x.From && e.To == x.To })
		got := g.Without(x.From, x.To)
		for i := range got.nodes {
			if n := got.Node(int32(i)); n.Ready && (got.isHeld(int32(i)) || !g.isHeld(int32(i)) || int32(i) != x.To) {
				t.Fatalf("seed %d: %s is ready without %v", seed, n.Name, x)
			}
		}
		if got, want := told(New(slices.Clone(nodes), got.edgesAndMarks())), told(New(nodes, less)); got != want {
			t.Fatalf("seed %d without %v:\n%s\nwant\n%s", seed, x, got, want)
		}
		if told(g) != before {
			t.Fatal("what if changed what is")
		}
	}
}

func (g *Graph) edgesAndMarks() []Edge { return append(slices.Clone(g.edges), g.selfLinks()...) }

func TestALinkThatHoldsMakesItsTaskWait(t *testing.T) {
	g := New([]Node{{Name: "a", Ready: true}, {Name: "b", Ready: true}}, nil)
	if after := g.With(Edge{From: 0, To: 1, Open: true}); after.Node(1).Ready || !after.Node(0).Ready || !g.Node(1).Ready {
		t.Error("b waits for a")
	}
	if after := g.With(Edge{From: 0, To: 1}); !after.Node(1).Ready {
		t.Error("a link that does not hold leaves b ready")
	}
}
