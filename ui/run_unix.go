//go:build unix

package ui

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// endings are the signals that end the program.
var endings = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// typed reports whether a signal is sent by a key as well: while an editor or a shell has the terminal, the key is theirs.
func typed(s os.Signal) bool { return s == syscall.SIGINT || s == syscall.SIGQUIT }

// lendable says that the terminal can be shared with Bubble Tea.
const lendable = true

// stop stops the program, and those that run with it, as the key does in a program that leaves it to the terminal.
func stop() error {
	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGCONT)
	defer signal.Stop(again)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	<-again
	return nil
}

// isHangup says that the terminal behind the input is gone.
func isHangup(err error) bool { return errors.Is(err, syscall.EIO) }
