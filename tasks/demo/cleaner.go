package demo

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

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
