package cli

import (
	"fmt"
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"strings"
)

// writeTimeline prints the graph as a line for each task, below all it waits for, with lanes for the links: what remains
// readable at any size.
func (w *graphPrinter) writeTimeline() {
	w.writeBlank()
	log := w.net.Timeline(w.all)
	lanes := 0
	for k := range log.Len() {
		lanes = max(lanes, len(log.Row(k).Cells))
	}
	for k := range log.Len() {
		r := log.Row(k)
		var s strings.Builder
		for _, c := range r.Cells {
			if c.Text {
				_, symbol := w.state(r.Node)
				s.WriteString(symbol)
			} else {
				s.WriteRune(c.Rune(w.glyphs.ASCII))
			}
		}
		s.WriteString(strings.Repeat(" ", lanes-len(r.Cells)+1))
		t := w.idAndSubject(r.Node, 0)
		if n := w.net.Behind(r.Node); n > 0 {
			t = t.Append(safetext.Line(fmt.Sprint(" ", w.glyphs.Behind, n)))
		}
		said := w.linksInWords(log, r.Node)
		if w.width > 0 {
			t = w.clip(t, max(w.width-lanes-1-said.Width(), subjectWidth))
			w.writeLine(s.String() + t.String() + w.clip(said, w.width-lanes-1-t.Width()).String())
			continue
		}
		t = t.Append(said)
		w.writeLine(s.String() + t.String())
	}
}

// linksInWords returns of a task's links for which there is no lane what they lead to: at both of their ends.
func (w *graphPrinter) linksInWords(log *graph.Timeline, i int32) safetext.Text {
	in, out := log.Counted(i)
	name := func(word string, edges []int32, other func(graph.Edge) int32) safetext.Text {
		if len(edges) == 0 {
			return safetext.Text{}
		}
		t := safetext.Line("  " + word)
		for k, e := range edges {
			if k == maxNamed && len(edges) > maxNamed+1 {
				return t.Append(safetext.Line(fmt.Sprint(" and ", len(edges)-k, " more")))
			}
			t = t.Append(safetext.Const(" "), w.id(other(w.net.Edges()[e])))
		}
		return t
	}
	return name("waits for", in, func(e graph.Edge) int32 { return e.From }).
		Append(name("unblocks", out, func(e graph.Edge) int32 { return e.To }))
}

// maxNamed is how many links of a task are said in words.
const maxNamed = 5
