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
	build, _ := debug.ReadBuildInfo() // nil where there is none
	cmd := cli.Command(cli.Program{
		Version: cli.Version(build), Show: show, Getenv: os.Getenv, ASCII: style.WantsASCII,
	})
	var end *cli.Exit
	switch err := cmd.Execute(); {
	case errors.As(err, &end):
		if end.Err != nil {
			fmt.Fprint(os.Stderr, cli.Complaint(os.Stderr, err))
		}
		os.Exit(end.Code)
	case errors.Is(err, ui.ErrInterrupted):
		os.Exit(130)
	case err != nil:
		fmt.Fprint(os.Stderr, cli.Complaint(os.Stderr, err))
		os.Exit(1)
	}
}

// show opens the board.
func show(b cli.BoardOptions) error {
	return ui.Run(ui.Options{
		As: b.As, Stalled: b.Stalled, ReadOnly: b.ReadOnly, ASCII: b.ASCII, Still: b.Still, Bell: b.Bell, OnEvent: b.OnEvent, NoMouse: b.NoMouse, Bare: b.Bare, Talk: b.Talk, Theme: b.Theme, Wishes: b.Wishes, Unread: b.Unread, Editor: b.Editor,
		Finder: b.Finder, Demo: b.Demo, DemoNow: b.DemoNow,
	})
}
