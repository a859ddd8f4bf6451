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

// trunk is the edges whose lines go through a cell: straight in one direction, or round a bend.
type trunk struct{ across, along, bent []int32 }

// geometry is what the numbers of a layout say, without any drawing.
type geometry struct {
	bridges int // cells where an edge crosses another one
	wrong   []string
}

// measure checks a layout against what Layout promises.
func measure(g *graph.Graph, l *graph.Layout) geometry {
	var m geometry
	bad := func(format string, args ...any) {
		if len(m.wrong) < 20 {
			m.wrong = append(m.wrong, fmt.Sprintf(format, args...))
		}
	}
	const frame = 1
	boxAt := map[graph.Point]int32{}
	boxes := map[int32]graph.Box{}
	for _, b := range l.Boxes {
		boxes[b.Node] = b
		if b.X < 0 || b.Y < 0 || b.X+b.W > l.W || b.Y+b.H > l.H {
			bad("the box of %s lies outside the picture", g.Node(b.Node).Name)
		}
		if c := l.Columns[b.Column]; b.X != c.X || b.W != c.W {
			bad("the box of %s does not fill its column", g.Node(b.Node).Name)
		}
		for k, p := range b.Ports {
			if p.Y <= b.Y || p.Y >= b.Y+b.H-frame || k > 0 && p.Y <= b.Ports[k-1].Y {
				bad("%s has ports in the rows %v", g.Node(b.Node).Name, b.Ports)
			}
		}
		for y := b.Y; y < b.Y+b.H; y++ {
			for x := b.X; x < b.X+b.W; x++ {
				if other, ok := boxAt[graph.Point{X: x, Y: y}]; ok {
					bad("the boxes of %s and %s overlap", g.Node(b.Node).Name, g.Node(other).Name)
				}
				boxAt[graph.Point{X: x, Y: y}] = b.Node
			}
		}
	}
	type spot struct{ x, y, axis int }
	users := map[spot][]int32{} // edges that run through a cell along an axis
	straight := map[graph.Point]*trunk{}
	for _, ln := range l.Lines {
		e := g.Edges()[ln.Edge]
		said := g.Node(e.From).Name + " -> " + g.Node(e.To).Name
		from, to := boxes[e.From], boxes[e.To]
		if len(ln.Points) == 0 {
			bad("%s has no points", said)
			continue
		}
		first, last := ln.Points[0], ln.Points[len(ln.Points)-1]
		if first.X != from.X+from.W || first.Y != from.OutRow || first.Y < from.Y+frame || first.Y >= from.Y+from.H-frame {
			bad("%s begins at %v, not at the side of its source", said, first)
		}
		port := slices.IndexFunc(to.Ports, func(p graph.Port) bool { return p.Edge == ln.Edge })
		if port < 0 || last.X != to.X-1 || last.Y != to.Ports[port].Y || last.Y < to.Y+frame || last.Y >= to.Y+to.H-frame {
			bad("%s ends at %v, not at a port of its target", said, last)
		}
		cells := cellsOf(ln.Points)
		if cells == nil {
			bad("%s does not run in straight pieces: %v", said, ln.Points)
			continue
		}
		for i, c := range cells {
			if c.X < 0 || c.Y < 0 || c.X >= l.W || c.Y >= l.H {
				bad("%s leaves the picture at %v", said, c)
			}
			if n, in := boxAt[c]; in {
				bad("%s runs through %s", said, g.Node(n).Name)
			}
			before, after := graph.Point{X: first.X - 1, Y: first.Y}, graph.Point{X: last.X + 1, Y: last.Y}
			if i > 0 {
				before = cells[i-1]
			}
			if i < len(cells)-1 {
				after = cells[i+1]
			}
			for axis, on := range []bool{before.X == c.X || after.X == c.X, before.Y == c.Y || after.Y == c.Y} {
				if on {
					users[spot{c.X, c.Y, axis}] = append(users[spot{c.X, c.Y, axis}], ln.Edge)
				}
			}
			if straight[c] == nil {
				straight[c] = &trunk{}
			}
			if before.X == after.X {
				straight[c].across = append(straight[c].across, ln.Edge)
			} else if before.Y == after.Y {
				straight[c].along = append(straight[c].along, ln.Edge)
			} else {
				straight[c].bent = append(straight[c].bent, ln.Edge)
			}
		}
	}
	for at, es := range users {
		for _, e := range es {
			if g.Edges()[e].From != g.Edges()[es[0]].From {
				bad("%s and %s share the cell %d,%d", g.Node(g.Edges()[e].From).Name, g.Node(g.Edges()[es[0]].From).Name, at.x, at.y)
				break
			}
		}
	}
	foreign := func(a, b int32) bool { return g.Edges()[a].From != g.Edges()[b].From }
	for at, r := range straight {
		if len(r.across) > 0 && slices.ContainsFunc(r.along, func(e int32) bool { return foreign(e, r.across[0]) }) {
			m.bridges++
		}
		if len(r.bent) > 0 && slices.ContainsFunc(slices.Concat(r.across, r.along, r.bent), func(e int32) bool { return foreign(e, r.bent[0]) }) {
			bad("%v is a bend of one line and a cell of another", at)
		}
	}
	slices.Sort(m.wrong)
	return m
}

// forced counts the crossings that no way of drawing the lines between two columns could avoid: pairs of edges that
// change sides there. It is what dot counts, too. Return lines are left out.
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
