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

func worktreeCommand(p Program, f *flags) *cobra.Command {
	root := &cobra.Command{
		Use:   "worktree",
		Short: "Create, bind, keep and remove git worktrees of tasks",
		Long: `worktree does what t does on the board, for formats whose agents use git worktrees. Where the board asks, it needs --yes. It
removes work that is committed nowhere else only with --discard-changes.`,
		Example: `  sideboard worktree create parser 4     creates a worktree and binds task 4
  sideboard worktree remove parser --yes`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := &cobra.Command{Use: "list [DIR]", Short: "Print the worktrees that tasks can be bound to"}
	x := newDirRun(list, p, f, oneDirHere)
	list.RunE = func(cmd *cobra.Command, _ []string) error {
		return x.read(cmd, func(_ context.Context, s *verbs.Session) (answer, error) {
			l, err := s.Worktrees()
			return answer{l, err != nil, func(w *paper) { w.worktrees(l) }}, err
		})
	}
	root.AddCommand(list)
	discard := false
	type do = func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error)
	add := func(use, short string, least, most int, act do) *cobra.Command {
		cmd := &cobra.Command{Use: use, Short: short, ValidArgsFunction: completeWorktree(p, f, use)}
		x := newWriteRun(cmd, p, f)
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) < least || len(args) > most {
				return usageError(fmt.Errorf("usage: %s; see %s --help", cmd.UseLine(), cmd.CommandPath()))
			}
			return nil
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
				return act(ctx, s, append(args, ""), x.yes) // "" is the optional word that was left out
			})
		}
		root.AddCommand(cmd)
		return cmd
	}
	add("create NAME [ID]", "Create a worktree on the branch wt/NAME, and bind a task to it", 1, 2,
		func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
			return s.MakeWorktree(ctx, words[0], words[1], yes)
		})
	add("bind ID NAME", "Bind a task to a worktree", 2, 2,
		func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
			return s.BindWorktree(ctx, words[0], words[1], yes)
		})
	add("unbind ID", "Unbind a task from its worktree", 1, 1,
		func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
			return s.BindWorktree(ctx, words[0], "", yes)
		})
	add("keep NAME", "Mark a worktree as kept", 1, 1,
		func(_ context.Context, s *verbs.Session, words []string, _ bool) (verbs.Change, error) {
			return s.KeepWorktree(words[0])
		})
	remove := add("remove NAME", "Remove a worktree, and its branch if the format does so", 1, 1,
		func(ctx context.Context, s *verbs.Session, words []string, yes bool) (verbs.Change, error) {
			return s.RemoveWorktree(ctx, words[0], yes, discard)
		})
	remove.Flags().BoolVar(&discard, "discard-changes", false, "also remove work that is committed nowhere else")
	return root
}

// completeWorktree offers ids of tasks or names of worktrees, as the usage has them.
func completeWorktree(p Program, f *flags, use string) completion {
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
