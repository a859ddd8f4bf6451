package uitest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"sideboard/tasks/testdir"
)

// binary is the built program, or the one that SIDEBOARD_BINARY names.
var binary = sync.OnceValues(func() (string, error) {
	built.Store(true)
	if path := os.Getenv("SIDEBOARD_BINARY"); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp("", builtPrefix)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "sideboard")
	cmd := exec.Command("go", "build", "-o", path, root)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as in a release: a program with cgo starts more slowly
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	testdir.Must(t, err)
	cmd := exec.Command(path, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "TMPDIR="+scratch(t), "TERM=xterm-256color", "SIDEBOARD_AS=ann", "HOME="+cmd.Dir, "LC_ALL=C.UTF-8",
		"XDG_STATE_HOME=", "CLAUDE_CODE_TASK_LIST_ID=", "CLAUDE_TEAM_NAME=", "CLAUDE_CODE_TEAM_NAME=", "CLAUDE_CONFIG_DIR=")
	return cmd
}

// built reports whether binary was used.
var built atomic.Bool

// builtPrefix begins the name of the directory that the program is built into.
const builtPrefix = "sideboard-built-"

// removeBinary removes what binary built.
func removeBinary() {
	if !built.Load() || os.Getenv("SIDEBOARD_BINARY") != "" {
		return
	}
	if path, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
}
