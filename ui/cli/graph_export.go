package cli

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// label returns the text of a node for other programs, in three parts: the symbol of its state, its short id and its
// subject.
func (p *graphData) label(i int32) (state, id, subject string) {
	_, symbol := p.state(i)
	if p.isMissing(i) {
		return symbol, p.id(i).String(), "missing"
	}
	return symbol, p.id(i).String(), p.subject(i).String()
}

// mermaid prints a Mermaid flowchart. The longest chain is thick; links that close a loop, one-sided and redundant
// links are dotted.
func (p *graphData) mermaid() {
	p.add("flowchart LR\n")
	var loops, missing []string
	for _, i := range p.byWave() {
		if !p.isDrawn(i) {
			continue
		}
		state, id, subject := p.label(i)
		p.add("  n%d[\"%s\"]\n", p.net.Rank(i), quoteMermaid(state+" "+id+" "+subject))
		switch {
		case p.isMissing(i):
			missing = append(missing, fmt.Sprint("n", p.net.Rank(i)))
		case p.net.Loop(i) >= 0 || p.net.HasSelfLink(i):
			loops = append(loops, fmt.Sprint("n", p.net.Rank(i)))
		}
		if p.net.HasSelfLink(i) {
			p.add("  n%[1]d -.-> n%[1]d\n", p.net.Rank(i))
		}
	}
	for e, of := range p.net.Edges() {
		if !p.isEdgeDrawn(int32(e)) {
			continue
		}
		arrow := "-->"
		switch {
		case p.isOnChain(of):
			arrow = "==>"
		case p.net.Back(int32(e)), of.OneSided, p.net.Redundant(int32(e)):
			arrow = "-.->"
		}
		p.add("  n%d %s n%d\n", p.net.Rank(of.From), arrow, p.net.Rank(of.To))
	}
	for _, class := range []struct {
		name, look string
		nodes      []string
	}{{"loop", "stroke:red,stroke-width:3px", loops}, {"missing", "stroke-dasharray:4", missing}} {
		if len(class.nodes) > 0 {
			p.add("  classDef %s %s\n  class %s %s\n", class.name, class.look, strings.Join(class.nodes, ","),
				class.name)
		}
	}
}

