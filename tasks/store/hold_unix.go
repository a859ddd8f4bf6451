//go:build unix

package store

import (
	"io/fs"
	"sync"

	"golang.org/x/sys/unix"
)

// heldFile is an open descriptor. It keeps the file's bytes within reach after its name is gone.
type heldFile struct {
	name   string
	mu     sync.Mutex
	fd     int
	closed bool
}

func (d *osDir) Hold(name string) (Held, error) {
	leave, err := d.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	var fd int
	err = again(func() (err error) {
		fd, err = unix.Openat(int(d.self.Fd()), name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
		return err
	})
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
	return readOpen(h.fd, h.name, nil)
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
