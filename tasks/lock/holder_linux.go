package lock

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// holder finds who holds the flock on path in /proc/locks, whose lines read
// "7: FLOCK  ADVISORY  WRITE 4711 fd:01:131077 0 EOF": pid, then device major:minor in hex, then inode.
func holder(path string) string {
	fi, err := os.Stat(path)
	if err != nil {
		return ""
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return ""
	}
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(uint64(st.Dev)), unix.Minor(uint64(st.Dev)), st.Ino)
	for lines := bufio.NewScanner(bytes.NewReader(locks)); lines.Scan(); {
		w := strings.Fields(lines.Text())
		if len(w) < 6 || w[1] != "FLOCK" || w[5] != file {
			continue
		}
		name, err := os.ReadFile("/proc/" + w[4] + "/comm")
		if err != nil {
			return "pid " + w[4]
		}
		return fmt.Sprintf("%s (pid %s)", bytes.TrimSpace(name), w[4])
	}
	return ""
}
