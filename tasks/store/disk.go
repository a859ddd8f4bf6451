package store

import (
	"context"
	"io"
	"io/fs"

	"sideboard/tasks"
)

// MaxFile is the size in bytes above which a file is not read.
const MaxFile = 1 << 20

// Disk opens directories. The store touches a disk through it and through what it answers, and in no other way, so
// that a test can make any single operation fail.
type Disk interface {
	Open(path string) (Dir, error)
}

// Dir is one opened directory. It stays the same directory when its path leads elsewhere. All names are base names
// and methods may be called from several goroutines. Errors are those of package fs where these fit.
type Dir interface {
	Same() (bool, error) // whether the path still leads here
	Each(visit func(name []byte, kind Kind)) error
	Stat(name string) (Info, error)
	// Read reads a whole file safely, into buf if it fits. kind is Unknown unless a listing just told it. The
	// error is an *Unfit, errTorn, or the system's.
	Read(name string, kind Kind, buf []byte) ([]byte, Info, error)
	Make(name string, mode fs.FileMode) (File, error) // a new file, never an existing one
	// Replace puts the file temp in the place of name, in one step: whoever opens name gets the old file or the new
	// one. Where the system can exchange two names, what name was lies at temp afterwards, and a name that is not
	// there is an error that wraps fs.ErrNotExist; elsewhere temp is free and what name was is gone.
	Replace(temp, name string) error
	Place(temp, name string) error  // wraps fs.ErrExist if name is taken
	Take(name, temp string) error   // moves a task file out of the way, to a name that is free
	Hold(name string) (Held, error) // opens a file to look at it again and again, whatever its name becomes
	ID() (dev, ino uint64)          // of the opened directory, 0 when unknown
	Remove(name string) error
	Sync() error
	Access() error                                                            // nil if entries can be made here
	Flock(ctx context.Context, name string) (release func() error, err error) // see package lock
	Mkdir(ctx context.Context, name string) (release func() error, err error)
	Close() error
}

// File is a new file.
type File interface {
	io.Writer
	// Own gives it the mode of another file, and owner and group as far as the system allows; kept says that
	// whoever could write that one can write this one.
	Own(like Info) (kept bool, err error)
	Stat() (Info, error)
	Sync() error
	Close() error
}

// Held is one file that stays open for reading.
type Held interface {
	Read() ([]byte, Info, error) // all of it, as it is now; the error is as Dir.Read's
	Close() error
}

// Kind is what a directory entry is.
type Kind uint8

const (
	Unknown Kind = iota
	Regular
	Link
	Directory
	Special // a pipe, a socket, a device
)

// Info is what is known of a file without reading it.
type Info struct {
	Kind     Kind
	Linked   bool // reached through a link
	Names    int  // how many names it has, 0 when unknown
	Stamp    tasks.Stamp
	Mode     fs.FileMode // permission bits
	Uid, Gid int         // -1 when unknown
}

// Unfit is a file that is not read because of what it is.
type Unfit struct {
	Kind tasks.ProblemKind
	Text string
}

func (u *Unfit) Error() string { return u.Text }

func unfit(kind Kind) *Unfit {
	what := "not a regular file"
	switch kind {
	case Directory:
		what = "a directory, not a file"
	case Special:
		what = "a pipe, a socket or a device, not a file"
	}
	return &Unfit{tasks.NotAFile, what}
}

func tooLarge() *Unfit { return &Unfit{tasks.TooLarge, "larger than 1 MiB"} }
