package ui

import (
	"errors"
	"os"
	"time"

	"sideboard/ui/terminal"

	tea "charm.land/bubbletea/v2"
)

// endWithin is how long a busy program may take to end after a signal, or after its terminal is gone.
const endWithin = 3 * time.Second

// errBusy is returned for a program that did not end within that time.
var errBusy = errors.New("the board was busy and was ended all the same; an edit under way is finished at the next start")

// runner runs a program, and ends it on a signal or when its terminal is gone, even while an update takes long: a
// message reaches the program only between two updates.
type runner struct {
	program  *tea.Program
	terminal *terminal.Terminal
	signals  <-chan os.Signal
	lost     <-chan struct{} // the terminal is gone
	within   time.Duration
	late     chan struct{} // receives when the time to end is over
}

// run runs the program, restores the terminal and calls closeAll. If it returns errBusy, the program still runs.
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
			case isTyped(s) && r.terminal.Lent():
			case s == os.Interrupt:
				go r.end(tea.InterruptMsg{})
			default:
				go r.end(tea.QuitMsg{})
			}
		}
	}
}

// end sends the message that ends the program, and reports when its time is over.
func (r *runner) end(msg tea.Msg) {
	r.terminal.EndPause()
	r.terminal.Await() // an editor gets the signal as well, or is left
	go r.program.Send(msg)
	time.Sleep(r.within)
	select {
	case r.late <- struct{}{}:
	default:
	}
}
