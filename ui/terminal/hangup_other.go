//go:build !linux

package terminal

// awaitHangup waits for ever: a failed read shows that the terminal is gone.
func awaitHangup(uintptr) { select {} }
