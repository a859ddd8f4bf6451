package locate

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ListStamp returns the times of the directories that change when Claude Code makes a list, adds a task to one or begins
// a session in this project. It is never nil.
func ListStamp(e Env) []time.Time {
	stamp := []time.Time{}
	cfg := ConfigDir(e)
	if cfg == "" {
		return stamp
	}
	add := func(dir string) {
		if fi, err := os.Stat(dir); err == nil {
			stamp = append(stamp, fi.ModTime())
		}
	}
	add(filepath.Join(cfg, "teams"))
	b := newBudget()
	for _, base := range []string{"tasks", "projects"} {
		add(filepath.Join(cfg, base))
		left := maxLists
		_, _ = readEntries(filepath.Join(cfg, base), b, func(d fs.DirEntry) bool {
			add(filepath.Join(cfg, base, d.Name()))
			left--
			return left > 0
		})
	}
	return stamp
}