// quoteMermaid escapes what Mermaid reads in quotes as HTML, Markdown or its own syntax.
func quoteMermaid(s string) string {
	var b strings.Builder
	for _, c := range s {
		if strings.ContainsRune("\"#&<>`*_~[](){}|\\;%$@:/", c) {
			b.WriteString("#" + strconv.Itoa(int(c)) + ";")
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// dot prints a Graphviz graph with the same nodes and links as mermaid: the longest chain is thick, loops are red.
func (p *graphData) dot() {
	p.add("digraph sideboard {\n  rankdir=LR\n  node [shape=box style=rounded]\n")
	for _, i := range p.byWave() {
		if !p.isDrawn(i) {
			continue
		}
		state, id, subject := p.label(i)
		var look string
		switch {
		case p.isMissing(i):
			look = " style=dashed"
		case p.net.Loop(i) >= 0 || p.net.HasSelfLink(i):
			look = " color=red peripheries=2"
		case p.net.Node(i).State == graph.Finished:
			look = " fontcolor=gray"
		}
		p.add("  n%d [label=%s%s]\n", p.net.Rank(i), quoteDot(subject, state+" "+id), look)
		if p.net.HasSelfLink(i) {
			p.add("  n%[1]d -> n%[1]d [color=red]\n", p.net.Rank(i))
		}
	}
	for e, of := range p.net.Edges() {
		if !p.isEdgeDrawn(int32(e)) {
			continue
		}
		var looks []string
		switch {
		case p.isOnChain(of):
			looks = append(looks, "penwidth=3")
		case p.net.Redundant(int32(e)), of.OneSided:
			looks = append(looks, "style=dashed")
		}
		if p.isOnLoop(of) {
			looks = append(looks, "color=red")
		}
		if p.net.Back(int32(e)) {
			looks = append(looks, "constraint=false")
		}
		p.add("  n%d -> n%d", p.net.Rank(of.From), p.net.Rank(of.To))
		if len(looks) > 0 {
			p.add(" [%s]", strings.Join(looks, " "))
		}
		p.add("\n")
	}
	p.add("}\n")
}

// quoteDot returns lines as a quoted string.
func quoteDot(lines ...string) string {
	for i := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(safetext.Line(lines[i]).String())
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// The JSON is described in the manual; its names stay.
type (
	jsonGraph struct {
		Version   int        `json:"version"`
		Dir       string     `json:"dir"`
		Dialect   string     `json:"dialect"`
		Waves     int        `json:"waves"`
		Nodes     []jsonNode `json:"nodes"`
		Edges     []jsonEdge `json:"edges"`
		Chain     []string   `json:"chain"`
		Loops     [][]string `json:"loops"`
		StartHere []string   `json:"startHere"`
	}
	jsonNode struct {
		Key     string `json:"key"`
		ID      string `json:"id"`
		Subject string `json:"subject"`
		Status  string `json:"status"`
		State   string `json:"state"`
		Wave    int    `json:"wave"`
		Behind  int    `json:"behind"`
		Chain   bool   `json:"chain"`
		Loop    *int   `json:"loop"`
		Self    bool   `json:"self"`
		Stuck   bool   `json:"stuck"`

		Owner       string     `json:"owner"`
		WaitsFor    []string   `json:"waitsFor"`
		Since       *time.Time `json:"since"`
		AgeSeconds  *int64     `json:"ageSeconds"`
		AtLeast     bool       `json:"atLeast"`
		Description *string    `json:"description"`
	}
	jsonEdge struct {
		From      string `json:"from"`
		To        string `json:"to"`
		Open      bool   `json:"open"`
		OneSided  bool   `json:"oneSided"`
		Redundant bool   `json:"redundant"`
		Back      bool   `json:"back"`
	}
)

// graphVersion grows when a name of the JSON changes its meaning or goes, not when one is added.
const graphVersion = 1

// Limits of descriptions in the JSON: programs can read more from the files.
const (
	maxDescribed   = 2_000 // tasks
	maxDescription = 1_000 // bytes
)

// readDescriptions reads the descriptions within the limits: none of a larger directory, and no longer text. A file
// that cannot be read has none.
func readDescriptions(d *workspace.Workspace, keys []tasks.Key) map[tasks.Key]string {
	all := map[tasks.Key]string{}
	if len(keys) > maxDescribed {
		return all
	}
	for _, k := range keys {
		doc, err := d.Read(k)
		if err == nil && doc.Task != nil && len(doc.Description) <= maxDescription {
			all[k] = doc.Description
		}
	}
	return all
}

// writeJSON writes the whole graph, regardless of --all and --redundant. The key of a task is its file name; that of a
// missing one ends with a question mark.
func (p *graphData) writeJSON(out io.Writer, descriptions map[tasks.Key]string) error {
	g := jsonGraph{
		Version: graphVersion, Dir: p.dir, Dialect: p.traits.Dialect, Waves: p.net.Waves(), Nodes: []jsonNode{},
		Edges: []jsonEdge{},
		Chain: p.keyNames(p.net.Chain()), Loops: [][]string{}, StartHere: p.keyNames(p.net.StartHere(p.net.Len())),
	}
	for _, i := range p.byWave() {
		g.Nodes = append(g.Nodes, p.jsonNode(i, descriptions))
	}
	for e, of := range p.net.Edges() {
		g.Edges = append(g.Edges, jsonEdge{
			From: p.net.Node(of.From).Name, To: p.net.Node(of.To).Name, Open: of.Open, OneSided: of.OneSided,
			Redundant: p.net.Redundant(int32(e)), Back: p.net.Back(int32(e)),
		})
	}
	for _, loop := range p.loops {
		g.Loops = append(g.Loops, p.keyNames(loop))
	}
	return writeJSON(out, g)
}

func (p *graphData) jsonNode(i int32, descriptions map[tasks.Key]string) jsonNode {
	n := jsonNode{
		Key: p.net.Node(i).Name, ID: p.net.IDs[i].Text, Wave: p.net.Wave(i), Behind: p.net.Behind(i),
		Self: p.net.HasSelfLink(i), Stuck: p.net.Stuck(i), WaitsFor: []string{},
	}
	n.State, _ = p.state(i)
	_, n.Chain = p.chain[i]
	if k := p.net.Loop(i); k >= 0 {
		n.Loop = &k
	}
	if t := p.task(i); t != nil {
		n.Subject, n.Status, n.Owner = t.Subject, t.Status.String(), t.Owner
		for _, id := range t.WaitsFor {
			n.WaitsFor = append(n.WaitsFor, id.Text)
		}
		if since, exact := p.board.Since(p.net.Keys[i]); !since.IsZero() {
			since = since.UTC()
			n.Since, n.AgeSeconds, n.AtLeast = &since, new(secondsSince(p.now, since)), !exact
		}
		if text, ok := descriptions[p.net.Keys[i]]; ok {
			n.Description = &text
		}
		if t.Status == tasks.Foreign {
			n.Status = t.StatusText
		}
	}
	return n
}

func (p *graphData) keyNames(nodes []int32) []string {
	keys := []string{}
	for _, i := range nodes {
		keys = append(keys, p.net.Node(i).Name)
	}
	return keys
}

// The SVG is laid out in cells, as on the screen. A cell is as wide as a character of most monospaced fonts of 14
// pixels. Each text has a fixed width, so that it stays in its box in any font.
const (
	svgCellW, svgCellH = 8.4, 20
	svgTitle           = 28 // cells of a row of a title at most
	svgRows            = 3  // of a title
	svgTop             = 2  // rows above the boxes, for the titles of the waves
)

// svg prints the picture as a standalone SVG, for light and dark screens.
func (p *graphData) svg() {
	titles := make([][]safetext.Text, p.net.Len())
	const boxFrame = 4 // a line and a space at either side of the text
	fit := &graph.Fit{
		Room: 1 << 20, Least: 12, Whole: true, // a picture may be as wide as it gets
		Width: func(i int32) int {
			w := max(p.svgNote(i).Width()+2, p.svgMissing(i).Width())
			for _, line := range titles[i] {
				w = max(w, line.Width())
			}
			return w + boxFrame
		},
		Rows: func(i int32) int { return max(len(titles[i]), 1) + 1 },
	}
	for i := range int32(p.net.Len()) {
		if titles[i] = p.subject(i).Wrap(svgTitle); len(titles[i]) > svgRows {
			rest := safetext.Join(safetext.Const(" "), titles[i][svgRows-1:]...)
			titles[i] = append(titles[i][:svgRows-1], p.clip(rest, svgTitle))
		}
	}
	l := p.net.Layout(graph.Options{Finished: p.all, Unlinked: p.all, Redundant: p.redundant, TextRows: svgRows + 1,
		Fit: fit})
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
		return "Stuck"
	case c.Wave == 0:
		return "Done"
	}
	return fmt.Sprint("Step ", c.Wave)
}

// svgBox draws a task, and the missing ids it waits for.
func (p *graphData) svgBox(box *graph.Box, title []safetext.Text) {
	i := box.Node
	class := ""
	if _, on := p.chain[i]; on {
		class = "chain"
	}
	if p.net.Loop(i) >= 0 || p.net.HasSelfLink(i) {
		class = "loop"
	}
	p.add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"5\"/>\n", class, svgX(box.X),
		svgY(box.Y), float64(box.W-1)*svgCellW, (box.H-1)*svgCellH)
	x, y := box.X+2, box.Y+1
	for _, line := range title {
		p.svgText("", x, y, line)
		y++
	}
	_, symbol := p.state(i)
	p.svgText(p.svgState(i), x, y, safetext.Line(symbol))
	p.svgText("note", x+2, y, p.svgNote(i))
	p.svgText("missing", x, y+1, p.svgMissing(i))
}

// svgMissing returns the missing ids that a task waits for.
func (p *graphData) svgMissing(i int32) safetext.Text {
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

// svgNote returns the line below a title: the id, the owner, and how many tasks wait for it, directly or through
// others. A missing task has none.
func (p *graphData) svgNote(i int32) safetext.Text {
	if p.isMissing(i) {
		return safetext.Text{}
	}
	note := p.id(i)
	if t := p.task(i); t != nil && t.Owner != "" {
		note = safetext.Join(safetext.Const(" "), note, safetext.Short(t.Owner))
	}
	if n := p.net.Behind(i); n > 0 {
		note = safetext.Join(safetext.Const(" "), note, safetext.Const("blocks ").Append(safetext.Number(n)))
	}
	return note
}

// svgState returns the class of the symbol of a state.
func (p *graphData) svgState(i int32) string {
	word, _ := p.state(i)
	return cmp.Or(map[string]string{"ready": "ready", "running": "running", "completed": "note",
		"blocked": "blocked"}[word], "problem")
}

// svgLine draws a link between two boxes.
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
	d = fmt.Appendf(d, " %.1f %.1fM%.1f %.1f %.1f %.1f %.1f %.1f", x, y, x-6, y-4, x, y, x-6, y+4) // with an arrow head
	p.add("<path class=\"%s\" d=\"%s\" stroke-linejoin=\"round\"/>\n", strings.Join(class, " "), d)
}

// svgX and svgY return the middle of a cell of the layout in pixels.
func svgX(x int) float64 { return (float64(x) + 0.5) * svgCellW }
func svgY(y int) float64 { return (float64(y+svgTop) + 0.5) * svgCellH }

// svgText writes a text that begins in a cell.
func (p *graphData) svgText(class string, x, y int, t safetext.Text) {
	if t.Width() > 0 {
		p.add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
			class, float64(x)*svgCellW, svgY(y)+5, float64(t.Width())*svgCellW, svgQuote(t.String()))
	}
}

// svgQuote escapes text for XML.
func svgQuote(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
