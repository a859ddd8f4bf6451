package uitest

import "golang.org/x/sys/unix"

// getTermios reads the settings of a terminal.
const getTermios = unix.TCGETS
