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

// claimCommand takes a task.
func claimCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "claim ID | --next [DIR]",
		Short: "Take a task: it is in progress, and yours",
		Long: `claim takes a task as its agents do: it becomes in progress and yours, where its design keeps owners. A task that waits for
others, or that somebody has, is refused; --yes takes one that waits, where its design lets it start. Of many that claim one task at the same time, one gets it.

--next takes the task that next names first; whoever is slower gets the one behind it. With --wait it waits until one is
ready, and gives up when nobody works on anything that could make one ready.`,
		Example: `  sideboard claim 4
  sideboard claim --next --as agent-2
  while sideboard claim --next --wait --json > task.json; do ./work; done`,
		ValidArgsFunction: completeIDs(p, f, isReady),
	}
	x := newWriteRun(cmd, p, f)
	best, wait := false, false
	cmd.Flags().BoolVar(&best, "next", false, "take the best task that is ready")
	cmd.Flags().BoolVar(&wait, "wait", false, "wait until there is one")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case best && len(args) == 1 && isDir(args[0]):
			x.dir = args[0]
		case best && len(args) > 0:
			return usageError(errors.New("claim takes an id or --next, not both"))
		case wait && !best:
			return usageError(errors.New("--wait goes with --next; wait ID waits for one task"))
		case best && wait && x.dryRun:
			return usageError(errors.New("--dry-run does not wait: leave one of the two out"))
		case !best:
			return oneID(cmd, args)
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x.waits, x.onHealth = wait, x.printHealth(cmd)
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			if best {
				return s.ClaimNext(ctx, wait, x.yes)
			}
			return s.Claim(ctx, args[0], x.yes)
		})
	}
	return cmd
}

// completeCommand finishes a task.
func completeCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, isRunning, &cobra.Command{
		Use:   "complete ID",
		Short: "Finish a task, and say what can start because of it",
		Long: `complete finishes a task as its agents do, and says which tasks are ready because of it. A task that somebody else has is
refused, and one that waits for others; --yes completes it all the same.`,
		Example: "  sideboard complete 4\n  sideboard complete 4 --json | jq -r '.unblocked[].id'",
	}, (*verbs.Session).Complete)
}

// releaseCommand gives a task back.
func releaseCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, isRunning, &cobra.Command{
		Use:   "release ID",
		Short: "Give a task back: it is pending, and nobody's",
		Long: `release gives a task back, so that somebody else can claim it. A task that somebody else has is refused; --yes takes it
from them, and they are not told. Where somebody claims it at once, release says so.`,
		Example: "  sideboard release 4",
	}, (*verbs.Session).Release)
}

// reopenCommand makes a finished task pending again.
func reopenCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, isDone, &cobra.Command{
		Use:   "reopen ID",
		Short: "Make a finished task pending again",
		Long: `reopen makes a task pending again that is finished, or whose status its agents do not know. Where others rely on it, it needs
--yes.`,
		Example: "  sideboard reopen 4",
	}, (*verbs.Session).Reopen)
}

// undoCommand takes an edit back.
func undoCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "undo [DIR]",
		Short: "Take your newest edit back, as u does on the board",
		Long: `undo takes back the newest edit of your name that stands, with all that was one action with it: every file has the bytes it had
before. Where somebody changed the same since, it is refused, and nothing is written.`,
		Example:           "  sideboard undo",
		Args:              oneDirHere,
		ValidArgsFunction: completeOneDir,
	}
	x := newTaskRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x.dir = strings.Join(args, "")
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) { return s.Undo(ctx) })
	}
	return cmd
}

// oneTask makes a command of a verb about one task, which --yes lets do what the board would ask about. It offers those that fit.
func oneTask(p Program, f *flags, fits func(verbs.Task) bool, cmd *cobra.Command, do func(*verbs.Session, context.Context, string, bool) (verbs.Change, error)) *cobra.Command {
	cmd.Args, cmd.ValidArgsFunction = oneID, completeIDs(p, f, fits)
	x := newWriteRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			return do(s, ctx, args[0], x.yes)
		})
	}
	return cmd
}

