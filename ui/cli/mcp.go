package cli

import (
	"errors"
	"io"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sideboard/ui/mcp"
)

func mcpCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp [DIR]",
		Short: "Serve the tasks to agents, as tools of the Model Context Protocol",
		Long: `mcp serves an agent on standard input and output, with the tools TaskCreate, TaskList, TaskGet, TaskUpdate, claim, complete and
release. They follow the board's rules, so agents of any kind share one list with each other and with you. The agent
starts it; --install prints its configuration.

The owner is the agent's own name, or --as.`,
		Example:           "  sideboard mcp --install\n  sideboard mcp --as codex",
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	install, list := false, ""
	cmd.Flags().BoolVar(&install, "install", false, "print the configuration for agents")
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
			if dir, err := filepath.Abs(b.Finder.Arg); b.Finder.Arg != "" && err == nil {
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
		in, isInput := cmd.InOrStdin().(io.ReadCloser)
		out, isOutput := cmd.OutOrStdout().(io.WriteCloser)
		if !isInput || !isOutput {
			return errors.New("mcp needs an input and an output that can be closed")
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		return mcp.Serve(ctx, mcp.Options{Version: p.Version, Finder: b.Finder, Who: f.As, Stalled: b.Stalled}, in, out)
	}
	return cmd
}
