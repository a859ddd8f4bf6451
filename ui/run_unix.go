//go:build unix

package ui

import (
	"os"
	"syscall"
)

// endSignals are the signals that end the program.
var endSignals = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// isTyped reports whether a key can send the signal too: while an editor or a shell has the terminal, that key is
// theirs.
func isTyped(s os.Signal) bool { return s == syscall.SIGINT || s == syscall.SIGQUIT }
