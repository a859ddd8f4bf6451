package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

func claimCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "claim ID | --next [DIR]",
		Short: "Claim a task: it is in progress, and yours",
		Long: `claim makes a task in progress and yours. It refuses a task that waits for others or has another owner; --yes claims a
waiting task if the format allows that. If several processes claim one task at once, one gets it.

--next claims the first task of next, or the one after it if another process was faster. --wait waits until a task is ready,
and gives up when no work in progress can make one ready.`,
		Example: `  sideboard claim 4
  sideboard claim --next --as agent-2
  while sideboard claim --next --wait --json > task.json; do ./work; done`,
		ValidArgsFunction: completeIDs(p, f, isReady),
	}
	x := newWriteRun(cmd, p, f)
	best, wait, lapsed := false, false, false
	cmd.Flags().BoolVar(&best, "next", false, "claim the best ready task")
	cmd.Flags().BoolVar(&wait, "wait", false, "wait until a task is ready")
	cmd.Flags().BoolVar(&lapsed, "take-expired", false,
		"take the task although another has it, if its owner let its lease end; with --next any, if none is ready")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case best && len(args) == 1 && (isDir(args[0]) || isAddress(args[0])):
			x.dir = args[0]
		case best && len(args) > 0:
			return usageError(errors.New("claim takes an id or --next, not both"))
		case wait && !best:
			return usageError(errors.New("--wait goes with --next; wait ID waits for one task"))
		case best && wait && x.dryRun:
			return usageError(errors.New("--dry-run does not wait: use one of the two"))
		case !best:
			return oneID(cmd, args)
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x.waits, x.onHealth = wait, x.printHealth(cmd)
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			s.Lapsed = lapsed
			if best {
				return s.ClaimNext(ctx, wait, x.yes)
			}
			return s.Do(ctx, tasks.VerbClaim, args[0], x.yes)
		})
	}
	return cmd
}

func completeCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, isRunning, &cobra.Command{
		Use:   "complete ID",
		Short: "Complete a task, and print what that unblocks",
		Long: `complete finishes a task and prints which tasks are ready because of it. It refuses a task that has another owner or waits
for others; --yes completes it anyway.`,
		Example: "  sideboard complete 4\n  sideboard complete 4 --json | jq -r '.unblocked[].id'",
	}, tasks.VerbComplete)
}

func releaseCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, isRunning, &cobra.Command{
		Use:   "release ID",
		Short: "Give a task back: it is pending, and nobody's",
		Long: `release gives a task back, so that somebody else can claim it. It refuses a task that has another owner; --yes releases it
anyway, and its owner is not notified. If somebody claims the task at once, release says so.`,
		Example: "  sideboard release 4",
	}, tasks.VerbRelease)
}

func reopenCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, isDone, &cobra.Command{
		Use:   "reopen ID",
		Short: "Make a finished task pending again",
		Long: `reopen makes a task pending again that is finished, or whose status its agents do not know. If other tasks rely on it, it
needs --yes.`,
		Example: "  sideboard reopen 4",
	}, tasks.VerbReopen)
}

func undoCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "undo [DIR]",
		Short: "Undo your newest edit, as u does on the board",
		Long: `undo undoes the newest edit that was made in your name, with everything that was one action with it: every file gets its
earlier bytes back. If somebody changed the same since, undo refuses and writes nothing.`,
		Example: "  sideboard undo --dry-run    what it would change\n  sideboard undo",
	}
	x := newDirRun(cmd, p, f, oneDirHere)
	x.dryRunFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) { return s.Undo(ctx) })
	}
	return cmd
}

// oneTask turns a verb about one task into a command. Completion offers the tasks that fit.
func oneTask(p Program, f *flags, fits func(verbs.Task) bool, cmd *cobra.Command, verb tasks.Verb) *cobra.Command {
	cmd.Args, cmd.ValidArgsFunction = oneID, completeIDs(p, f, fits)
	x := newWriteRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			return s.Do(ctx, verb, args[0], x.yes)
		})
	}
	return cmd
}

func addCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "add SUBJECT | add < FILE",
		Short: "Create a task, or many from standard input",
		Long: `add creates a task in the format of the directory. Without SUBJECT it reads standard input: a plan with one subject per line,
in which an indented line waits for the line above it, or one JSON object per line with subject, description, activeForm,
owner, id and blockedBy, which names tasks by id or other lines by their id. In a plan it understands list marks, check
boxes and headings, and skips what is ticked.

add checks all lines before it creates the first task, and creates at most 10,000. ctrl+c stops after the current task, and add
says how many it created.`,
		Example: `  sideboard add "Write the parser"
  sideboard add "Publish" --blocked-by 3,4 --owner agent-2
  printf 'Build\n  Test\n    Ship\n' | sideboard add
  echo '{"subject":"Ship","blockedBy":["3"]}' | sideboard add`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && cmd.ArgsLenAtDash() != 0 && (isDir(args[0]) || isBucket(args[0])) {
				return usageError(fmt.Errorf("%s is no subject: --dir %[1]s adds tasks there, and add -- %[1]s creates a task with that subject", args[0]))
			}
			return nil
		},
	}
	x := newWriteRun(cmd, p, f)
	var d verbs.Draft
	cmd.Flags().StringVar(&d.Description, "description", "", "the task's description")
	cmd.Flags().StringVar(&d.ActiveForm, "active-form", "",
		"what is being done while it is in progress, if the format has it")
	cmd.Flags().StringVar(&d.Owner, "owner", "", "its owner")
	cmd.Flags().StringVar(&d.ID, "id", "", "its id, if the format lets you choose it")
	cmd.Flags().StringSliceVar(&d.BlockedBy, "blocked-by", nil, "the ids of the tasks it waits for")
	_ = cmd.RegisterFlagCompletionFunc("owner", completeOwners(p, f))
	_ = cmd.RegisterFlagCompletionFunc("blocked-by", completeIDs(p, f, anyTask))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		d.Subject = strings.TrimSpace(strings.Join(args, " "))
		drafts := []verbs.Draft{d}
		if len(args) == 0 {
			for _, flag := range []string{"description", "active-form", "owner", "id", "blocked-by"} {
				if cmd.Flags().Changed(flag) {
					return usageError(fmt.Errorf("--%s needs a SUBJECT: it is about one task", flag))
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
				return verbs.Change{}, &verbs.UsageError{Err: errors.New("--id: this format numbers tasks itself; leave it out")}
			}
			return s.Add(ctx, drafts, x.yes)
		})
	}
	return cmd
}

// change prints what a command did.
func (w *paper) change(c verbs.Change) {
	if c.DryRun {
		w.preview(c)
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

// preview prints the lines that would be removed from files, with -, and added, with +.
func (w *paper) preview(c verbs.Change) {
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

// differing returns the number of lines of each side before the nearest line that both have, or of all lines if they
// have none in common. The nearest is the one with the fewest lines before it, those of both sides counted together.
func differing(before, after []string) (gone, come int) {
	for skipped := range len(before) + len(after) {
		for gone := max(0, skipped-len(after)+1); gone <= skipped && gone < len(before); gone++ {
			if come := skipped - gone; before[gone] == after[come] {
				return gone, come
			}
		}
	}
	return len(before), len(after)
}

// linesOf returns the lines of a file's text, none if there is no file.
func linesOf(text *string) []string {
	if text == nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(*text, "\n"), "\n")
}

func editCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "edit ID",
		Short: "Change fields of a task",
		Long: `edit sets the fields that its flags name; an empty text empties a field. --description - reads standard input. --owner gives
the task to somebody, with --start also in progress. --yes is needed for a task in progress of another owner, and for a
pending task if agents start only tasks without an owner.`,
		Example: `  sideboard edit 4 --subject "Write the parser" --owner agent-2
  sideboard edit 4 --description - < notes.md`,
		Args:              oneID,
		ValidArgsFunction: completeIDs(p, f, anyTask),
	}
	x := newWriteRun(cmd, p, f)
	texts, start := map[string]*string{}, false
	for name, usage := range map[string]string{
		"subject": "its subject", "description": "its description; - reads standard input",
		"active-form": "what is being done while it is in progress, if the format has it",
		"owner":       "its owner; empty for nobody",
		"agent":       "the agent for it, in workflow files", "type": "the type of work, in workflow files",
		"paths": "its paths, separated by commas, in workflow files",
	} {
		texts[name] = cmd.Flags().String(name, "", usage)
	}
	cmd.Flags().BoolVar(&start, "start", false, "with --owner: also start a pending task")
	_ = cmd.RegisterFlagCompletionFunc("owner", completeOwners(p, f))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		said := func(name string) *string {
			if cmd.Flags().Changed(name) {
				return texts[name]
			}
			return nil
		}
		to := verbs.Fields{Subject: said("subject"), Description: said("description"), ActiveForm: said("active-form"),
			Owner: said("owner"),
			Agent: said("agent"), Type: said("type"), Paths: said("paths")}
		if start && (to.Owner == nil || *to.Owner == "") {
			return usageError(errors.New("--start needs --owner and a name; to start a task yourself, use claim"))
		}
		if to == (verbs.Fields{}) {
			return usageError(errors.New("edit needs a flag that says what to change; see sideboard edit --help"))
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
			return s.Edit(ctx, args[0], to, x.yes)
		})
	}
	return cmd
}

