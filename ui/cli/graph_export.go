package cli

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/workspace"
)

// label returns what stands in a node of another program's drawing.
func (p *graphData) label(i int32) (state, id, subject string) {
	_, symbol := p.state(i)
	if p.isMissing(i) {
		return symbol, p.id(i).String(), "missing"
	}
	return symbol, p.id(i).String(), p.subject(i).String()
}

// mermaid prints a Mermaid flowchart. The longest chain is thick, return lines and links that only one file knows are
// dotted, and so are redundant ones where they are wanted.
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
			p.add("  classDef %s %s\n  class %s %s\n", class.name, class.look, strings.Join(class.nodes, ","), class.name)
		}
	}
}

// quoteMermaid makes text stand for itself between quotes: Mermaid reads some signs there as its own, as HTML or as
// Markdown, and has numbers for all of them.
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

// dot prints a Graphviz graph, in the same looks.
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

// quoteDot makes a quoted string of lines.
func quoteDot(lines ...string) string {
	for i := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(safetext.Line(lines[i]).String())
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// The JSON form is described in the manual; its names stay.
type (
	jsonGraph struct {
		Version   int           `json:"version"`
		Dir       string        `json:"dir"`
		Dialect   string        `json:"dialect"`
		Waves     int           `json:"waves"`
		Nodes     iter.Seq[any] `json:"nodes"`
		Edges     iter.Seq[any] `json:"edges"`
		Chain     []string      `json:"chain"`
		Loops     [][]string    `json:"loops"`
		StartHere []string      `json:"startHere"`
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

// graphVersion grows when a name of the JSON form changes its meaning or goes; new names leave it.
const graphVersion = 1

// Descriptions are given where they are small: of more tasks, and longer ones, whoever wants them reads the files.
const (
	maxDescribed   = 2_000 // tasks
	maxDescription = 1_000 // bytes
)

// readDescriptions reads the descriptions that are given.
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

// writeJSON writes the whole graph, folded and redundant parts too. A task's key is the name of its file; that of a
// missing one ends with a question mark.
func (p *graphData) writeJSON(out io.Writer, descriptions map[tasks.Key]string) error {
	loops := [][]string{}
	for _, loop := range p.loops {
		loops = append(loops, p.keyNames(loop))
	}
	return writeJSON(out, jsonGraph{
		Version: graphVersion, Dir: p.dir, Dialect: p.traits.Dialect, Waves: p.net.Waves(), Edges: p.jsonEdges,
		Chain: p.keyNames(p.net.Chain()), Loops: loops, StartHere: p.keyNames(p.net.StartHere(p.net.Len())),
		Nodes: func(yield func(any) bool) {
			for _, i := range p.byWave() {
				if !yield(p.jsonNode(i, descriptions)) {
					return
				}
			}
		},
	})
}

func (p *graphData) jsonEdges(yield func(any) bool) {
	for e, of := range p.net.Edges() {
		if !yield(jsonEdge{
			From: p.net.Node(of.From).Name, To: p.net.Node(of.To).Name, Open: of.Open, OneSided: of.OneSided,
			Redundant: p.net.Redundant(int32(e)), Back: p.net.Back(int32(e)),
		}) {
			return
		}
	}
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
