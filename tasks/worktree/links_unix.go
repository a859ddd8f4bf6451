//go:build unix

package worktree

import (
	"io/fs"
	"syscall"
)

// countLinks returns the number of hard links of a file.
func countLinks(fi fs.FileInfo) uint64 {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}
