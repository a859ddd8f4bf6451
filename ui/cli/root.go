// Package cli is the command line: commands and their flags. It gets the board as a function, so that it does not
// depend on the screen.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/ui/config"
	"sideboard/ui/record"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// BoardOptions are the options of the board.
type BoardOptions struct {
	As       string
	Stalled  time.Duration
	ReadOnly bool
	ASCII    bool
	Still    bool
	Bell     bool
	OnEvent  []string // a command and its arguments
	NoMouse  bool
	Bare     bool // begin with the cards only
	Theme    style.Theme
	Config   config.Config
	Unread   error // why the configuration file is ignored, nil if it is not
	Editor   string
	Finder   workspace.Finder
	Demo     func(context.Context) (*demo.Demo, error) // starts a demo
	DemoNow  bool                                      // begin with a demo in place of a directory
	Film     *record.Film                              // records the demo or replay and shows nothing, nil for none
	Replay   *Replay                                   // begin with a replay; nil for the board
}

// Program has what the commands need from main.
type Program struct {
	Version string
	Show    func(BoardOptions) error // opens the board on the screen
	Getenv  func(string) string
	ASCII   func(func(string) string) bool // reports whether the locale has only ASCII
}

// flags are the flags of the board.
type flags struct {
	BoardOptions
	ascii      *asciiFlag
	dir        string
	list       string
	poll       bool
	all        bool
	opensHosts bool                   // the command opens directories of other hosts itself
	said       func(name string) bool // reports whether a flag is on the command line
}

// ofScreen returns the flags that only concern the screen, on a command that is not run.
func (f *flags) ofScreen() *cobra.Command {
	has := &cobra.Command{}
	s := has.Flags()
	s.BoolVar(&f.Still, "still", false, "no motion: nothing fades or lights up")
	s.BoolVar(&f.Bell, "bell", false, "ring the bell when something needs you, and when all is done")
	s.Var((*commandLine)(&f.OnEvent), "on-event",
		"run this when tasks become ready or completed, or something needs you")
	s.BoolVar(&f.NoMouse, "no-mouse", false, "leave the mouse to the terminal, to select text")
	s.Var((*themeName)(&f.Theme), "theme", "the colours: "+strings.Join(themeNames(), ", "))
	return has
}

// usualStalled is the default of --stalled.
const usualStalled = 30 * time.Minute

