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

var sizes = []int{1000, 10000, 100000}

func sized(b *testing.B, run func(nodes []Node, edges []Edge)) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			nodes, edges := believable(n)
			b.ReportAllocs()
			for b.Loop() {
				run(nodes, edges)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	sized(b, func(nodes []Node, edges []Edge) { New(nodes, edges) })
}

func BenchmarkWavesLoopsAndChain(b *testing.B) {
	sized(b, func(nodes []Node, edges []Edge) {
		g := New(nodes, edges)
		g.Waves()
		g.Loops()
		g.Chain()
	})
}

func BenchmarkEverything(b *testing.B) {
	sized(b, func(nodes []Node, edges []Edge) {
		g := New(nodes, edges)
		g.Waves()
		g.Loops()
		g.Chain()
		g.StartHere(5)
		g.reduced.get(g.computeRedundant)
	})
}

func BenchmarkFirstScreenOfTheLog(b *testing.B) {
	sized(b, func(nodes []Node, edges []Edge) {
		l := New(nodes, edges).Tree(false, TreeSteps)
		for i := range min(l.Len(), 50) {
			l.Row(i)
		}
	})
}

// A graph where nearly everything hangs together and many roads lead everywhere.
func BenchmarkDense(b *testing.B) {
	r := rand.New(rand.NewSource(1))
	const n = 10000
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i] = Node{Name: fmt.Sprint("t", i), Ready: true}
	}
	var edges []Edge
	for i := 1; i < n; i++ {
		for range 5 {
			edges = append(edges, Edge{From: int32(r.Intn(i)), To: int32(i), Open: true})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		g := New(nodes, edges)
		g.Waves()
		g.Loops()
		g.Chain()
		g.StartHere(5)
		g.reduced.get(g.computeRedundant)
	}
}

// Everything waits for everything, by way of one big loop.
func BenchmarkTangled(b *testing.B) {
	r := rand.New(rand.NewSource(1))
	const n = 10000
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i] = Node{Name: fmt.Sprint("t", i)}
	}
	var edges []Edge
	for range 3 * n {
		edges = append(edges, Edge{From: int32(r.Intn(n)), To: int32(r.Intn(n)), Open: true})
	}
	b.ReportAllocs()
	for b.Loop() {
		g := New(nodes, edges)
		g.Waves()
		g.Loops()
		g.Chain()
	}
}
