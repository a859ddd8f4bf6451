package cli

import (
	"fmt"
	"strings"

	"sideboard/ui/safetext"
)

// maxPictured is from how many drawn tasks on a picture helps nobody: then the graph is printed as a line for each.
const maxPictured = 400

// text prints the graph for people.
func (p *graphData) text() string {
	w := graphPrinter{graphData: p}
	w.writeWrapped(safetext.Short(p.dir + ": " + p.traits.Title))
	w.writeWrapped(w.counts())
	drawn := 0
	for i := range p.net.Len() {
		if p.isDrawn(int32(i)) {
			drawn++
		}
	}
	switch {
	case p.net.Len() == 0:
	case drawn == 0:
		w.writeBlank()
		w.writeWrapped(safetext.Const("No task that is left waits for another."))
	case drawn > maxPictured:
		w.writeTimeline()
	default:
		w.writePicture()
	}
	w.writeFolded()
	w.writeLongestChain()
	w.writeStartHere()
	w.writeProblems()
	return w.b.String()
}

// graphPrinter is a page that is printed from top to bottom.
type graphPrinter struct {
	*graphData
	b strings.Builder
}

func (w *graphPrinter) writeLine(s string) {
	w.b.WriteString(strings.TrimRight(s, " "))
	w.b.WriteByte('\n')
}

func (w *graphPrinter) writeBlank() { w.b.WriteByte('\n') }

// writeWrapped prints a text in as many lines as it needs.
func (w *graphPrinter) writeWrapped(t safetext.Text) {
	if w.width == 0 {
		w.writeLine(t.String())
		return
	}
	for _, l := range t.Wrap(w.width) {
		w.writeLine(l.String())
	}
}

// writeList prints items one after another, as many in a line as there is room for, with a mark between them.
func (w *graphPrinter) writeList(indent string, mark string, items []safetext.Text) {
	const roomy = 100
	width := w.width
	if width == 0 {
		width = roomy
	}
	line, used := safetext.Text{}, 0
	flush := func() {
		if used > 0 {
			w.writeLine(indent + line.String())
		}
		line, used = safetext.Text{}, 0
	}
	between := safetext.Line(mark)
	for k, item := range items {
		item = w.clip(item, width-len(indent)-between.Width())
		if k < len(items)-1 {
			item = item.Append(between)
		}
		if used > 0 && len(indent)+line.Width()+item.Width() > width {
			flush()
		}
		line = line.Append(item)
		used++
	}
	flush()
}

// counts returns how many tasks there are of each kind.
func (w *graphPrinter) counts() safetext.Text {
	c := w.board.Counts()
	if c.Total == 0 {
		return safetext.Const("No tasks.")
	}
	parts := []string{plural(c.Total, "task")}
	for _, k := range []struct {
		n    int
		word string
	}{{c.Done, "completed"}, {c.Running, "in progress"}, {c.Ready, "ready"}, {c.Blocked, "blocked"}, {c.Unknown, "unknown"}, {c.Broken, "broken"}} {
		if k.n > 0 {
			parts = append(parts, fmt.Sprint(k.n, " ", k.word))
		}
	}
	return safetext.Line(strings.Join(parts, " "+w.glyphs.Dot+" "))
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", one, "s")
}
