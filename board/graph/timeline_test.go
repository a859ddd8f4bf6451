package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// picture returns a whole timeline in characters, with the names of the nodes and, behind "<", of what they wait for besides.
func picture(l *Timeline) string {
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

func drawnAs(t *testing.T, columns int, links, want string) {
	t.Helper()
	var trimmed []string
	for line := range strings.SplitSeq(strings.Trim(want, "\n"), "\n") {
		trimmed = append(trimmed, strings.TrimPrefix(line, "\t\t"))
	}
	if got := strings.TrimSuffix(picture(graphOf(links).trunk(false, columns)), "\n"); got != strings.Join(trimmed, "\n") {
		t.Errorf("%s:\n%s\nwant\n%s", links, got, strings.Join(trimmed, "\n"))
	}
}

func TestATimelineIsATreeWithATrunk(t *testing.T) {
	drawnAs(t, TimelineColumns, "c>b>a z", `
		┏ o c
		┃ o b
		┗ o a

		  o z`)
	drawnAs(t, TimelineColumns, "a>b a>c b>d c>d", `
		┏ o a
		┃ ╰─ o c
		┃ o b
		┗ o d <c`)
	drawnAs(t, TimelineColumns, "z>a z>b z>c>d>e a>x>y e>y", `
		┏ o z
		┃ ├─ o b
		┃ ╰┬ o a
		┃  ╰ o x
		┃ o c
		┃ o d
		┃ o e
		┗ o y <x`)
}

func TestBranchesHaveBranches(t *testing.T) {
	drawnAs(t, TimelineColumns, "a>b>c>d>e>f b>p>q>r p>s>t2 s>u y>c", `
		  o y

		┏ o a
		┃ o b
		┃ ╰┬ o p
		┃  │ ╰┬ o q
		┃  │  ╰ o r
		┃  │ o s
		┃  │ ╰─ o t2
		┃  ╰ o u
		┃ o c <y
		┃ o d
		┃ o e
		┗ o f`)
}

func TestWhatHasNoColumnHasADashedArmAndIsTold(t *testing.T) {
	drawnAs(t, 3, "a>b>c>d>e>f b>p>q>r p>s>t2 s>u", `
		┏ o a
		┃ o b
		┃ ╰┬ o p
		┃  │ ┄┄ o q <p
		┃  │ ┄┄ o r <q
		┃  │ o s
		┃  │ ┄┄ o t2 <s
		┃  ╰ o u
		┃ o c
		┃ o d
		┃ o e
		┗ o f`)
}

func TestWhereTheLongestWayHasRoomEachStandsAStepFurtherIn(t *testing.T) {
	steps := graphOf("a>b>c>d a>q>r b>s y>c z").Timeline(false, 3)
	if got, want := picture(steps), `
 o y

 o a
 ┠─o q
 ┃ ╰─o r
 ┗━o b
   ┠─o s
   ┗━o c <y
     ┗━o d

 o z
`; !steps.steps || got != want[1:] {
		t.Errorf("%v\n%s", steps.steps, got)
	}
	if long := graphOf("a>b>c>d>e>f").Timeline(false, 3); long.steps {
		t.Errorf("it has no room\n%s", picture(long))
	}
}

func TestTasksThatStandAloneHaveNoFreeRowBetweenThem(t *testing.T) {
	drawnAs(t, TimelineColumns, "a b>d c>d", `
		  o c

		┏ o b
		┗ o d <c

		  o a`)
	drawnAs(t, TimelineColumns, "w>d x>d y>d z>d", `
		  o x
		  o y
		  o z

		┏ o w
		┗ o d <x <y <z`)
}

func TestWhatClosesALoopIsTold(t *testing.T) {
	drawnAs(t, TimelineColumns, "a>b>c>a x>b", `
		  o a <c

		╭ o x
		│ o b <a
		╰ o c`)
}

// drawnBlocker follows the lines from the mark of a row to the mark they come down from: those of its bracket, or of its arm to the mark
// the arm comes from; -1 where there are none.
func drawnBlocker(t *testing.T, l *Timeline, i int) int32 {
	r := l.Row(i)
	c := r.Mark - markAt
	switch {
	case l.steps && r.Mark == 1:
		return -1
	case l.steps:
		c = r.Mark - 1
	}
	switch {
	case r.Cells[c].Up != None:
	case r.Cells[c].Left == Light || r.Cells[c].Left == Heavy:
		if c--; r.Cells[c].Right != r.Cells[c+1].Left || r.Cells[c].Up == None {
			t.Fatalf("row %d has a torn arm\n%s", i, picture(l))
		}
	default:
		return -1
	}
	for ; i > 0; i-- {
		above := l.Row(i - 1)
		switch {
		case l.Row(i).Apart || c >= len(above.Cells):
		case above.Mark == c:
			return above.Node
		case above.Cells[c].Down == None:
		case above.Mark == c+markAt && !l.steps:
			return above.Node
		default:
			continue
		}
		t.Fatalf("a line comes out of nothing above row %d\n%s", i, picture(l))
	}
	t.Fatalf("a line comes out of nothing\n%s", picture(l))
	return -1
}

// timelines gives timelines of all kinds of graphs, and whether they show finished work.
func timelines(t *testing.T, test func(t *testing.T, l *Timeline, finished bool)) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, _ *plain) {
		for k := range 4 {
			finished, columns := k%2 > 0, [2]int{3, TimelineColumns}[k/2]
			test(t, g.trunk(finished, columns), finished)
			test(t, g.Timeline(finished, columns), finished)
		}
	})
}

