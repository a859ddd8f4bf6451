//go:build !unix && !windows

package demo

import "syscall"

// ownGroup has nothing to say where there are no process groups.
func ownGroup() *syscall.SysProcAttr { return nil }
