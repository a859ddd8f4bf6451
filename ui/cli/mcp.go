package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/signal"
	"path/filepath"
	"slices"
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
		Long: `mcp serves an agent on standard input and output, with the tools TaskCreate, TaskList, TaskGet, TaskUpdate, TaskChanges, claim,
complete and release. They follow the board's rules, so agents of any kind share one list with each other and with you. The agent
starts it; --install prints its configuration.

The owner is the agent's own name, or --as.

--http serves agents on any host, each with a token of its own (--token NAME); see sideboard help machines.`,
		Example:           "  sideboard mcp --install\n  sideboard mcp --as codex\n  sideboard mcp --token codex\n  sideboard mcp --http 127.0.0.1:7007",
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	x := mcpRun{program: p, flags: f, lease: positiveDuration(30 * time.Minute)}
	cmd.Flags().BoolVar(&x.install, "install", false, "print the configuration for agents")
	cmd.Flags().StringVar(&x.web.Addr, "http", "",
		"serve over HTTP at this host:port, each agent with a token of its own")
	cmd.Flags().StringVar(&x.token, "token", "", "make a token for an owner, print it, and end")
	cmd.Flags().BoolVar(&x.tokens, "tokens", false, "list the owners that have a token, and end")
	cmd.Flags().StringVar(&x.revoke, "revoke", "", "make the token of an owner worthless, and end")
	cmd.Flags().BoolVar(&x.web.Public, "public", false, "with --http: let other hosts connect")
	cmd.Flags().StringVar(&x.web.Cert, "tls-cert", "", "with --http: the file with the certificate")
	cmd.Flags().StringVar(&x.web.Key, "tls-key", "", "with --http: the file with its key")
	cmd.Flags().BoolVar(&x.web.BehindProxy, "behind-proxy", false,
		"with --http: a proxy or tunnel in front of it encrypts, and passes on the Host of clients")
	cmd.Flags().Var(&x.lease, "lease", "with --http: a claim lasts this long after the last call of its owner")
	placeFlags(cmd, p, f, &x.list, "to serve")
	cmd.RunE = x.run
	return cmd
}

// mcpRun is one run of mcp.
type mcpRun struct {
	program             Program
	flags               *flags
	install, tokens     bool
	list, token, revoke string
	web                 mcp.HTTP
	lease               positiveDuration
}

// check returns an error for options that mean nothing together.
func (x *mcpRun) check(cmd *cobra.Command, args []string) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	does := ""
	for _, name := range []string{"install", "token", "tokens", "revoke", "http"} {
		switch {
		case !given(name):
		case does != "":
			return usageError(fmt.Errorf("--%s does not go with --%s", does, name))
		default:
			does = name
		}
	}
	for _, name := range []string{"public", "tls-cert", "tls-key", "behind-proxy", "lease"} {
		if given(name) && does != "http" {
			return usageError(fmt.Errorf("--%s goes with --http", name))
		}
	}
	if given("as") && does != "" && does != "install" {
		return usageError(fmt.Errorf("--as does not go with --%s: the owner is that of the token", does))
	}
	if !slices.Contains([]string{"token", "tokens", "revoke"}, does) {
		return nil
	}
	for _, name := range []string{"dir", "list", "read-only"} {
		if given(name) || name == "dir" && len(args) > 0 {
			return usageError(fmt.Errorf("--%s has nothing to do with a directory: a token is for all that you serve",
				does))
		}
	}
	return nil
}

func (x *mcpRun) run(cmd *cobra.Command, args []string) error {
	if err := x.check(cmd, args); err != nil {
		return err
	}
	b, err := boardOptions(x.program, *x.flags, strings.Join(args, ""))
	other, elsewhere := errors.AsType[*otherHost](err)
	switch {
	case elsewhere && x.install: // agents here start it, and it runs there
	case elsewhere && x.web.Addr != "":
		return usageError(fmt.Errorf("--http serves a list of this host: run sideboard mcp --http on %s", other.Host))
	case err != nil:
		return err
	}
	b.Finder.List = x.list
	if err := b.Finder.Check(); err != nil {
		return usageError(err)
	}
	x.web.Tokens = mcp.Tokens(b.Finder.Options.State)
	switch {
	case x.install:
		return x.printInstall(cmd, b.Finder)
	case cmd.Flags().Changed("token"):
		secret, err := x.web.Tokens.New(cmd.Context(), x.token)
		if err == nil {
			_, err = io.WriteString(cmd.OutOrStdout(), secret+"\n")
		}
		return err
	case x.tokens:
		owners, err := x.web.Tokens.Owners()
		for _, owner := range owners {
			if err == nil {
				_, err = io.WriteString(cmd.OutOrStdout(), Printable(owner)+"\n")
			}
		}
		return err
	case cmd.Flags().Changed("revoke"):
		return x.web.Tokens.Revoke(cmd.Context(), x.revoke)
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	o := mcp.Options{
		Version: x.program.Version, Finder: b.Finder, Who: x.flags.As, Stalled: b.Stalled, Review: b.Config.Review,
		Lease:  time.Duration(x.lease),
		Report: func(problem string) { cmd.PrintErrln(Printable("sideboard: " + problem)) },
	}
	if cmd.Flags().Changed("http") {
		return x.serveHTTP(ctx, cmd, o)
	}
	in, isInput := cmd.InOrStdin().(io.ReadCloser)
	out, isOutput := cmd.OutOrStdout().(io.WriteCloser)
	if !isInput || !isOutput {
		return errors.New("mcp needs an input and an output that can be closed")
	}
	return mcp.Serve(ctx, o, in, out)
}

func (x *mcpRun) serveHTTP(ctx context.Context, cmd *cobra.Command, o mcp.Options) error {
	if err := x.web.Check(); err != nil {
		return usageError(err)
	}
	if x.list != "" { // agents create no list of a name
		if _, err := locate.Resolve(o.Finder.Env, o.Finder.Arg, o.Finder.List); err != nil {
			return err
		}
	}
	x.web.Started = func(at net.Addr) {
		cmd.PrintErrln("Serving " + Printable(served(o.Finder)) + " at " + x.web.URL(at))
	}
	return mcp.ServeHTTP(ctx, o, x.web)
}

// printInstall prints the configuration of agents that start what is asked for.
func (x *mcpRun) printInstall(cmd *cobra.Command, f workspace.Finder) error {
	serve := []string{"mcp"}
	dir, err := filepath.Abs(f.Arg)
	switch {
	case isAddress(f.Arg):
		serve = append(serve, "--dir", f.Arg)
	case f.Arg != "" && err == nil:
		serve = append(serve, "--dir", dir)
	}
	if x.list != "" {
		serve = append(serve, "--list", x.list)
	}
	if x.flags.ReadOnly {
		serve = append(serve, "--read-only")
	}
	return mcp.Install(cmd.OutOrStdout(), serve, x.flags.As)
}