// maxStdinText limits a description on standard input, in bytes: a task file holds less.
const maxStdinText = 2 << 20

func linkCommand(p Program, f *flags) *cobra.Command {
	return twoTasks(p, f, &cobra.Command{
		Use:     "link ID ON",
		Short:   "Make a task wait for another",
		Long:    "link makes the first task wait for the second. It refuses to close a loop, and prints the loop. --yes is needed to wait for\na completed task if agents start only tasks whose list is empty.",
		Example: "  sideboard link 4 3     4 waits for 3",
	}, (*verbs.Session).Link)
}

func unlinkCommand(p Program, f *flags) *cobra.Command {
	return twoTasks(p, f, &cobra.Command{
		Use:     "unlink ID ON",
		Short:   "Remove a link: a task no longer waits for another",
		Long:    "unlink removes a link of the first task, to another task or to an id that no file has.",
		Example: "  sideboard unlink 4 3     4 no longer waits for 3",
	}, (*verbs.Session).Unlink)
}

// twoTasks turns a verb about a task and what it waits for into a command.
func twoTasks(p Program, f *flags, cmd *cobra.Command,
	do func(*verbs.Session, context.Context, string, string, bool) (verbs.Change, error)) *cobra.Command {
	cmd.ValidArgsFunction = completeIDs(p, f, anyTask)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 2 {
			return nil
		}
		return usageError(fmt.Errorf("%s needs two ids, the task and what it waits for; see %s --help",
			cmd.CommandPath(), cmd.CommandPath()))
	}
	x := newWriteRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.write(cmd, func(ctx context.Context, s *verbs.Session) (verbs.Change, error) {
			return do(s, ctx, args[0], args[1], x.yes)
		})
	}
	return cmd
}

func splitCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "split ID LINE... | split ID < FILE",
		Short: "Split a task: insert new tasks between it and what waits for it",
		Long: `split creates a task for each LINE, or for each line of standard input, at most 100. They wait for the task, which stays as it
is, and what waited for it waits for all of them. An indented line waits for the line above it. With --chain each line waits
for the one before it. Lines are read as by add.`,
		Example: `  sideboard split 4 "Write the parser" "Test the parser"
  sideboard split 4 --chain < parts.txt`,
		ValidArgsFunction: completeIDs(p, f, isOpen),
		Args: func(cmd *cobra.Command, args []string) error {
			return oneID(cmd, args[:min(len(args), 1)])
		},
	}
	x, chain := newWriteRun(cmd, p, f), false
	cmd.Flags().BoolVar(&chain, "chain", false, "each line waits for the one before it")
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

func deleteCommand(p Program, f *flags) *cobra.Command {
	return oneTask(p, f, anyTask, &cobra.Command{
		Use:   "delete ID",
		Short: "Remove a task's file",
		Long: `delete removes a task's file, and its id from the links of others. It needs --yes if others wait for the task or somebody works
on it. undo brings it back.`,
		Example: "  sideboard delete 4",
	}, tasks.VerbDelete)
}

func waitCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wait ID | --all [DIR]",
		Short: "Wait until a task is completed, or all are",
		Long: `wait ends with 0 when the task is completed, with 1 when it failed or --timeout is over, and with 4 when its file is gone. On
file systems that do not report changes it compares the directory every second, and says so on stderr.`,
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
		case all && len(args) == 1 && (isDir(args[0]) || isAddress(args[0])):
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
				return listAnswer(l), err
			}
			d, err := s.Wait(ctx, args[0])
			return detailAnswer(d), err
		})
	}
	return cmd
}

func isOpen(t verbs.Task) bool { return t.State != "completed" && t.State != "skipped" }
