package cli

import (
	"context"
	"fmt"
	"io"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

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
	write := map[string]func(*graphData, io.Writer) error{
		"text": printed((*graphData).text), "svg": printed((*graphData).svg), "mermaid": printed((*graphData).mermaid), "dot": printed((*graphData).dot),
		"json": (*graphData).writeJSON,
	}[x.format]
	if write == nil {
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
	pic := newGraphData(read, d.Place().Dir, d.Traits(""), b.ASCII)
	pic.all, pic.redundant, pic.width = x.all, x.redundant, x.width
	if x.format == "json" {
		pic.descriptions = readDescriptions(d, pic.net.Keys)
	}
	if pic.width == 0 {
		pic.width = terminalWidth(out)
	}
	if x.format == "text" {
		pic.sheet = newPaper(out, x.program, x.flags, pic.now).sheet
	}
	return write(pic, out)
}

// printed returns what writes a form of the graph that is made as a whole.
func printed(form func(*graphData) string) func(*graphData, io.Writer) error {
	return func(p *graphData, out io.Writer) error {
		_, err := io.WriteString(out, form(p))
		return err
	}
}
