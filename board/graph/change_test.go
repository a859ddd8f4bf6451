package graph

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// describe returns all that a graph says, by names, for comparing one with another.
func describe(g *Graph) string {
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
		l := g.Tree(finished, TreeSteps)
		s += picture(l)
	}
	return s
}

func TestAnyOrderOfTheSameNodesAndEdgesSaysTheSame(t *testing.T) {
	for seed := range int64(100) {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 1+r.Intn(30))
		want := describe(New(nodes, edges))
		edges = slices.DeleteFunc(edges, func(e Edge) bool { return e.From < 0 || int(e.From) == len(nodes) })
		to := r.Perm(len(nodes))
		mixed := make([]Node, len(nodes))
		for i, x := range nodes {
			mixed[to[i]] = x
		}
		for i := range edges {
			edges[i].From, edges[i].To = int32(to[edges[i].From]), int32(to[edges[i].To])
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		if got := describe(New(mixed, edges)); got != want {
			t.Fatalf("seed %d:\n%s\nand in another order\n%s", seed, want, got)
		}
	}
}
