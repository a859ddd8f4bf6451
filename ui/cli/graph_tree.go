package cli

import (
	"fmt"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// writeTimeline prints the graph as a tree, a line for each task below all it waits for: what remains readable at any size. Of what hangs
// together only: what has no links is listed elsewhere, where not all is asked for.
func (w *graphPrinter) writeTimeline() {
	w.writeBlank()
	log := w.net.Timeline(w.all, graph.TimelineSteps)
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

// What is printed is laid out first and coloured last: a colour takes no cell, and nothing is measured behind it.

// ink returns what is printed in a style, as it is where there is no colour.
func (p *graphData) ink(st style.Style, drawn string) string {
	if p.sheet == nil || strings.TrimSpace(drawn) == "" {
		return drawn
	}
	words := strings.TrimRight(drawn, " ")
	return p.sheet.SGR(st, style.Flat) + words + style.Reset + drawn[len(words):]
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
