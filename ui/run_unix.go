//go:build unix

package ui

import (
	"os"
	"syscall"
)

// endings are the signals that end the program.
var endings = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// typed reports whether a signal is sent by a key as well: while an editor or a shell has the terminal, the key is theirs.
func typed(s os.Signal) bool { return s == syscall.SIGINT || s == syscall.SIGQUIT }
