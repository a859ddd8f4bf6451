package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// picture returns a whole log in characters, with the names of the nodes.
func picture(l *Timeline) string {
	var s strings.Builder
	for i := range l.Len() {
		r := l.Row(i)
		for _, c := range r.Cells {
			switch {
			case c.Text:
				s.WriteByte('o')
			default:
				s.WriteRune(c.Rune(false))
			}
		}
		fmt.Fprintf(&s, " %s", l.g.Node(r.Node).Name)
		for _, to := range r.Linked[1] {
			fmt.Fprintf(&s, " >%s", l.g.Node(to).Name)
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

func drawnAs(t *testing.T, rails Rails, links, want string) {
	t.Helper()
	var trimmed []string
	for line := range strings.SplitSeq(strings.Trim(want, "\n"), "\n") {
		trimmed = append(trimmed, strings.TrimPrefix(line, "\t\t"))
	}
	if got := strings.TrimSuffix(picture(graphOf(links).Timeline(false, rails)), "\n"); got != strings.Join(trimmed, "\n") {
		t.Errorf("%s:\n%s\nwant\n%s", links, got, strings.Join(trimmed, "\n"))
	}
}

func TestATimelineReadsFromTopToBottom(t *testing.T) {
	drawnAs(t, UsualRails, "c>b>a z", `
		o    c
		o    b
		o    a
		  o  z`)
	drawnAs(t, UsualRails, "a>b a>c b>d c>d", `
		o    a
		┡━o  b
		o ┃  c
		o━┛  d`)
	drawnAs(t, UsualRails, "z>a z>b z>c>d>e a>x>y e>y", `
		o      z
		┠─o    b
		┠───o  a
		┃   o  x
		o   │  c
		o   │  d
		o   │  e
		o───╯  y`)
}

// A junction is as heavy as the heavier of its lines, and takes its colour with it.
func TestTheLineOfTheChainIsOfTheChainAtEveryJunction(t *testing.T) {
	g := graphOf("z>a z>b z>c>d>e a>x>y e>y d>f c>g")
	l := g.Timeline(false, UsualRails)
	edges, chain := g.Edges(), g.Chain()
	for i := range len(l.rows) {
		for _, cell := range l.Row(i).Cells {
			if cell.Edge < 0 || cell.Up != Heavy && cell.Down != Heavy {
				continue
			}
			e := edges[cell.Edge]
			if at := slices.Index(chain, e.From); at < 0 || at+1 >= len(chain) || chain[at+1] != e.To {
				t.Errorf("row %d: a heavy cell is of the link %s to %s", i, g.Node(e.From).Name, g.Node(e.To).Name)
			}
		}
	}
}

func TestALineCrossesABranchThatPassesIt(t *testing.T) {
	drawnAs(t, UsualRails, "a>c b>d>e a>d2>f c>e b>f", `
		o        a
		┡━o      c
		│ ┃ o    b
		│ ┃ ├─o  d
		│ o─│─╯  e
		o   │    d2
		o───╯    f`)
}

func TestABranchRunsOverCloseLinesThatItPasses(t *testing.T) {
	drawnAs(t, Rails{Close: true}, "a>c b>d>e a>d2>f c>e b>f", `
		o    a
		┡o   c
		│┃o  b
		│┃├o d
		│o─╯ e
		o │  d2
		o─╯  f`)
}

func TestCloseLinesThatGoUpAloneComeToAMarkFromBelow(t *testing.T) {
	drawnAs(t, Rails{Close: true}, "a>b>c>a x>b", `
		o╮  a
		│┆o x
		o─╯ b
		╰o  c`)
}

func TestALoopHasADashedLineThatGoesUpToItsBeginning(t *testing.T) {
	drawnAs(t, UsualRails, "a>b>c>a x>b", `
		o◂╮    a
		│ ┆ o  x
		o─┆─╯  b
		╰─o    c`)
	drawnAs(t, UsualRails, "a>b>a b>c>d>b", `
		o◂╮    a
		╰─o◂╮  b
		  o ┆  c
		  ╰─o  d`)
}

// traced follows the ink of a log from a node: down its line, at each row along the branches, straight over what is
// crossed, and gives the nodes it comes to.
func traced(l *Timeline, rows []TimelineRow, from int32) []int32 {
	at := l.RowOf(from)
	c := rows[at].Mark
	var found []int32
	if rows[at].Cells[c].Down == None {
		return nil
	}
	for at++; ; at++ {
		cell := rows[at].Cells[c]
		switch {
		case cell.Up == None && cell.Left != None && cell.Right != None:
			continue // below a branch that runs over it
		case cell.Up == None:
			panic("a line ends in nothing")
		case cell.Text:
			return append(found, rows[at].Node)
		}
		if to, ok := along(rows[at], c); ok {
			found = append(found, to)
		}
		if cell.Down == None {
			return found
		}
	}
}

// along follows a branch from a line to the mark of its row.
func along(r TimelineRow, c int) (int32, bool) {
	step := 1
	if c > r.Mark {
		step = -1
	}
	if on := r.Cells[c]; step > 0 && on.Right == None || step < 0 && on.Left == None {
		return 0, false
	}
	for c += step; !r.Cells[c].Text; c += step {
		x := r.Cells[c]
		goesOn, through := x.Up != None && x.Down != None, x.Left != None && x.Right != None
		switch {
		case goesOn && through:
			panic("a crossing that looks like a junction")
		case !goesOn && !x.Arrow && !through:
			panic("a branch ends in nothing")
		}
	}
	return r.Node, true
}

func TestFollowingALineOfALogLeadsToAllThatWaitAndToNothingElse(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		for k := range 4 {
			finished := k%2 > 0
			l := g.Timeline(finished, Rails{Columns: UsualRails.Columns, Close: k > 1})
			rows := make([]TimelineRow, l.Len())
			for i := range rows {
				rows[i] = l.Row(i)
			}
			for _, r := range rows {
				var want []int32
				for _, e := range g.Out(r.Node) {
					if to := g.Edges()[e].To; g.isDrawn(e, finished) && !l.isReturn(e) {
						want = append(want, to)
					}
				}
				got := traced(l, rows, r.Node)
				for _, to := range r.Linked[1] {
					if l.RowOf(to) > l.RowOf(r.Node) {
						got = append(got, to)
					}
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("from %s the lines lead to %v, want %v\n%s", g.Node(r.Node).Name, got, want, picture(l))
				}
			}
		}
	})
}

func TestFollowingADashedLineUpwardsLeadsToTheArrowsOfItsLoop(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		for _, close := range []bool{false, true} {
			l := g.Timeline(false, Rails{Columns: UsualRails.Columns, Close: close})
			for i := range l.Len() {
				goesUp(t, l, i)
			}
		}
	})
}

