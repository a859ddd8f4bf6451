package cli

import (
	"fmt"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// How wide a box is, with its frame: as wide as there is room for, and narrower rather than in parts, down to where
// subjects say nothing any more.
const (
	maxBoxWidth    = 26
	narrowBoxWidth = 18
	minBoxWidth    = 12
)

// part is a drawing of some waves of a graph.
type part struct {
	*graph.Graph
	nodes         []int32        // the whole graph's numbers
	waves         []graph.Column // what its columns stand for in the whole
	repeatsColumn bool           // its first wave was drawn in an earlier part
	layout        *graph.Layout
}

// writePicture prints the waves: whole where that fits, else in parts below each other.
func (w *graphPrinter) writePicture() {
	for width := maxBoxWidth; width >= narrowBoxWidth; width -= 2 {
		l := w.net.Layout(w.options(width))
		if w.width == 0 || l.W <= w.width {
			w.writePart(part{Graph: w.net.Graph, layout: l})
			return
		}
	}
	for _, q := range w.splitIntoParts() {
		w.writePart(q)
	}
}

func (w *graphPrinter) options(width int) graph.Options {
	return graph.Options{BoxWidth: width, Finished: w.all, Unlinked: w.all, Redundant: w.redundant}
}

// writePart prints a part: the titles of its waves, the boxes and lines, and what waits for tasks that are not in it.
func (w *graphPrinter) writePart(q part) {
	w.writeBlank()
	w.writeTitles(q)
	for row := range q.layout.Rows(graph.TextOptions{
		ASCII: w.glyphs.ASCII,
		Text: func(i int32, row, width int) string {
			return w.inkBox(q.wholeNode(i), row, w.boxText(q.wholeNode(i), row, width))
		},
		Line:  func(e int32) graph.Stroke { return w.edgeStroke(q.wholeNode, q.Edges()[e], q.Back(e), q.Redundant(e)) },
		Frame: func(i int32) graph.Stroke { return w.boxStroke(q.wholeNode(i)) },
		Ink:   w.inkLines(),
	}) {
		w.writeLine(row)
	}
	w.writeOutsideBlockers(q)
}

// wholeNode returns the whole graph's number of a node of a part.
func (q part) wholeNode(i int32) int32 {
	if q.nodes == nil {
		return i
	}
	return q.nodes[i]
}

// writeTitles prints the names of the waves over their columns.
func (w *graphPrinter) writeTitles(q part) {
	var line safetext.Text
	for at, c := range q.layout.Columns {
		if q.nodes != nil {
			c.Wave, c.Stuck = q.waves[at].Wave, q.waves[at].Stuck
		}
		wave := c.Wave
		count := 0
		for _, b := range q.layout.Boxes {
			if b.Column == at && (!b.Done || c.Done == c.Count) {
				count++
			}
		}
		var s string
		switch {
		case c.Stuck:
			s = "STUCK " + w.glyphs.Dot + " " + fmt.Sprint(count)
		case wave == 0 || c.Done == c.Count:
			s = "DONE " + w.glyphs.Dot + " " + fmt.Sprint(count)
		case wave == 1:
			s = "NOW " + w.glyphs.Dot + " " + plural(count, "task")
		default:
			s = fmt.Sprint("WAVE ", wave, " ", w.glyphs.Dot, " ", count)
		}
		if at == 0 && q.repeatsColumn {
			s = fmt.Sprint("WAVE ", wave, " again")
			switch {
			case c.Stuck:
				s = "STUCK again"
			case wave == 1:
				s = "NOW again"
			}
		}
		t := w.clip(safetext.Line(s), c.W)
		line = line.Append(safetext.Spaces(c.X-line.Width()), t)
	}
	w.writeLine(w.ink(style.Strong, line.String()))
}

// boxText returns a row of text in a task's box: its subject, and below how it stands, its id, and how many wait behind it.
func (w *graphPrinter) boxText(i int32, row, width int) safetext.Text {
	if width < 3 {
		return safetext.Spaces(width)
	}
	inner := width - 2
	var t safetext.Text
	switch row {
	case 0:
		t = w.fit(w.subject(i), inner)
	case 1:
		_, symbol := w.state(i)
		var mark string
		if w.net.Loop(i) >= 0 || w.net.HasSelfLink(i) {
			mark += " " + w.glyphs.Loop
		}
		if n := w.net.Behind(i); n > 0 {
			mark += fmt.Sprint(" ", w.glyphs.Behind, n)
		}
		end := w.clip(safetext.Line(mark), inner-2)
		t = w.fit(safetext.Join(safetext.Const(" "), safetext.Line(symbol), w.id(i)), inner-end.Width()).Append(end)
	case 2:
		words := []safetext.Text{safetext.Line(w.glyphs.Dashes)}
		for _, id := range w.missingBlockers(i) {
			words = append(words, w.id(id))
		}
		if len(words) > 1 {
			t = safetext.Join(safetext.Const(" "), append(words, safetext.Const("missing"))...)
		}
		t = w.fit(t, inner)
	default:
		t = safetext.Spaces(inner)
	}
	return safetext.Spaces(1).Append(t, safetext.Spaces(1))
}

// missingBlockers returns the ids a task waits for that no file has.
func (p *graphData) missingBlockers(i int32) (ids []int32) {
	for _, e := range p.net.In(i) {
		if of := p.net.Edges()[e].From; p.isMissing(of) && (p.all || p.net.LiveEdge(e)) {
			ids = append(ids, of)
		}
	}
	return ids
}

// fit returns a text in exactly width cells.
func (w *graphPrinter) fit(t safetext.Text, width int) safetext.Text {
	return w.clip(t, width).Pad(width)
}

// What is drawn over what, where several links of one task share a line.
const (
	classFaint uint8 = iota
	classPlain
	classLoop
	classChain
)

// edgeStroke returns how a link is drawn: heavy on the longest chain, double around a loop, with gaps where only one file has it
// or a longer way says the same.
func (w *graphPrinter) edgeStroke(whole func(int32) int32, e graph.Edge, back, redundant bool) graph.Stroke {
	e.From, e.To = whole(e.From), whole(e.To)
	switch {
	case w.isOnChain(e):
		return graph.Stroke{Weight: graph.Heavy, Class: classChain}
	case w.isOnLoop(e) || back:
		return graph.Stroke{Weight: graph.Double, Class: classLoop}
	case e.OneSided || redundant:
		return graph.Stroke{Weight: graph.Dashed, Class: classFaint}
	}
	return graph.Stroke{Weight: graph.Light, Class: classPlain}
}

// boxStroke returns how a box is drawn, alike.
func (w *graphPrinter) boxStroke(i int32) graph.Stroke {
	_, chained := w.chain[i]
	switch {
	case w.net.Loop(i) >= 0 || w.net.HasSelfLink(i):
		return graph.Stroke{Weight: graph.Double, Class: classLoop}
	case chained:
		return graph.Stroke{Weight: graph.Heavy, Class: classChain}
	}
	return graph.Stroke{Weight: graph.Light, Class: classPlain}
}

// outsideBlockers is by which links a task of a part waits for tasks that are drawn in another one.
type outsideBlockers struct {
	node  int32
	edges []int32
}

func (w *graphPrinter) findOutsideBlockers(q part) []outsideBlockers {
	if q.nodes == nil {
		return nil
	}
	here := map[int32]bool{} // links that are drawn in this part, by their numbers in the whole
	for _, l := range q.layout.Lines {
		e := q.Edges()[l.Edge]
		here[w.net.Graph.EdgeBetween(q.nodes[e.From], q.nodes[e.To])] = true
	}
	var all []outsideBlockers
	for _, b := range q.layout.Boxes {
		if q.repeatsColumn && b.Column == 0 {
			continue // that was said where it was drawn first
		}
		one := outsideBlockers{node: q.nodes[b.Node]}
		for _, e := range w.net.In(one.node) {
			if w.isEdgeDrawn(e) && !here[e] && !w.isMissing(w.net.Edges()[e].From) {
				one.edges = append(one.edges, e)
			}
		}
		if len(one.edges) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// writeOutsideBlockers prints what outsideBlockers returns.
func (w *graphPrinter) writeOutsideBlockers(q part) {
	for _, one := range w.findOutsideBlockers(q) {
		var others []string
		for _, e := range one.edges {
			others = append(others, w.idAndSubject(w.net.Edges()[e].From, subjectWidth).String())
		}
		w.writeItem(" ", fmt.Sprintf("%s also waits for %s", w.idAndSubject(one.node, subjectWidth), strings.Join(others, ", ")))
	}
}

// What is printed is laid out first and coloured last: a colour takes no cell, and nothing is measured behind it.

// ink returns what is printed in a style, as it is where there is no colour.
func (p *graphData) ink(st style.Style, drawn string) string {
	if p.sheet == nil || strings.TrimSpace(drawn) == "" {
		return drawn
	}
	words := strings.TrimRight(drawn, " ")
	return p.sheet.SGR(st, style.Flat) + words + style.Reset + drawn[len(words):]
}

// inkLines returns what colours lines and frames as the board does, nil where there is no colour.
func (p *graphData) inkLines() func(class uint8, drawn string) string {
	if p.sheet == nil {
		return nil
	}
	of := [...]style.Style{classFaint: style.Dim, classPlain: style.Link, classLoop: style.LinkLoop, classChain: style.Chain}
	return func(class uint8, drawn string) string { return p.ink(of[class], drawn) }
}

// inkBox colours a row of a box: the subject of what can be worked on is strong, below it the sign of its state has the
// state's colour.
func (p *graphData) inkBox(i int32, row int, text safetext.Text) string {
	drawn := text.String()
	_, sign := p.state(i)
	switch {
	case row == 0 && (sign == p.glyphs.Ready || sign == p.glyphs.Running):
		return p.ink(style.SubjectStrong, drawn)
	case row == 1:
		return p.inkSigns(drawn)
	}
	return drawn
}

// inkSigns colours the signs of states in a line that is laid out.
func (p *graphData) inkSigns(line string) string {
	if p.sheet == nil {
		return line
	}
	g := p.glyphs
	signs := []struct {
		glyph string
		st    style.Style
	}{
		{g.Ready, style.Ready}, {g.Running, style.Running}, {g.Blocked, style.Blocked}, {g.Done, style.Done},
		{g.Missing, style.Danger}, {g.Loop, style.Danger}, {g.Problem, style.Danger},
	}
	for _, s := range signs {
		line = strings.ReplaceAll(line, " "+s.glyph+" ", " "+p.ink(s.st, s.glyph)+" ")
	}
	return line
}
