package locate

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// maxWatched is how many sessions are watched for tasks that appear.
const maxWatched = 20

// Watchlist gives the existing directories in which something would appear when Resolve without arguments could
// start to answer, or Lists could answer something new. It changes as directories appear: ask again on every change.
func Watchlist(e Env) []string {
	dirs, _ := e.upwards()
	list := slices.Clone(dirs)
	if near, _ := nearest(e); near != "" {
		list = append(list, near)
	}
	if root := nearestWorkflow(e); root != "" {
		list = append(list, root, filepath.Join(root, "active"))
		if all, err := sessionsIn(root); err == nil {
			for _, s := range all[:min(len(all), maxWatched)] {
				list = append(list, s.Dir)
			}
		}
	}
	if cfg := ConfigDir(e); cfg != "" {
		list = append(list, existing(filepath.Join(cfg, "tasks")), existing(filepath.Join(cfg, "teams")))
	}
	var out []string
	for _, dir := range list {
		if fi, err := os.Stat(dir); err == nil && fi.IsDir() && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}

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
		_, _ = eachEntry(filepath.Join(cfg, base), b, func(d fs.DirEntry) bool {
			add(filepath.Join(cfg, base, d.Name()))
			left--
			return left > 0
		})
	}
	return stamp
}

// existing is dir, or the nearest directory above it that exists.
func existing(dir string) string {
	for dir != filepath.Dir(dir) {
		if fi, err := os.Stat(dir); err == nil && fi.IsDir() {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	return dir
}
