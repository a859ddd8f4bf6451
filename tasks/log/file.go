package log

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options say how a log is opened; the zero value is right for a program.
type Options struct {
	List string           // the List of all keys, which is not written down: the same directory may be opened by another name
	Disk Disk             // nil means the real one
	Now  func() time.Time // the clock; nil means time.Now
	// Trouble is told, once and by another goroutine, why no history is kept any more; nil means nobody.
	OnError func(error)
}

// place is where the log of one task directory lies, and how it is kept.
type place struct {
	dir  string // in the state directory, which has those of all task directories
	list string
	disk Disk
	now  func() time.Time
}

func newPlace(dir string, o Options) place {
	p := place{dir, o.List, o.Disk, o.Now}
	if p.disk == nil {
		p.disk = System
	}
	if p.now == nil {
		p.now = time.Now
	}
	return p
}

// makeLock makes a directory and a lock file in it. Neither is ever removed, so that any number of processes may do this at the same
// time.
func (p *place) makeLock(path string) error {
	if err := p.disk.MakeDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("make %s: %w", path, err)
	}
	f, err := p.disk.Make(path)
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make %s: %w", path, err)
	}
	return nil
}

// lockAtOnce takes a lock, and reports whether nobody else has it.
func (p *place) lockAtOnce(path string) (release func() error, free bool, err error) {
	if err := p.makeLock(path); err != nil {
		return nil, false, err
	}
	once, cancel := context.WithCancel(context.Background())
	cancel()
	release, err = p.disk.Lock(once, path)
	if errors.Is(err, context.Canceled) {
		return nil, false, nil
	}
	return release, err == nil, err
}

// begin makes a file that is found, in the place of another of its name, only when it has what it begins with, which write puts into it. It
// stays open to be appended to.
func (p *place) create(path string, write func(File) error) (*lineFile, error) {
	dir, name := filepath.Split(path)
	first := filepath.Join(dir, fmt.Sprintf("%s%d-%s", unfinishedPrefix, os.Getpid(), strings.TrimSuffix(name, endedSuffix))) // no journal yet
	f, err := p.disk.Make(first)
	if err != nil {
		if !errors.Is(err, fs.ErrExist) {
			_ = p.disk.Remove(first) // a disk that is far away may have made it all the same
		}
		return nil, err
	}
	if err = write(f); err == nil {
		err = p.disk.Rename(first, path)
	}
	if err == nil {
		err = p.disk.SyncDir(dir)
	}
	if err != nil {
		_ = p.disk.Remove(first)
		return nil, errors.Join(err, f.Close())
	}
	return &lineFile{File: f, path: path}, nil
}

// lines is a file that lines are appended to. They are on the disk, whole and in their order, as far as the process or the computer got:
// what breaks off is the last.
type lineFile struct {
	File
	path string
	size int64
	torn bool // the last line could not be written whole: the next one begins after an end of line
}

// put appends one line or several.
func (l *lineFile) append(raw []byte) error {
	if l.torn {
		raw = append([]byte("\n"), raw...)
	}
	n, err := l.Write(raw)
	l.size += int64(n)
	l.torn = err != nil
	return err
}

// eachLine visits the lines of a file, each with its newline, if it has one. One that is longer than most is passed over without being
// held: it is visited as nil. No line may be kept.
func eachLine(from io.Reader, most int, visit func(line []byte)) error {
	in := bufio.NewReaderSize(from, 1<<16)
	var long []byte
	for size := 0; ; {
		line, err := in.ReadSlice('\n')
		size += len(line)
		full := errors.Is(err, bufio.ErrBufferFull)
		if size > most {
			line, long = nil, nil
		} else if full || len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		switch {
		case full:
			continue
		case err != nil && err != io.EOF:
			return err
		case size > 0:
			visit(line)
		}
		if err != nil {
			return nil
		}
		size, long = 0, long[:0]
	}
}
