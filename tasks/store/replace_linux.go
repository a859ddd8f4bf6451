package store

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

func (d *osDir) Replace(temp, name string) error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	if d.plain.Load() {
		return d.root.Rename(temp, name)
	}
	fd := int(d.self.Fd())
	switch err := unix.Renameat2(fd, temp, fd, name, unix.RENAME_EXCHANGE); err {
	case nil:
		return nil
	case unix.EINVAL, unix.ENOSYS, unix.EOPNOTSUPP:
		d.plain.Store(true)
		return d.root.Rename(temp, name)
	default:
		return &fs.PathError{Op: "exchange with", Path: name, Err: err}
	}
}
