package store

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// Place moves temp to a name that must be free, in one step where the file system can.
func (d *osDir) Place(temp, name string) error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	fd := int(d.self.Fd())
	switch err := unix.Renameat2(fd, temp, fd, name, unix.RENAME_NOREPLACE); err {
	case nil:
		return nil
	case unix.EINVAL, unix.ENOSYS, unix.EOPNOTSUPP:
		return d.linkInto(temp, name)
	default:
		return &fs.PathError{Op: "rename to", Path: name, Err: err}
	}
}
