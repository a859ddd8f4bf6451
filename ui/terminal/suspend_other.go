//go:build !unix

package terminal

// Lendable reports whether the terminal can be shared with Bubble Tea, which reads a console by other means.
const Lendable = false

// Suspend does nothing: there is no shell to go back to.
func Suspend() error { return nil }

// isHangup reports whether the terminal behind the input is gone.
func isHangup(error) bool { return false }
