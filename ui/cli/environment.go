package cli

import (
	"fmt"
	"os"
	"os/user"
	"runtime"
	"time"

	"sideboard/tasks/journal"
	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

// boardOptions fills in what was not said.
func boardOptions(p Program, f flags, arg string) (BoardOptions, error) {
	env, err := environment(p.Getenv)
	if err != nil {
		return BoardOptions{}, err
	}
	b := BoardOptions{
		As: f.as, Stalled: time.Duration(f.stalled), ReadOnly: f.readOnly, Still: f.still, NoMouse: f.noMouse,
		ASCII: f.ascii || p.ASCII(p.Getenv), Editor: editorCommand(p.Getenv),
		Finder: workspace.Finder{Env: env, Arg: arg, List: f.list, Options: workspace.Options{
			ReadOnly: f.readOnly, Poll: f.poll, State: journal.Home(p.Getenv, env.Home),
		}},
	}
	if b.As == "" {
		b.As = ownerName(p.Getenv)
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
