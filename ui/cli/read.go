package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

// listCommand prints tasks.
func listCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [FILTER...]",
		Short: "Print the tasks, all or those that match",
		Long: `list prints the tasks of a directory, a line each, in the order of the board. FILTER is what can be typed behind / on the
board: words of a subject, @owner (@me, @none), #id, is:ready, blocked, stuck, running, stalled, mine, done, failed, broken,
waits-for:ID, unblocks:ID or unblocks:@owner, changed<10m, list:NAME; - before any of them is not, after -- on a command line.`,
		Example: `  sideboard list                    all tasks of this project
  sideboard list is:ready @none     what anybody could start
  sideboard list unblocks:@ann      what ann's tasks wait for
  sideboard list -- -is:done        all that is not finished
  sideboard list parser --json      for programs`,
		ValidArgsFunction: completeFilter(p, f),
	}
	x := newTaskRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.read(cmd, func(_ context.Context, s *verbs.Session) (answer, error) {
			l, err := s.List(strings.Join(args, " "), f.Stalled)
			return list{l}, err
		})
	}
	return cmd
}

// list is tasks to print.
type list struct{ verbs.List }

func (l list) value() any  { return l.List }
func (l list) empty() bool { return l.Version == 0 }

func (l list) text(w *paper) {
	rows := make([][]cell, 0, len(l.Tasks))
	for _, t := range l.Tasks {
		rows = append(rows, w.row(t))
	}
	w.table(rows)
	count := plural(l.Total, "task")
	if len(l.Tasks) != l.Total {
		count = fmt.Sprint(len(l.Tasks), " of ", count)
	}
	w.line(style.Dim, fmt.Sprintf("%s: %d ready, %d blocked, %d running, %d completed", count, l.Ready, l.Blocked, l.Running, l.Done))
}

// showCommand prints one task.
func showCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Print everything about one task",
		Long: `show prints one task: how it stands, who has it, what it waits for, what waits for it, and its description. ID is its id,
or as much of its end or beginning as tells it apart, with or without #, or the name of its file.`,
		Example: `  sideboard show 4
  sideboard show task_1778000000_0042 --json`,
		Args:              oneID,
		ValidArgsFunction: completeIDs(p, f, anyTask),
	}
	x := newTaskRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.read(cmd, func(_ context.Context, s *verbs.Session) (answer, error) {
			d, err := s.Show(args[0])
			return detail{d}, err
		})
	}
	return cmd
}

// detail is one task to print.
type detail struct{ verbs.Detail }

func (d detail) value() any  { return d.Detail }
func (d detail) empty() bool { return d.Version == 0 }

func (d detail) text(w *paper) {
	t := d.Task
	sign := w.symbol(t.State)
	w.put(sign.style, sign.text)
	w.WriteByte(' ')
	w.put(style.SubjectStrong, subjectOf(t))
	w.WriteByte('\n')
	field := func(name, value string) {
		if value != "" {
			w.put(style.Dim, safetext.Line(name).Pad(10))
			w.put(style.Plain, safetext.Line("  "+value))
			w.WriteByte('\n')
		}
	}
	field("id", t.ID)
	state := t.State
	if t.Status != "" && t.Status != t.State {
		state += ", " + t.Status
	}
	field("state", state)
	field("owner", t.Owner)
	field("doing", t.ActiveForm)
	field("worktree", t.Worktree)
	field("changed", w.age(t.Changed).String())
	field("file", t.File)
	w.refs(safetext.Const("waits for").Pad(10), d.WaitsFor)
	w.refs(safetext.Const("blocks").Pad(10), d.Blocks)
	for _, fact := range d.Facts {
		for _, v := range fact.Values {
			field(fact.Name, v)
		}
	}
	if d.Description != "" {
		w.WriteString("\n" + Printable(d.Description) + "\n")
	}
}

// nextCommand prints what to start.
func nextCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "next",
		Short: "Say what to start now, the best first, and why",
		Long: `next prints the tasks that can be started now by you, the best first: what was given to you already, then what most work
waits for, the longest chain before the rest. claim --next takes the first of them.`,
		Example: `  sideboard next               the best three
  sideboard next --limit 0     all that can be started
  sideboard next --json        the same for programs`,
		Args: noArgs,
	}
	x := newTaskRun(cmd, p, f)
	limit := 3
	cmd.Flags().IntVar(&limit, "limit", limit, "print at most so many, 0 for all")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if limit < 0 {
			return usageError(errors.New("--limit: choose 0 or more"))
		}
		return x.read(cmd, func(_ context.Context, s *verbs.Session) (answer, error) {
			n := s.Next(limit)
			if len(n.Next) == 0 {
				no := s.NothingReady()
				no.Verb = 0 // nothing was tried
				return next{n}, no
			}
			return next{n}, nil
		})
	}
	return cmd
}

// next is what can be started, to print.
type next struct{ verbs.Next }

func (n next) value() any  { return n.Next }
func (n next) empty() bool { return len(n.Next.Next) == 0 }

func (n next) text(w *paper) {
	var rows [][]cell
	for _, c := range n.Next.Next {
		rows = append(rows, []cell{
			w.symbol(c.Task.State), {text: safetext.Short(c.Task.Short), style: style.Dim}, {text: subjectOf(c.Task).Cut(60), style: style.Plain},
			{text: safetext.Line(c.Reason), style: style.Dim},
		})
	}
	w.table(rows)
}
