//go:build unix

package demo

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
)

func TestNothingOutlivesABoardThatWasKilled(t *testing.T) {
	board := exec.Command(executable(), boardArg)
	out, err := board.StdoutPipe()
	testdir.Must(t, err)
	testdir.Must(t, board.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	dir := lines.Text()
	lines.Scan()
	cleaner, err := strconv.Atoi(lines.Text())
	testdir.Must(t, err)
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	if group, err := syscall.Getpgid(cleaner); err != nil || group != cleaner {
		t.Errorf("the cleaner %d is in the group %d: a ctrl-C would reach it", cleaner, group)
	}
	testdir.Must(t, board.Process.Signal(syscall.SIGKILL))
	_ = board.Wait()
	root := filepath.Join(dir, "../../../..")
	until(t, "the scratch directory is gone", func() bool {
		_, err := os.Stat(root)
		return os.IsNotExist(err)
	})
}

func TestTheCleanerRemovesNothingElse(t *testing.T) {
	dir := t.TempDir()
	in, out, err := os.Pipe()
	testdir.Must(t, err)
	out.Close()
	if err := Clean([]string{dir}, in); err == nil {
		t.Error("the cleaner took a directory that is no scratch directory")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
}
