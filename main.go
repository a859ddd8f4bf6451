// Command sideboard is a live kanban board for the terminal, over the task files of coding agents.
package main

import (
	"errors"
	"os"
	"runtime/debug"

	"sideboard/ui"
	"sideboard/ui/cli"
	"sideboard/ui/style"
)

func main() {
	build, _ := debug.ReadBuildInfo() // nil if there is none
	os.Exit(cli.Execute(cli.Command(cli.Program{
		Version: cli.Version(build), Show: show, Getenv: os.Getenv, ASCII: style.WantsASCII,
	}), os.Args[1:]))
}

// show opens the board.
func show(b cli.BoardOptions) error {
	err := ui.Run(ui.Options{
		As: b.As, Stalled: b.Stalled, ReadOnly: b.ReadOnly, Editor: b.Editor, Finder: b.Finder,
		ASCII: b.ASCII, Still: b.Still, NoMouse: b.NoMouse, Bare: b.Bare, Theme: b.Theme,
		Bell: b.Bell, OnEvent: b.OnEvent, Config: b.Config, Unread: b.Unread, Demo: b.Demo, DemoNow: b.DemoNow,
		Film:   b.Film,
		Replay: (*ui.Replay)(b.Replay),
	})
	if errors.Is(err, ui.ErrInterrupted) {
		return cli.ErrInterrupted
	}
	return err
}
