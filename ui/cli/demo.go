package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sideboard/tasks/demo"
)

func demoCommand(p Program, f *flags) *cobra.Command {
	c := demo.Config{Agents: 4, Seed: 1, Speed: 1}
	var r recording
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Show the board over a project with simulated agents",
		Long: `demo creates a project of about 24 tasks in a scratch directory, starts simulated agents that work on it as Claude Code's do,
and opens the board. It removes everything at the end.

With --story and --cast, --svg or --stills it records the story into files, without a terminal.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Agents < 1 || c.Agents > 32 {
				return usageError(fmt.Errorf("--agents %d: choose from 1 to 32", c.Agents))
			}
			if r.wanted() && !c.Story {
				return usageError(errors.New("--cast, --svg and --stills record the story: add --story"))
			}
			film, err := r.film(c.Speed, f.Theme)
			if err != nil {
				return usageError(err)
			}
			if c.Speed <= 0 {
				return usageError(fmt.Errorf("--speed %g: choose a factor above zero", c.Speed))
			}
			b, err := boardOptions(p, *f, "")
			if err != nil {
				return err
			}
			var kept []string
			c.WaitAtStart = !cmd.Flags().Changed("speed") && film == nil // a recording starts at once
			start := startDemo(c)
			b.DemoNow, b.Film = true, film
			// the locale here says nothing of where a recording is played
			b.ASCII = b.ASCII && (film == nil || f.ascii.said != nil)
			b.Demo = func(ctx context.Context) (*demo.Demo, error) {
				demo, err := start(ctx)
				if err == nil && demo.IsKept() {
					kept = append(kept, demo.Dir())
				}
				return demo, err
			}
			err = p.Show(b)
			for _, dir := range kept {
				cmd.Println("The demo's task files are in " + Printable(dir))
			}
			if err == nil && film != nil {
				err = r.write(film)
			}
			return err
		},
	}
	cmd.Flags().IntVar(&c.Agents, "agents", c.Agents, "how many agents")
	cmd.Flags().Uint64Var(&c.Seed, "seed", c.Seed, "another number gives another project")
	cmd.Flags().Float64Var(&c.Speed, "speed", c.Speed, "how fast time passes for the agents")
	cmd.Flags().BoolVar(&c.Story, "story", false, "the same 100 seconds every time, with captions")
	r.flags(cmd, "the story", "beat of the story")
	cmd.Flags().BoolVar(&c.Keep, "keep", false, "keep the task files, and print where they are")
	return cmd
}

// startDemo returns a function that starts a demo, whose files this program removes.
func startDemo(c demo.Config) func(context.Context) (*demo.Demo, error) {
	return func(ctx context.Context) (*demo.Demo, error) {
		exe, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("start the demo: %w", err)
		}
		c.Exe = exe
		return demo.Start(ctx, c)
	}
}

// cleanerCommand returns the hidden command that removes the demo's files.
func cleanerCommand() *cobra.Command {
	return &cobra.Command{
		Use: demo.Command, Hidden: true, DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error { return demo.Clean(args, os.Stdin) },
	}
}
