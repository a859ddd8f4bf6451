//go:build !unix

package terminal

// Lendable reports whether the terminal can be lent: not here, where Bubble Tea reads a console in another way.
const Lendable = false

// HasJobControl reports whether a shell continues the program after Suspend: there is none here.
func HasJobControl() bool { return false }

// Suspend does nothing: there is no job control.
func Suspend() error { return nil }

// isHangup reports whether the terminal behind the input is gone.
func isHangup(error) bool { return false }
