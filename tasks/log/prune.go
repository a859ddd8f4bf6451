package log

import (
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The bounds of a log. The age of a file is the time since its last line.
const (
	MaxAge   = 30 * 24 * time.Hour // of a file of a journal
	MaxBytes = 16 << 20            // of all files of a journal
	MaxFiles = 256                 // of a journal
	MaxOwn   = 4 << 20             // bytes of one file, after which the process begins another

	MaxHistoryAge   = 180 * 24 * time.Hour
	maxHistoryBytes = 64 << 20 // that are read; this program writes no history as large
	maxGrowth       = 2 << 20  // that are appended to a history before it is rewritten
)

const (
	lockName         = "lock"
	keptName         = "kept"
	deletedName      = "deleted"
	historyName      = "history"
	openSuffix       = ".open.jsonl"
	endedSuffix      = ".jsonl"
	unfinishedPrefix = ".begin-"

	unfinishedAge = time.Minute // an unfinished file that is older belongs to a process that was killed
)

// removableFile is one file that may be removed.
type removableFile struct {
	path string
	size int64
	last time.Time
}

// prune removes the oldest files of this log, and files of all other logs that are too old. An error is ignored: the
// log works with them.
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

// pruneOwn removes the oldest files of this journal, down to its bounds with room for a file that is begun.
func (p *place) pruneOwn() {
	p.removeUnfinished(p.dir)
	p.removeOldest(p.listRemovable(p.dir, "", keptName, deletedName), MaxBytes-MaxOwn, MaxAge)
}

// removeOldest removes the oldest files until the others have at most maxBytes, are fewer than MaxFiles, and none is
// older than maxAge.
func (p *place) removeOldest(all []removableFile, maxBytes int64, maxAge time.Duration) {
	slices.SortStableFunc(all, func(a, b removableFile) int { return a.last.Compare(b.last) })
	room := maxBytes
	for _, o := range all {
		room -= o.size
	}
	for i, o := range all {
		if room >= 0 && len(all)-i < MaxFiles && p.now().Sub(o.last) <= maxAge {
			return
		}
		_ = p.disk.Remove(o.path)
		room += o.size
	}
}

// removeUnfinished removes files of processes that were killed while they created them.
func (p *place) removeUnfinished(dir string) {
	entries, _ := p.disk.List(dir)
	for _, e := range entries {
		fi, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), unfinishedPrefix) && p.now().Sub(fi.ModTime()) > unfinishedAge {
			_ = p.disk.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// listRemovable lists the files of a log that may be removed in some of its directories: not the journals of living
// processes, and no lock.
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
