package store

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// What a rename in one step can do that a plain one cannot.
const (
	exclusive = unix.RENAME_EXCL
	exchange  = unix.RENAME_SWAP
)

// rename moves a name in one step. The error is errors.ErrUnsupported if the file system cannot.
func (d *osDir) rename(op, from, to string, how uint32) error {
	fd := int(d.self.Fd())
	switch err := unix.RenameatxNp(fd, from, fd, to, how); err {
	case nil:
		return nil
	case unix.EINVAL, unix.ENOSYS, unix.ENOTSUP:
		return errors.ErrUnsupported
	default:
		return &fs.PathError{Op: op, Path: to, Err: err}
	}
}
