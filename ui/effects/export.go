package effects

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A File is what a file is to be called, and its bytes.
type File struct {
	Name string
	Raw  []byte
}

// maxCopies is how many names are tried for a file.
const maxCopies = 10_000

// Export writes files into a directory, which is made if it is not there, and answers how many. It never writes over what is there:
// a name that is taken gets a number. Into the directory not, where agents read, nothing is exported.
func Export(dir string, not string, files []File, then func(written int, err error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(export(dir, not, files)) }
}

func export(dir, not string, files []File) (written int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	is, err := os.Stat(dir)
	if err != nil {
		return 0, err
	}
	if other, err := os.Stat(not); err == nil && os.SameFile(is, other) {
		return 0, errors.New("that is the task directory, where agents would take them for tasks")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, f := range files {
		if err := exportOne(root, f); err != nil {
			return written, fmt.Errorf("after %d of %d files: %w", written, len(files), err)
		}
		written++
	}
	return written, nil
}

func exportOne(root *os.Root, f File) error {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:`, r) || r < ' ' {
			return '_'
		}
		return r
	}, f.Name)
	ext := filepath.Ext(name)
	for n := 1; n < maxCopies; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		file, err := root.OpenFile(try, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = file.Write(f.Raw)
		return errors.Join(err, file.Close())
	}
	return fmt.Errorf("%s: too many files of that name", name)
}
