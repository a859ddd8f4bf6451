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
		if r.Apart {
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
		{"the longest way comes last, and what else is waited for in words", TreeSteps, "a>b>c>d a>q>r b>s y>c z", `
 o y

 o a
 ┠─o q
 ┃ ╰─o r
 ┗━o b
   ┠─o s
   ┗━o c <y
     ┗━o d

 o z`},
		{"behind the last step the blocker is in words", 2, "a>b>c>d>e b>p", `
 o a
 ┗━o b
   ┠─o p
   ┗━o c
     o d <c
     o e <d`},
		{"a link that a longer way implies comes last", TreeSteps, "a>b>c a>c x>c", `
 o x

 o a
 ┗━o b
   ┗━o c <x <a`},
		{"no free row between tasks that are alone", TreeSteps, "w>d x>d y>d z>d", `
 o x
 o y
 o z

 o w
 ┗━o d <x <y <z`},
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
		case l.Row(i).Apart || c >= len(above.Cells):
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
				if i == l.Len()-1 || l.Row(i+1).Apart || c >= len(l.Row(i+1).Cells) || l.Row(i + 1).Cells[c].Up != cell.Down || r.Below[c].Down != cell.Down {
					t.Fatalf("a line ends below row %d\n%s", i, picture(l))
				}
			}
		}
	})
}

func TestANodeHangsFromTheLastThatFreesItAndTheLongestWayComesLast(t *testing.T) {
	trees(t, func(t *testing.T, l *Tree, finished bool) {
		s := l.measure()
		for i, v := range l.rows {
			last := int32(-1)
			for _, e := range l.g.In(v) {
				if from := l.g.edges[e].From; s.leadsOn(e) && (last < 0 || l.row[from] > l.row[last]) {
					last = from
				}
			}
			if l.parent[v] != last || last >= 0 && int(l.row[last]) >= i {
				t.Errorf("%s hangs from %d, not from %d\n%s", l.g.Node(v).Name, l.parent[v], last, picture(l))
			}
			all := l.Children(v)
			for _, to := range all {
				if l.depth[to] != l.depth[v]+1 {
					t.Errorf("%s is not indented by a step\n%s", l.g.Node(to).Name, picture(l))
				}
				if main := all[len(all)-1]; s.ahead[to] > s.ahead[main] && !s.trunk.has(main) {
					t.Errorf("%s hangs aside of %s\n%s", l.g.Node(to).Name, l.g.Node(main).Name, picture(l))
				}
			}
		}
	})
}

func TestEveryLiveNodeHasOneRowBelowAllItWaitsFor(t *testing.T) {
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
			for e, x := range g.Edges() {
				if g.isDrawn(int32(e), finished) && l.RowOf(x.To) < l.RowOf(x.From) && !g.Back(int32(e)) {
					t.Errorf("edge %v goes up", x)
				}
			}
		}
	})
}
