package cli

import (
	"fmt"
	"strconv"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

// textBuilder is text in the making.
type textBuilder struct{ strings.Builder }

func (w *textBuilder) add(format string, args ...any) { w.WriteString(fmt.Sprintf(format, args...)) }

// label returns what stands in a node of another program's drawing.
func (p *graphData) label(i int32) (state, id, subject string) {
	_, symbol := p.state(i)
	if p.isMissing(i) {
		return symbol, p.id(i).String(), "missing"
	}
	return symbol, p.id(i).String(), p.subject(i).String()
}

// mermaid returns a Mermaid flowchart. The longest chain is thick, return lines and links that only one file knows are
// dotted, and so are redundant ones where they are wanted.
func (p *graphData) mermaid() string {
	var b textBuilder
	b.add("flowchart LR\n")
	var loops, missing []string
	for _, i := range p.byWave() {
		if !p.isDrawn(i) {
			continue
		}
		state, id, subject := p.label(i)
		b.add("  n%d[\"%s\"]\n", p.net.Rank(i), quoteMermaid(state+" "+id+" "+subject))
		switch {
		case p.isMissing(i):
			missing = append(missing, fmt.Sprint("n", p.net.Rank(i)))
		case p.net.Loop(i) >= 0 || p.net.HasSelfLink(i):
			loops = append(loops, fmt.Sprint("n", p.net.Rank(i)))
		}
		if p.net.HasSelfLink(i) {
			b.add("  n%[1]d -.-> n%[1]d\n", p.net.Rank(i))
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
		b.add("  n%d %s n%d\n", p.net.Rank(of.From), arrow, p.net.Rank(of.To))
	}
	for _, class := range []struct {
		name, look string
		nodes      []string
	}{{"loop", "stroke:red,stroke-width:3px", loops}, {"missing", "stroke-dasharray:4", missing}} {
		if len(class.nodes) > 0 {
			b.add("  classDef %s %s\n  class %s %s\n", class.name, class.look, strings.Join(class.nodes, ","), class.name)
		}
	}
	return b.String()
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

// dot returns a Graphviz graph, in the same looks.
func (p *graphData) dot() string {
	var b textBuilder
	b.add("digraph sideboard {\n  rankdir=LR\n  node [shape=box style=rounded]\n")
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
		b.add("  n%d [label=%s%s]\n", p.net.Rank(i), quoteDot(subject, state+" "+id), look)
		if p.net.HasSelfLink(i) {
			b.add("  n%[1]d -> n%[1]d [color=red]\n", p.net.Rank(i))
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
		b.add("  n%d -> n%d", p.net.Rank(of.From), p.net.Rank(of.To))
		if len(looks) > 0 {
			b.add(" [%s]", strings.Join(looks, " "))
		}
		b.add("\n")
	}
	b.add("}\n")
	return b.String()
}

// quoteDot makes a quoted string of lines.
func quoteDot(lines ...string) string {
	for i := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(safetext.Line(lines[i]).String())
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
