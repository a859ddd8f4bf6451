//go:build unix

package effects

import (
	"os"
	"syscall"
)

// ownSession starts a process in a session of its own: it has no terminal to write over the board on, and no key reaches it.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// askToEnd asks a process and what it started to end.
func askToEnd(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// endSession ends what a process started and did not end, and the process if it goes on.
func endSession(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
