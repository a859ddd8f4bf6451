package worktree

import (
	"os"
	"path/filepath"
)

// Stamp tells two states of what is written down about a project's worktrees apart without reading it. Stamps are
// comparable with ==.
type Stamp struct {
	Told               bool // there are events: agents that keep worktrees were at work here
	dir, events, index file
}

type file struct{ changed, size int64 }

// StampOf looks at the worktrees of the project a task directory lies in. It costs three stats and asks no git.
func StampOf(dir string) Stamp {
	at := filepath.Join(Project(dir), ".worktrees")
	s := Stamp{dir: stat(at), events: stat(filepath.Join(at, "events.jsonl")), index: stat(filepath.Join(at, "index.json"))}
	s.Told = s.events != file{}
	return s
}

func stat(path string) file {
	fi, err := os.Lstat(path)
	if err != nil {
		return file{}
	}
	return file{fi.ModTime().UnixNano(), fi.Size()}
}
