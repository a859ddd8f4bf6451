package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Each lists the directory from the kernel's records, which have the kind of each entry, and whose names need no memory
// of their own.
func (d *osDir) Each(visit func(name []byte, kind Kind)) error {
	fd, err := d.openList()
	if err != nil {
		return &fs.PathError{Op: "list", Path: d.path, Err: err}
	}
	defer unix.Close(fd)
	buf := make([]byte, 64<<10)
	for {
		var n int
		err := again(func() (err error) {
			n, err = unix.ReadDirent(fd, buf)
			return err
		})
		if err != nil {
			return &fs.PathError{Op: "list", Path: d.path, Err: err}
		}
		if n == 0 {
			return nil
		}
		for rest := buf[:n]; len(rest) > 0; {
			// Field by field: a record is as long as its name, and may end where the buffer does, before a whole
			// Dirent would.
			ino := binary.NativeEndian.Uint64(rest[unsafe.Offsetof(unix.Dirent{}.Ino):])
			length := binary.NativeEndian.Uint16(rest[unsafe.Offsetof(unix.Dirent{}.Reclen):])
			kind := rest[unsafe.Offsetof(unix.Dirent{}.Type)]
			name := rest[unsafe.Offsetof(unix.Dirent{}.Name):length]
			rest = rest[length:]
			if end := bytes.IndexByte(name, 0); end >= 0 {
				name = name[:end]
			}
			if ino != 0 && string(name) != "." && string(name) != ".." {
				visit(name, kindOfEntry(kind))
			}
		}
	}
}

// openList opens the directory again: for a position of its own, and so that Each needs no lock while it visits.
func (d *osDir) openList() (fd int, err error) {
	leave, err := d.enter()
	if err != nil {
		return 0, err
	}
	defer leave()
	err = again(func() (err error) {
		fd, err = unix.Openat(int(d.self.Fd()), ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		return err
	})
	return fd, err
}

func kindOfEntry(t uint8) Kind {
	switch t {
	case unix.DT_REG:
		return Regular
	case unix.DT_LNK:
		return Link
	case unix.DT_DIR:
		return Directory
	case unix.DT_UNKNOWN:
		return Unknown
	}
	return Special
}

// The flags of rename.
const (
	exclusive = unix.RENAME_NOREPLACE
	exchange  = unix.RENAME_EXCHANGE
)

// rename renames a file in one step. The error is errors.ErrUnsupported if the file system cannot do that.
func (d *osDir) rename(op, from, to string, how uint) error {
	fd := int(d.self.Fd())
	switch err := unix.Renameat2(fd, from, fd, to, how); err {
	case nil:
		return nil
	case unix.EINVAL, unix.ENOSYS, unix.EOPNOTSUPP:
		return errors.ErrUnsupported
	default:
		return &fs.PathError{Op: op, Path: to, Err: err}
	}
}
