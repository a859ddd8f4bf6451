//go:build !unix

package ui

import "os"

// hangups are the signals that end the program beside those Bubble Tea minds.
var hangups = []os.Signal{os.Kill}

// isHangup says that the terminal behind the input is gone.
func isHangup(error) bool { return false }