func TestWhatANodeWaitsForIsDrawnOrTold(t *testing.T) {
	drawn, told := 0, 0
	timelines(t, func(t *testing.T, l *Timeline, finished bool) {
		for i := range l.Len() {
			r := l.Row(i)
			var want []int32
			for _, e := range l.g.In(r.Node) {
				if l.g.isDrawn(e, false) {
					want = append(want, l.g.edges[e].From)
				}
			}
			got := slices.Clone(r.Also)
			told += len(got)
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
				t.Errorf("%s waits for %v, drawn and told are %v\n%s", l.g.Node(r.Node).Name, want, got, picture(l))
			}
		}
	})
	if drawn < 100 || told < 100 {
		t.Errorf("%d links are drawn and %d told", drawn, told)
	}
}

func TestALineOfATimelineEndsAtAMark(t *testing.T) {
	timelines(t, func(t *testing.T, l *Timeline, _ bool) {
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

func TestANodeHangsFromTheLastThatFreesItAndTheLongestWayGoesStraightOn(t *testing.T) {
	timelines(t, func(t *testing.T, l *Timeline, finished bool) {
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
			for k, to := range all {
				if l.steps {
					if l.depth[to] != l.depth[v]+1 {
						t.Errorf("%s does not stand a step further in\n%s", l.g.Node(to).Name, picture(l))
					}
				} else if main := all[len(all)-1]; s.ahead[to] > s.ahead[main] && !s.trunk.has(main) || l.depth[to] != l.depth[v]+1 && k < len(all)-1 {
					t.Errorf("%s hangs aside of %s\n%s", l.g.Node(to).Name, l.g.Node(main).Name, picture(l))
				}
			}
		}
	})
}

// Each of the chain stands straight below the one before it, in the first column, and ends what hangs together. Where every link holds
// back: one that does not may lead another way to the next of the chain.
func TestTheLongestChainIsOneStraightTrunkAtTheEnd(t *testing.T) {
	trunks := 0
	onRandomGraphs(t, func(t *testing.T, g *Graph, _ *plain) {
		var nodes []Node
		for _, x := range g.nodes {
			nodes = append(nodes, Node{Name: x.Name})
		}
		edges := slices.Clone(g.edges)
		for i := range edges {
			edges[i].Open = true
		}
		l := New(nodes, edges).trunk(false, TimelineColumns)
		chain := l.g.Chain()
		for k, v := range chain {
			if l.depth[v] != 0 || k > 0 && l.parent[v] != chain[k-1] {
				t.Errorf("%s is not on the trunk\n%s", l.g.Node(v).Name, picture(l))
			}
		}
		if len(chain) == 0 {
			return
		}
		trunks++
		end := l.rows[l.alone-1]
		for end != chain[len(chain)-1] && end >= 0 { // what hangs from its end can be stuck
			end = l.parent[end]
		}
		if end < 0 {
			t.Errorf("the trunk %v does not end the timeline\n%s", chain, picture(l))
		}
	})
	if trunks < 100 {
		t.Errorf("only %d trunks", trunks)
	}
}

func TestEveryLiveNodeHasOneRowBelowAllItWaitsFor(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		for _, finished := range []bool{false, true} {
			l := g.Timeline(finished, TimelineColumns)
			for i := range int32(p.n) {
				if (l.RowOf(i) >= 0) != (finished || g.Live(i)) {
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

func TestTenThousandBlockersOfOneTaskAreDrawnOrTold(t *testing.T) {
	nodes, edges := []Node{{Name: "all"}}, []Edge{}
	for i := range int32(10000) {
		nodes = append(nodes, Node{Name: fmt.Sprint("task_", i)})
		edges = append(edges, Edge{From: i + 1, To: 0, Open: true})
	}
	l := New(nodes, edges).Timeline(false, TimelineColumns)
	if l.Len() != 10001 || l.Node(10000) != 0 || len(l.Row(10000).Also) != 9999 {
		t.Errorf("%d rows, %d told", l.Len(), len(l.Row(10000).Also))
	}
}
