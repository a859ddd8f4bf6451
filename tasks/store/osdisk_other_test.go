//go:build !unix

package store

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/testdir"
)

// raw lists the directory and reads each file.
func raw(b testing.TB, dir string) int {
	entries, err := os.ReadDir(dir)
	testdir.Must(b, err)
	for _, e := range entries {
		_, err := os.ReadFile(filepath.Join(dir, e.Name()))
		testdir.Must(b, err)
	}
	return len(entries)
}
