package cli

import (
	"errors"
	"io"
	"net"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
	"sideboard/ui/mcp"
	"sideboard/ui/workspace"
)

// served returns what a Finder will open, in full and without a password.
func served(f workspace.Finder) string {
	if a, is, err := bucket.Parse(f.Arg); is && err == nil {
		return a.String()
	}
	if place, err := locate.Resolve(f.Env, f.Arg, f.List); err == nil {
		return place.Dir
	}
	dir, _ := filepath.Abs(f.Arg)
	return "the tasks of " + dir // an agent may create them
}

func mcpCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp [DIR]",
		Short: "Serve the tasks to agents, as tools of the Model Context Protocol",
		Long: `mcp serves an agent on standard input and output, with the tools TaskCreate, TaskList, TaskGet, TaskUpdate, claim, complete and
release. They follow the board's rules, so agents of any kind share one list with each other and with you. The agent
starts it; --install prints its configuration.

The owner is the agent's own name, or --as.

--http serves agents on any host, each with a token of its own (--token NAME); see sideboard help machines.`,
		Example:           "  sideboard mcp --install\n  sideboard mcp --as codex\n  sideboard mcp --token codex\n  sideboard mcp --http 127.0.0.1:7007",
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	install, list, token := false, "", ""
	var web mcp.HTTP
	lease := positiveDuration(30 * time.Minute)
	cmd.Flags().BoolVar(&install, "install", false, "print the configuration for agents")
	cmd.Flags().StringVar(&web.Addr, "http", "", "serve over HTTP at this host:port, each agent with a token of its own")
	cmd.Flags().StringVar(&token, "token", "", "make a token for an owner, print it, and end")
	cmd.Flags().BoolVar(&web.Public, "public", false, "with --http: let other hosts connect")
	cmd.Flags().StringVar(&web.Cert, "tls-cert", "", "with --public: the file with the certificate")
	cmd.Flags().StringVar(&web.Key, "tls-key", "", "with --public: the file with its key")
	cmd.Flags().BoolVar(&web.BehindProxy, "behind-proxy", false, "with --public: what is in front of it encrypts")
	cmd.Flags().Var(&lease, "lease", "with --http: a claim lasts this long after the last call of its owner")
	placeFlags(cmd, p, f, &list, "to serve")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		b, err := boardOptions(p, *f, strings.Join(args, ""))
		if err != nil {
			return err
		}
		b.Finder.List = list
		if err := b.Finder.Check(); err != nil {
			return usageError(err)
		}
		if install {
			serve := []string{"mcp"}
			if dir, err := filepath.Abs(b.Finder.Arg); isBucket(b.Finder.Arg) {
				serve = append(serve, "--dir", b.Finder.Arg)
			} else if b.Finder.Arg != "" && err == nil {
				serve = append(serve, "--dir", dir)
			}
			if list != "" {
				serve = append(serve, "--list", list)
			}
			if f.ReadOnly {
				serve = append(serve, "--read-only")
			}
			return mcp.Install(cmd.OutOrStdout(), serve, f.As)
		}
		web.Tokens = mcp.Tokens(b.Finder.Options.State)
		if token != "" {
			secret, err := web.Tokens.New(cmd.Context(), token)
			if err == nil {
				_, err = io.WriteString(cmd.OutOrStdout(), secret+"\n")
			}
			return err
		}
		o := mcp.Options{Version: p.Version, Finder: b.Finder, Who: f.As, Stalled: b.Stalled, Lease: time.Duration(lease)}
		if web.Addr != "" {
			if f.As != "" {
				return usageError(errors.New("--as does not go with --http: the owner is that of the token"))
			}
			if err := web.Check(); err != nil {
				return usageError(err)
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			web.Started = func(at net.Addr) { cmd.PrintErrln("Serving " + Printable(served(b.Finder)) + " at " + web.URL(at)) }
			return mcp.ServeHTTP(ctx, o, web)
		}
		in, isInput := cmd.InOrStdin().(io.ReadCloser)
		out, isOutput := cmd.OutOrStdout().(io.WriteCloser)
		if !isInput || !isOutput {
			return errors.New("mcp needs an input and an output that can be closed")
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		return mcp.Serve(ctx, o, in, out)
	}
	return cmd
}
