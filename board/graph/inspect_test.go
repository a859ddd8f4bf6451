package graph_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sideboard/board/graph"
)

// picture prints a layout with the names of the nodes in the boxes.
func picture(g *graph.Graph, l *graph.Layout) []string {
	return l.Rows(graph.TextOptions{Text: named(g)})
}

func named(g *graph.Graph) func(node int32, row, width int) string {
	return func(node int32, row, width int) string {
		s := ""
		if row == 0 {
			s = " " + g.Node(node).Name
		}
		return fmt.Sprintf("%-*s", width, s)[:width]
	}
}

// dressed are the strokes of lines and frames of all kinds, as colours and states would have them.
func dressed() graph.TextOptions {
	weights := []graph.Weight{graph.Light, graph.Heavy, graph.Dashed, graph.Double}
	return graph.TextOptions{
		Line:  func(e int32) graph.Stroke { return graph.Stroke{Weight: weights[e*7%4], Class: uint8(e * 5 % 3)} },
		Frame: func(n int32) graph.Stroke { return graph.Stroke{Weight: weights[n*3%4]} },
	}
}

// meant returns what a drawing of a layout must say: from each box, the boxes of those that wait for it, by what no longer
// way says already. Links of what was finished are drawn where finished work is.
func meant(g *graph.Graph, l *graph.Layout, o graph.Options) map[string][]string {
	shown := map[int32]bool{}
	for _, b := range l.Boxes {
		shown[b.Node] = true
	}
	hidden, ported := map[int32]bool{}, map[int32]bool{} // edges that got no port, and those that got one
	for _, b := range l.Boxes {
		for _, p := range b.Ports {
			ported[p.Edge] = true
		}
		if b.Hidden == 0 {
			continue
		}
		for _, e := range g.In(b.Node) {
			hidden[e] = true
		}
		for _, p := range b.Ports {
			delete(hidden, p.Edge)
		}
	}
	m := map[string][]string{}
	for _, b := range l.Boxes {
		name := g.Node(b.Node).Name
		m[name] = nil
		for _, e := range g.Out(b.Node) {
			to := g.Edges()[e].To
			if shown[to] && !hidden[e] && (o.Redundant || !g.Redundant(e) || g.Back(e) || ported[e]) && (o.Finished || g.LiveEdge(e)) {
				m[name] = append(m[name], g.Node(to).Name)
			}
		}
		slices.Sort(m[name])
	}
	return m
}

// misread returns the boxes whose lines say something else than is meant.
func misread(want, reached map[string][]string) (bad []string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got := reached[name]; !slices.Equal(got, want[name]) {
			bad = append(bad, fmt.Sprintf("%s reads %v, meant %v", name, got, want[name]))
		}
	}
	return bad
}

// misplaced returns what is wrong with the places of boxes and ports.
func misplaced(g *graph.Graph, l *graph.Layout) (wrong []string) {
	taken := map[graph.Point]string{}
	for _, b := range l.Boxes {
		name := g.Node(b.Node).Name
		if c := l.Columns[b.Column]; b.X != c.X || b.W != c.W {
			wrong = append(wrong, "the box of "+name+" does not fill its column")
		}
		if b.X < 0 || b.Y < 0 || b.X+b.W > l.W || b.Y+b.H > l.H {
			wrong = append(wrong, "the box of "+name+" is outside of the picture")
		}
		for k, p := range b.Ports {
			if p.Y <= b.Y || p.Y >= b.Y+b.H-1 || k > 0 && p.Y <= b.Ports[k-1].Y {
				wrong = append(wrong, fmt.Sprintf("%s has ports in the rows %v", name, b.Ports))
			}
		}
		for y := b.Y; y < b.Y+b.H; y++ {
			for x := b.X; x < b.X+b.W; x++ {
				if other, ok := taken[graph.Point{X: x, Y: y}]; ok {
					wrong = append(wrong, "the boxes of "+name+" and "+other+" overlap")
				}
				taken[graph.Point{X: x, Y: y}] = name
			}
		}
	}
	return wrong
}

// forced counts the crossings that no way of drawing the lines between two columns could avoid: pairs of edges that
// change sides there. Return lines are left out.
func forced(g *graph.Graph, l *graph.Layout) int {
	n := 0
	for at := range max(0, len(l.Columns)-1) {
		from, to := l.Columns[at].X+l.Columns[at].W, l.Columns[at+1].X-1
		type way struct {
			source     int32
			begin, end int
		}
		var ways []way
		for _, ln := range l.Lines {
			if g.Back(ln.Edge) {
				continue
			}
			w := way{g.Edges()[ln.Edge].From, -1, -1}
			for _, c := range cellsOf(ln.Points) {
				if c.X == from && w.begin < 0 {
					w.begin = c.Y
				}
				if c.X == to {
					w.end = c.Y
				}
			}
			if w.begin >= 0 && w.end >= 0 {
				ways = append(ways, w)
			}
		}
		for i, a := range ways {
			for _, b := range ways[:i] {
				if a.source != b.source && (a.begin-b.begin)*(a.end-b.end) < 0 {
					n++
				}
			}
		}
	}
	return n
}

// bends returns the number of cells in which lines turn.
func bends(l *graph.Layout) int {
	at := map[graph.Point]bool{}
	for _, ln := range l.Lines {
		for i := 1; i < len(ln.Points)-1; i++ {
			at[ln.Points[i]] = true
		}
	}
	return len(at)
}

// cellsOf returns the cells of a polyline, nil if it is none.
func cellsOf(ps []graph.Point) []graph.Point {
	cells := []graph.Point{ps[0]}
	for _, p := range ps[1:] {
		c := cells[len(cells)-1]
		if c.X != p.X && c.Y != p.Y {
			return nil
		}
		for c != p {
			c.X += sign(p.X - c.X)
			c.Y += sign(p.Y - c.Y)
			cells = append(cells, c)
		}
	}
	return cells
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// show returns a picture for a test's output, not more of it than can be read.
func show(rows []string) string {
	if len(rows) > 120 {
		rows = rows[:120]
	}
	return "\n" + strings.Join(rows, "\n")
}
