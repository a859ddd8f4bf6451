package graph

import (
	"fmt"
	"math/rand"
	"testing"
)

// plain is a graph worked out slowly, by matrices and by trying everything.
type plain struct {
	n     int
	nodes []Node
	link  [][]int // 0 none, 1 does not hold, 2 holds; the diagonal are self-links
}

// randomGraph returns a small graph of an unruly directory: loops, self-links, links given twice or to no node, missing ids, finished work.
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
		if r.Intn(40) == 0 {
			a = []int32{-1, int32(n)}[r.Intn(2)]
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
		if e.From < 0 || int(e.From) >= p.n || nodes[e.To].State == Missing && e.From != e.To {
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
	many := int64(3000)
	if testing.Short() {
		many = 600
	}
	for seed := range many {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 1+r.Intn(12))
		check(t, New(nodes, edges), plainly(nodes, edges))
		if t.Failed() {
			t.Fatalf("seed %d: %v %v", seed, nodes, edges)
		}
	}
}

// forward returns a function that reports whether the edge between two nodes is live and not a back edge.
func forward(g *Graph) func(a, b int) bool {
	return func(a, b int) bool {
		e := g.EdgeBetween(int32(a), int32(b))
		return e >= 0 && g.LiveEdge(e) && !g.Back(e)
	}
}
