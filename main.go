// Command sideboard is a live kanban board for the terminal, over the task files of coding agents.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"sideboard/ui"
	"sideboard/ui/cli"
	"sideboard/ui/style"
)

func main() {
	cmd := cli.Command(cli.Program{
		Version: version(), Show: show, Getenv: os.Getenv, ASCII: style.WantsASCII,
	})
	var end *cli.Exit
	switch err := cmd.Execute(); {
	case errors.As(err, &end):
		if end.Err != nil {
			fmt.Fprintln(os.Stderr, "sideboard: "+cli.Printable(err.Error()))
		}
		os.Exit(end.Code)
	case errors.Is(err, ui.ErrInterrupted):
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "sideboard: "+cli.Printable(err.Error()))
		os.Exit(1)
	}
}

// show opens the board.
func show(b cli.Board) error {
	return ui.Run(ui.Options{
		As: b.As, Stalled: b.Stalled, ReadOnly: b.ReadOnly, ASCII: b.ASCII, Still: b.Still, NoMouse: b.NoMouse, Editor: b.Editor,
		Finder: b.Finder, Demo: b.Demo, DemoNow: b.DemoNow,
	})
}

// version is what the build knows of itself: a released version, else the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	about := map[string]string{}
	for _, s := range info.Settings {
		about[s.Key] = s.Value
	}
	commit, day := about["vcs.revision"], about["vcs.time"]
	if v := info.Main.Version; v != "" && v != "(devel)" || len(commit) < 12 || len(day) < 10 {
		return v
	}
	if about["vcs.modified"] == "true" {
		return commit[:12] + " of " + day[:10] + ", changed"
	}
	return commit[:12] + " of " + day[:10]
}
