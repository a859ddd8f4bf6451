//go:build unix

package demo

import "syscall"

// ownGroup returns the attributes of a process in a group of its own: neither a ctrl-C for the board nor a signal to
// the board's whole group reaches it.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
