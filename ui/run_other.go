//go:build !unix

package ui

import (
	"os"
	"syscall"
)

// endings are the signals that end the program.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

func typed(s os.Signal) bool { return s == os.Interrupt }
