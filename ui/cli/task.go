package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// taskRun is one run of a command over the tasks of a directory.
type taskRun struct {
	program Program
	flags   *flags
	dir     string // an argument
	list    string
	json    bool
	yes     bool
	dryRun  bool
	waits   bool // for changes by others
	onAdded func(made, all int)
	dialect string // for the first task of a directory

	onHealth func(verbs.Event)
	ring     bool   // --ring
	seq      uint64 // of the last line of watch
}

// newTaskRun adds the flags of every command over tasks.
func newTaskRun(cmd *cobra.Command, p Program, f *flags) *taskRun {
	x := &taskRun{program: p, flags: f}
	placeFlags(cmd, p, f, &x.list, "that is meant")
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON, for programs")
	return x
}

// newDirRun is newTaskRun for a command whose only argument may be a directory; accepts checks it.
func newDirRun(cmd *cobra.Command, p Program, f *flags, accepts cobra.PositionalArgs) *taskRun {
	x := newTaskRun(cmd, p, f)
	cmd.ValidArgsFunction = completeOneDir
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		x.dir = strings.Join(args, "")
		return accepts(cmd, args)
	}
	return x
}

// newWriteRun also adds the flags of every command that writes.
func newWriteRun(cmd *cobra.Command, p Program, f *flags) *taskRun {
	x := newTaskRun(cmd, p, f)
	x.dryRunFlag(cmd)
	x.yesFlag(cmd)
	return x
}

// dryRunFlag adds the flag of a dry run.
func (x *taskRun) dryRunFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&x.dryRun, "dry-run", false, "write nothing, and print the lines that would change")
}

// yesFlag adds the flag that answers the board's question. Every command that writes has it, so that a script can
// always pass it.
func (x *taskRun) yesFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&x.yes, "yes", false, "do it even if the task has another owner, or others rely on it")
	cmd.Flags().BoolVar(&x.ring, "ring", false, "tell the agents whose tasks it concerns, like an edit made on a board")
}

// open opens the directory. A command that only reads does not subscribe to file events: to end that takes longer than
// to read a thousand tasks.
func (x *taskRun) open(ctx context.Context, writes bool) (*verbs.Session, error) {
	b, err := x.options(writes)
	if err != nil {
		return nil, err
	}
	b.Finder.Options.Poll = b.Finder.Options.Poll || !writes && !x.waits
	b.Finder.Options.Dialect = x.dialect
	o := verbs.Options{
		Finder: b.Finder, Who: b.As, DryRun: x.dryRun, OnAdded: x.onAdded, Stalled: b.Stalled, Review: b.Config.Review,
	}
	if x.ring {
		o.Via = tasks.ViaRing
	}
	// a person acts under their own name; whoever gives another one on the command line is an agent
	o.Agent = x.flags.As != "" && x.flags.As != ownerName(x.program.Getenv) && x.flags.As != b.Config.As
	if x.waits && !b.Finder.Options.Poll {
		o.OnHealth = x.onHealth
	}
	return verbs.Open(ctx, o)
}

// load opens and reads the directory for a command that needs more than a session.
func (x *taskRun) load(ctx context.Context, writes bool) (*workspace.Workspace, *board.Board, BoardOptions, error) {
	o, err := x.options(writes)
	if err != nil {
		return nil, nil, o, err
	}
	w, err := o.Finder.Open()
	if err != nil {
		return nil, nil, o, err
	}
	b, err := verbs.Load(ctx, w)
	if err != nil {
		return nil, nil, o, errors.Join(err, w.Close())
	}
	return w, b, o, nil
}

// options returns the options to open the directory with.
func (x *taskRun) options(writes bool) (BoardOptions, error) {
	b, err := boardOptions(x.program, *x.flags, x.dir)
	b.Finder.List = x.list
	b.Finder.Options.ReadOnly = b.Finder.Options.ReadOnly || !writes || x.dryRun
	b.Finder.Options.Brief = true
	return b, err
}

// read runs a command that only reads.
func (x *taskRun) read(cmd *cobra.Command, do func(context.Context, *verbs.Session) (answer, error)) error {
	return x.with(cmd, false, do)
}

// write runs a command that writes; taskRun.with prints the result at once, and checks afterwards that it lasts.
func (x *taskRun) write(cmd *cobra.Command, do func(context.Context, *verbs.Session) (verbs.Change, error)) error {
	return x.with(cmd, true, func(ctx context.Context, s *verbs.Session) (answer, error) {
		c, err := do(ctx, s)
		return answer{c, len(c.Tasks)+len(c.Files) == 0, func(w *paper) { w.change(c) }}, err
	})
}

