package worktree

import (
	"os"
	"path/filepath"
)

// Stamp tells two states of what is written down about a project's worktrees apart without reading it. Stamps are
// comparable with ==.
type Stamp struct {
	HasEvents          bool // there are events: agents that keep worktrees were at work here
	dir, events, index fileStamp
}

type fileStamp struct{ changed, size int64 }

// StampOf looks at the worktrees of the project a task directory lies in. It costs three stats and asks no git.
func StampOf(dir string) Stamp {
	at := filepath.Join(Project(dir), ".worktrees")
	s := Stamp{dir: statOf(at), events: statOf(filepath.Join(at, "events.jsonl")), index: statOf(filepath.Join(at, "index.json"))}
	s.HasEvents = s.events != fileStamp{}
	return s
}

func statOf(path string) fileStamp {
	fi, err := os.Lstat(path)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{fi.ModTime().UnixNano(), fi.Size()}
}
