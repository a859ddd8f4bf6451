package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// picture returns a whole tree in characters, with the names of the nodes and, behind "<", of what they wait for besides.
func picture(l *Tree) string {
	var s strings.Builder
	for i := range l.Len() {
		r := l.Row(i)
		if r.Alone && i == l.Alone() {
			s.WriteByte('\n')
		}
		for _, c := range r.Cells {
			if c.Text {
				s.WriteByte('o')
			} else {
				s.WriteRune(c.Rune(false))
			}
		}
		fmt.Fprintf(&s, " %s", l.g.Node(r.Node).Name)
		for _, from := range r.Also {
			fmt.Fprintf(&s, " <%s", l.g.Node(from).Name)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// graphOf makes a graph of links written as "a>b": b waits for a. Names without a link stand alone.
func graphOf(links string) *Graph {
	var nodes []Node
	var edges []Edge
	number := map[string]int32{}
	node := func(name string) int32 {
		if _, ok := number[name]; !ok {
			number[name] = int32(len(nodes))
			nodes = append(nodes, Node{Name: name})
		}
		return number[name]
	}
	for w := range strings.FieldsSeq(links) {
		way := strings.Split(w, ">")
		node(way[0])
		for k := 1; k < len(way); k++ {
			edges = append(edges, Edge{From: node(way[k-1]), To: node(way[k]), Open: true})
		}
	}
	return New(nodes, edges)
}

func TestATreeIndentsEachTaskBelowTheOneThatFreesIt(t *testing.T) {
	for _, c := range []struct {
		what  string
		steps int
		links string
		want  string
	}{
		{"the longest chain runs down the left edge, and what else is waited for is in words", TreeSteps, "a>b>c>d a>q>r b>s y>c z", `
 o a
 ┡━o b
 │ ┡━o c <y
 │ │ ┗━o d
 │ ╰─o s
 ╰─o q
   ╰─o r
 o y

 o z`},
		{"what holds back most comes first", TreeSteps, "a>b>c>d p>q x>y x>z", `
 o a
 ┗━o b
   ┗━o c
     ┗━o d
 o x
 ├─o y
 ╰─o z
 o p
 ╰─o q`},
		{"a task is below the one with the longest way to it", TreeSteps, "a>b>c>d a>p>q b>e q>e", `
 o a
 ┡━o b
 │ ┗━o c
 │   ┗━o d
 ╰─o p
   ╰─o q
     ╰─o e <b`},
		{"behind the last step the blocker is in words", 2, "a>b>c>d>e b>p", `
 o a
 ┗━o b
   ┡━o c
   │ o d <c
   │ o e <d
   ╰─o p`},
		{"a link that a longer way implies comes last", TreeSteps, "a>b>c a>c x>c", `
 o a
 ┗━o b
   ┗━o c <x <a
 o x`},
	} {
		if got := picture(graphOf(c.links).Tree(false, c.steps)); strings.TrimRight(got, "\n") != strings.Trim(c.want, "\n") {
			t.Errorf("%s: %s:\n%s\nwant\n%s", c.what, c.links, got, c.want)
		}
	}
}

// drawnBlocker follows the lines from the mark of a row to the mark they come down from; -1 if there are none.
func drawnBlocker(t *testing.T, l *Tree, i int) int32 {
	r := l.Row(i)
	if r.Mark == 1 || r.Cells[r.Mark-1].Left == None {
		return -1
	}
	c := r.Mark - 2
	if r.Cells[c].Right != r.Cells[c+1].Left || r.Cells[c].Up == None {
		t.Fatalf("row %d has a torn arm\n%s", i, picture(l))
	}
	for ; i > 0; i-- {
		above := l.Row(i - 1)
		switch {
		case l.Row(i).Alone || c >= len(above.Cells):
		case above.Mark == c:
			return above.Node
		case above.Cells[c].Down == None:
		default:
			continue
		}
		t.Fatalf("a line comes out of nothing above row %d\n%s", i, picture(l))
	}
	t.Fatalf("a line comes out of nothing\n%s", picture(l))
	return -1
}

// trees gives trees of all kinds of graphs, and whether they show finished work.
func trees(t *testing.T, test func(t *testing.T, l *Tree, finished bool)) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, _ *plain) {
		for k := range 4 {
			finished, steps := k%2 > 0, [2]int{2, TreeSteps}[k/2]
			test(t, g.Tree(finished, steps), finished)
		}
	})
}

