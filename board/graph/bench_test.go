package graph

import (
	"fmt"
	"math/rand"
	"testing"
)

// believable makes a graph as projects have them: shallow, sparse, two fifths of the tasks without any link, a few
// loops and missing ids.
func believable(n int) ([]Node, []Edge) {
	r := rand.New(rand.NewSource(int64(n)))
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i] = Node{Name: fmt.Sprintf("task_1778%06d_%04d.json", i/3, i%10000)}
		switch {
		case r.Intn(200) == 0:
			nodes[i].State = Missing
		case i < n/4:
			nodes[i].State = Finished
		case r.Intn(40) == 0:
			nodes[i].State = Running
		default:
			nodes[i].Ready = r.Intn(3) == 0
		}
	}
	var edges []Edge
	for i := range n {
		if r.Intn(5) < 2 {
			continue
		}
		for range 1 + r.Intn(3) {
			from := max(0, i-1-r.Intn(60))
			if r.Intn(500) == 0 {
				from = min(n-1, i+1+r.Intn(60))
			}
			edges = append(edges, Edge{From: int32(from), To: int32(i), Open: true})
		}
	}
	return nodes, edges
}

func BenchmarkEverything(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			nodes, edges := believable(n)
			b.ReportAllocs()
			for b.Loop() {
				g := New(nodes, edges)
				g.Waves()
				g.Loops()
				g.Chain()
				g.StartHere(5)
				g.reduced.get(g.computeRedundant)
			}
		})
	}
}
