package cli

import (
	"fmt"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

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
	default:
		w.writeTimeline()
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
	for _, l := range w.wrap(t) {
		w.writeLine(l.String())
	}
}

// wrap returns a text in lines of the width there is.
func (w *graphPrinter) wrap(t safetext.Text) []safetext.Text {
	if w.width == 0 {
		return []safetext.Text{t}
	}
	return t.Wrap(w.width)
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
			w.writeLine(w.inkSigns(indent + line.String()))
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
	c, stuck := w.board.Counts(), w.board.CountStuck()
	if c.Total == 0 {
		return safetext.Const("No tasks.")
	}
	parts := []string{plural(c.Total, "task")}
	for _, k := range []struct {
		n    int
		word string
	}{{c.Done, "completed"}, {c.Running, "in progress"}, {c.Ready, "ready"}, {c.Blocked - stuck, "blocked"}, {stuck, "stuck"}, {c.Unknown, "unknown"}, {c.Broken, "broken"}} {
		if k.n > 0 {
			parts = append(parts, fmt.Sprint(k.n, " ", k.word))
		}
	}
	return safetext.Line(strings.Join(parts, " "+w.glyphs.Dot+" "))
}

// subjectWidth is how many cells of a subject a list shows.
const subjectWidth = 32

// writeFolded writes what is not drawn: finished tasks by their number, those without links by name.
func (w *graphPrinter) writeFolded() {
	if w.all {
		return
	}
	done := 0
	var alone []int32
	for _, i := range w.byWave() {
		switch {
		case !w.net.Live(i):
			done++
		case !w.net.Graph.Linked(i):
			alone = append(alone, i)
		}
	}
	if done > 0 {
		w.writeBlank()
		w.writeWrapped(safetext.Line(fmt.Sprint(done, " done folded")))
	}
	if len(alone) == 0 {
		return
	}
	w.writeHeading(fmt.Sprint(len(alone), " without links"))
	var items []safetext.Text
	for _, i := range alone {
		items = append(items, w.nameWithState(i))
	}
	w.writeList("  ", "", addSpaces(items))
}

// addSpaces leaves two blanks between items.
func addSpaces(items []safetext.Text) []safetext.Text {
	for i := range items[:len(items)-1] {
		items[i] = items[i].Append(safetext.Spaces(2))
	}
	return items
}

// nameWithState returns a task with its state, its id and its subject.
func (w *graphPrinter) nameWithState(i int32) safetext.Text {
	_, symbol := w.state(i)
	t := safetext.Join(safetext.Const(" "), safetext.Line(symbol), w.idAndSubject(i, subjectWidth))
	if w.net.HasSelfLink(i) || w.net.Loop(i) >= 0 {
		t = t.Append(safetext.Line(" " + w.glyphs.Loop))
	}
	return t
}

func (w *graphPrinter) writeHeading(s string) {
	w.writeBlank()
	for _, l := range w.wrap(safetext.Line(s)) {
		w.writeLine(w.ink(style.Strong, l.String()))
	}
}

// writeLongestChain prints the longest chain.
func (w *graphPrinter) writeLongestChain() {
	chain := w.net.Chain()
	if len(chain) < 2 {
		return
	}
	w.writeHeading(fmt.Sprintf("Longest chain %s %d tasks", w.glyphs.Dot, len(chain)))
	var items []safetext.Text
	for _, i := range chain {
		items = append(items, w.nameWithState(i))
	}
	arrow := " ━▸ "
	if w.glyphs.ASCII {
		arrow = " => "
	}
	w.writeList("  ", arrow, items)
}

// maxStarts is how many tasks to start with are named.
const maxStarts = 5

// writeStartHere prints the tasks to start with, or to help with, the most waited for first.
func (w *graphPrinter) writeStartHere() {
	starts := w.net.StartNext(maxStarts)
	if len(starts) == 0 {
		return
	}
	w.writeHeading("Start here " + w.glyphs.Dot + " most work waiting behind it")
	wide := 0
	for _, i := range starts {
		wide = max(wide, w.nameWithState(i).Width())
	}
	for _, i := range starts {
		n := w.net.Behind(i)
		end := safetext.Line(fmt.Sprintf("  %s%d", w.glyphs.Behind, n))
		if n == 0 {
			end = safetext.Text{}
		}
		room := wide
		if w.width > 0 {
			room = min(room, w.width-2-end.Width())
		}
		line := w.clip(w.nameWithState(i), room).Pad(room).Append(end)
		if t := w.task(i); t != nil && t.Owner != "" && w.net.Node(i).State == graph.Running {
			line = line.Append(safetext.Spaces(2), safetext.Short(t.Owner))
		}
		if w.width > 0 {
			line = w.clip(line, w.width-2)
		}
		w.writeLine(w.inkSigns("  " + line.String()))
	}
}

// writeProblems prints what keeps work from ever being done: loops, missing tasks, links that only one file knows.
func (w *graphPrinter) writeProblems() {
	if len(w.loops) > 0 {
		w.writeHeading(plural(len(w.loops), "loop") + " " + w.glyphs.Dot + " each task waits for the one before it; unlink one")
		for _, loop := range w.loops {
			var words []string
			for _, i := range append(loop[:len(loop):len(loop)], loop[0]) {
				words = append(words, w.id(i).String())
			}
			w.writeItem(w.glyphs.Loop, strings.Join(words, " > "))
		}
	}
	var selves, missing, oneSided []string
	for _, i := range w.byWave() {
		if w.net.HasSelfLink(i) && w.net.Live(i) {
			selves = append(selves, fmt.Sprint(w.idAndSubject(i, subjectWidth), " waits for itself"))
		}
		if !w.isMissing(i) {
			continue
		}
		var ids []string
		for _, e := range w.net.Out(i) {
			ids = append(ids, w.id(w.net.Edges()[e].To).String())
		}
		verb := " waits for it"
		if len(ids) > 1 {
			verb = " wait for it"
		}
		missing = append(missing, fmt.Sprint(w.id(i), ": ", strings.Join(ids, ", "), verb))
	}
	for _, e := range w.net.Edges() {
		if e.OneSided {
			oneSided = append(oneSided, fmt.Sprint(w.idAndSubject(e.To, subjectWidth), " waits for ", w.idAndSubject(e.From, subjectWidth)))
		}
	}
	for _, t := range []struct {
		word, glyph string
		items       []string
	}{
		{"waits for itself", w.glyphs.Loop, selves},
		{"missing", w.glyphs.Missing, missing},
		{"one-sided " + w.glyphs.Dot + " only one of the two files has the link", w.glyphs.OneSided, oneSided},
	} {
		if len(t.items) == 0 {
			continue
		}
		if t.word == "waits for itself" {
			w.writeBlank()
		} else {
			w.writeHeading(fmt.Sprint(len(t.items), " ", t.word))
		}
		for _, item := range t.items {
			w.writeItem(t.glyph, item)
		}
	}
}

// writeItem prints a line of a list, with its mark in front; what is too long goes on below the text.
func (w *graphPrinter) writeItem(mark, text string) {
	t := safetext.Line(text)
	if w.width == 0 {
		w.writeLine("  " + mark + " " + t.String())
		return
	}
	for k, l := range t.Wrap(w.width - 4) {
		if k > 0 {
			mark = " "
		}
		w.writeLine("  " + mark + " " + l.String())
	}
}