// goesUp follows the dashed line of a row, if it has one, to all that it leads to.
func goesUp(t *testing.T, l *Timeline, i int) {
	g, r := l.g, l.Row(i)
	var got, want []int32
	for _, e := range g.Out(r.Node) {
		if g.isDrawn(e, false) && g.Back(e) && !slices.Contains(r.Linked[1], g.Edges()[e].To) {
			want = append(want, g.Edges()[e].To)
		}
	}
	c := r.Mark
	if r.Cells[c].Up != Dashed {
		if len(want) > 0 {
			t.Errorf("%s has no line upwards\n%s", g.Node(r.Node).Name, picture(l))
		}
		return
	}
	for at := i - 1; ; at-- {
		above := l.Row(at)
		if to, ok := along(above, c); ok && above.Cells[c].Down != None {
			if l.apart > 1 && !isHeaded(above, c) {
				t.Errorf("no arrow at %s\n%s", g.Node(to).Name, picture(l))
			}
			got = append(got, to)
		}
		if on := above.Cells[c]; on.Up == None && on.Down != None {
			break
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("from %s the dashed line leads to %v, want %v\n%s", g.Node(r.Node).Name, got, want, picture(l))
	}
}

// isHeaded reports whether the line that comes to a mark from a column has a head there, with its line on one side only.
func isHeaded(r TimelineRow, c int) bool {
	side := &r.Cells[max(r.Mark-1, 0)]
	if c > r.Mark {
		side = &r.Cells[r.Mark+1]
	}
	return side.Arrow && (side.Left == None) != (side.Right == None)
}

func TestEveryLiveNodeHasOneRowBelowAllItWaitsFor(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		for _, finished := range []bool{false, true} {
			l := g.Timeline(finished, UsualRails)
			for i := range int32(p.n) {
				if (l.RowOf(i) >= 0) != (finished || g.Live(i)) {
					t.Errorf("row of %d: %d", i, l.RowOf(i))
				}
				if k := l.RowOf(i); k >= 0 && (l.Row(k).Node != i || l.Node(k) != i || !l.Row(k).Cells[l.Row(k).Mark].Text) {
					t.Errorf("row %d is not that of %d", k, i)
				}
			}
			for e, x := range g.Edges() {
				if g.isDrawn(int32(e), finished) && l.isReturn(int32(e)) && !g.Back(int32(e)) {
					t.Errorf("edge %v goes up", x)
				}
			}
		}
	})
}

func TestTenThousandBlockersOfOneTaskAreSomeLinesAndNames(t *testing.T) {
	nodes, edges := []Node{{Name: "all"}}, []Edge{}
	for i := range int32(10000) {
		nodes = append(nodes, Node{Name: fmt.Sprint("task_", i)})
		edges = append(edges, Edge{From: i + 1, To: 0, Open: true})
	}
	l := New(nodes, edges).Timeline(false, UsualRails)
	if l.Len() != 10001 || l.Node(10000) != 0 || l.width > UsualRails.Columns {
		t.Errorf("%d rows, %d rails", l.Len(), l.width)
	}
	last := l.Row(10000)
	joined := 0
	for c := 0; c < 2*l.width; c += 2 {
		if last.Cells[c].Up != None {
			joined++
		}
	}
	if joined+len(last.Linked[0]) != 10000 {
		t.Errorf("%d lines drawn and %d counted", joined, len(last.Linked[0]))
	}
}