func TestWhatANodeWaitsForIsDrawnOrNamed(t *testing.T) {
	drawn, named := 0, 0
	trees(t, func(t *testing.T, l *Tree, finished bool) {
		for i := range l.Len() {
			r := l.Row(i)
			var want []int32
			for _, e := range l.g.In(r.Node) {
				if x := l.g.edges[e]; l.g.kind[e]&liveEdge != 0 && (x.Open || !l.g.Redundant(e)) {
					want = append(want, l.g.edges[e].From)
				}
			}
			got := slices.Clone(r.Also)
			named += len(got)
			if on := drawnBlocker(t, l, i); on >= 0 {
				drawn++
				if e := l.g.EdgeBetween(on, r.Node); e < 0 || !l.g.isDrawn(e, finished) {
					t.Errorf("%s hangs from %s and does not wait for it\n%s", l.g.Node(r.Node).Name, l.g.Node(on).Name, picture(l))
				} else if l.g.isDrawn(e, false) {
					got = append(got, on)
				}
			}
			slices.Sort(got)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%s waits for %v, drawn and named are %v\n%s", l.g.Node(r.Node).Name, want, got, picture(l))
			}
		}
	})
	if drawn < 100 || named < 100 {
		t.Errorf("%d links are drawn and %d named", drawn, named)
	}
}

func TestALineOfATreeEndsAtAMark(t *testing.T) {
	trees(t, func(t *testing.T, l *Tree, _ bool) {
		for i := range l.Len() {
			r := l.Row(i)
			for c, cell := range r.Cells {
				if cell.Down == None {
					continue
				}
				if i == l.Len()-1 || l.Row(i+1).Alone || c >= len(l.Row(i+1).Cells) || l.Row(i + 1).Cells[c].Up != cell.Down || r.Below[c].Down != cell.Down {
					t.Fatalf("a line ends below row %d\n%s", i, picture(l))
				}
			}
		}
	})
}

func TestTheLongestChainRunsDownTheLeftEdge(t *testing.T) {
	chains := 0
	trees(t, func(t *testing.T, l *Tree, finished bool) {
		s := l.measure()
		chain := l.g.Chain()
		for k := 1; k < len(chain); k++ {
			if e := l.g.EdgeBetween(chain[k-1], chain[k]); l.g.Back(e) { // by links that hold nothing back
				return
			}
			chains++
			if l.RowOf(chain[k]) != l.RowOf(chain[k-1])+1 || l.parent[chain[k]] != chain[k-1] {
				t.Errorf("%s does not follow %s\n%s", l.g.Node(chain[k]).Name, l.g.Node(chain[k-1]).Name, picture(l))
			}
		}
		if len(chain) > 0 {
			for v := chain[0]; v >= 0; v = l.parent[v] {
				if p := l.parent[v]; p >= 0 && l.Children(p)[0] != v || p < 0 && l.rows[0] != v {
					t.Errorf("%s is not at the left edge\n%s", l.g.Node(v).Name, picture(l))
				}
			}
		}
		for _, v := range l.rows {
			all := l.Children(v)
			for k, to := range all {
				if l.depth[to] != l.depth[v]+1 {
					t.Errorf("%s is not indented by a step\n%s", l.g.Node(to).Name, picture(l))
				}
				if k > 0 && l.g.Behind(to) > l.g.Behind(all[k-1]) && !s.trunk.has(all[k-1]) {
					t.Errorf("%s holds back more than %s above it\n%s", l.g.Node(to).Name, l.g.Node(all[k-1]).Name, picture(l))
				}
			}
		}
	})
	if chains < 100 {
		t.Errorf("only %d links are on a chain", chains)
	}
}

func TestEveryLiveNodeHasOneRow(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		for _, finished := range []bool{false, true} {
			l := g.Tree(finished, TreeSteps)
			for i := range int32(p.n) {
				if (l.RowOf(i) >= 0) != ((finished || g.Live(i)) && g.Node(i).State != Missing) {
					t.Errorf("row of %d: %d", i, l.RowOf(i))
				}
				if k := l.RowOf(i); k >= 0 && (l.Row(k).Node != i || l.Node(k) != i || !l.Row(k).Cells[l.Row(k).Mark].Text) {
					t.Errorf("row %d is not that of %d", k, i)
				}
			}
		}
	})
}
