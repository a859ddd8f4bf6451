//go:build unix

package doctor_test

import "syscall"

func pipe(path string) error { return syscall.Mkfifo(path, 0o644) }
