package demo

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sideboard/tasks/refagents"
)

// makeScratch makes a scratch directory: its root, and in it the path of the task directory where the dialect has it.
func makeScratch(dialect string) (root, dir string, err error) {
	root, err = os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return "", "", fmt.Errorf("make a scratch directory: %w", err)
	}
	dir = filepath.Join(root, projectName, ".tasks")
	if dialect == refagents.ClaudeCode {
		dir = filepath.Join(root, projectName, ".claude", "tasks", projectName)
	}
	return root, dir, nil
}

const (
	cleanerArg    = "cleaner"
	scratchPrefix = "sideboard-demo-"
)

// removeScratch waits until stdin ends and removes the scratch directory. It removes nothing that is not one. Agents may
// still be writing their last file when the board was killed, so it tries for a while.
func removeScratch(dir string, stdin io.Reader) error {
	if !filepath.IsAbs(dir) || !strings.HasPrefix(filepath.Base(dir), scratchPrefix) {
		return fmt.Errorf("%s is no scratch directory of the demo", dir)
	}
	_, _ = io.Copy(io.Discard, stdin) // however it ends, it has ended
	var err error
	for range 40 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

// startCleaner starts the process that removes the scratch directory, before there is anything in it.
func (c *Demo) startCleaner() (err error) {
	if c.config.Keep {
		return nil
	}
	cmd := exec.Command(c.config.Exe, Command, cleanerArg, c.root)
	cmd.SysProcAttr = ownGroup()
	if c.cleanerInput, err = cmd.StdinPipe(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the cleaner: %w", err)
	}
	c.cleaner = cmd
	return nil
}

func (c *Demo) removeFiles() error {
	if c.cleaner == nil {
		if c.root == "" || c.config.Keep {
			return nil
		}
		return os.RemoveAll(c.root) // the cleaner never started
	}
	_ = c.cleanerInput.Close()
	if err := c.cleaner.Wait(); err != nil {
		return errors.Join(fmt.Errorf("the cleaner: %w", err), os.RemoveAll(c.root))
	}
	return nil
}
