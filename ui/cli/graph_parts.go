package cli

import "sideboard/board/graph"

// parts cuts the graph into drawings that are narrow enough, as many columns in each as there is room for. A part
// begins with the last column of the one before it, as far as something in it waits for that, so that the lines from
// one wave to the next are all drawn somewhere.
func (w *sheet) parts() []part {
	whole := w.net.Layout(w.options(boxNarrow))
	c := cutting{sheet: w, waves: whole.Columns, in: make([][]int32, len(whole.Columns)), column: map[int32]int{}}
	for _, b := range whole.Boxes {
		c.column[b.Node] = b.Column
	}
	for _, i := range w.order() {
		if at, ok := c.column[i]; ok {
			c.in[at] = append(c.in[at], i)
		}
	}
	var all []part
	again := false
	for from := 0; from < len(c.in); {
		q, to := c.widest(from, again)
		all = append(all, q)
		switch {
		case to == len(c.in)-1:
			return all
		case to == from || c.seam(to): // nothing is drawn from here to there: all of that is said in words
			from, again = to+1, false
		default:
			from, again = to, true
		}
	}
	return all
}

// cutting is what is known while a graph is cut into parts.
type cutting struct {
	*sheet
	waves  []graph.Column
	in     [][]int32     // the nodes of each column of the whole
	column map[int32]int // and the column of each
}

// seam reports whether finished work ends with a column: it is a part of its own.
func (c *cutting) seam(at int) bool {
	return at+1 < len(c.waves) && c.waves[at].Wave == 0 && c.waves[at+1].Wave != 0
}

// widest returns the part of the most columns that can be drawn from one on, and its last column.
func (c *cutting) widest(from int, again bool) (part, int) {
	for width := boxNarrow; width >= boxNarrower; width -= 2 {
		var best part
		to := from
		for to+1 < len(c.in) && !c.seam(to) {
			q, ok := c.part(from, to+1, again, width)
			if !ok {
				break
			}
			best, to = q, to+1
		}
		if to == from {
			continue
		}
		for wider := width + 2; wider <= boxWide; wider += 2 { // what room is left is the subjects'
			q, ok := c.part(from, to, again, wider)
			if !ok {
				break
			}
			best = q
		}
		return best, to
	}
	if again {
		from++ // it was drawn already
	}
	alone, _ := c.part(from, from, false, min(boxWide, c.width))
	return alone, from
}

// part returns a drawing of some columns; false where it is too wide, or cannot be drawn in the same columns as the whole.
func (c *cutting) part(from, to int, again bool, width int) (part, bool) {
	for _, returns := range []bool{true, false} {
		q := c.sub(from, to, again, returns)
		q.layout = q.Layout(graph.Options{BoxWidth: width, Unlinked: true, Redundant: c.redundant})
		fits := q.layout.W <= c.width
		for _, b := range q.layout.Boxes {
			fits = fits && b.Column == c.column[q.of[b.Node]]-from
		}
		if fits {
			return q, true
		}
	}
	return part{}, false
}

// sub returns the graph of some columns. All of it counts as unfinished, so that it is laid out alike whatever it holds.
func (c *cutting) sub(from, to int, again, returns bool) part {
	q := part{first: c.waves[from].Wave, again: again}
	in := map[int32]int32{}
	take := func(i int32) {
		in[i] = int32(len(q.of))
		q.of = append(q.of, i)
	}
	for at := from; at <= to; at++ {
		for _, i := range c.in[at] {
			if at > from || !again || c.leads(i, from, to) {
				take(i)
			}
		}
	}
	nodes := make([]graph.Node, len(q.of))
	for k, i := range q.of {
		nodes[k] = graph.Node{Name: c.net.Node(i).Name}
	}
	var edges []graph.Edge
	for k, i := range q.of {
		for _, e := range c.net.Out(i) {
			of := c.net.Edges()[e]
			if t, ok := in[of.To]; ok && c.drawnEdge(e) && (returns || c.column[of.To] > c.column[i]) {
				edges = append(edges, graph.Edge{From: int32(k), To: t, Open: true, OneSided: of.OneSided})
			}
		}
	}
	q.Graph = graph.New(nodes, edges)
	return q
}

// leads reports whether something of the columns after the first waits for a node of the first.
func (c *cutting) leads(i int32, from, to int) bool {
	for _, e := range c.net.Out(i) {
		if at, ok := c.column[c.net.Edges()[e].To]; ok && at > from && at <= to && c.drawnEdge(e) {
			return true
		}
	}
	return false
}
