package graph

import (
	"fmt"
	"slices"
	"testing"
)

// namesIn returns the names of nodes of a graph.
func namesIn(g *Graph, nodes []int32) []string {
	var all []string
	for _, i := range nodes {
		all = append(all, g.Node(i).Name)
	}
	return all
}

func TestReachGoesAlongOrToAllThatHangsTogether(t *testing.T) {
	// a > b > c, x > c, b > y, and z alone
	n := func(names ...string) (all []Node) {
		for _, s := range names {
			all = append(all, Node{Name: s})
		}
		return all
	}
	g := New(n("a", "b", "c", "x", "y", "z"), []Edge{{0, 1, true, false}, {1, 2, true, false}, {3, 2, true, false}, {1, 4, true, false}})
	for _, c := range []struct {
		from  int32
		along bool
		most  int
		want  string
		all   bool
	}{
		{1, true, 9, "[b a c y]", true},
		{0, true, 9, "[a b c y]", true},
		{3, true, 9, "[x c]", true},
		{3, false, 9, "[x c b a y]", true},
		{3, false, 2, "[x c]", false},
		{5, true, 9, "[z]", true},
	} {
		got, all := g.Reach(c.from, c.along, false, c.most)
		if s := fmt.Sprint(namesIn(g, got)); s != c.want || all != c.all {
			t.Errorf("Reach(%d, %v, %d) = %s %v, want %s %v", c.from, c.along, c.most, s, all, c.want, c.all)
		}
	}
}

// TestAPartIsTheWholeOfItsNodes draws parts of believable graphs and compares each with the whole.
func TestAPartIsTheWholeOfItsNodes(t *testing.T) {
	g := New(believable(2000))
	whole := g.Layout(Options{})
	for i := int32(0); i < 2000; i += 37 {
		if !g.Live(i) {
			continue
		}
		nodes, _ := g.Reach(i, true, false, 60)
		p := g.Part(nodes)
		inside, ready := map[int32]bool{}, 0
		for _, x := range nodes {
			inside[x] = true
		}
		counted := func(k int32) int { return int(k) - (p.Len() - len(p.Outside)) }
		for k, of := range p.Of {
			k := int32(k)
			if of < 0 {
				out := p.Outside[counted(k)]
				ready += out.Ready
				if p.Node(k).State != Counted || len(p.In(k))+len(p.Out(k)) == 0 || slices.ContainsFunc(out.Nodes, func(x int32) bool { return inside[x] }) {
					t.Fatalf("part of %d: a counted node stands for %v", i, out)
				}
				continue
			}
			if p.Node(k) != g.Node(of) || p.Wave(k) != g.Wave(of) || p.Behind(k) != g.Behind(of) {
				t.Fatalf("part of %d: %v in wave %d with %d behind it, but %v in wave %d with %d", i, p.Node(k), p.Wave(k), p.Behind(k), g.Node(of), g.Wave(of), g.Behind(of))
			}
			// What the whole says of a node is all said in the part: by a node or by a counted one.
			for _, down := range []bool{false, true} {
				if down && p.Node(k).State == Missing {
					continue // it is in the part for what waits for it there
				}
				want, got := map[string]bool{}, map[string]bool{}
				for e, x := range g.neighbours(of, down) {
					if g.LiveEdge(e) {
						want[g.Node(x).Name] = true
					}
				}
				for e, x := range p.neighbours(k, down) {
					if p.Of[x] >= 0 {
						if p.LiveEdge(e) {
							got[p.Node(x).Name] = true
						}
						continue
					}
					for e, y := range g.neighbours(of, down) {
						if g.LiveEdge(e) && !inside[y] && slices.Contains(p.Outside[counted(x)].Nodes, y) {
							got[g.Node(y).Name] = true
						}
					}
				}
				if fmt.Sprint(want) != fmt.Sprint(got) {
					t.Fatalf("part of %d, node %s, down %v: %v, want %v", i, p.Node(k).Name, down, got, want)
				}
			}
		}
		if len(nodes) < 2 {
			continue
		}
		// Everything stands where it stands in the picture of the whole, and no missing id anywhere.
		l := p.Layout(Options{})
		for k, of := range p.Of {
			box, drawn := l.Box(int32(k))
			if drawn == (p.Node(int32(k)).State == Missing) {
				t.Fatalf("part of %d: %s has a box: %v", i, p.Node(int32(k)).Name, drawn)
			}
			if there, inWhole := whole.Box(of); drawn && inWhole {
				if a, b := l.Columns[box.Column], whole.Columns[there.Column]; a.Wave != b.Wave || a.Stuck != b.Stuck {
					t.Fatalf("part of %d: %s stands in %+v, not in %+v", i, p.Node(int32(k)).Name, a, b)
				}
			}
		}
	}
}

func BenchmarkPart(b *testing.B) {
	sized(b, func(nodes []Node, edges []Edge) {
		g := New(nodes, edges)
		of, _ := g.Reach(int32(len(nodes)/2), true, false, 600)
		g.Part(of)
	})
}
