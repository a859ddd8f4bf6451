package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/ui/safetext"
	"sideboard/ui/verbs"
)

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
