package demo

import "syscall"

// ownGroup puts a process into a group of its own, so that a ctrl-C meant for the board does not reach it.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
