//go:build !unix

package ui

import (
	"os"
	"syscall"
)

// endSignals are the signals that end the program.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

func isTyped(s os.Signal) bool { return s == os.Interrupt }
