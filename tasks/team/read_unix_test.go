//go:build unix

package team

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestAPipeInPlaceOfADirectoryDoesNotBlock(t *testing.T) {
	root := writeFiles(t, ".tasks/x={}")
	for _, name := range []string{".mailboxes", ".team", ".teams"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o644); err != nil {
			t.Skip(err)
		}
	}
	if r := Read(filepath.Join(root, ".tasks"), nil); len(r.Members) != 0 {
		t.Errorf("members: %+v", r.Members)
	}
}
