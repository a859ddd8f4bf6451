package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The files beside a journal in which it is kept how the graph of the directory was drawn, alone and together with others. They
// are removed with what is old.
const (
	GraphName  = "graph.json"
	GraphsName = "graphs.json"
)

// Beginning returns by what name this process begins a file of a journal's directory: what it leaves there when it is killed is
// removed by another.
func Beginning(path string) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%d-%s", beginPrefix, os.Getpid(), filepath.Base(path)))
}

// removableFile is one file that may be removed.
type removableFile struct {
	path string
	size int64
	last time.Time
}

// prune removes what is over the bounds in this journal, and what is over the age in all others. What cannot be removed
// stays: the journal works without it.
func (r *Journal) prune() {
	r.removeUnbegun()
	mine := r.listRemovable(r.dir)
	slices.SortFunc(mine, func(a, b removableFile) int { return a.last.Compare(b.last) })
	var total int64
	for _, o := range mine {
		total += o.size
	}
	left := len(mine)
	for _, o := range mine {
		if r.now().Sub(o.last) <= MaxAge && total <= MaxBytes-MaxOwn && left < MaxFiles {
			break
		}
		r.disk.Remove(o.path)
		total -= o.size
		left--
	}
	all, err := r.disk.List(r.state)
	if err != nil {
		return
	}
	for _, e := range all {
		dir := filepath.Join(r.state, e.Name())
		if !e.IsDir() || dir == r.dir {
			continue
		}
		for _, o := range r.listRemovable(dir) {
			if r.now().Sub(o.last) > MaxAge {
				r.disk.Remove(o.path)
			}
		}
	}
}

// removeUnbegun removes what a process left that was killed while it began a file.
func (r *Journal) removeUnbegun() {
	for _, dir := range []string{r.state, r.dir} {
		entries, err := r.disk.List(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			fi, err := e.Info()
			if err == nil && strings.HasPrefix(e.Name(), beginPrefix) && r.now().Sub(fi.ModTime()) > beginTimeout {
				r.disk.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// listRemovable lists the journals of ended processes, what was kept and what was deleted.
func (r *Journal) listRemovable(dir string) (all []removableFile) {
	for _, sub := range []string{dir, filepath.Join(dir, keptName), filepath.Join(dir, deletedName)} {
		entries, err := r.disk.List(sub)
		if err != nil {
			continue
		}
		for _, e := range entries {
			journal := strings.HasSuffix(e.Name(), endedSuffix) && !strings.HasSuffix(e.Name(), openSuffix)
			graph := e.Name() == GraphName || e.Name() == GraphsName
			if !e.Type().IsRegular() || sub == dir && !journal && !graph {
				continue
			}
			if fi, err := e.Info(); err == nil {
				all = append(all, removableFile{filepath.Join(sub, e.Name()), fi.Size(), fi.ModTime()})
			}
		}
	}
	return all
}
