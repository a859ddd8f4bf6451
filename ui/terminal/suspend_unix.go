//go:build unix

package terminal

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Lendable reports whether the terminal can be shared with Bubble Tea.
const Lendable = true

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
