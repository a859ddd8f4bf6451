package log

import (
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The bounds of a log. A journal's age counts from a file's last line, and a history's too, where nobody opens it any more.
const (
	MaxAge   = 30 * 24 * time.Hour
	MaxBytes = 16 << 20
	MaxFiles = 256
	MaxOwn   = 4 << 20

	MaxHistoryAge   = 180 * 24 * time.Hour
	maxHistoryBytes = 64 << 20 // that are read; no history of ours is as large
	maxGrowth       = 2 << 20  // that are appended to a history before it is written anew
)

const (
	lockName         = "lock"
	keptName         = "kept"
	deletedName      = "deleted"
	historyName      = "history"
	openSuffix       = ".open.jsonl"
	endedSuffix      = ".jsonl"
	unfinishedPrefix = ".begin-"

	unfinishedAge = time.Minute // what is begun longer ago is nobody's any more
)

// removableFile is one file that may be removed.
type removableFile struct {
	path string
	size int64
	last time.Time
}

// prune removes what is over the bounds in this log, and what is over the age in all others. What cannot be removed stays: the log
// works without it.
func (p *place) prune() {
	p.pruneOwn()
	state := filepath.Dir(p.dir)
	p.removeUnfinished(state)
	all, _ := p.disk.List(state)
	for _, e := range all {
		if dir := filepath.Join(state, e.Name()); e.IsDir() && dir != p.dir {
			p.removeOldest(p.listRemovable(dir, "", keptName, deletedName), MaxBytes, MaxAge)
			p.removeOldest(p.listRemovable(dir, historyName), maxHistoryBytes, MaxHistoryAge)
		}
	}
}

// pruneOwn removes the oldest files of this journal that are more than it keeps.
func (p *place) pruneOwn() {
	p.removeUnfinished(p.dir)
	p.removeOldest(p.listRemovable(p.dir, "", keptName, deletedName), MaxBytes-MaxOwn, MaxAge)
}

// removeOldest removes the oldest files until the others are within their bounds.
func (p *place) removeOldest(all []removableFile, bytes int64, age time.Duration) {
	slices.SortStableFunc(all, func(a, b removableFile) int { return a.last.Compare(b.last) })
	for _, o := range all {
		bytes -= o.size
	}
	for i, o := range all {
		if bytes >= 0 && len(all)-i < MaxFiles && p.now().Sub(o.last) <= age {
			return
		}
		_ = p.disk.Remove(o.path)
		bytes += o.size
	}
}

// removeUnbegun removes what a process left that was killed while it began a file.
func (p *place) removeUnfinished(dir string) {
	entries, _ := p.disk.List(dir)
	for _, e := range entries {
		fi, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), unfinishedPrefix) && p.now().Sub(fi.ModTime()) > unfinishedAge {
			_ = p.disk.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// listRemovable lists, of some directories of a log, the journals of processes that ended, what was kept and what was deleted, or the
// history.
func (p *place) listRemovable(dir string, subs ...string) (all []removableFile) {
	for _, sub := range subs {
		entries, _ := p.disk.List(filepath.Join(dir, sub))
		for _, e := range entries {
			name := e.Name()
			stays := sub == "" && !strings.HasSuffix(name, endedSuffix) && name != GraphName ||
				strings.HasSuffix(name, openSuffix) || name == writerName
			if fi, err := e.Info(); err == nil && e.Type().IsRegular() && !stays {
				all = append(all, removableFile{filepath.Join(dir, sub, name), fi.Size(), fi.ModTime()})
			}
		}
	}
	return all
}
