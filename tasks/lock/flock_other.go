//go:build !unix || solaris || illumos || aix

package lock

import (
	"context"
	"fmt"
	"os"
)

// Supported is whether this system has flock(2).
const Supported = false

// TryFlock takes flock(2) on an open file. This system has none.
func TryFlock(*os.File) error { return ErrUnsupported }

// Flock takes flock(2) on a regular file. This system has none, and the agents that use it do not run here.
func Flock(ctx context.Context, path string) (release func() error, err error) {
	return nil, fmt.Errorf("lock %s: %w", path, ErrUnsupported)
}
