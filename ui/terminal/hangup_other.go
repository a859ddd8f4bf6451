//go:build !linux

package terminal

import "os"

// awaitHangup waits for ever: a failed read shows that the terminal is gone.
func awaitHangup(*os.File) { select {} }
