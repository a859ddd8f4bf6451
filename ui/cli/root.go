// Package cli is the program without a screen: its commands and their flags. The board itself is handed in as a
// function, so that a command never loads a screen it does not show.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/ui/config"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// BoardOptions is what the board is opened with.
type BoardOptions struct {
	As       string
	Stalled  time.Duration
	ReadOnly bool
	ASCII    bool
	Still    bool
	Bell     bool
	OnEvent  []string // a command and its arguments that is told what happens
	NoMouse  bool
	Bare     bool
	Theme    style.Theme
	Config   config.Config
	Unread   error // why the file was not taken
	Editor   string
	Finder   workspace.Finder
	Demo     func(context.Context) (*demo.Demo, error)
	DemoNow  bool
}

// Program is what the commands need from outside.
type Program struct {
	Version string
	Show    func(BoardOptions) error // opens the board on the screen
	Getenv  func(string) string
	ASCII   func(func(string) string) bool // whether the surroundings cannot show symbols
}

// flags are what a person can say about the board.
type flags struct {
	BoardOptions
	dir  string
	list string
	poll bool
	all  bool
	said func(name string) bool // reports whether a flag was given, as its default too
}

// ofScreen returns what has the flags of the board on the screen, which commands without one do not have.
func (f *flags) ofScreen() *cobra.Command {
	has := &cobra.Command{}
	s := has.Flags()
	s.BoolVar(&f.Still, "still", false, "no motion: nothing fades or lights up")
	s.BoolVar(&f.Bell, "bell", false, "ring the terminal's bell when something needs you, and when all is done")
	s.Var((*commandLine)(&f.OnEvent), "on-event", "run this when tasks are completed or ready, all are done, or something needs you or is wrong")
	s.BoolVar(&f.NoMouse, "no-mouse", false, "leave the mouse to the terminal, for selecting text")
	s.Var((*themeName)(&f.Theme), "theme", "how it is coloured: "+strings.Join(themeNames(), ", "))
	return has
}

// usualStalled is from when on a running task whose file is unchanged is stalled.
const usualStalled = 30 * time.Minute

