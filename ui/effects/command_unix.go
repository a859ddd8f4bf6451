//go:build unix

package effects

import (
	"os"
	"syscall"
)

// ownSession starts a process in a session of its own, without a terminal on which it could write over the board.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// askToEnd asks a process and what it started to end.
func askToEnd(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// endSession kills a process and what it started.
func endSession(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
