package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/tasks/locate"
)

// refuseUnknownShells makes cobra's own completion command refuse a shell it does not know, which it answers with help and success.
func refuseUnknownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		shells := commandNames(c)
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return usageError(unknownTopic(strings.Join(args, " "), "a shell completion is made for", shells))
		}
		for _, shell := range c.Commands() {
			shell.Args = noArgs
		}
	}
}

func completeLists(p Program) []string {
	env, err := environment(p.Getenv)
	if err != nil {
		return nil
	}
	lists, err := locate.Lists(env)
	if err != nil {
		return nil
	}
	ids := []string{"latest\tthe newest list"}
	for _, l := range lists {
		ids = append(ids, fmt.Sprintf("%s\t%d tasks", l.ID, l.Tasks))
	}
	return ids
}

// completeOneDir completes the one directory a command works on.
func completeOneDir(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeListFlag completes the value of a command's --list.
func completeListFlag(cmd *cobra.Command, p Program) {
	_ = cmd.RegisterFlagCompletionFunc("list", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return completeLists(p), cobra.ShellCompDirectiveNoFileComp
	})
}
