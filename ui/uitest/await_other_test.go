//go:build !linux

package uitest

import "errors"

// awaitOpen watches for a file being opened by anybody, which only Linux tells.
func awaitOpen(string) (wait func() error, err error) { return nil, errors.ErrUnsupported }
