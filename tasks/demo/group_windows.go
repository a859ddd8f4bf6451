package demo

import "syscall"

// ownGroup returns the attributes of a process in a group of its own: a ctrl-C for the board does not reach it.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
