//go:build unix

package effects

import (
	"os"
	"syscall"
)

// ownSession starts a process in a session of its own: it has no terminal to write over the board on, and no key reaches it.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// endSession ends a process and what it started.
func endSession(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
