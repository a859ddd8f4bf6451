//go:build unix

package demo

import "syscall"

// ownGroup puts a process into a group of its own, so that a ctrl-C meant for the board does not reach it, and
// neither does whatever takes the board's whole group down.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
