//go:build !unix

package worktree

import "io/fs"

// countLinks returns 1: the number of hard links is not known here.
func countLinks(fs.FileInfo) uint64 { return 1 }
