//go:build unix

package store

import (
	"io/fs"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"sideboard/tasks"
)

func (d *osDir) Stat(name string) (Info, error) {
	leave, err := d.enter()
	if err != nil {
		return Info{}, err
	}
	defer leave()
	return d.stat(name)
}

// stat is Stat for callers that keep the directory open.
func (d *osDir) stat(name string) (Info, error) {
	if !isBaseName(name) { // names from a caller may be paths
		return Info{}, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	var st unix.Stat_t
	if err := again(func() error {
		return unix.Fstatat(int(d.self.Fd()), name, &st,
			unix.AT_SYMLINK_NOFOLLOW)
	}); err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return infoOfStat(&st), nil
}

func (d *osDir) Read(name string, kind Kind, buf []byte) ([]byte, Info, error) {
	leave, err := d.enter()
	if err != nil {
		return nil, Info{}, err
	}
	defer leave()
	return d.readPlain(name, kind, buf)
}

// readPlain is Read for callers that keep the directory open. A regular file takes five system calls: open, fstat,
// read, fstat, close.
func (d *osDir) readPlain(name string, kind Kind, buf []byte) ([]byte, Info, error) {
	if kind != Regular {
		info, err := d.stat(name)
		if err != nil {
			return nil, info, err
		}
		switch info.Kind {
		case Regular:
		case Link:
			return d.readLink(name, buf)
		default:
			return nil, info, unfit(info.Kind)
		}
	}
	fd, err := d.open(name)
	switch {
	case err == unix.ELOOP && kind == Regular:
		return d.readPlain(name, Unknown, buf) // it was replaced by a link since the listing
	case err == unix.ELOOP:
		return nil, Info{}, errTorn
	case err != nil:
		return nil, Info{}, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	defer unix.Close(fd)
	return readOpen(fd, name, buf)
}

// open opens a file for reading. O_NONBLOCK: opening a pipe, which may have taken its place, would wait for a writer.
func (d *osDir) open(name string) (fd int, err error) {
	err = again(func() (err error) {
		fd, err = unix.Openat(int(d.self.Fd()), name,
			unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
		return err
	})
	return fd, err
}

// readOpen reads an open file whole, unless it keeps changing meanwhile.
func readOpen(fd int, name string, buf []byte) ([]byte, Info, error) {
	for range 3 {
		var before, after unix.Stat_t
		if err := unix.Fstat(fd, &before); err != nil {
			return nil, Info{}, &fs.PathError{Op: "stat", Path: name, Err: err}
		}
		info := infoOfStat(&before)
		if info.Kind != Regular {
			return nil, info, unfit(info.Kind)
		}
		if before.Size > MaxFile && before.Size >= int64(len(buf)) {
			return nil, info, tooLarge()
		}
		if int64(len(buf)) <= before.Size {
			buf = make([]byte, min(before.Size+512, MaxFile+1))
		}
		n, err := readAll(fd, buf, int(before.Size))
		if err != nil {
			return nil, info, &fs.PathError{Op: "read", Path: name, Err: err}
		}
		if err := unix.Fstat(fd, &after); err != nil {
			return nil, info, &fs.PathError{Op: "stat", Path: name, Err: err}
		}
		if int64(n) == before.Size && after.Size == before.Size && after.Mtim == before.Mtim {
			return buf[:n], info, nil
		}
	}
	return nil, Info{Kind: Regular}, errTorn
}

// readAll reads the file from the start until it has want bytes or the file ends.
func readAll(fd int, buf []byte, want int) (n int, err error) {
	for n <= want {
		var got int
		err := again(func() (err error) {
			got, err = unix.Pread(fd, buf[n:], int64(n))
			return err
		})
		if err != nil {
			return n, err
		}
		n += got
		if got == 0 || n == want { // the second fstat says whether there is more
			return n, nil
		}
	}
	return n, nil
}

// again repeats a system call that was interrupted by a signal.
func again(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}

func (d *osDir) Sync() error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	return d.self.Sync()
}

func (d *osDir) Access() error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	if err := unix.Faccessat(int(d.self.Fd()), ".", unix.W_OK|unix.X_OK, 0); err != nil {
		return &fs.PathError{Op: "write to", Path: d.path, Err: err}
	}
	return nil
}

func infoOf(fi os.FileInfo) Info {
	info := Info{Kind: kindOf(fi.Mode()), Mode: fi.Mode().Perm(), Uid: -1, Gid: -1}
	info.Stamp = tasks.Stamp{Mtime: fi.ModTime().UnixNano(), Size: fi.Size()}
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		info.Names, info.Uid, info.Gid = int(st.Nlink), int(st.Uid), int(st.Gid)
		info.Stamp.Dev, info.Stamp.Ino = uint64(st.Dev), uint64(st.Ino)
	}
	return info
}

// infoOfStat returns what the system says about a file.
func infoOfStat(st *unix.Stat_t) Info {
	info := Info{Mode: fs.FileMode(st.Mode & 0o777), Names: int(st.Nlink), Uid: int(st.Uid), Gid: int(st.Gid)}
	info.Stamp = tasks.Stamp{Mtime: st.Mtim.Nano(), Size: st.Size, Dev: uint64(st.Dev), Ino: uint64(st.Ino)}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		info.Kind = Regular
	case unix.S_IFLNK:
		info.Kind = Link
	case unix.S_IFDIR:
		info.Kind = Directory
	default:
		info.Kind = Special
	}
	return info
}

// heldFile is an open descriptor, which can be read after the name is gone.
type heldFile struct {
	name   string     // for errors
	mu     sync.Mutex // keeps Close from closing the descriptor during Read
	fd     int
	closed bool
}

func (d *osDir) Hold(name string) (OpenFile, error) {
	leave, err := d.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	fd, err := d.open(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &heldFile{name: name, fd: fd}, nil
}

func (h *heldFile) Read() ([]byte, Info, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, Info{}, fs.ErrClosed
	}
	var st unix.Stat_t
	if err := unix.Fstat(h.fd, &st); err != nil {
		return nil, Info{}, &fs.PathError{Op: "stat", Path: h.name, Err: err}
	}
	return readOpen(h.fd, h.name, make([]byte, min(st.Size, maxOurs)+1))
}

func (h *heldFile) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.closed = true
	return unix.Close(h.fd)
}
