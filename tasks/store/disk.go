package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"sideboard/tasks"
)

// MaxFile is the size in bytes above which a file is not read.
const MaxFile = 1 << 20

// maxOurs is MaxFile for files that an edit of ours made or displaced.
const maxOurs = 16 * MaxFile

// Disk opens directories. All access of the store to a disk goes through it and its Dirs, so that a test can make any
// single operation fail, and nothing of this host is taken for what is next to a list elsewhere.
type Disk interface {
	Open(path string) (Dir, error)
}

// Dir is an opened directory. It stays the same directory when its path leads elsewhere. All names are base names.
// Methods may be called from several goroutines. Errors are those of package fs if they fit.
type Dir interface {
	Same() (bool, error) // whether the path still leads here
	// Above opens the directory that has this one. The error wraps fs.ErrNotExist where a list has nothing next to it,
	// and so does that of OuterLock, which returns the lock next to the directory.
	Above() (Dir, error)
	OuterLock() (Info, error)
	IsUsed(name string) bool // whether a directory in it has an entry; false if it cannot be read
	// Each calls visit for every entry. It holds no lock meanwhile: visit may call the Dir, also while it is being
	// closed.
	Each(visit func(name []byte, kind Kind)) error
	Stat(name string) (Info, error) // the zero Info with an error
	// Read reads a whole file, into buf if it fits. A file larger than MaxFile is read only if it fits. kind is Unknown
	// unless it comes from a listing. The error is an *UnfitError, errTorn, or the system's.
	Read(name string, kind Kind, buf []byte) ([]byte, Info, error)
	Make(name string, mode fs.FileMode) (File, error) // a new file, never an existing one
	// Replace gives the file temp the name of another file in one step: a reader gets the old file or the new one.
	// Where the system can exchange two names, the old file is at temp afterwards, and the error wraps fs.ErrNotExist
	// if name does not exist; elsewhere temp is free and the old file is gone.
	Replace(temp, name string) error
	Place(temp, name string) error      // wraps fs.ErrExist if name is taken
	Take(name, temp string) error       // renames a task file to a free name
	Hold(name string) (OpenFile, error) // opens a file to read it several times, whatever its name becomes
	ID() (dev, ino uint64)              // of the opened directory, 0 if unknown
	Remove(name string) error
	Sync() error
	Access() error                                                            // nil if entries can be made here
	Flock(ctx context.Context, name string) (release func() error, err error) // see package lock
	Mkdir(ctx context.Context, name string) (release func() error, err error)
	Close() error
}

// outerLockEnding is what the name of the lock next to a directory has after that of the directory.
const outerLockEnding = ".lock"

// File is a new file.
type File interface {
	io.Writer
	// Own gives it the mode of another file, and its owner and group as far as the system allows. It reports whether
	// everyone who could write that file can write this one.
	Own(like Info) (kept bool, err error)
	Stat() (Info, error)
	Sync() error
	Close() error
}

// OpenFile is a file that is kept open for reading.
type OpenFile interface {
	Read() ([]byte, Info, error) // the whole file, as it is now, up to maxOurs bytes; the error is as that of Dir.Read
	Close() error
}

// Kind is the kind of a directory entry.
type Kind uint8

const (
	Unknown Kind = iota // a listing of some file systems does not say
	Regular
	Link
	Directory
	Special // a pipe, a socket, a device
)

// Info is what the system says about a file without reading it.
type Info struct {
	Kind     Kind
	Linked   bool // reached through a link
	Names    int  // the number of its hard links, 0 if unknown
	Stamp    tasks.Stamp
	Mode     fs.FileMode // permission bits
	Uid, Gid int         // -1 when unknown
}

// UnfitError reports that a file is not read because of its kind or size.
type UnfitError struct {
	Kind tasks.ProblemKind
	Text string
}

func (u *UnfitError) Error() string { return u.Text }

// unfit returns the error for what is no regular file.
func unfit(kind Kind) *UnfitError {
	what := "not a regular file"
	switch kind {
	case Directory:
		what = "a directory, not a file"
	case Special:
		what = "a pipe, a socket or a device, not a file"
	}
	return &UnfitError{tasks.NotAFile, what}
}

func tooLarge() *UnfitError { return &UnfitError{tasks.TooLarge, "larger than 1 MiB"} }

// errTorn is returned when a file changes each time it is read.
var errTorn = errors.New("it keeps changing while it is read")

// isBaseName reports whether a name can only be that of an entry of a directory, and is no path.
func isBaseName(name string) bool {
	return name != "." && filepath.IsLocal(name) && filepath.Base(name) == name && !strings.ContainsRune(name, 0)
}

// hold opens a file. It tries twice, because the file may have another process's changes, which are not to be lost.
func hold(dir Dir, name string) (OpenFile, error) {
	h, err := dir.Hold(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h, err = dir.Hold(name)
	}
	return h, err
}

// closeFile closes a file, which may be nil.
func closeFile(h OpenFile) {
	if h != nil {
		h.Close()
	}
}

// removeIfExists removes a file, which may not exist.
func removeIfExists(dir Dir, name string) error {
	if err := dir.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// isRegular reports whether a name is that of a regular file, not of a link to one.
func isRegular(dir Dir, name string) bool {
	info, _ := dir.Stat(name)
	return info.Kind == Regular
}

// hasOneName reports whether a file is regular and has no other name.
func hasOneName(dir Dir, name string) bool {
	info, _ := dir.Stat(name)
	return info.Kind == Regular && info.Names <= 1
}
