//go:build !unix

package doctor_test

import "errors"

func pipe(string) error { return errors.ErrUnsupported }
