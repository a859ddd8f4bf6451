//go:build !unix

package effects

import (
	"os"
	"syscall"
)

// ownSession has nothing to say if there are no sessions.
func ownSession() *syscall.SysProcAttr { return nil }

// askToEnd ends a process; what it started is its own.
func askToEnd(p *os.Process) error { return p.Kill() }

func endSession(*os.Process) error { return nil }
