package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

// worktreeCommand makes, binds, keeps and removes git worktrees.
func worktreeCommand(p Program, f *flags) *cobra.Command {
	root := &cobra.Command{
		Use:   "worktree",
		Short: "Make, bind, keep and remove the git worktrees of tasks",
		Long: `worktree does what the board's t does, where agents of the design keep worktrees: in .worktrees, each on its own branch, with the
events their agents read. What the board asks about needs --yes. Work in a worktree that is committed nowhere else is only removed with
--discard-changes.`,
		Example: `  sideboard worktree create parser 4     a worktree for task 4, which is bound to it
  sideboard worktree remove parser --yes`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := &cobra.Command{Use: "list [DIR]", Short: "Print the worktrees that tasks can be bound to", Args: oneDirHere, ValidArgsFunction: completeOneDir}
	x := newTaskRun(list, p, f)
	list.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			x.dir = args[0]
		}
		return x.read(cmd, func(_ context.Context, s *verbs.Session) (answer, error) {
			l, err := s.Worktrees()
			return answer{l, err != nil, func(w *paper) { w.worktrees(l) }}, err
		})
	}
	root.AddCommand(list)
	discard := false
	type do = func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error)
	add := func(use, short string, least, most int, act do) *cobra.Command {
		cmd := &cobra.Command{Use: use, Short: short, ValidArgsFunction: completeTree(p, f, use)}
		x := newWriteRun(cmd, p, f)
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) < least || len(args) > most {
				return usageError(fmt.Errorf("it is called as %s; see %s --help", cmd.UseLine(), cmd.CommandPath()))
			}
			return nil
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
				return act(ctx, s, append(args, ""), x.yes)
			})
		}
		root.AddCommand(cmd)
		return cmd
	}
	add("create NAME [ID]", "Make a worktree on the branch wt/NAME, and bind a task to it", 1, 2, func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
		return s.MakeWorktree(ctx, words[0], words[1], yes)
	})
	add("bind ID NAME", "Bind a task to a worktree", 2, 2, func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
		return s.BindWorktree(ctx, words[0], words[1], yes)
	})
	add("unbind ID", "Bind a task to no worktree", 1, 1, func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
		return s.BindWorktree(ctx, words[0], "", yes)
	})
	add("keep NAME", "Note that a worktree stays", 1, 1, func(ctx context.Context, s *verbs.Session, words []string, _ bool) (verbs.Change, error) {
		return s.KeepWorktree(ctx, words[0])
	})
	remove := add("remove NAME", "Remove a worktree, and its branch where agents of the design do", 1, 1, func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
		return s.RemoveWorktree(ctx, words[0], yes, discard)
	})
	remove.Flags().BoolVar(&discard, "discard-changes", false, "remove work that is committed nowhere else, too")
	return root
}

// completeTree offers for a command what stands next in its words: the ids of tasks, or the names of worktrees that are there.
func completeTree(p Program, f *flags, use string) completion {
	words, ids := strings.Fields(use), completeIDs(p, f, anyTask)
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		switch next := 1 + len(args); {
		case next >= len(words):
		case strings.Contains(words[next], "ID"):
			return ids(cmd, args, typed)
		case words[0] != "create":
			return offer(p, f, cmd, func(s *verbs.Session) (names []string) {
				l, _ := s.Worktrees()
				for _, t := range l.Worktrees {
					names = append(names, safetext.Copyable(t.Name))
				}
				return names
			})
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// worktrees adds worktrees.
func (w *paper) worktrees(l verbs.Worktrees) {
	var rows [][]cell
	for _, t := range l.Worktrees {
		tasks := ""
		for _, r := range t.Tasks {
			tasks += r.Short + " " + r.Subject + "  "
		}
		rows = append(rows, []cell{
			{text: safetext.Short(t.Name), style: style.Strong}, {text: safetext.Short(t.Branch), style: style.Dim},
			{text: safetext.Line(t.Path), style: style.Dim}, {text: safetext.Line(tasks), style: style.Plain},
		})
	}
	w.table(rows)
	if len(rows) == 0 {
		w.line(style.Dim, "There is no worktree that a task can be bound to.")
	}
}
