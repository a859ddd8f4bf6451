package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

func initCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Create a .tasks for a project that has none",
		Long: `init creates an empty .tasks in DIR, else here, and leaves one that exists.

The first task decides the format of the directory. An agent can create it, or --first, in the format that --dialect names
(` + strings.Join(workspace.Dialects(), ", ") + `).`,
		Example: `  sideboard init
  sideboard init --dialect s07 --first "Plan the work"`,
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	x := &taskRun{program: p, flags: f}
	dialect, first := "", ""
	dirFlag(cmd, f)
	x.yesFlag(cmd)
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON, for programs")
	cmd.Flags().StringVar(&dialect, "dialect", "", "the format of the first task")
	cmd.Flags().StringVar(&first, "first", "", "create a first task with this subject")
	_ = cmd.RegisterFlagCompletionFunc("dialect",
		cobra.FixedCompletions(workspace.Dialects(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case dialect != "" && !slices.Contains(workspace.Dialects(), dialect):
			return usageError(unknownTopic(dialect, "a format in which sideboard can create tasks",
				workspace.Dialects()))
		case dialect != "" && strings.TrimSpace(first) == "":
			return usageError(errors.New("--dialect needs --first: an empty directory has no format"))
		case f.ReadOnly:
			return usageError(errors.New("init creates a directory, and --read-only forbids that: use one of the two"))
		}
		b, err := boardOptions(p, *f, strings.Join(args, ""))
		if err != nil {
			return err
		}
		if isBucket(b.Finder.Arg) {
			return usageError(errors.New("init makes a directory; sideboard serve ADDRESS DIR makes a bucket for one"))
		}
		made, err := b.Finder.CreateTasksDir()
		if err != nil {
			return x.fail(cmd, nil, err)
		}
		f.dir = "" // it names the project
		x.dir, x.dialect = made.Place().Dir, dialect
		if err := made.Close(); err != nil {
			return x.fail(cmd, nil, err)
		}
		if first != "" {
			return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
				if l, err := s.List(ctx, ""); err == nil && l.Total > 0 && dialect != "" {
					return verbs.Change{},
						&verbs.UsageError{Err: errors.New(s.Dir() +
							" already has tasks, and keeps their format: leave --dialect out")}
				}
				c, err := s.Add(ctx, []verbs.Draft{{Subject: first}}, false)
				if c.Notice == "" {
					c.Notice = "in " + s.Dir()
				}
				return c, err
			})
		}
		return x.read(cmd, func(ctx context.Context, s *verbs.Session) (answer, error) {
			l, err := s.List(ctx, "")
			return answer{l, l.Version == 0, func(w *paper) {
				w.WriteString(Printable(l.Dir) + ", " + plural(l.Total, "task") + "\n")
			}}, err
		})
	}
	return cmd
}
