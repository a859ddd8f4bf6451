//go:build unix

package ui

import (
	"errors"
	"os"
	"syscall"
)

// hangups are the signals that end the program beside those Bubble Tea minds.
var hangups = []os.Signal{syscall.SIGHUP, syscall.SIGQUIT}

// isHangup says that the terminal behind the input is gone.
func isHangup(err error) bool { return errors.Is(err, syscall.EIO) }
