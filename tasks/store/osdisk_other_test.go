//go:build !unix

package store

import (
	"os"
	"path/filepath"
	"testing"
)

// raw lists the directory and reads each file.
func raw(b testing.TB, dir string) int {
	entries, err := os.ReadDir(dir)
	must(b, err)
	for _, e := range entries {
		_, err := os.ReadFile(filepath.Join(dir, e.Name()))
		must(b, err)
	}
	return len(entries)
}