// Command returns the whole command line.
func Command(p Program) *cobra.Command {
	f := flags{
		BoardOptions: BoardOptions{Stalled: usualStalled, Theme: style.Usual},
		ascii:        &asciiFlag{usual: sync.OnceValue(p.usesASCII)},
	}
	root := &cobra.Command{
		Use:   "sideboard [DIR]",
		Short: "A live kanban board for the tasks of your AI agents",
		Long: `sideboard shows the task files of coding agents as a live board. You can claim, complete, release, create and edit tasks
while the agents work on the same files.

DIR is a task directory, a directory with .tasks or .workflow in it, a workflow session, or a directory of lists.

Without DIR the board opens the list named by --list, CLAUDE_CODE_TASK_LIST_ID, CLAUDE_TEAM_NAME or CLAUDE_CODE_TEAM_NAME,
else the nearest .tasks or active session of .workflow, else the list of Claude Code that clearly belongs to this project,
else the tasks of another tool here: .trellis/tasks, .story/tickets or those of Gemini CLI.
If there is none, it shows the lists that exist, and opens what appears.`,
		Example: `  sideboard                 the tasks of this project
  sideboard --list latest   the newest list there is
  sideboard --list 6513     the list whose id begins with 6513
  sideboard --all           all lists of this project on one board
  sideboard host:project    the tasks of a project on another host, over ssh
  sideboard nats://host/x   the tasks in a bucket of NATS JetStream
  sideboard demo            a project with simulated agents`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.all && len(args) > 1 {
				args = args[:1]
			}
			return atMostOneDir(cmd, args)
		},
		Version:           p.Version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		ValidArgsFunction: completeOneDir,
		RunE: func(_ *cobra.Command, args []string) error {
			arg := ""
			if len(args) > 0 {
				arg = args[0]
			}
			f.opensHosts = true
			b, err := boardOptions(p, f, arg)
			if err != nil {
				return err
			}
			if f.all && f.list != "" {
				return usageError(errors.New("--all opens every list, --list only one: use one of the two"))
			}
			b.Finder.Together = f.all || b.Config.All && !f.said("all") && f.list == ""
			if len(args) > 1 {
				b.Finder.More = args[1:]
			}
			if err := b.Finder.Check(); err != nil {
				return usageError(err)
			}
			b.Demo = startDemo(demo.Config{})
			return p.Show(b)
		},
	}
	root.SetVersionTemplate("sideboard {{.Version}}\n")
	pf := root.PersistentFlags()
	pf.StringVar(&f.As, "as", "", "your name as an owner (default $SIDEBOARD_AS, then your login name)")
	pf.Var((*positiveDuration)(&f.Stalled), "stalled",
		"a task in progress is stalled when its file has not changed for this long")
	pf.BoolVar(&f.ReadOnly, "read-only", false, "write nothing")
	pf.VarPF(f.ascii, "ascii", "", "draw with ASCII characters only (default if the locale is not UTF-8)").NoOptDefVal = "true"
	pf.BoolVar(&f.poll, "poll", false, "compare the directory every second, for file systems that do not report changes")
	screen := f.ofScreen().Flags()
	root.Flags().AddFlagSet(screen)
	f.said = func(name string) bool { return pf.Changed(name) || screen.Changed(name) }
	_ = root.RegisterFlagCompletionFunc("theme",
		cobra.FixedCompletions(themeNames(), cobra.ShellCompDirectiveNoFileComp))
	placeFlags(root, p, &f, &f.list, "to open")
	root.Flags().BoolVar(&f.all, "all", false, "open all lists of DIR, or of this project, on one board")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError(&flagError{cmd, err}) })
	root.AddCommand(listCommand(p, &f), showCommand(p, &f), nextCommand(p, &f), claimCommand(p, &f),
		completeCommand(p, &f),
		releaseCommand(p, &f), reopenCommand(p, &f), undoCommand(p, &f), logCommand(p, &f), addCommand(p, &f),
		editCommand(p, &f), linkCommand(p, &f), unlinkCommand(p, &f), splitCommand(p, &f), deleteCommand(p, &f),
		waitCommand(p, &f), statusCommand(p, &f), watchCommand(p, &f), historyCommand(p, &f), initCommand(p, &f),
		allowCommand(p, &f),
		mcpCommand(p, &f), setupCommand(p, &f), configCommand(p))
	showsDemo := demoCommand(p, &f)
	showsDemo.Flags().AddFlagSet(screen)
	replays := replayCommand(p, &f)
	replays.Flags().AddFlagSet(screen)
	root.AddCommand(showsDemo, replays, doctorCommand(p, &f), graphCommand(p, &f), listsCommand(p, &f),
		worktreeCommand(p, &f), serveCommand(p, &f), followCommand(p, &f), cleanerCommand())
	root.SetHelpCommand(helpCommand(p, &f))
	setHelp(root, p, &f)
	refuseUnknownShells(root)
	return root
}

// boardOptions returns the options from flags, configuration and environment.
func boardOptions(p Program, f flags, arg string) (BoardOptions, error) {
	env, err := environment(p.Getenv)
	if err != nil {
		return BoardOptions{}, err
	}
	switch {
	case arg == "":
		arg = f.dir
	case f.dir != "" && f.dir != arg:
		return BoardOptions{}, usageError(fmt.Errorf("--dir %s and %s: give one directory", f.dir, arg))
	}
	b := f.BoardOptions
	b.ASCII = f.ascii.wanted()
	b.Editor = editorCommand(p.Getenv)
	b.Finder = workspace.Finder{Env: env, Arg: arg, List: f.list, Options: workspace.Options{
		ReadOnly: f.ReadOnly, Poll: f.poll, State: log.Home(p.Getenv, env.Home), Version: p.Version,
	}}
	b.applyConfig(p, f, env.Home)
	if b.As == "" {
		b.As = ownerName(p.Getenv)
	}
	if err := tasks.CheckOwner(b.As); err != nil {
		return b, usageError(fmt.Errorf("--as: %w", err))
	}
	if !f.opensHosts {
		return b, elsewhere(arg, b.As)
	}
	return b, nil
}

// environment returns the current and the home directory.
func environment(getenv func(string) string) (locate.Env, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return locate.Env{}, fmt.Errorf("find the current directory: %w", err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // locate works without it
	}
	return locate.Env{Getenv: getenv, Cwd: cwd, Home: home}, nil
}

// ownerName returns the default owner: $SIDEBOARD_AS, else the login name.
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

// editorCommand returns the command of the text editor.
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
