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
)

const scratchPrefix = "sideboard-demo-"

// Clean is the main function of Command: it waits until stdin ends, because the board has, and removes the scratch
// directory. It removes only such a directory, and without an argument does nothing. The board may have been killed
// while it wrote a file, so Clean tries for a while.
func Clean(args []string, stdin io.Reader) error {
	if len(args) == 0 {
		return nil
	}
	dir := args[0]
	if !filepath.IsAbs(dir) || !strings.HasPrefix(filepath.Base(dir), scratchPrefix) {
		return fmt.Errorf("%s is no scratch directory of the demo", dir)
	}
	_, _ = io.Copy(io.Discard, stdin) // an error is an end too
	var err error
	for range 40 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

// startCleaner starts the process that removes the scratch directory, while that is still empty.
func (d *Demo) startCleaner() (err error) {
	if d.config.Keep {
		return nil
	}
	cmd := exec.Command(d.config.Exe, Command, d.root)
	cmd.SysProcAttr = ownGroup()
	if d.cleanerInput, err = cmd.StdinPipe(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the cleaner: %w", err)
	}
	d.cleaner = cmd
	return nil
}

// removeFiles has the cleaner remove the scratch directory, and waits for it.
func (d *Demo) removeFiles() error {
	if d.cleaner == nil {
		if d.root == "" || d.config.Keep {
			return nil
		}
		return os.RemoveAll(d.root) // the cleaner never started
	}
	_ = d.cleanerInput.Close()
	if err := d.cleaner.Wait(); err != nil {
		return errors.Join(fmt.Errorf("the cleaner: %w", err), os.RemoveAll(d.root))
	}
	return nil
}
