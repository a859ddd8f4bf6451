package ui

import (
	"errors"
	"os"
	"time"

	"sideboard/ui/terminal"

	tea "charm.land/bubbletea/v2"
)

// endWithin is how long a program that is busy may take to end after a signal, or without its terminal.
const endWithin = 3 * time.Second

// errBusy is a program that did not end within that time.
var errBusy = errors.New("the board was busy and was ended all the same; an edit under way is finished at the next start")

// runner runs a program, and ends it by signals and without its terminal, however busy it is: a message reaches the program
// only between two updates.
type runner struct {
	program  *tea.Program
	terminal *terminal.Terminal
	signals  <-chan os.Signal
	lost     <-chan struct{} // the terminal is gone
	within   time.Duration
	late     chan struct{} // the time to end is over
}

// run runs the program, puts the terminal back and closes what was open. When it returns errBusy the program still runs.
func (r *runner) run(closeAll func()) error {
	r.late = make(chan struct{}, 1)
	done := make(chan error, 1)
	go func() {
		_, err := r.program.Run()
		r.terminal.End()
		closeAll()
		done <- err
	}()
	for {
		select {
		case err := <-done:
			return err
		case <-r.late:
			r.terminal.EndWithin(r.within)
			return errBusy
		case <-r.lost:
			r.lost = nil
			go r.end(tea.QuitMsg{})
		case s := <-r.signals:
			switch {
			case typed(s) && r.terminal.Lent():
			case s == os.Interrupt:
				go r.end(tea.InterruptMsg{})
			default:
				go r.end(tea.QuitMsg{})
			}
		}
	}
}

// end sends what ends the program, and says when it had the time for that.
func (r *runner) end(msg tea.Msg) {
	r.terminal.EndPause()
	r.terminal.Await() // its editor is told as well, or has to be left
	go r.program.Send(msg)
	time.Sleep(r.within)
	select {
	case r.late <- struct{}{}:
	default:
	}
}
