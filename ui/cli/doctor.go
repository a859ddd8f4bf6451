package cli

import (
	"context"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sideboard/tasks/doctor"
	"sideboard/ui/workspace"
)

// Exit is an error that says how the program is to end. Without Err there is nothing to tell that was not printed.
type Exit struct {
	Code int
	Err  error
}

// Error tells what went wrong, "" when nothing did.
func (e *Exit) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap gives what went wrong.
func (e *Exit) Unwrap() error { return e.Err }

// The ends of the doctor.
const (
	exitProblems = 1 // errors or warnings are left
	exitFailed   = 2 // it could not be examined
)

// What --fix may mend.
const (
	fixNothing = ""
	fixSafe    = "safe" // what loses nothing and changes nobody's mind
	fixAll     = "all"  // what somebody should decide, too
)

// examination is one run of the doctor.
type examination struct {
	program Program
	flags   *flags
	list    string
	json    bool
	fix     string
}

// doctorCommand says what is wrong with a task directory.
func doctorCommand(p Program, f *flags) *cobra.Command {
	x := examination{program: p, flags: f}
	failed := func(err error) error {
		if err == nil {
			return nil
		}
		return &Exit{exitFailed, explained(err)}
	}
	cmd := &cobra.Command{
		Use:   "doctor [DIR]",
		Short: "Say what is wrong with the task files, and mend it",
		Long: `doctor reads a task directory as the agents that work there do, and says what stops them: broken files, keys that make
their listing fail, tasks that can never start, locks left behind, and more, each with the file and why it matters.

With --fix it mends what can be mended without losing anything; with --fix=all also what you should decide yourself: what
takes something away, or lets a task start. All of it goes the way every edit goes, locks and comparisons included.

It ends with 0 when nothing is wrong, 1 when errors or warnings are left, 2 when it could not look.`,
		Example: `  sideboard doctor            what is wrong with the tasks of this project
  sideboard doctor --fix      mend what can be mended safely
  sideboard doctor --json     the same for programs`,
		Args: oneDir,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			left, err := x.run(ctx, cmd.OutOrStdout(), strings.Join(args, ""))
			if err == nil && left.Problems() > 0 {
				return &Exit{Code: exitProblems}
			}
			return failed(err)
		},
	}
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON, for programs")
	cmd.Flags().StringVar(&x.fix, "fix", fixNothing, `mend what is safe to mend; "all" also what you should decide`)
	cmd.Flags().Lookup("fix").NoOptDefVal = fixSafe
	cmd.Flags().StringVar(&x.list, "list", "", `the list to examine; "latest" is the newest`)
	_ = cmd.RegisterFlagCompletionFunc("fix", cobra.FixedCompletions([]string{fixSafe, fixAll}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("list", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return completeLists(p), cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// run examines, mends if it is to, prints, and answers what is left.
func (x examination) run(ctx context.Context, out io.Writer, arg string) (doctor.Counts, error) {
	switch {
	case x.fix != fixNothing && x.fix != fixSafe && x.fix != fixAll:
		return doctor.Counts{}, fmt.Errorf("--fix=%s: choose %s or %s", x.fix, fixSafe, fixAll)
	case x.fix != fixNothing && x.flags.readOnly:
		return doctor.Counts{}, fmt.Errorf("--fix writes, and --read-only forbids it: choose one")
	}
	b, err := board(x.program, *x.flags, arg)
	if err != nil {
		return doctor.Counts{}, err
	}
	b.Finder.List = x.list
	b.Finder.Options.ReadOnly = x.fix == fixNothing
	d, err := b.Finder.Open()
	if err != nil {
		return doctor.Counts{}, err
	}
	defer d.Close()
	go drain(ctx, d)
	r := report{Dir: d.Place().Dir}
	found, err := d.Examine(ctx)
	if err == nil && x.fix != fixNothing {
		found, err = r.mend(ctx, d, found, x.fix == fixAll, b.As)
	}
	if err != nil {
		return doctor.Counts{}, err
	}
	r.take(d.Traits(""), found)
	if x.json {
		return r.count, r.writeJSON(out)
	}
	return r.count, r.writeText(out, b.ASCII)
}

// drain hears the directory's news, which nobody here wants, until the workspace is closed: who examines must not wait for
// a listener.
func drain(ctx context.Context, d *workspace.Workspace) {
	for {
		if _, err := d.Next(ctx); err != nil {
			return
		}
	}
}

// rounds is how often it is examined and mended again: what is mended can uncover what was hidden by it.
const rounds = 8

// mend carries out repairs until there are none left, and answers what is still wrong.
func (r *report) mend(ctx context.Context, d *workspace.Workspace, found []doctor.Finding, all bool, who string) ([]doctor.Finding, error) {
	if err := d.Writable(); err != nil {
		return nil, err
	}
	for range rounds {
		did := false
		r.failed = map[string]error{} // what failed may do so no more once something else is mended
		for _, f := range found {
			if f.Repair == nil || f.Repair.Asks && !all {
				continue
			}
			if err := d.Repair(ctx, *f.Repair, who); err != nil {
				r.failed[identity(f)] = err
				continue
			}
			did = true
			r.fixed = append(r.fixed, f)
		}
		if !did {
			break
		}
		// An agent that read a file before it was mended may write its old copy back: only what stands then is mended.
		err := d.WaitSettled(ctx)
		if err != nil {
			return nil, err
		}
		if found, err = d.Examine(ctx); err != nil {
			return nil, err
		}
		r.stand(found)
	}
	return found, nil
}

// stand leaves of what was mended only what is not wrong any more: an agent may have written its old copy back.
func (r *report) stand(found []doctor.Finding) {
	wrong := map[string]bool{}
	for _, f := range found {
		wrong[identity(f)] = true
	}
	r.fixed = slices.DeleteFunc(r.fixed, func(f doctor.Finding) bool { return wrong[identity(f)] })
}

// identity tells findings of one directory apart.
func identity(f doctor.Finding) string {
	words := []string{string(f.Kind), f.What}
	for _, k := range f.Files {
		words = append(words, k.Name)
	}
	return strings.Join(words, "\x00")
}