// Command makes the whole command line.
func Command(p Program) *cobra.Command {
	f := flags{BoardOptions: BoardOptions{Stalled: usualStalled, Theme: style.Usual}}
	root := &cobra.Command{
		Use:   "sideboard [DIR]",
		Short: "A live kanban board for the tasks of your AI agents",
		Long: `sideboard shows the task files of coding agents as a live board, and lets you claim, complete, release, create and
edit tasks while the agents work on the same files.

DIR is a task directory, a folder that holds .tasks or .workflow, a workflow session, or a folder of lists. One that has
no tasks yet is waited for.

Without DIR the board looks for the list named by --list, CLAUDE_CODE_TASK_LIST_ID, CLAUDE_TEAM_NAME or
CLAUDE_CODE_TEAM_NAME, then for the nearest .tasks or, where that is nearer, the session at work in .workflow, then for
the one list of Claude Code's that is clearly this project's. Where there is none it shows the lists there are, and opens
what appears. With --all every list of DIR, or of this project, is opened on one board.`,
		Example: `  sideboard                 the tasks of this project
  sideboard --list latest   the newest list there is
  sideboard --list 6513     the list whose name begins so
  sideboard --all           all lists of this project on one board
  sideboard demo            a project with simulated agents`,
		Args:              atMostOneDir,
		Version:           p.Version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		ValidArgsFunction: completeOneDir,
		RunE: func(_ *cobra.Command, args []string) error {
			arg := ""
			if len(args) > 0 {
				arg = args[0]
			}
			b, err := boardOptions(p, f, arg)
			if err != nil {
				return err
			}
			if b.Finder.Together = f.all; f.all && f.list != "" {
				return usageError(errors.New("--all opens every list, and --list one: choose one of the two"))
			}
			if err := b.Finder.Check(); err != nil {
				return usageError(err)
			}
			b.Demo = startCrew(demo.Config{})
			return p.Show(b)
		},
	}
	root.SetVersionTemplate("sideboard {{.Version}}\n")
	pf := root.PersistentFlags()
	pf.StringVar(&f.As, "as", "", "your name as an owner (default $SIDEBOARD_AS, then your login name)")
	pf.Var((*positiveDuration)(&f.Stalled), "stalled", "a task in progress whose file is unchanged for this long is stalled")
	pf.BoolVar(&f.ReadOnly, "read-only", false, "write nothing")
	pf.BoolVar(&f.ASCII, "ascii", false, "draw with plain characters (default where the locale is not UTF-8)")
	pf.BoolVar(&f.poll, "poll", false, "compare the directory again and again instead of being told of changes")
	screen := f.ofScreen().Flags()
	root.Flags().AddFlagSet(screen)
	f.said = func(name string) bool { return pf.Changed(name) || screen.Changed(name) }
	_ = root.RegisterFlagCompletionFunc("theme", cobra.FixedCompletions(themeNames(), cobra.ShellCompDirectiveNoFileComp))
	placeFlags(root, p, &f, &f.list, "to open")
	root.Flags().BoolVar(&f.all, "all", false, "open all lists together: those of DIR, else those of this project")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError(&flagError{cmd, err}) })
	root.AddCommand(listCommand(p, &f), showCommand(p, &f), nextCommand(p, &f), claimCommand(p, &f), completeCommand(p, &f),
		releaseCommand(p, &f), reopenCommand(p, &f), undoCommand(p, &f), logCommand(p, &f), addCommand(p, &f), editCommand(p, &f), linkCommand(p, &f), unlinkCommand(p, &f), splitCommand(p, &f), deleteCommand(p, &f),
		waitCommand(p, &f), statusCommand(p, &f), watchCommand(p, &f), initCommand(p, &f), mcpCommand(p, &f), configCommand(p))
	showsDemo := demoCommand(p, &f)
	showsDemo.Flags().AddFlagSet(screen)
	root.AddCommand(showsDemo, doctorCommand(p, &f), graphCommand(p, &f), listsCommand(p, &f), worktreeCommand(p, &f), cleanerCommand())
	root.SetHelpCommand(helpCommand(p, &f))
	setHelp(root, p, &f)
	refuseUnknownShells(root)
	return root
}

// boardOptions fills in what was not said.
func boardOptions(p Program, f flags, arg string) (BoardOptions, error) {
	env, err := environment(p.Getenv)
	if err != nil {
		return BoardOptions{}, err
	}
	switch {
	case arg == "":
		arg = f.dir
	case f.dir != "" && f.dir != arg:
		return BoardOptions{}, usageError(fmt.Errorf("--dir %s and %s: name the directory once", f.dir, arg))
	}
	b := f.BoardOptions
	b.ASCII = b.ASCII || p.ASCII(p.Getenv)
	b.Editor = editorCommand(p.Getenv)
	b.Finder = workspace.Finder{Env: env, Arg: arg, List: f.list, Options: workspace.Options{
		ReadOnly: f.ReadOnly, Poll: f.poll, State: log.Home(p.Getenv, env.Home),
	}}
	b.applyConfig(p, f, env.Home)
	if b.As == "" {
		b.As = ownerName(p.Getenv)
	}
	if err := tasks.CheckOwner(b.As); err != nil {
		return b, usageError(fmt.Errorf("--as: %w", err))
	}
	return b, nil
}

// environment returns where the person stands.
func environment(getenv func(string) string) (locate.Env, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return locate.Env{}, fmt.Errorf("find out the current directory: %w", err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // find works without: it then looks up to the root
	}
	return locate.Env{Getenv: getenv, Cwd: cwd, Home: home}, nil
}

// ownerName returns the person's name as an owner: what was set for this program, else the login name.
func ownerName(getenv func(string) string) string {
	for _, name := range []string{"SIDEBOARD_AS", "USER", "LOGNAME", "USERNAME"} {
		if v := getenv(name); v != "" {
			return v
		}
	}
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "me"
}

// editorCommand returns the command the person edits texts with.
func editorCommand(getenv func(string) string) string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if v := getenv(name); v != "" {
			return v
		}
	}
	if runtime.GOOS == "windows" {
		return "notepad"
	}
	return "vi"
}
