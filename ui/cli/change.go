package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/ui/verbs"
)

// editCommand changes fields of a task.
func editCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "edit ID",
		Short: "Change fields of a task, or reopen it",
		Long: `edit sets what its flags name and leaves every other byte of the file as it is; an empty text empties a field. --description -
reads the description from the input. --owner hands the task over; a running task of somebody else needs --yes, and so
does a pending one whose agents start only what nobody owns. --start makes it in progress too.

--reopen makes a task pending again that is finished or whose status its agents do not know; where others rely on it, it needs --yes.`,
		Example: `  sideboard edit 4 --subject "Write the parser" --owner agent-2
  sideboard edit 4 --description - < notes.md
  sideboard edit 4 --reopen`,
		Args:              oneID,
		ValidArgsFunction: completeIDs(p, f, anyTask),
	}
	x := newWriteRun(cmd, p, f)
	texts, reopen, start := map[string]*string{}, false, false
	for name, usage := range map[string]string{
		"subject": "what it is about", "description": "its description; - reads it from the input",
		"active-form": "what is being done while it runs, where its design keeps that", "owner": "whose it is; empty for nobody's",
		"agent": "the agent that is to do it, where a workflow file names one", "type": "the type of the work, where a workflow file has it",
		"paths": "the paths it is about, with commas, where a workflow file has them",
	} {
		texts[name] = cmd.Flags().String(name, "", usage)
	}
	cmd.Flags().BoolVar(&reopen, "reopen", false, "make a finished task pending again")
	cmd.Flags().BoolVar(&start, "start", false, "with --owner: a pending task is in progress too")
	_ = cmd.RegisterFlagCompletionFunc("owner", completeOwners(p, f))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		said := func(name string) *string {
			if cmd.Flags().Changed(name) {
				return texts[name]
			}
			return nil
		}
		to := verbs.Fields{Subject: said("subject"), Description: said("description"), ActiveForm: said("active-form"), Owner: said("owner"),
			Agent: said("agent"), Type: said("type"), Paths: said("paths")}
		if start && (to.Owner == nil || *to.Owner == "") {
			return usageError(errors.New("--start goes with --owner and a name: claim takes a task for yourself"))
		}
		switch none := to == (verbs.Fields{}); {
		case none && !reopen:
			return usageError(errors.New("edit changes nothing without a flag that says what; see sideboard edit --help"))
		case !none && reopen:
			return usageError(errors.New("--reopen stands alone: change fields with a second edit"))
		}
		to.Start = start
		if to.Description != nil && *to.Description == "-" {
			raw, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxStdinText))
			if err != nil {
				return x.fail(cmd, nil, err)
			}
			to.Description = new(string(raw))
		}
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			if reopen {
				return s.Reopen(ctx, args[0], x.yes)
			}
			return s.Edit(ctx, args[0], to, x.yes)
		})
	}
	return cmd
}

// maxStdinText is how much of a description is read from the input: more than a task file may hold.
const maxStdinText = 2 << 20

// linkCommand makes a task wait for another, unlinkCommand no longer.
func linkCommand(p Program, f *flags) *cobra.Command {
	return twoTasks(p, f, &cobra.Command{
		Use:   "link ID ON",
		Short: "Let a task wait for another",
		Long: `link makes the first task wait for the second, on both sides where its design keeps both. What would close a loop is refused,
with the loop.`,
		Example: "  sideboard link 4 3     4 waits for 3",
	}, (*verbs.Session).Link)
}

func unlinkCommand(p Program, f *flags) *cobra.Command {
	return twoTasks(p, f, &cobra.Command{
		Use:     "unlink ID ON",
		Short:   "Let a task wait for another no longer",
		Long:    "unlink takes a link out of the first task, be it to a task or to an id that no file has.",
		Example: "  sideboard unlink 4 3     4 waits for 3 no longer",
	}, (*verbs.Session).Unlink)
}

