package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/verbs"
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

// completionTimeout is how long a shell may be kept waiting for words to offer.
const completionTimeout = 2 * time.Second

// offer opens the directory that the words on the command line mean, and answers what it is asked; nothing where it cannot
// be read.
func offer(p Program, f *flags, cmd *cobra.Command, ask func(*verbs.Session) []string) ([]string, cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(context.Background(), completionTimeout)
	defer cancel()
	x := taskRun{program: p, flags: f}
	x.dir, _ = cmd.Flags().GetString("dir")
	x.list, _ = cmd.Flags().GetString("list")
	s, err := x.open(ctx, false)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer s.Close()
	return ask(s), cobra.ShellCompDirectiveNoFileComp
}

// Which tasks a command offers:

func anyTask(verbs.Task) bool     { return true }
func isReady(t verbs.Task) bool   { return t.State == "ready" }
func isRunning(t verbs.Task) bool { return t.State == "running" }

// completion is a function that completes arguments or a flag.
type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// completeIDs offers the ids of tasks, with their subjects.
func completeIDs(p Program, f *flags, fits func(verbs.Task) bool) completion {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return offer(p, f, cmd, func(s *verbs.Session) (words []string) {
			l, _ := s.List("", 0)
			for _, t := range l.Tasks {
				if t.ID != "" && fits(t) {
					words = append(words, safetext.Copyable(t.ID)+"\t"+safetext.Subject(t.Subject).Cut(60).String())
				}
			}
			return words
		})
	}
}

// completeOwners offers those who own tasks.
func completeOwners(p Program, f *flags) completion {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return offer(p, f, cmd, func(s *verbs.Session) (words []string) {
			for _, o := range s.Owners() {
				words = append(words, safetext.Line(o).String())
			}
			return words
		})
	}
}

// completeFilter offers the words of a filter.
func completeFilter(p Program, f *flags) completion {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return offer(p, f, cmd, func(s *verbs.Session) []string {
			words := []string{"@me\tyours", "@none\tnobody's"}
			plain := strings.NewReplacer("`", "") // a shell shows Markdown as it is
			for _, w := range board.FilterStates() {
				words = append(words, "is:"+w.Word+"\t"+plain.Replace(w.Shows))
			}
			for _, w := range board.FilterKeys() {
				words = append(words, w.Word+"\t"+plain.Replace(w.Shows))
			}
			for _, o := range s.Owners() {
				words = append(words, "@"+safetext.Line(o).String())
			}
			return words
		})
	}
}
