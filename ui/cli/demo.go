package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/tasks/demo"
)

// demoCommand opens a board over a scratch directory on which simulated agents work.
func demoCommand(p Program, f *flags) *cobra.Command {
	c := demo.Config{Agents: 4, Seed: 1, Speed: 1, Dialect: demo.DefaultDialect}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Show the board over a project with simulated agents",
		Long: `demo writes a project of about 24 tasks into a scratch directory, starts agents that are processes of their own and work
on those files the way real agents do, and opens the board over it. Everything is removed at the end.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(demo.Dialects(), c.Dialect) {
				return usageError(fmt.Errorf("--dialect %s: there is no such dialect; choose one of %s", c.Dialect, strings.Join(demo.Dialects(), ", ")))
			}
			if c.Agents < 1 || c.Agents > 32 {
				return usageError(fmt.Errorf("--agents %d: choose from 1 to 32", c.Agents))
			}
			if c.Speed <= 0 {
				return usageError(fmt.Errorf("--speed %g: choose a factor above zero", c.Speed))
			}
			b, err := boardOptions(p, *f, "")
			if err != nil {
				return err
			}
			var kept []string
			c.Waits = !cmd.Flags().Changed("speed") // who records it says how fast it goes
			start := startCrew(c)
			b.DemoNow = true
			b.Demo = func(ctx context.Context) (*demo.Demo, error) {
				demo, err := start(ctx)
				if err == nil && demo.Kept() {
					kept = append(kept, demo.Dir())
				}
				return demo, err
			}
			err = p.Show(b)
			for _, dir := range kept {
				cmd.Println("The demo's task files stay in " + Printable(dir))
			}
			return err
		},
	}
	cmd.Flags().IntVar(&c.Agents, "agents", c.Agents, "how many agents")
	cmd.Flags().Uint64Var(&c.Seed, "seed", c.Seed, "two seeds differ in who does what and when")
	cmd.Flags().Float64Var(&c.Speed, "speed", c.Speed, "how fast time goes for the agents")
	cmd.Flags().StringVar(&c.Dialect, "dialect", c.Dialect, "the form of the task files: "+strings.Join(demo.Dialects(), ", "))
	cmd.Flags().BoolVar(&c.Story, "story", false, "the same 100 seconds every time, with captions")
	cmd.Flags().BoolVar(&c.Keep, "keep", false, "leave the task files, and say at the end where they are")
	_ = cmd.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(demo.Dialects(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// startCrew starts the simulated agents as processes of this program.
func startCrew(c demo.Config) func(context.Context) (*demo.Demo, error) {
	return func(ctx context.Context) (*demo.Demo, error) {
		exe, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("start the demo's agents: %w", err)
		}
		c.Exe = exe
		return demo.Start(ctx, c)
	}
}

// agentCommand returns one of the demo's processes. It is not for people.
func agentCommand() *cobra.Command {
	return &cobra.Command{
		Use: demo.Command, Hidden: true, DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error { return demo.Agent(args, os.Stdin) },
	}
}
