package ui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// ErrInterrupted says that the program was ended by an interrupt from outside.
var ErrInterrupted = errors.New("interrupted")

// Run shows the board until the person quits, a signal ends it, the terminal goes away or something breaks. On every
// one of these paths the terminal is left as it was found.
func Run(o Options) error {
	if err := showable(); err != nil {
		return err
	}
	m := New(o)
	defer m.Close()
	in := &input{File: os.Stdin}
	p := tea.NewProgram(m, tea.WithInput(in))
	in.ended = p.Quit

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, hangups...)
	defer signal.Stop(stop)
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-stop:
			p.Quit() // Bubble Tea itself minds interrupts and SIGTERM only
		case <-done:
		}
	}()

	found, unknown := term.GetState(os.Stdin.Fd())
	_, err := p.Run()
	if unknown == nil {
		_ = term.Restore(os.Stdin.Fd(), found) // an editor that was killed may have left another state for the one to go back to
	}
	switch {
	case m.Err() != nil:
		return m.Err()
	case errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case in.gone.Load():
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

// input is the terminal's input. Its end means that the terminal was closed, which Bubble Tea does not mind.
type input struct {
	*os.File
	ended func()
	gone  atomic.Bool
}

// Read reads keys; at the end of them it ends the program.
func (in *input) Read(b []byte) (int, error) {
	n, err := in.File.Read(b)
	if err != nil && (errors.Is(err, io.EOF) || isHangup(err)) {
		if !in.gone.Swap(true) {
			go in.ended()
		}
	}
	return n, err
}