func twoTasks(p Program, f *flags, cmd *cobra.Command, do func(*verbs.Session, context.Context, string, string, bool) (verbs.Change, error)) *cobra.Command {
	cmd.ValidArgsFunction = completeIDs(p, f, anyTask)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			return nil
		}
		return usageError(fmt.Errorf("%s needs two ids, the task and what it waits for; see %s --help", cmd.CommandPath(), cmd.CommandPath()))
	}
	x := newWriteRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			return do(s, ctx, args[0], args[1], x.yes)
		})
	}
	return cmd
}

// splitCommand makes several tasks of one.
func splitCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "split ID LINE... | split ID < FILE",
		Short: "Split a task into several, between it and what waits for it",
		Long: `split makes a task of each LINE, or of each line of the input. They wait for the task, which stays as it is, and what waited for
it waits for all of them. An indented line waits for the line it stands under. With --chain each waits for the line before it,
and what waited for the task waits for the last. The marks of lists are understood as by add, and what is ticked is not made.
One task is split into at most 100.`,
		Example: `  sideboard split 4 "Write the parser" "Test the parser"
  sideboard split 4 --chain < parts.txt`,
		ValidArgsFunction: completeIDs(p, f, isOpen),
		Args:              func(cmd *cobra.Command, args []string) error { return oneID(cmd, args[:min(len(args), 1)]) },
	}
	x, chain := newWriteRun(cmd, p, f), false
	cmd.Flags().BoolVar(&chain, "chain", false, "each waits for the one before it")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		text := strings.Join(args[1:], "\n")
		if len(args) == 1 {
			raw, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxStdinText))
			if err != nil {
				return x.fail(cmd, nil, err)
			}
			text = string(raw)
		}
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			return s.Split(ctx, args[0], text, chain)
		})
	}
	return cmd
}

// deleteCommand removes a task.
func deleteCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, anyTask, &cobra.Command{
		Use:   "delete ID",
		Short: "Remove a task's file",
		Long: `delete removes a task's file and takes its id out of the lists that name it, as its design demands. A task that others wait for,
or that somebody works on, needs --yes. Undo on the board brings it back.`,
		Example: "  sideboard delete 4",
	}, (*verbs.Session).Delete)
}

// waitCommand waits until a task is finished, or all are.
func waitCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wait ID | --all [DIR]",
		Short: "Wait until a task is completed, or all are",
		Long: `wait ends with 0 when the task is completed, with 1 when it failed or when --timeout is over, and with 4 when its file is
gone. It is told of changes by the system, and costs nothing while it waits. Where the system does not tell, as over a network, it
compares the directory every second and says on stderr: polling, and why.`,
		Example: `  sideboard wait 4 && ./deploy
  sideboard wait --all --timeout 2h`,
		ValidArgsFunction: completeIDs(p, f, isOpen),
	}
	x := newTaskRun(cmd, p, f)
	x.waits = true
	all, most := false, positiveDuration(0)
	cmd.Flags().BoolVar(&all, "all", false, "wait for every task of the directory")
	cmd.Flags().Var(&most, "timeout", "give up after this time (default never)")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case all && len(args) == 1 && isDir(args[0]):
			x.dir = args[0]
		case all && len(args) > 0:
			return usageError(errors.New("wait takes an id or --all, not both"))
		case !all:
			return oneID(cmd, args)
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x.onHealth = x.printHealth(cmd)
		return x.read(cmd, func(ctx context.Context, s *verbs.Session) (answer, error) {
			if most > 0 {
				var stop context.CancelFunc
				ctx, stop = context.WithTimeout(ctx, time.Duration(most))
				defer stop()
			}
			if all {
				l, err := s.WaitAll(ctx)
				return list{l}, err
			}
			d, err := s.Wait(ctx, args[0])
			return detail{d}, err
		})
	}
	return cmd
}

func isOpen(t verbs.Task) bool { return t.State != "completed" && t.State != "skipped" }
