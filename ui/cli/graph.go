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
	"sideboard/ui/verbs"
)

// The forms a graph is printed in.
var graphFormats = []string{"text", "svg", "mermaid", "dot", "json"}

// minWidth is the smallest width a tree can be printed in.
const minWidth = 40

// graphRun is one run of the graph command.
type graphRun struct {
	program   Program
	flags     *flags
	list      string
	format    string
	json      bool
	width     int // 0 when it was not said
	all       bool
	redundant bool
}

// graphCommand prints who waits for whom.
func graphCommand(p Program, f *flags) *cobra.Command {
	x := graphRun{program: p, flags: f}
	cmd := &cobra.Command{
		Use:   "graph [DIR]",
		Short: "Print who waits for whom",
		Long: `graph prints the dependencies of a task directory: a tree of the work that is left, in which each task hangs from the last
of those it waits for, the longest chain, the tasks to start with, loops, links to tasks that are missing, and links that
only one file knows.

Finished tasks and tasks without links are folded; --all prints them. --redundant has svg, mermaid and dot draw links that
a longer way says already.

svg is the picture, for a page that is read on light or dark screens; mermaid and dot are for other programs that draw; json
holds everything, for programs that ask.`,
		Example: `  sideboard graph                        the tasks of this project
  sideboard graph --width 100 > plan.txt
  sideboard graph --format mermaid       for a page that draws it
  sideboard graph --json                 for programs`,
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
		RunE: func(cmd *cobra.Command, args []string) error {
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
			return failedToRead(x.run(ctx, cmd.OutOrStdout(), strings.Join(args, "")))
		},
	}
	cmd.Flags().StringVar(&x.format, "format", graphFormats[0], strings.Join(graphFormats, ", "))
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON, for programs, as --format json does")
	cmd.Flags().IntVar(&x.width, "width", 0, "how wide a line may be (default the terminal's width; as wide as needed in a file)")
	cmd.Flags().BoolVar(&x.all, "all", false, "finished tasks and tasks without links too")
	cmd.Flags().BoolVar(&x.redundant, "redundant", false, "links that a longer way says already too, in svg, mermaid and dot")
	placeFlags(cmd, p, f, &x.list, "to print")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(graphFormats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// run reads the directory and prints it.
func (x graphRun) run(ctx context.Context, out io.Writer, arg string) error {
	draw := map[string]func(*graphData){
		"text": (*graphData).text, "svg": (*graphData).svg, "mermaid": (*graphData).mermaid, "dot": (*graphData).dot,
	}[x.format]
	if draw == nil && x.format != "json" {
		return usageError(fmt.Errorf("--format %s: choose one of %s", x.format, strings.Join(graphFormats, ", ")))
	}
	b, err := boardOptions(x.program, *x.flags, arg)
	if err != nil {
		return err
	}
	b.Finder.List = x.list
	b.Finder.Options.ReadOnly = true
	d, err := b.Finder.Open()
	if err != nil {
		return err
	}
	defer d.Close()
	read, err := verbs.Load(ctx, d)
	if err != nil {
		return err
	}
	w := newPaper(out, x.program, x.flags, time.Now())
	w.glyphs, w.width = style.GlyphSet(b.ASCII), cmp.Or(x.width, w.width)
	p := newGraphData(w, read, d.Place().Dir, d.Traits(""))
	p.all, p.redundant = x.all, x.redundant
	if x.format == "json" {
		return p.writeJSON(out, readDescriptions(d, p.net.Keys))
	}
	draw(p)
	_, err = io.WriteString(out, p.String())
	return err
}

// graphData is the dependency graph of a directory with all that printing it needs.
type graphData struct {
	*paper
	dir    string
	traits *tasks.Traits
	board  *cards.Board
	net    *cards.DepGraph

	all, redundant bool

	chain     map[int32]int     // the place of a node in the longest chain, from 0
	loops     [][]int32         // each node waits for the one before it
	loopEdges map[[2]int32]bool // the links of those loops
}

// newGraphData returns the graph of a board, to be printed on w.
func newGraphData(w *paper, b *cards.Board, dir string, by *tasks.Traits) *graphData {
	p := &graphData{paper: w, dir: dir, traits: by, board: b, net: b.DepGraph(), chain: map[int32]int{}, loopEdges: map[[2]int32]bool{}}
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

// isDrawn reports whether a task has a place in the drawings, and an edge a line.
func (p *graphData) isDrawn(i int32) bool {
	return p.all || p.net.Live(i) && p.net.Graph.Linked(i)
}

func (p *graphData) isEdgeDrawn(e int32) bool {
	of := p.net.Edges()[e]
	if !p.isDrawn(of.From) || !p.isDrawn(of.To) {
		return false
	}
	return (p.all || p.net.LiveEdge(e)) && (p.redundant || !p.net.Redundant(e))
}

// byWave returns all nodes by their waves and names.
func (p *graphData) byWave() []int32 {
	all := make([]int32, p.net.Len())
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortFunc(all, func(x, y int32) int { return cmp.Or(p.net.Wave(x)-p.net.Wave(y), p.net.Rank(x)-p.net.Rank(y)) })
	return all
}

// isOnChain reports whether an edge is a step of the longest chain.
func (p *graphData) isOnChain(e graph.Edge) bool {
	from, a := p.chain[e.From]
	to, b := p.chain[e.To]
	return a && b && to == from+1
}

// isOnLoop reports whether an edge is one of a loop that is spelled out.
func (p *graphData) isOnLoop(e graph.Edge) bool { return p.loopEdges[[2]int32{e.From, e.To}] }

func (p *graphData) isMissing(i int32) bool { return p.net.Node(i).State == graph.Missing }

func (p *graphData) task(i int32) *tasks.Task { return p.board.Task(p.net.Keys[i]) }

// id returns what a task is called for short.
func (p *graphData) id(i int32) safetext.Text {
	if p.isMissing(i) {
		return safetext.Short(p.net.IDs[i].Text)
	}
	return safetext.Short(p.board.ShortID(p.net.Keys[i]))
}

// subject returns what a task is about; of what is missing or broken, what is known of it.
func (p *graphData) subject(i int32) safetext.Text {
	if p.isMissing(i) {
		return p.id(i)
	}
	if t := p.task(i); t != nil {
		return safetext.Subject(t.Subject)
	}
	return safetext.Short(p.net.Keys[i].Name)
}

// idAndSubject returns a task's id and subject, the subject in at most room cells where room is given.
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

// state returns the state of a task, in a word and as a symbol.
func (p *graphData) state(i int32) (word, symbol string) {
	if p.isMissing(i) {
		return "missing", p.glyphs.Missing
	}
	s := p.board.State(p.net.Keys[i])
	symbol = cmp.Or(map[cards.State]string{
		cards.Ready: p.glyphs.Ready, cards.Running: p.glyphs.Running, cards.Done: p.glyphs.Done, cards.Missing: p.glyphs.Missing,
		cards.Waiting: p.glyphs.Blocked, cards.Stuck: p.glyphs.Blocked,
	}[s], p.glyphs.Problem)
	return s.String(), symbol
}
