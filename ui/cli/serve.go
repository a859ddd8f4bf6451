package cli

import (
	"errors"
	"fmt"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
)

func serveCommand(p Program, f *flags) *cobra.Command {
	list := ""
	cmd := &cobra.Command{
		Use:   "serve nats://HOST/BUCKET [DIR]",
		Short: "Keep a task directory equal to a bucket of NATS JetStream",
		Long: `serve puts the tasks of a directory into a bucket, and keeps both equal until ctrl+c. Run it on every host whose agents or people work on
files; boards, commands and mcp also take nats://HOST/BUCKET in place of a directory. See sideboard help machines.`,
		Example: `  sideboard serve nats://nats.example/plan
  sideboard nats://nats.example/plan`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return usageError(fmt.Errorf("%s takes an address and at most one directory; see %s --help", cmd.CommandPath(), cmd.CommandPath()))
			}
			_, is, err := bucket.Parse(args[0])
			if err == nil && !is {
				err = errors.New("the first word must be an address: write nats://HOST/BUCKET")
			}
			return usageError(err)
		},
	}
	placeFlags(cmd, p, f, &list, "to serve")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, _, _ := bucket.Parse(args[0])
		dir := ""
		if len(args) == 2 {
			dir = args[1]
		}
		b, err := boardOptions(p, *f, dir)
		if err != nil {
			return err
		}
		place, err := locate.Resolve(b.Finder.Env, b.Finder.Arg, list)
		if err != nil {
			return explainNotFound(err)
		}
		o := bucket.Options{Origin: bucket.Origin{Dir: place.Dir, Project: place.Project}, State: b.Finder.Options.State, Poll: b.Finder.Options.Poll}
		if c := locate.ConfigDir(b.Finder.Env); c != "" {
			o.Origin.Configs = []string{filepath.ToSlash(c)}
		}
		o.Report = func(text string) { cmd.PrintErrln(time.Now().Format(time.TimeOnly) + "  " + Printable(text)) }
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		return bucket.Serve(ctx, a, o)
	}
	return cmd
}
