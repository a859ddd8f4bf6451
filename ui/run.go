package ui

import (
	"errors"
	"fmt"
	"os"
	"os/signal"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"sideboard/ui/terminal"
)

// ErrInterrupted is the error of a program that was ended by an interrupt from outside.
var ErrInterrupted = errors.New("interrupted")

// Run shows the board until the person quits, a signal ends it, the terminal goes away or something breaks. On every
// one of these paths the terminal is left as it was found.
func Run(o Options) error {
	if err := showable(); err != nil {
		return err
	}
	t := terminal.New(os.Stdin, os.Stdout)
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, endings...) // before anything is changed that has to be put back
	defer signal.Stop(ends)
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if terminal.Lendable {
		o.Terminal = t
		options = append(options, t.Options()...)
	}
	m := New(o)
	defer m.Close()
	if terminal.Lendable {
		if err := t.Begin(); err != nil {
			return fmt.Errorf("show the board: %w", err)
		}
		defer t.End()
	}
	p := tea.NewProgram(m, options...)
	t.OnLost(p.Quit)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case s := <-ends:
				switch {
				case !t.Lent():
				case typed(s):
					continue
				default:
					t.Await() // its editor is told as well, or has to be left
				}
				if s == os.Interrupt {
					p.Send(tea.InterruptMsg{})
				} else {
					p.Quit()
				}
			}
		}
	}()
	_, err := p.Run()
	switch {
	case m.Err() != nil:
		return m.Err()
	case errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case t.Gone():
		return nil // there is nobody to tell
	case err != nil:
		return fmt.Errorf("show the board: %w", err)
	}
	return nil
}

// showable says politely why a screen cannot be drawn here.
func showable() error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("the board needs a terminal to draw on; input or output is none")
	}
	if t := os.Getenv("TERM"); t == "dumb" {
		return errors.New("the board draws a full screen, and TERM=dumb says that this terminal cannot show one")
	}
	return nil
}
