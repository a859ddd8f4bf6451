package cli

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// The picture as SVG is laid out in cells, as on the screen. A cell is as wide as a character of most monospaced fonts of 14 pixels, and a
// text is given the width that it has in cells, so that another font does not leave its box.
const (
	svgCellW, svgCellH = 8.4, 20
	svgTitle           = 28 // cells of a row of a title at most
	svgRows            = 3  // of a title
	svgTop             = 2  // rows above the boxes, for the titles of the waves
)

// svg prints the picture as a standalone SVG, in colours for light and dark screens.
func (p *graphData) svg() {
	titles := make([][]safetext.Text, p.net.Len())
	fit := &graph.Fit{
		Room: 1 << 20, Least: 12, Whole: true,
		Width: func(i int32) int {
			w := max(p.svgNote(i).Width()+2, p.svgLacks(i).Width())
			for _, line := range titles[i] {
				w = max(w, line.Width())
			}
			return w + 4
		},
		Rows: func(i int32) int { return max(len(titles[i]), 1) + 1 },
	}
	for i := range int32(p.net.Len()) {
		if titles[i] = p.subject(i).Wrap(svgTitle); len(titles[i]) > svgRows {
			rest := safetext.Join(safetext.Const(" "), titles[i][svgRows-1:]...)
			titles[i] = append(titles[i][:svgRows-1], p.clip(rest, svgTitle))
		}
	}
	l := p.net.Layout(graph.Options{Finished: p.all, Unlinked: p.all, Redundant: p.redundant, TextRows: svgRows + 1, Fit: fit})
	w, h := float64(l.W)*svgCellW, (l.H+svgTop+1)*svgCellH
	p.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" viewBox=\"0 0 %.0f %d\" font-family=\"ui-monospace, monospace\" font-size=\"14\">\n", w, h, w, h)
	p.add("<title>Dependencies</title>\n<style>\nrect, path { fill: none; stroke-width: 1.3 } .chain { stroke-width: 2.6 } .dashed { stroke-dasharray: 4 3 }\n%s</style>\n", style.SVG())
	for k := range l.Columns {
		if c := &l.Columns[k]; c.Count > 0 {
			p.svgText("head", c.X+1, -svgTop, safetext.Line(svgWave(c)))
		}
	}
	for i := range l.Lines {
		p.svgLine(&l.Lines[i])
	}
	for i := range l.Boxes {
		p.svgBox(&l.Boxes[i], titles[l.Boxes[i].Node])
	}
	p.add("</svg>\n")
}

// svgWave returns the title of a wave.
func svgWave(c *graph.Column) string {
	switch {
	case c.Stuck:
		return "STUCK"
	case c.Wave == 0:
		return "DONE"
	case c.Wave == 1:
		return "NOW"
	}
	return fmt.Sprint("WAVE ", c.Wave)
}

// svgBox draws a task, and the ids that it waits for and no file has.
func (p *graphData) svgBox(box *graph.Box, title []safetext.Text) {
	i := box.Node
	class := ""
	if _, on := p.chain[i]; on {
		class = "chain"
	}
	if p.net.Loop(i) >= 0 || p.net.HasSelfLink(i) {
		class = "loop"
	}
	p.add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"5\"/>\n", class, svgX(box.X), svgY(box.Y), float64(box.W-1)*svgCellW, (box.H-1)*svgCellH)
	x, y := box.X+2, box.Y+1
	for _, line := range title {
		p.svgText("", x, y, line)
		y++
	}
	_, symbol := p.state(i)
	p.svgText(p.svgState(i), x, y, safetext.Line(symbol))
	p.svgText("note", x+2, y, p.svgNote(i))
	p.svgText("missing", x, y+1, p.svgLacks(i))
}

// svgLacks returns which ids a task waits for that no file has.
func (p *graphData) svgLacks(i int32) safetext.Text {
	var ids []safetext.Text
	for _, e := range p.net.In(i) {
		if from := p.net.Edges()[e].From; p.isMissing(from) && (p.all || p.net.LiveEdge(e)) {
			ids = append(ids, p.id(from))
		}
	}
	if len(ids) == 0 {
		return safetext.Text{}
	}
	return p.clip(safetext.Const("waits for ").Append(safetext.Join(safetext.Const(" "), ids...)), svgTitle)
}

// svgNote returns what stands below a title: the id, who has the task, and how many wait behind it.
func (p *graphData) svgNote(i int32) safetext.Text {
	if p.isMissing(i) {
		return safetext.Text{}
	}
	note := p.id(i)
	if t := p.task(i); t != nil && t.Owner != "" {
		note = safetext.Join(safetext.Const(" "), note, safetext.Short(t.Owner))
	}
	if n := p.net.Behind(i); n > 0 {
		note = safetext.Join(safetext.Const(" "), note, safetext.Line(p.glyphs.Behind).Append(safetext.Number(n)))
	}
	return note
}

// svgState returns the class of the symbol of a state.
func (p *graphData) svgState(i int32) string {
	word, _ := p.state(i)
	return cmp.Or(map[string]string{"ready": "ready", "running": "running", "completed": "note", "blocked": "blocked"}[word], "problem")
}

// svgLine draws a link from the edge of one box to that of the other.
func (p *graphData) svgLine(line *graph.Line) {
	of := p.net.Edges()[line.Edge]
	var class []string
	switch {
	case p.isOnLoop(of):
		class = append(class, "loop")
	case p.isOnChain(of):
		class = append(class, "chain")
	}
	if of.OneSided || p.net.Redundant(line.Edge) {
		class = append(class, "dashed")
	}
	var d []byte
	first, last := line.Points[0], line.Points[len(line.Points)-1]
	d = fmt.Appendf(d, "M%.1f %.1f", svgX(first.X-1), svgY(first.Y))
	for _, q := range line.Points[1:] {
		d = fmt.Appendf(d, " %.1f %.1f", svgX(q.X), svgY(q.Y))
	}
	x, y := svgX(last.X+1), svgY(last.Y)
	d = fmt.Appendf(d, " %.1f %.1fM%.1f %.1f %.1f %.1f %.1f %.1f", x, y, x-6, y-4, x, y, x-6, y+4) // a line enters its box from the left
	p.add("<path class=\"%s\" d=\"%s\" stroke-linejoin=\"round\"/>\n", strings.Join(class, " "), d)
}

// svgX and svgY return the middle of a cell of the layout in pixels.
func svgX(x int) float64 { return (float64(x) + 0.5) * svgCellW }
func svgY(y int) float64 { return (float64(y+svgTop) + 0.5) * svgCellH }

// svgText writes a text whose first character stands in a cell.
func (p *graphData) svgText(class string, x, y int, t safetext.Text) {
	if t.Width() > 0 {
		p.add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
			class, float64(x)*svgCellW, svgY(y)+5, float64(t.Width())*svgCellW, svgQuote(t.String()))
	}
}

// svgQuote makes text stand for itself in XML.
func svgQuote(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
