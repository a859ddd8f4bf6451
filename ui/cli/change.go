package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

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

// change adds what a command did.
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

// preview adds the texts of files before and after: what would be taken away with -, what would come with +.
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
				return listAnswer(l), err
			}
			d, err := s.Wait(ctx, args[0])
			return detailAnswer(d), err
		})
	}
	return cmd
}

func isOpen(t verbs.Task) bool { return t.State != "completed" && t.State != "skipped" }