// addCommand makes new tasks.
func addCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "add SUBJECT | add < FILE",
		Short: "Make new tasks: one, or many from the input",
		Long: `add makes a task in the design of the directory. Without SUBJECT it reads many from the input: a plan, a subject a line,
in which an indented line waits for the line it stands under; or a JSON object a line with subject, description,
activeForm, owner, id and blockedBy. blockedBy names tasks by their ids, or other lines by their id. In a plan the marks
of lists, check boxes and headings are understood, and what is ticked is not made.

All lines are looked at before the first task is made. The tasks that others wait for are made first. One call makes at most
10,000; ctrl+c stops after the one at hand, and says how many were made.`,
		Example: `  sideboard add "Write the parser"
  sideboard add "Publish" --blocked-by 3,4 --owner agent-2
  printf 'Build\n  Test\n    Ship\n' | sideboard add
  echo '{"subject":"Ship","blockedBy":["3"]}' | sideboard add`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && cmd.ArgsLenAtDash() != 0 && isDir(args[0]) {
				return usageError(fmt.Errorf("%s is a directory: --dir %[1]s adds tasks there, and add -- %[1]s makes a task of that subject", args[0]))
			}
			return nil
		},
	}
	x := newWriteRun(cmd, p, f)
	var d verbs.Draft
	cmd.Flags().StringVar(&d.Description, "description", "", "the task's description")
	cmd.Flags().StringVar(&d.ActiveForm, "active-form", "", "what is being done while it runs, where the design keeps that")
	cmd.Flags().StringVar(&d.Owner, "owner", "", "whose it is to be")
	cmd.Flags().StringVar(&d.ID, "id", "", "its id, where the design lets ids be chosen")
	cmd.Flags().StringSliceVar(&d.BlockedBy, "blocked-by", nil, "the ids of what it waits for")
	_ = cmd.RegisterFlagCompletionFunc("owner", completeOwners(p, f))
	_ = cmd.RegisterFlagCompletionFunc("blocked-by", completeIDs(p, f, anyTask))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		d.Subject = strings.TrimSpace(strings.Join(args, " "))
		drafts := []verbs.Draft{d}
		if len(args) == 0 {
			for _, flag := range []string{"description", "active-form", "owner", "id", "blocked-by"} {
				if cmd.Flags().Changed(flag) {
					return usageError(fmt.Errorf("--%s is about one task: give its subject", flag))
				}
			}
			var err error
			if drafts, err = verbs.ReadDrafts(cmd.InOrStdin()); err != nil {
				return x.fail(cmd, nil, err)
			}
		}
		end := x.showsProgress(cmd)
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			defer end()
			if d.ID != "" && !s.ChoosesIDs() {
				return verbs.Change{}, &verbs.UsageError{Err: errors.New("--id: the design of this directory numbers its tasks itself; leave it out")}
			}
			return s.Add(ctx, drafts)
		})
	}
	return cmd
}

// change is what a command did, to print.
type change struct{ verbs.Change }

func (c change) value() any  { return c.Change }
func (c change) empty() bool { return len(c.Tasks)+len(c.Files) == 0 }

func (c change) text(w *paper) {
	if c.DryRun {
		c.preview(w)
		return
	}
	for _, t := range c.Tasks {
		w.put(style.Dim, safetext.Line(c.Verb))
		w.WriteByte(' ')
		w.put(style.Plain, safetext.Short(t.Short))
		w.WriteByte(' ')
		w.put(style.Plain, subjectOf(t))
		w.WriteByte('\n')
	}
	w.refs(safetext.Const("unblocked"), c.Unblocked)
	if c.Notice != "" {
		w.line(style.Dim, c.Notice)
	}
}

// preview prints the texts of files before and after: what would be taken away with -, what would come with +.
func (c change) preview(w *paper) {
	for _, f := range c.Files {
		switch {
		case f.Before == nil:
			w.line(style.Strong, "new "+f.Name)
		case f.After == nil:
			w.line(style.Strong, "remove "+f.Name)
		default:
			w.line(style.Strong, f.Name)
		}
		for before, after := linesOf(f.Before), linesOf(f.After); len(before)+len(after) > 0; {
			gone, come := differing(before, after)
			for _, l := range before[:gone] {
				w.line(style.Removed, "- "+l)
			}
			for _, l := range after[:come] {
				w.line(style.Added, "+ "+l)
			}
			same := min(1, len(before)-gone)
			before, after = before[gone+same:], after[come+same:]
		}
	}
	switch {
	case c.Notice != "":
		w.line(style.Dim, c.Notice)
	case len(c.Files) == 0:
		w.line(style.Dim, "Nothing would change.")
	}
}

// differing returns how many lines stand on either side before the nearest one that both have.
func differing(before, after []string) (gone, come int) {
	for far := range len(before) + len(after) {
		for gone := max(0, far-len(after)+1); gone <= far && gone < len(before); gone++ {
			if before[gone] == after[far-gone] {
				return gone, far - gone
			}
		}
	}
	return len(before), len(after)
}

// linesOf returns the lines of a file's text, none of no file.
func linesOf(text *string) []string {
	if text == nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(*text, "\n"), "\n")
}
