//go:build !linux

package terminal

import "os"

// awaitHangup never returns: a read that fails tells that the terminal went away.
func awaitHangup(*os.File) { select {} }
