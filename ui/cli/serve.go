package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks"
	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

func serveCommand(p Program, f *flags) *cobra.Command {
	list := ""
	cmd := &cobra.Command{
		Use:   "serve nats://HOST/BUCKET [DIR]",
		Short: "Keep a task directory equal to a bucket of NATS JetStream",
		Long: `serve puts the tasks of a directory into a bucket, and keeps both equal until ctrl+c. Run it on every host whose agents or people work on
files; boards, commands and mcp also take nats://HOST/BUCKET in place of a directory. A DIR that is not there is made.
See sideboard help machines.`,
		Example: `  sideboard serve nats://nats.example/plan
  sideboard nats://nats.example/plan`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return usageError(fmt.Errorf("%s takes an address and at most one directory; see %s --help",
					cmd.CommandPath(), cmd.CommandPath()))
			}
			_, is, err := bucket.Parse(args[0])
			if err == nil && !is {
				err = errors.New("the first word must be an address: write nats://HOST/BUCKET")
			}
			return usageError(err)
		},
	}
	placeFlags(cmd, p, f, &list, "to serve")
	yes := false
	cmd.Flags().BoolVar(&yes, "yes", false, "at the first serve, replace or renumber files without asking")
	cmd.RunE = func(cmd *cobra.Command, args []string) (ended error) {
		a, _, _ := bucket.Parse(args[0])
		dir := ""
		if len(args) == 2 {
			dir = args[1]
		}
		b, err := boardOptions(p, *f, dir)
		if err != nil {
			return err
		}
		place, made, err := findOrMake(b.Finder.Env, b.Finder.Arg, list)
		if err != nil {
			return explainNotFound(err)
		}
		defer func() {
			if ended != nil {
				removeEmpty(made)
			}
		}()
		o := bucket.Options{
			Origin: bucket.Origin{Dir: place.Dir, Project: place.Project},
			State:  b.Finder.Options.State, Poll: b.Finder.Options.Poll, Yes: yes,
		}
		if c := locate.ConfigDir(b.Finder.Env); c != "" {
			o.Origin.Configs = []string{filepath.ToSlash(c)}
		}
		o.Report = func(text string) { cmd.PrintErrln(time.Now().Format(time.TimeOnly) + "  " + Printable(text)) }
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		if inferred, err := isInferred(ctx, place, b.Finder.Options); err != nil || inferred {
			no := errors.New("not served: " + place.Dir + ": " + tasks.NoDesign +
				", and what a person allows is of one host")
			return cmp.Or(err, error(&Exit{verbs.ExitRefused, no}))
		}
		err = serve(ctx, a, o)
		first, unasked := errors.AsType[*bucket.FirstError](err)
		switch {
		case unasked && asks(cmd, Printable(first.Error())+". Go on?"):
			o.Yes = true
			return serve(ctx, a, o)
		case unasked:
			return &Exit{verbs.ExitRefused, fmt.Errorf("%w. Nothing was written; --yes goes on", err)}
		}
		return err
	}
	return cmd
}

// findOrMake is locate.Resolve, and makes the named directory if it is not there, and a .tasks in it unless it is a
// place for tasks itself. It returns what it made, the innermost last.
func findOrMake(e locate.Env, arg, list string) (place locate.Place, made []string, err error) {
	place, err = locate.Resolve(e, arg, list)
	if err == nil || arg == "" || list != "" {
		return place, nil, err
	}
	dir := arg
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(e.Cwd, dir)
	}
	for _, next := range []string{dir, filepath.Join(dir, ".tasks")} {
		_, nowhere := errors.AsType[*locate.NotFoundError](err)
		if !nowhere && !errors.Is(err, fs.ErrNotExist) {
			break
		}
		failed := os.Mkdir(next, 0o777)
		if errors.Is(failed, fs.ErrNotExist) {
			break // that its parent is not there either is probably a slip of the pen
		}
		if failed == nil {
			made = append(made, next)
		} else if !errors.Is(failed, fs.ErrExist) {
			removeEmpty(made)
			return locate.Place{}, nil, failed
		}
		place, err = locate.Resolve(e, arg, list)
	}
	if err != nil {
		removeEmpty(made)
		return locate.Place{}, nil, err
	}
	return place, made, nil
}

// removeEmpty removes directories that are empty, the last first.
func removeEmpty(dirs []string) {
	for _, dir := range slices.Backward(dirs) {
		_ = os.Remove(dir) // one with files stays
	}
}

// serve is bucket.Serve with the exit codes of commands.
func serve(ctx context.Context, a bucket.Address, o bucket.Options) error {
	err := bucket.Serve(ctx, a, o)
	if _, served := errors.AsType[*bucket.ServedError](err); served {
		return &Exit{verbs.ExitConflict, err}
	}
	return err
}

// isInferred reports whether no published design writes the files of a directory, and their form was inferred.
func isInferred(ctx context.Context, place locate.Place, o workspace.Options) (bool, error) {
	o.ReadOnly, o.Poll = true, true
	w, err := workspace.Open(place, o)
	if err != nil {
		return false, err
	}
	defer w.Close()
	_, err = verbs.Load(ctx, w)
	return w.Form("") != nil, err
}
