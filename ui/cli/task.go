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

	"sideboard/ui/verbs"
)

// taskRun is one run of a command over the tasks of a directory.
type taskRun struct {
	program Program
	flags   *flags
	dir     string // that is an argument
	list    string
	json    bool
	yes     bool
	dryRun  bool
	waits   bool // for what others do
	onAdded func(made, all int)
	dialect string // of a new directory's first task

	onHealth func(verbs.Event)
}

// newTaskRun gives a command the flags that every command over tasks has.
func newTaskRun(cmd *cobra.Command, p Program, f *flags) *taskRun {
	x := &taskRun{program: p, flags: f}
	placeFlags(cmd, p, f, &x.list, "that is meant")
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON, for programs")
	return x
}

// newWriteRun gives a command the flags that every command which writes has, too.
func newWriteRun(cmd *cobra.Command, p Program, f *flags) *taskRun {
	x := newTaskRun(cmd, p, f)
	cmd.Flags().BoolVar(&x.dryRun, "dry-run", false, "write nothing; print the lines that would change")
	x.yesFlag(cmd)
	return x
}

// yesFlag gives a command the flag that answers the board's question. Every command that writes takes it, so that a script can always
// give it.
func (x *taskRun) yesFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&x.yes, "yes", false, "do it even if it is another's task, or others rely on it")
}

// open opens the directory that is meant. Who only reads opens it for nothing else, and asks the system to tell of no changes:
// it takes longer to let go of that than to read a thousand tasks.
func (x *taskRun) open(ctx context.Context, writes bool) (*verbs.Session, error) {
	b, err := boardOptions(x.program, *x.flags, x.dir)
	if err != nil {
		return nil, err
	}
	b.Finder.List = x.list
	b.Finder.Options.Poll = x.flags.poll || !writes && !x.waits
	b.Finder.Options.ReadOnly = !writes || x.dryRun || x.flags.ReadOnly
	b.Finder.Options.Dialect = x.dialect
	o := verbs.Options{Finder: b.Finder, Who: b.As, DryRun: x.dryRun, OnAdded: x.onAdded, Stalled: b.Stalled}
	o.Agent = x.flags.As != "" && x.flags.As != ownerName(x.program.Getenv) && x.flags.As != b.Config.As
	if x.waits && !b.Finder.Options.Poll {
		o.OnHealth = x.onHealth
	}
	return verbs.Open(ctx, o)
}

// read runs what only reads.
func (x *taskRun) read(cmd *cobra.Command, do func(context.Context, *verbs.Session) (answer, error)) error {
	return x.with(cmd, false, do)
}

// write runs what writes. What it says is printed at once; that it lasts is looked at afterwards.
func (x *taskRun) write(cmd *cobra.Command, do func(context.Context, *verbs.Session) (verbs.Change, error)) error {
	return x.with(cmd, true, func(ctx context.Context, s *verbs.Session) (answer, error) {
		c, err := do(ctx, s)
		return answer{c, len(c.Tasks)+len(c.Files) == 0, func(w *paper) { w.change(c) }}, err
	})
}

// showsProgress has the command say on a terminal how many of its tasks are made, from when on that takes a moment.
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

// answer is what is answered.
type answer struct {
	value any          // for programs
	empty bool         // there is nothing to print beside an error
	text  func(*paper) // prints it for people
}

// heapGrowth is by how much the heap of a command may grow before it is collected: it ends so soon that most of what would be
// collected goes with it, and a tenth of its time with that.
const heapGrowth = 400

// with opens the directory, does what is asked, prints the answer, and says in words or as JSON why there is none.
func (x *taskRun) with(cmd *cobra.Command, writes bool, do func(context.Context, *verbs.Session) (answer, error)) error {
	debug.SetGCPercent(heapGrowth)
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s, err := x.open(ctx, writes)
	if err != nil {
		return x.fail(cmd, s, err)
	}
	defer s.Close()
	told, err := do(ctx, s)
	if err != nil && told.empty {
		return x.fail(cmd, s, err)
	}
	printed := x.print(cmd.OutOrStdout(), told)
	if err == nil && writes && !x.dryRun {
		err = s.WaitReapplied(ctx)
		if since := s.ClaimedSince(); err == nil && since != "" {
			cmd.PrintErrln("sideboard: " + Printable(since))
		}
	}
	if err == nil {
		err = printed
		if c, is := told.value.(verbs.Change); is && !c.DryRun {
			if printed != nil {
				c.Left = append(c.Left, "that could not be told: "+printed.Error())
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

// printHealth returns what tells a person who waits why news may come late. Programs find one value on stderr at most.
func (x *taskRun) printHealth(cmd *cobra.Command) func(verbs.Event) {
	return func(e verbs.Event) {
		if !x.json {
			cmd.PrintErrln(Printable(strings.TrimSuffix(e.Event+": "+e.Reason, ": ")))
		}
	}
}

// fail ends the command with the code of an error, which is told on stderr: in words, or as JSON where that is asked for.
func (x *taskRun) fail(cmd *cobra.Command, s *verbs.Session, err error) error {
	f := s.Explain(err)
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

// takeDir takes the directory out of the words of a filter, and returns the others. A word that names a directory is no other, before --.
func (x *taskRun) takeDir(cmd *cobra.Command, words []string) (others []string, err error) {
	for i, word := range words {
		switch past := cmd.ArgsLenAtDash(); {
		case past >= 0 && i >= past || !isDir(word):
			others = append(others, word)
		case x.dir != "":
			return nil, usageError(fmt.Errorf("%s and %s are directories: give one, and words of the filter that are called so after --", x.dir, word))
		default:
			x.dir = word
		}
	}
	return others, nil
}

// isDir reports whether a word names a directory that is there.
func isDir(word string) bool {
	info, err := os.Stat(word)
	return err == nil && info.IsDir()
}

// oneID accepts the id of one task.
func oneID(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return usageError(errors.New(cmd.CommandPath() + " needs the id of a task; see " + cmd.CommandPath() + " --help"))
	case 1:
		return nil
	}
	return usageError(errors.New(cmd.CommandPath() + " takes one id, and " + quoted(args[1:]) + " is one too many; see " + cmd.CommandPath() + " --help"))
}
