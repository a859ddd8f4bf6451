//go:build unix

package demo

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
)

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

func TestNothingOutlivesABoardThatWasKilled(t *testing.T) {
	board := exec.Command(executable(), boardArg, "s07")
	out, err := board.StdoutPipe()
	testdir.Must(t, err)
	testdir.Must(t, board.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	dir := lines.Text()
	var pids []int
	for lines.Scan() && lines.Text() != "ready" {
		pid, err := strconv.Atoi(lines.Text())
		if err != nil {
			t.Fatal(lines.Text())
		}
		pids = append(pids, pid)
	}
	if _, err := os.Stat(dir); err != nil || len(pids) != 4 {
		t.Fatalf("%s, %v: %v", dir, pids, err)
	}
	for _, pid := range pids {
		if group, err := syscall.Getpgid(pid); err != nil || group != pid {
			t.Errorf("agent %d is in the group %d: a ctrl-C would reach it", pid, group)
		}
	}
	testdir.Must(t, board.Process.Signal(syscall.SIGKILL))
	_ = board.Wait()
	until(t, "the agents are gone", func() bool {
		return !slices.ContainsFunc(pids, alive)
	})
	root := filepath.Dir(filepath.Dir(dir))
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
	if err := Agent([]string{cleanerArg, dir}, in); err == nil {
		t.Error("the cleaner took a directory that is no scratch directory")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
}

func TestAgentsEndWithTheirStdin(t *testing.T) {
	c := start(t, Config{Agents: 2, Speed: fast})
	first := c.State().Agents
	for _, m := range c.agents {
		m.closeInput()
	}
	until(t, "the agents end", func() bool { return !alive(first[0].PID) && !alive(first[1].PID) })
}
