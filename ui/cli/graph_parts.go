package cli

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

// splitIntoParts cuts the graph into drawings that are narrow enough, as many columns in each as there is room for. A part
// begins with the last column of the one before it, as far as something in it waits for that, so that the lines from
// one wave to the next are all drawn somewhere.
func (w *graphPrinter) splitIntoParts() []part {
	whole := w.net.Layout(w.options(narrowBoxWidth))
	c := splitter{graphPrinter: w, waves: whole.Columns, columns: make([][]int32, len(whole.Columns)), columnOf: map[int32]int{}}
	for _, b := range whole.Boxes {
		c.columnOf[b.Node] = b.Column
	}
	for _, i := range w.byWave() {
		if at, ok := c.columnOf[i]; ok {
			c.columns[at] = append(c.columns[at], i)
		}
	}
	var all []part
	again := false
	for from := 0; from < len(c.columns); {
		q, to := c.widestPart(from, again)
		all = append(all, q)
		switch {
		case to == len(c.columns)-1:
			return all
		case to == from || c.endsFinished(to): // nothing is drawn from here to there: all of that is said in words
			from, again = to+1, false
		default:
			from, again = to, true
		}
	}
	return all
}

// splitter is what is known while a graph is cut into parts.
type splitter struct {
	*graphPrinter
	waves    []graph.Column
	columns  [][]int32     // the nodes of each column of the whole
	columnOf map[int32]int // and the column of each
}

// endsFinished reports whether finished work ends with a column: it is a part of its own.
func (c *splitter) endsFinished(at int) bool {
	return at+1 < len(c.waves) && c.waves[at].Wave == 0 && c.waves[at+1].Wave != 0
}

// widestPart returns the part of the most columns that can be drawn from one on, and its last column.
func (c *splitter) widestPart(from int, again bool) (part, int) {
	for width := narrowBoxWidth; width >= minBoxWidth; width -= 2 {
		var best part
		to := from
		for to+1 < len(c.columns) && !c.endsFinished(to) {
			q, ok := c.tryPart(from, to+1, again, width)
			if !ok {
				break
			}
			best, to = q, to+1
		}
		if to == from {
			continue
		}
		for wider := width + 2; wider <= maxBoxWidth; wider += 2 { // what room is left is the subjects'
			q, ok := c.tryPart(from, to, again, wider)
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
	alone, _ := c.tryPart(from, from, false, min(maxBoxWidth, c.width))
	return alone, from
}

// tryPart returns a drawing of some columns; false where it is too wide, or has nothing in its first column.
func (c *splitter) tryPart(from, to int, again bool, width int) (part, bool) {
	q := c.subgraph(from, to, again)
	in := make([]int32, len(q.nodes))
	for k, i := range q.nodes {
		in[k] = int32(c.columnOf[i] - from)
	}
	q.layout = q.Layout(graph.Options{BoxWidth: width, Unlinked: true, Redundant: c.redundant, Layers: &in})
	return q, q.layout.W <= c.width && len(q.layout.Columns) == len(q.waves)
}

// subgraph returns the graph of some columns. All of it counts as unfinished, so that all of it is drawn.
func (c *splitter) subgraph(from, to int, again bool) part {
	q := part{waves: c.waves[from : to+1], repeatsColumn: again}
	in := map[int32]int32{}
	take := func(i int32) {
		in[i] = int32(len(q.nodes))
		q.nodes = append(q.nodes, i)
	}
	for at := from; at <= to; at++ {
		for _, i := range c.columns[at] {
			if at > from || !again || c.hasDependents(i, from, to) {
				take(i)
			}
		}
	}
	nodes := make([]graph.Node, len(q.nodes))
	for k, i := range q.nodes {
		nodes[k] = graph.Node{Name: c.net.Node(i).Name}
	}
	var edges []graph.Edge
	drawn := q.nodes
	for k, i := range drawn {
		for _, id := range c.missingBlockers(i) {
			edges = append(edges, graph.Edge{From: int32(len(nodes)), To: int32(k), Open: true})
			nodes, q.nodes = append(nodes, graph.Node{Name: c.net.Node(id).Name, State: graph.Missing}), append(q.nodes, id)
		}
	}
	for k, i := range drawn {
		for _, e := range c.net.Out(i) {
			of := c.net.Edges()[e]
			if t, ok := in[of.To]; ok && c.isEdgeDrawn(e) {
				edges = append(edges, graph.Edge{From: int32(k), To: t, Open: true, OneSided: of.OneSided})
			}
		}
	}
	q.Graph = graph.New(nodes, edges)
	return q
}

// hasDependents reports whether something of the columns after the first waits for a node of the first.
func (c *splitter) hasDependents(i int32, from, to int) bool {
	return slices.ContainsFunc(c.net.Out(i), func(e int32) bool {
		at, ok := c.columnOf[c.net.Edges()[e].To]
		return ok && at > from && at <= to && c.isEdgeDrawn(e)
	})
}

// writeTimeline prints the graph as a tree, a line for each task below all it waits for: what remains readable at any size. Of what hangs
// together only: what has no links is listed elsewhere, where not all is asked for.
func (w *graphPrinter) writeTimeline() {
	w.writeBlank()
	log := w.net.Timeline(w.all, graph.TimelineColumns)
	for k := range log.Len() {
		r := log.Row(k)
		if r.Alone && !w.all {
			break
		}
		if r.Apart {
			w.writeBlank()
		}
		var s strings.Builder
		for _, c := range r.Cells {
			if c.Text {
				_, symbol := w.state(r.Node)
				s.WriteString(symbol)
			} else {
				s.WriteRune(c.Rune(w.glyphs.ASCII))
			}
		}
		s.WriteByte(' ')
		t := w.idAndSubject(r.Node, 0)
		if n := w.net.Behind(r.Node); n > 0 {
			t = t.Append(safetext.Line(fmt.Sprint(" ", w.glyphs.Behind, n)))
		}
		said := w.linksInWords(&r)
		if lead := len(r.Cells) + 1; w.width > 0 {
			t = w.clip(t, max(w.width-lead-said.Width(), subjectWidth))
			said = w.clip(said, w.width-lead-t.Width())
		}
		w.writeLine(s.String() + t.String() + said.String())
	}
}

// linksInWords returns what a task waits for besides what it hangs from.
func (w *graphPrinter) linksInWords(r *graph.TimelineRow) (said safetext.Text) {
	for k, i := range r.Also {
		if k == 0 {
			said = said.Append(safetext.Const("  also waits for"))
		}
		if rest := len(r.Also) - k; k == maxNamed && rest > 1 {
			return said.Append(safetext.Line(fmt.Sprint(" and ", rest, " more")))
		}
		said = said.Append(safetext.Const(" "), w.id(i))
	}
	return said
}

// maxNamed is how many links of a task are said in words.
const maxNamed = 5
