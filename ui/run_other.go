//go:build !unix

package ui

import (
	"os"
	"syscall"
)

// endings are the signals that end the program.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

func typed(s os.Signal) bool { return s == os.Interrupt }

// lendable says that the terminal can be shared with Bubble Tea, which reads a console by other means.
const lendable = false

func stop() error { return nil }

// isHangup says that the terminal behind the input is gone.
func isHangup(error) bool { return false }
