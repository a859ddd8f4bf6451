//go:build !unix

package effects

import (
	"os"
	"syscall"
)

// ownSession has nothing to say where there are no sessions.
func ownSession() *syscall.SysProcAttr { return nil }

// endSession ends a process; what it started is its own.
func endSession(p *os.Process) error { return p.Kill() }
