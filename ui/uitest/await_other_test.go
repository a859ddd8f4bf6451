//go:build !linux

package uitest

import "errors"

// awaitOpen watches for a file being opened. Only Linux reports that.
func awaitOpen(string) (wait func() error, err error) { return nil, errors.ErrUnsupported }
