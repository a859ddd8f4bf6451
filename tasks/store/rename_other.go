//go:build !linux && !darwin

package store

import "errors"

const exclusive, exchange = 0, 0

// rename cannot move a name in one step here.
func (d *osDir) rename(_, _, _ string, _ int) error { return errors.ErrUnsupported }
