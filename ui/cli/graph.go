package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	cards "sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// The formats of a printed graph.
var graphFormats = []string{"text", "svg", "mermaid", "dot", "json"}

// minWidth is the minimum of --width.
const minWidth = 40

type graphRun struct {
	*taskRun
	format    string
	width     int // 0 for the default
	all       bool
	redundant bool
}

func graphCommand(p Program, f *flags) *cobra.Command {
	x := graphRun{}
	cmd := &cobra.Command{
		Use:   "graph [DIR]",
		Short: "Print the dependencies",
		Long: `graph prints the dependencies of a task directory: a tree of the open work, in which each task is below the last of those it
waits for, the longest chain, the tasks to start with, loops, links to missing tasks, and links that only one file has.

--format svg prints the picture for a page, light or dark; mermaid and dot are for programs that draw, json has everything.`,
		Example: `  sideboard graph                        the tasks of this project
  sideboard graph --width 100 > plan.txt
  sideboard graph --format mermaid       for a page that renders it
  sideboard graph --json                 for programs`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			if cmd.Flags().Changed("width") && x.width < minWidth {
				return usageError(fmt.Errorf("--width %d: choose %d or more", x.width, minWidth))
			}
			if x.json && cmd.Flags().Changed("format") && x.format != "json" {
				return usageError(fmt.Errorf("--json and --format %s: choose one", x.format))
			} else if x.json {
				x.format = "json"
			}
			return failedToRead(x.run(ctx, cmd.OutOrStdout()))
		},
	}
	x.taskRun = newDirRun(cmd, p, f, atMostOneDir)
	cmd.Flags().StringVar(&x.format, "format", graphFormats[0], strings.Join(graphFormats, ", "))
	cmd.Flags().IntVar(&x.width, "width", 0,
		"the maximum width of a line (default the terminal's width; no limit in a file)")
	cmd.Flags().BoolVar(&x.all, "all", false, "also print finished tasks and tasks without links")
	cmd.Flags().BoolVar(&x.redundant, "redundant", false,
		"also draw links that a longer way implies, in svg, mermaid and dot")
	_ = cmd.RegisterFlagCompletionFunc("format",
		cobra.FixedCompletions(graphFormats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// run reads the directory and prints it.
func (x graphRun) run(ctx context.Context, out io.Writer) error {
	draw := map[string]func(*graphData){
		"text": (*graphData).text, "svg": (*graphData).svg, "mermaid": (*graphData).mermaid, "dot": (*graphData).dot,
	}[x.format]
	if draw == nil && x.format != "json" {
		return usageError(fmt.Errorf("--format %s: choose one of %s", x.format, strings.Join(graphFormats, ", ")))
	}
	d, b, o, err := x.load(ctx, false)
	if err != nil {
		return err
	}
	defer d.Close()
	w := newPaper(out, x.program, x.flags, time.Now())
	w.glyphs, w.width = style.GlyphSet(o.ASCII), cmp.Or(x.width, w.width)
	p := newGraphData(w, b, d.Place().Dir, d.Traits(""))
	p.all, p.redundant = x.all, x.redundant
	if x.format == "json" {
		return p.writeJSON(out, readDescriptions(d, p.net.Keys))
	}
	draw(p)
	_, err = io.WriteString(out, p.String())
	return err
}

// graphData is the dependency graph of a directory, with what is needed to print it.
type graphData struct {
	*paper
	dir    string
	traits *tasks.Traits
	board  *cards.Board
	net    *cards.DepGraph

	all, redundant bool

	chain     map[int32]int     // the position of a node in the longest chain, from 0
	loops     [][]int32         // each node waits for the one before it
	loopEdges map[[2]int32]bool // the links of those loops
}

// newGraphData returns the graph of a board, to be printed on w.
func newGraphData(w *paper, b *cards.Board, dir string, by *tasks.Traits) *graphData {
	p := &graphData{paper: w, dir: dir, traits: by, board: b, net: b.DepGraph(), chain: map[int32]int{},
		loopEdges: map[[2]int32]bool{}}
	for at, i := range p.net.Chain() {
		p.chain[i] = at
	}
	p.loops = p.net.Loops()
	for _, loop := range p.loops {
		for at, i := range loop {
			p.loopEdges[[2]int32{loop[(at+len(loop)-1)%len(loop)], i}] = true
		}
	}
	return p
}

// isDrawn reports whether a task is drawn: without --all only one that has links and is unfinished, or still holds back
// another.
func (p *graphData) isDrawn(i int32) bool {
	return p.all || p.net.Live(i) && p.net.Graph.Linked(i)
}

// isEdgeDrawn reports whether a link is drawn. One that a longer way implies is left out, unless --redundant is given.
func (p *graphData) isEdgeDrawn(e int32) bool {
	of := p.net.Edges()[e]
	if !p.isDrawn(of.From) || !p.isDrawn(of.To) {
		return false
	}
	return (p.all || p.net.LiveEdge(e)) && (p.redundant || !p.net.Redundant(e))
}

// byWave returns all nodes by wave, within a wave by their order in the graph.
func (p *graphData) byWave() []int32 {
	all := make([]int32, p.net.Len())
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortFunc(all, func(x, y int32) int {
		return cmp.Or(p.net.Wave(x)-p.net.Wave(y), p.net.Rank(x)-p.net.Rank(y))
	})
	return all
}

// isOnChain reports whether an edge is a step of the longest chain.
func (p *graphData) isOnChain(e graph.Edge) bool {
	from, a := p.chain[e.From]
	to, b := p.chain[e.To]
	return a && b && to == from+1
}

// isOnLoop reports whether an edge is a step of a loop.
func (p *graphData) isOnLoop(e graph.Edge) bool { return p.loopEdges[[2]int32{e.From, e.To}] }

func (p *graphData) isMissing(i int32) bool { return p.net.Node(i).State == graph.Missing }

func (p *graphData) task(i int32) *tasks.Task { return p.board.Task(p.net.Keys[i]) }

// id returns the short id of a task.
func (p *graphData) id(i int32) safetext.Text {
	if p.isMissing(i) {
		return safetext.Short(p.net.IDs[i].Text)
	}
	return safetext.Short(p.board.ShortID(p.net.Keys[i]))
}

// subject returns the subject of a task, or the id or file name if it has none.
func (p *graphData) subject(i int32) safetext.Text {
	if p.isMissing(i) {
		return p.id(i)
	}
	if t := p.task(i); t != nil {
		return safetext.Subject(t.Subject)
	}
	return safetext.Short(p.net.Keys[i].Name)
}

// idAndSubject returns the id and subject of a task, the subject in at most room cells, 0 for no limit.
func (p *graphData) idAndSubject(i int32, room int) safetext.Text {
	if p.isMissing(i) {
		return p.id(i)
	}
	s := p.subject(i)
	if room > 0 {
		s = p.clip(s, room)
	}
	return safetext.Join(safetext.Const(" "), p.id(i), s)
}

func (p *graphData) clip(t safetext.Text, width int) safetext.Text {
	return t.Clip(width, safetext.Line(p.glyphs.Ellipsis))
}

// state returns the state of a task as a word and a symbol.
func (p *graphData) state(i int32) (word, symbol string) {
	if p.isMissing(i) {
		return "missing", p.glyphs.Missing
	}
	s := p.board.State(p.net.Keys[i])
	symbol = cmp.Or(map[cards.State]string{
		cards.Ready: p.glyphs.Ready, cards.Running: p.glyphs.Running, cards.Done: p.glyphs.Done,
		cards.Missing: p.glyphs.Missing,
		cards.Waiting: p.glyphs.Blocked, cards.Stuck: p.glyphs.Blocked,
	}[s], p.glyphs.Problem)
	return s.String(), symbol
}

// text prints the graph for people.
func (p *graphData) text() {
	p.wrapped(style.Plain, safetext.Short(p.dir+": "+p.traits.Title), p.width, 0)
	p.wrapped(style.Plain, p.counts(), p.width, 0)
	var alone, missing, selves []int32
	drawn, done := 0, 0
	for _, i := range p.byWave() {
		switch {
		case p.isDrawn(i):
			drawn++
		case !p.net.Live(i):
			done++
		case !p.net.Graph.Linked(i):
			alone = append(alone, i)
		}
		if p.isMissing(i) {
			missing = append(missing, i)
		}
		if p.net.HasSelfLink(i) && p.net.Live(i) {
			selves = append(selves, i)
		}
	}
	switch {
	case p.net.Len() == 0:
	case drawn == 0:
		p.WriteByte('\n')
		p.wrapped(style.Plain, safetext.Const("No task that is left waits for another."), p.width, 0)
	default:
		p.WriteByte('\n')
		p.writeTree()
	}
	if done > 0 {
		p.WriteByte('\n')
		p.wrapped(style.Plain, safetext.Line(fmt.Sprint(done, " done folded")), p.width, 0)
	}
	if len(alone) > 0 {
		title := "Not linked "
		if done > 0 { // some may have waited for tasks that are folded
			title = "No open links "
		}
		p.heading(fmt.Sprint(title, len(alone)))
		p.flow("  ", alone)
	}
	if chain := p.net.Chain(); len(chain) > 1 {
		p.heading(fmt.Sprintf("Longest chain %s %d tasks", p.glyphs.Dot, len(chain)))
		p.flow(map[bool]string{false: " ━▸ ", true: " => "}[p.glyphs.ASCII], chain)
	}
	p.writeStartHere()
	p.writeProblems(selves, missing)
}

// counts returns the number of tasks in each state.
func (p *graphData) counts() safetext.Text {
	c, stuck := p.board.Counts(), p.board.CountStuck()
	if c.Total == 0 {
		return safetext.Const("No tasks.")
	}
	parts := []string{plural(c.Total, "task")}
	for _, k := range []struct {
		n    int
		word string
	}{{c.Done, "completed"}, {c.Running, "in progress"}, {c.Ready, "ready"}, {c.Blocked - stuck, "blocked"},
		{stuck, "stuck"}, {c.Unknown, "unknown"}, {c.Broken, "broken"}} {
		if k.n > 0 {
			parts = append(parts, fmt.Sprint(k.n, " ", k.word))
		}
	}
	return safetext.Line(strings.Join(parts, " "+p.glyphs.Dot+" "))
}

// subjectWidth is the maximum width of a subject in a list.
const subjectWidth = 32

// writeTree prints a line for each task, below all it waits for. Tasks without links are listed elsewhere, unless --all
// is given.
func (p *graphData) writeTree() {
	tree := p.net.Tree(p.all, graph.TreeSteps)
	for k := range tree.Len() {
		r := tree.Row(k)
		if r.Alone && !p.all {
			break
		}
		if r.Alone && k > 0 && k == tree.Alone() {
			p.WriteByte('\n')
		}
		var s strings.Builder
		for _, c := range r.Cells {
			if c.Text {
				_, symbol := p.state(r.Node)
				s.WriteString(symbol)
			} else {
				s.WriteRune(c.Rune(p.glyphs.ASCII))
			}
		}
		t := p.idAndSubject(r.Node, 0)
		if n := p.net.Behind(r.Node); n > 0 {
			t = t.Append(safetext.Line(fmt.Sprint("  blocks ", n)))
		}
		also := p.linksInWords(&r)
		if lead := len(r.Cells) + 1; p.width > 0 {
			t = p.clip(t, max(p.width-lead-also.Width(), subjectWidth))
			also = p.clip(also, p.width-lead-t.Width())
		}
		p.trimmed(s.String() + " " + t.String() + also.String())
	}
}

// maxNamed limits the links that are named after a task.
const maxNamed = 5

// linksInWords returns what a task waits for besides its parent in the tree.
func (p *graphData) linksInWords(r *graph.TreeRow) (said safetext.Text) {
	for k, i := range r.Also {
		if k == 0 {
			said = said.Append(safetext.Const("  also after"))
		}
		if rest := len(r.Also) - k; k == maxNamed && rest > 1 {
			return said.Append(safetext.Line(fmt.Sprint(" and ", rest, " more")))
		}
		said = said.Append(safetext.Const(" "), p.id(i))
	}
	return said
}

// trimmed prints a line without the spaces at its end.
func (p *graphData) trimmed(line string) { p.WriteString(strings.TrimRight(line, " ") + "\n") }

// signed prints an indented line with coloured signs of states. It colours a line that is already laid out, because
// colours take no cells.
func (p *graphData) signed(t safetext.Text) {
	line := "  " + t.String()
	if p.sheet != nil {
		g := p.glyphs
		for _, s := range []struct {
			glyph string
			st    style.Style
		}{
			{g.Ready, style.Ready}, {g.Running, style.Running}, {g.Blocked, style.Blocked}, {g.Done, style.Done},
			{g.Missing, style.Danger}, {g.Loop, style.Danger}, {g.Problem, style.Danger},
		} {
			line = strings.ReplaceAll(line, " "+s.glyph+" ", " "+p.sheet.SGR(s.st, style.Flat)+s.glyph+style.Reset+" ")
		}
	}
	p.trimmed(line)
}

// heading prints the heading of a section.
func (p *graphData) heading(s string) {
	p.WriteByte('\n')
	p.wrapped(style.Strong, safetext.Line(s), p.width, 0)
}

// flow prints tasks one after another with a mark between them, in as few lines as possible.
func (p *graphData) flow(mark string, nodes []int32) {
	const roomy = 100                  // the width where lines have no limit: a list in one line is hard to read
	room := cmp.Or(p.width, roomy) - 2 // signed indents the line
	between, line := safetext.Line(mark), safetext.Text{}
	end := between.Width()
	if strings.TrimSpace(mark) == "" {
		end = 0 // trimmed removes it at the end of a line
	}
	for k, i := range nodes {
		item := p.clip(p.nameWithState(i), room-end)
		if k < len(nodes)-1 {
			item = item.Append(between)
		}
		if !line.Empty() && line.Width()+item.Width() > room {
			p.signed(line)
			line = safetext.Text{}
		}
		line = line.Append(item)
	}
	p.signed(line)
}

// nameWithState returns the state, id and subject of a task.
func (p *graphData) nameWithState(i int32) safetext.Text {
	_, symbol := p.state(i)
	t := safetext.Join(safetext.Const(" "), safetext.Line(symbol), p.idAndSubject(i, subjectWidth))
	if p.net.HasSelfLink(i) || p.net.Loop(i) >= 0 {
		t = t.Append(safetext.Line(" " + p.glyphs.Loop))
	}
	return t
}

// maxStarts limits the tasks to start with.
const maxStarts = 5

// writeStartHere prints the tasks to start, or to help with, first those that most work waits for.
func (p *graphData) writeStartHere() {
	starts := p.net.StartNext(maxStarts)
	if len(starts) == 0 {
		return
	}
	p.heading("Start here " + p.glyphs.Dot + " most work waiting behind it")
	wide := 0
	for _, i := range starts {
		wide = max(wide, p.nameWithState(i).Width())
	}
	for _, i := range starts {
		end := safetext.Text{}
		if n := p.net.Behind(i); n > 0 {
			end = safetext.Line(fmt.Sprint("  blocks ", n))
		}
		room := wide
		if p.width > 0 {
			room = min(room, p.width-2-end.Width())
		}
		line := p.clip(p.nameWithState(i), room).Pad(room).Append(end)
		if t := p.task(i); t != nil && t.Owner != "" && p.net.Node(i).State == graph.Running {
			line = line.Append(safetext.Spaces(2), safetext.Short(t.Owner))
		}
		if p.width > 0 {
			line = p.clip(line, p.width-2)
		}
		p.signed(line)
	}
}

// writeProblems prints loops, missing tasks and one-sided links.
func (p *graphData) writeProblems(selves, missing []int32) {
	if len(p.loops) > 0 {
		p.heading(plural(len(p.loops), "loop") + " " + p.glyphs.Dot +
			" each task waits for the one before it; unlink one")
	}
	for _, loop := range p.loops {
		var words []string
		for _, i := range append(loop[:len(loop):len(loop)], loop[0]) {
			words = append(words, p.id(i).String())
		}
		p.item(p.glyphs.Loop, strings.Join(words, " > "))
	}
	if len(selves) > 0 {
		p.WriteByte('\n')
	}
	for _, i := range selves {
		p.item(p.glyphs.Loop, fmt.Sprint(p.idAndSubject(i, subjectWidth), " waits for itself"))
	}
	if len(missing) > 0 {
		p.heading(fmt.Sprint(len(missing), " missing"))
	}
	for _, i := range missing {
		var ids []string
		for _, e := range p.net.Out(i) {
			ids = append(ids, p.id(p.net.Edges()[e].To).String())
		}
		p.item(p.glyphs.Missing, fmt.Sprint(p.id(i), ": ", strings.Join(ids, ", "),
			tasks.Plural(len(ids), " waits for it", " wait for it")))
	}
	var oneSided []graph.Edge
	for _, e := range p.net.Edges() {
		if e.OneSided {
			oneSided = append(oneSided, e)
		}
	}
	if len(oneSided) > 0 {
		p.heading(fmt.Sprint(len(oneSided), " one-sided ", p.glyphs.Dot, " only one of the two files has the link"))
	}
	for _, e := range oneSided {
		p.item(p.glyphs.OneSided, fmt.Sprint(p.idAndSubject(e.To, subjectWidth), " waits for ",
			p.idAndSubject(e.From, subjectWidth)))
	}
}

// item prints an item of a list after its mark; a long one wraps.
func (p *graphData) item(mark, text string) {
	p.WriteString("  " + mark + " ")
	p.wrapped(style.Plain, safetext.Line(text), max(p.width-4, 0), 4)
}