// showsProgress reports on a terminal how many tasks are created, once that takes more than a second.
func (x *taskRun) showsProgress(cmd *cobra.Command) (end func()) {
	if terminalWidth(cmd.ErrOrStderr()) == 0 {
		return func() {}
	}
	begun, shown := time.Now(), false
	x.onAdded = func(made, all int) {
		if shown = shown || time.Since(begun) > time.Second; shown && made%10 == 0 {
			cmd.PrintErrf("\r%d of %d tasks created; ctrl+c stops", made, all)
		}
	}
	return func() {
		if shown {
			cmd.PrintErr("\r" + strings.Repeat(" ", 50) + "\r")
		}
	}
}

// answer is the result of a command.
type answer struct {
	value any          // for programs
	empty bool         // there is nothing to print besides the error
	text  func(*paper) // prints it for people
}

// heapGrowth is the GC percentage of a command: it ends so soon that collecting earlier only costs time, about a tenth
// of it.
const heapGrowth = 400

// with opens the directory, runs do, and prints the answer or the failure, in words or as JSON.
func (x *taskRun) with(cmd *cobra.Command, writes bool,
	do func(context.Context, *verbs.Session) (answer, error)) error {
	debug.SetGCPercent(heapGrowth)
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s, err := x.open(ctx, writes)
	if err != nil {
		return x.fail(cmd, s, err)
	}
	defer s.Close()
	done, err := do(ctx, s)
	if err != nil && done.empty {
		return x.fail(cmd, s, err)
	}
	printed := x.print(cmd.OutOrStdout(), done)
	if err == nil && writes && !x.dryRun {
		err = s.WaitReapplied(ctx)
		if since := s.ClaimedSince(); err == nil && since != "" {
			cmd.PrintErrln("sideboard: " + Printable(since))
		}
	}
	if err == nil {
		err = printed
		if c, ok := done.value.(verbs.Change); ok && !c.DryRun {
			if printed != nil {
				c.Left = append(c.Left, "the result could not be printed: "+printed.Error())
			}
			if len(c.Left) > 0 {
				err = &verbs.PartError{Change: c}
			}
		}
	}
	if err != nil {
		return x.fail(cmd, s, err)
	}
	return nil
}

func (x *taskRun) print(out io.Writer, a answer) error {
	if x.json {
		return writeJSON(out, a.value)
	}
	p := newPaper(out, x.program, x.flags, time.Now())
	a.text(p)
	_, err := io.WriteString(out, p.String())
	return err
}

// printHealth returns a function that reports why events may arrive late. With --json stderr has at most one value.
func (x *taskRun) printHealth(cmd *cobra.Command) func(verbs.Event) {
	return func(e verbs.Event) {
		if !x.json {
			cmd.PrintErrln(Printable(strings.TrimSuffix(e.Event+": "+e.Reason, ": ")))
		}
	}
}

// fail returns an error with its exit code for Execute, which prints it. With --json fail prints it on stderr itself,
// and the error has only the code. An action that was done, but with a remark, is no failure: the remark is printed,
// and the error is nil. An *otherHost is returned as it is. s is nil if no directory could be opened.
func (x *taskRun) fail(cmd *cobra.Command, s *verbs.Session, err error) error {
	if _, there := errors.AsType[*otherHost](err); there {
		return err
	}
	f := s.Explain(err)
	if missing, ok := errors.AsType[*verbs.NotFoundError](err); ok && len(missing.Similar) == 0 {
		f.Hint = "give an id; sideboard list prints them"
	}
	if f.Exit == verbs.ExitDone {
		cmd.PrintErrln("sideboard: " + Printable(f.Sentence()))
		return nil
	}
	if !x.json {
		if s == nil {
			return &Exit{f.Exit, err}
		}
		return &Exit{f.Exit, errors.New(Printable(f.Sentence()))}
	}
	cmd.PrintErr(jsonText(f))
	return &Exit{Code: f.Exit}
}

// takeDir takes the directory out of the words of a filter, and returns the others. Before -- a word that names a
// directory or a bucket is one, and so is host:dir as the first word, if it is no term of a filter.
func (x *taskRun) takeDir(cmd *cobra.Command, words []string) (others []string, err error) {
	for i, word := range words {
		switch past := cmd.ArgsLenAtDash(); {
		case past >= 0 && i >= past, !isDir(word) && !isBucket(word) &&
			(i > 0 || x.flags.dir != "" || !isAddress(word) || board.HasKey(word)):
			others = append(others, word)
		case x.dir != "":
			return nil, usageError(fmt.Errorf("%s and %s are directories: give one, and put words of the filter after --", x.dir, word))
		default:
			x.dir = word
		}
	}
	return others, nil
}

// isDir reports whether a word names a directory.
func isDir(word string) bool {
	info, err := os.Stat(word)
	return err == nil && info.IsDir()
}

// oneID accepts one argument.
func oneID(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return usageError(errors.New(cmd.CommandPath() + " needs the id of a task; see " + cmd.CommandPath() +
			" --help"))
	case 1:
		return nil
	}
	return usageError(errors.New(cmd.CommandPath() + " takes one id, and " + quoted(args[1:]) +
		" is one too many; see " + cmd.CommandPath() + " --help"))
}
