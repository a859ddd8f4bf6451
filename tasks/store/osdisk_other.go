//go:build !unix

package store

import (
	"errors"
	"io"
	"os"

	"sideboard/tasks"
)

func (d *osDir) Stat(name string) (Info, error) {
	fi, err := d.root.Lstat(name)
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

func (d *osDir) Read(name string, kind Kind, buf []byte) ([]byte, Info, error) {
	return d.readPlain(name, kind, buf)
}

// readPlain is the portable version of readPlain in osdisk_unix.go. Such systems have no pipes among files.
func (d *osDir) readPlain(name string, _ Kind, buf []byte) ([]byte, Info, error) {
	info, err := d.Stat(name)
	if err != nil {
		return nil, info, err
	}
	if info.Kind == Link {
		return d.readLink(name, buf)
	}
	if info.Kind != Regular {
		return nil, info, unfit(info.Kind)
	}
	f, err := d.root.Open(name)
	if err != nil {
		return nil, info, err
	}
	defer f.Close()
	return readOpen(f, buf)
}

// readOpen reads an open file whole, unless it keeps changing meanwhile.
func readOpen(f *os.File, buf []byte) ([]byte, Info, error) {
	var info Info
	for range 3 {
		before, err := f.Stat()
		if err != nil {
			return nil, info, err
		}
		info = infoOf(before)
		if info.Kind != Regular {
			return nil, info, unfit(info.Kind)
		}
		if before.Size() > MaxFile && before.Size() >= int64(len(buf)) {
			return nil, info, tooLarge()
		}
		if int64(len(buf)) <= before.Size() {
			buf = make([]byte, min(before.Size()+512, MaxFile+1))
		}
		n, err := io.ReadFull(io.NewSectionReader(f, 0, int64(len(buf))), buf)
		if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, info, err
		}
		after, err := f.Stat()
		if err != nil {
			return nil, info, err
		}
		if int64(n) == before.Size() && after.Size() == before.Size() && after.ModTime().Equal(before.ModTime()) {
			return buf[:n], info, nil
		}
	}
	return nil, info, errTorn
}

// heldFile is an open file.
type heldFile struct{ *os.File }

func (d *osDir) Hold(name string) (OpenFile, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	return heldFile{f}, nil
}

func (h heldFile) Read() ([]byte, Info, error) {
	fi, err := h.Stat()
	if err != nil {
		return nil, Info{}, err
	}
	return readOpen(h.File, make([]byte, min(fi.Size(), maxOurs)+1))
}

// Sync does nothing: directories cannot be synced here.
func (d *osDir) Sync() error { return nil }

// Access returns nil: only a write shows whether it is allowed here.
func (d *osDir) Access() error { return nil }

func infoOf(fi os.FileInfo) Info {
	return Info{
		Kind: kindOf(fi.Mode()), Mode: fi.Mode().Perm(), Uid: -1, Gid: -1,
		Stamp: tasks.Stamp{Mtime: fi.ModTime().UnixNano(), Size: fi.Size()},
	}
}
