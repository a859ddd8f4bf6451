package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

// themeName is a flag for the name of a theme.
type themeName style.Theme

func themeNames() (names []string) {
	for _, t := range style.Themes() {
		names = append(names, string(t))
	}
	return names
}

func (t *themeName) String() string { return string(*t) }

func (*themeName) Type() string { return "name" }

func (t *themeName) Set(name string) error {
	if name == "" || !style.Theme(name).Known() {
		return fmt.Errorf("choose one of %s", strings.Join(themeNames(), ", "))
	}
	*t = themeName(name)
	return nil
}

// asciiFlag is the flag --ascii.
type asciiFlag struct {
	said  *bool       // what the command line says, nil for nothing
	usual func() bool // what applies if it says nothing
}

// wanted reports whether only ASCII may be written.
func (a *asciiFlag) wanted() bool {
	if a.said != nil {
		return *a.said
	}
	return a.usual()
}

func (a *asciiFlag) String() string { return strconv.FormatBool(a.said != nil && *a.said) }

func (*asciiFlag) Type() string { return "bool" }

func (a *asciiFlag) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("write --ascii, or --ascii=false")
	}
	a.said = &on
	return nil
}

// positiveDuration is a flag for a time above zero.
type positiveDuration time.Duration

func (s *positiveDuration) String() string {
	if *s == 0 {
		return "" // no default
	}
	return board.Duration(time.Duration(*s))
}

func (*positiveDuration) Type() string { return "time" }

func (s *positiveDuration) Set(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return errors.New("write a number with its unit, for instance 30m, 90s or 1h30m")
	case d <= 0:
		return errors.New("the time must be above zero, for instance 30m")
	}
	*s = positiveDuration(d)
	return nil
}

// commandLine is a flag for a command and its arguments.
type commandLine []string

func (c *commandLine) String() string { return strings.Join(*c, " ") }

func (*commandLine) Type() string { return "command" }

// Set splits a command line; "" is no command.
func (c *commandLine) Set(text string) error {
	if text == "" {
		*c = nil
		return nil
	}
	args, err := splitCommandLine(text)
	*c = args
	return err
}

// splitCommandLine splits a line at spaces into a command and its arguments. Quotes, ' or ", group words; there is no
// shell, so nothing else has a meaning.
func splitCommandLine(text string) ([]string, error) {
	var args []string
	var arg strings.Builder
	begun, quote := false, rune(0)
	end := func() {
		if begun {
			args = append(args, arg.String())
		}
		arg.Reset()
		begun = false
	}
	for _, r := range text {
		switch {
		case r == 0:
			return nil, errors.New("a command cannot have a NUL")
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			end()
		default:
			arg.WriteRune(r)
			begun = true
		}
	}
	end()
	switch {
	case quote != 0:
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	case len(args) == 0 || args[0] == "":
		return nil, errors.New("it names no command")
	}
	return args, nil
}

// refuseUnknownShells makes cobra's completion command fail for an unknown shell; on its own it prints help and
// succeeds.
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
			return usageError(unknownTopic(strings.Join(args, " "), "a shell with completion", shells))
		}
		for _, shell := range c.Commands() {
			shell.Args = noArgs
		}
	}
}

// completeLists returns the ids of Claude Code's lists, each with a tab and the number of its tasks, as completion
// shows it; nothing if they cannot be read.
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
		ids = append(ids, l.ID+"\t"+plural(l.Tasks, "task"))
	}
	return ids
}

// completeOneDir completes a directory, the only argument; for the program itself also files, because a shell that
// completes only directories leaves the names of the commands out.
func completeOneDir(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) > 0:
		return nil, cobra.ShellCompDirectiveNoFileComp
	case !cmd.HasParent():
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// placeFlags adds the flags that name a directory and a list; done says what the command does with the list.
func placeFlags(cmd *cobra.Command, p Program, f *flags, list *string, done string) {
	dirFlag(cmd, f)
	cmd.Flags().StringVar(list, "list", "", "the list "+done+`; "latest" is the newest`)
	_ = cmd.RegisterFlagCompletionFunc("list",
		func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return completeLists(p), cobra.ShellCompDirectiveNoFileComp
		})
}

// dirFlag adds the flag that names a directory, for commands that take DIR too.
func dirFlag(cmd *cobra.Command, f *flags) {
	cmd.Flags().StringVar(&f.dir, "dir", "", "the directory of the tasks (default the tasks of this project)")
	_ = cmd.MarkFlagDirname("dir")
}

// completionTimeout limits how long a shell waits for what offer reads.
const completionTimeout = 2 * time.Second

// offer opens the directory of the command line and returns what ask finds there, or nothing if it cannot be read.
func offer(p Program, f *flags, cmd *cobra.Command, ask func(*verbs.Session) []string) ([]string,
	cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(context.Background(), completionTimeout)
	defer cancel()
	x := taskRun{program: p, flags: f}
	x.list, _ = cmd.Flags().GetString("list")
	s, err := x.open(ctx, false)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer s.Close()
	return ask(s), cobra.ShellCompDirectiveNoFileComp
}

// The tasks that completion offers for a command:

func anyTask(verbs.Task) bool     { return true }
func isReady(t verbs.Task) bool   { return t.State == "ready" }
func isRunning(t verbs.Task) bool { return t.State == "running" }
func isDone(t verbs.Task) bool {
	return t.State == "completed" || t.State == "skipped" || t.State == "unknown"
}

// completion completes arguments or a flag.
type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// completeIDs offers the short ids of tasks with their subjects, or the whole ids if one is being typed.
func completeIDs(p Program, f *flags, fits func(verbs.Task) bool) completion {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return offer(p, f, cmd, func(s *verbs.Session) (words []string) {
			l, _ := s.List(cmd.Context(), "")
			for _, t := range l.Tasks {
				id := strings.TrimPrefix(t.Short, "#")
				if typed != "" && !strings.HasPrefix(id, typed) {
					id = t.ID
				}
				if t.ID != "" && fits(t) {
					words = append(words, safetext.Copyable(id)+"\t"+safetext.Subject(t.Subject).Cut(60).String())
				}
			}
			return words
		})
	}
}

// completeOwners offers the owners of tasks.
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
			plain := strings.NewReplacer("`", "") // a shell does not render Markdown
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
