package cli

import (
	"fmt"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

// How wide a box is, with its frame: as wide as there is room for, and narrower rather than in parts, down to where
// subjects say nothing any more.
const (
	boxWide     = 26
	boxNarrow   = 18
	boxNarrower = 12
)

// part is a drawing of some waves of a graph.
type part struct {
	*graph.Graph
	of     []int32 // the whole graph's numbers
	first  int     // the wave its first column stands for, 0 for finished work
	again  bool    // its first wave was drawn in an earlier part
	layout *graph.Layout
}

// picture prints the waves: whole where that fits, else in parts below each other.
func (w *sheet) picture() {
	for width := boxWide; width >= boxNarrow; width -= 2 {
		l := w.net.Layout(w.options(width))
		if w.width == 0 || l.W <= w.width {
			w.draw(part{Graph: w.net.Graph, layout: l})
			return
		}
	}
	for _, q := range w.parts() {
		w.draw(q)
	}
}

func (w *sheet) options(width int) graph.Options {
	return graph.Options{BoxWidth: width, Finished: w.all, Unlinked: w.all, Redundant: w.redundant}
}

// draw prints a part: the titles of its waves, the boxes and lines, and what waits for tasks that are not in it.
func (w *sheet) draw(q part) {
	w.gap()
	w.titles(q)
	for row := range q.layout.Rows(graph.TextOptions{
		ASCII: w.glyphs.ASCII,
		Text:  func(i int32, row, width int) string { return w.inBox(q.whole(i), row, width).String() },
		Line:  func(e int32) graph.Stroke { return w.line(q.whole, q.Edges()[e], q.Back(e), q.Redundant(e)) },
		Frame: func(i int32) graph.Stroke { return w.frame(q.whole(i)) },
	}) {
		w.row(row)
	}
	w.elsewhere(q)
}

// whole returns the whole graph's number of a node of a part.
func (q part) whole(i int32) int32 {
	if q.of == nil {
		return i
	}
	return q.of[i]
}

// wave returns what a column of a part stands for.
func (q part) wave(column int) int {
	if q.first == 0 {
		return 0
	}
	return q.first + column
}

// titles prints the names of the waves over their columns.
func (w *sheet) titles(q part) {
	var line safetext.Text
	for at, c := range q.layout.Columns {
		wave := c.Wave
		if q.of != nil {
			wave = q.wave(at)
		}
		count := 0
		for _, b := range q.layout.Boxes {
			if b.Column == at {
				count++
			}
		}
		var s string
		switch {
		case wave == 0:
			s = "DONE " + w.glyphs.Dot + " " + fmt.Sprint(count)
		case wave == 1:
			s = "NOW " + w.glyphs.Dot + " " + plural(count, "task")
		default:
			s = fmt.Sprint("WAVE ", wave, " ", w.glyphs.Dot, " ", count)
		}
		if at == 0 && q.again {
			s = fmt.Sprint("WAVE ", wave, " again")
			if wave == 1 {
				s = "NOW again"
			}
		}
		t := w.cut(safetext.Line(s), c.W)
		line = line.Append(safetext.Spaces(c.X-line.Width()), t)
	}
	w.row(line.String())
}

// inBox returns a row of text in a task's box: its subject, and below how it stands, its id, and how many wait behind it.
func (w *sheet) inBox(i int32, row, width int) safetext.Text {
	if width < 3 {
		return safetext.Spaces(width)
	}
	inner := width - 2
	var t safetext.Text
	switch row {
	case 0:
		t = w.fill(w.subject(i), inner)
	case 1:
		_, symbol := w.state(i)
		var mark string
		if w.net.Loop(i) >= 0 || w.net.HasSelfLink(i) {
			mark += " " + w.glyphs.Loop
		}
		if n := w.net.Behind(i); n > 0 {
			mark += fmt.Sprint(" ", w.glyphs.Behind, n)
		}
		end := w.cut(safetext.Line(mark), inner-2)
		name := w.id(i)
		if w.ghost(i) {
			name = safetext.Const("missing")
		}
		t = w.fill(safetext.Join(safetext.Const(" "), safetext.Line(symbol), name), inner-end.Width()).Append(end)
	default:
		t = safetext.Spaces(inner)
	}
	return safetext.Spaces(1).Append(t, safetext.Spaces(1))
}

// fill returns a text in exactly width cells.
func (w *sheet) fill(t safetext.Text, width int) safetext.Text { return w.cut(t, width).Pad(width) }

// What is drawn over what, where several links of one task share a line.
const (
	slightly uint8 = iota
	plainly
	looping
	leading
)

// line returns how a link is drawn: heavy on the longest chain, double around a loop, with gaps where only one file has it
// or a longer way says the same.
func (w *sheet) line(whole func(int32) int32, e graph.Edge, back, redundant bool) graph.Stroke {
	e.From, e.To = whole(e.From), whole(e.To)
	switch {
	case w.onChain(e):
		return graph.Stroke{Weight: graph.Heavy, Class: leading}
	case w.onLoop(e) || back:
		return graph.Stroke{Weight: graph.Double, Class: looping}
	case e.OneSided || redundant:
		return graph.Stroke{Weight: graph.Dashed, Class: slightly}
	}
	return graph.Stroke{Weight: graph.Light, Class: plainly}
}

// frame returns how a box is drawn, alike.
func (w *sheet) frame(i int32) graph.Stroke {
	_, chained := w.chain[i]
	switch {
	case w.ghost(i):
		return graph.Stroke{Weight: graph.Dashed}
	case w.net.Loop(i) >= 0 || w.net.HasSelfLink(i):
		return graph.Stroke{Weight: graph.Double}
	case chained:
		return graph.Stroke{Weight: graph.Heavy}
	}
	return graph.Stroke{Weight: graph.Light}
}

// wait says by which links a task of a part waits for tasks that are drawn in another one.
type wait struct {
	node  int32
	edges []int32
}

func (w *sheet) waitsElsewhere(q part) []wait {
	if q.of == nil {
		return nil
	}
	here := map[int32]bool{} // links that are drawn in this part, by their numbers in the whole
	for _, l := range q.layout.Lines {
		e := q.Edges()[l.Edge]
		here[w.net.Graph.EdgeBetween(q.of[e.From], q.of[e.To])] = true
	}
	var all []wait
	for _, b := range q.layout.Boxes {
		if q.again && b.Column == 0 {
			continue // that was said where it was drawn first
		}
		one := wait{node: q.of[b.Node]}
		for _, e := range w.net.In(one.node) {
			if w.drawnEdge(e) && !here[e] {
				one.edges = append(one.edges, e)
			}
		}
		if len(one.edges) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// elsewhere says it.
func (w *sheet) elsewhere(q part) {
	for _, one := range w.waitsElsewhere(q) {
		var others []string
		for _, e := range one.edges {
			others = append(others, w.called(w.net.Edges()[e].From, nameRoom).String())
		}
		w.item(" ", fmt.Sprintf("%s also waits for %s", w.called(one.node, nameRoom), strings.Join(others, ", ")))
	}
}
