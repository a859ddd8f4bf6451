//go:build !unix || solaris || illumos || aix

package journal

import (
	"errors"
	"os"
)

// flockSupported: without flock nobody could tell whether a journal's process lives.
const flockSupported = false

func tryLock(*os.File) error { return errors.ErrUnsupported }

func syncDir(string) error { return nil }
