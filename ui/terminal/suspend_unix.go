//go:build unix

package terminal

import (
	"errors"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// Lendable reports whether the terminal can be shared with Bubble Tea.
const Lendable = true

// HasJobControl reports whether a shell continues the program after Suspend. In an orphaned process group, as under a
// tmux or an ssh that started the program itself, the system ignores SIGTSTP. Processes of our group above our parent
// are not checked.
func HasJobControl() bool {
	parent := os.Getppid()
	session, err1 := unix.Getsid(parent)
	ours, err2 := unix.Getsid(0)
	group, err3 := unix.Getpgid(parent)
	return errors.Join(err1, err2, err3) == nil && session == ours && (group != unix.Getpgrp() || parent != session)
}

// Suspend stops the process group, as the terminal does for ctrl+z in cooked mode.
func Suspend() error {
	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGCONT)
	defer signal.Stop(again)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	<-again
	return nil
}

// isHangup reports whether the terminal behind the input is gone.
func isHangup(err error) bool { return errors.Is(err, syscall.EIO) }
