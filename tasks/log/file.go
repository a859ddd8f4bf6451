package log

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"time"
)

// Options are the options of a log. The zero value is right for a program.
type Options struct {
	// the List of all keys; it is not written, because the same directory may be opened under another name
	List string
	Disk Disk             // nil means the real one
	Now  func() time.Time // the clock; nil means time.Now
	// ReadOnly lets a history be read and not written.
	ReadOnly bool
	// OnError is called once, by another goroutine, if the history cannot be written any more. It may be nil.
	OnError func(error)
}

// place is the directory of one log, and how it is accessed.
type place struct {
	dir  string // a subdirectory of the state directory
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

// makeLock makes a lock file, and its directory. Neither is ever removed, so that several processes may do this at the
// same time.
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

// lockAtOnce takes a lock without waiting. free is false if another process has it.
func (p *place) lockAtOnce(path string) (release func() error, free bool, err error) {
	if err := p.makeLock(path); err != nil {
		return nil, false, err
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel() // Lock tries once before it looks at the context
	release, err = p.disk.Lock(ended, path)
	if errors.Is(err, context.Canceled) {
		return nil, false, nil
	}
	return release, err == nil, err
}

// create creates or replaces a file in one step, when write has written its beginning. The file stays open for
// appending.
func (p *place) create(path string, write func(File) error) (*lineFile, error) {
	dir := filepath.Dir(path)
	// a random name: a process that was killed may have left one with the process id of this one
	unfinished := filepath.Join(dir, fmt.Sprintf("%s%016x", unfinishedPrefix, rand.Uint64()))
	f, err := p.disk.Make(unfinished)
	if err != nil {
		_ = p.disk.Remove(unfinished) // a remote disk may have made it although it returned an error
		return nil, err
	}
	if err = write(f); err == nil {
		err = p.disk.Rename(unfinished, path)
	}
	if err == nil {
		err = p.disk.SyncDir(dir)
	}
	if err != nil {
		_ = p.disk.Remove(unfinished)
		return nil, errors.Join(err, f.Close())
	}
	return &lineFile{File: f, path: path}, nil
}

// lineFile is a file to which lines are appended. If the process is killed or the computer stops, only the last line
// can be cut off.
type lineFile struct {
	File
	path string
	size int64
	torn bool // the last line is incomplete: the next one begins after a newline
}

// append appends one or several lines.
func (l *lineFile) append(raw []byte) error {
	if l.torn {
		raw = append([]byte("\n"), raw...)
	}
	n, err := l.Write(raw)
	l.size += int64(n)
	l.torn = err != nil
	return err
}

// eachLine calls visit for the lines of a file, each with its newline, if it has one. A line of more than most bytes is
// not kept in memory: visit gets nil. visit must not keep the line.
func eachLine(from io.Reader, most int, visit func(line []byte)) error {
	in := bufio.NewReaderSize(from, 1<<16)
	var long []byte // the beginning of a line that does not fit into the buffer
	for size := 0; ; {
		line, err := in.ReadSlice('\n')
		size += len(line)
		goesOn := errors.Is(err, bufio.ErrBufferFull)
		if size > most {
			line, long = nil, nil
		} else if goesOn || len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		switch {
		case goesOn:
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
