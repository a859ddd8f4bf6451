//go:build unix

package worktree

import (
	"io/fs"
	"syscall"
)

// names is how many names a file has.
func names(fi fs.FileInfo) uint64 {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}
