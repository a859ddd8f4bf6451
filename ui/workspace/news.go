package workspace

import (
	"fmt"
	"slices"
	"sync"

	"sideboard/tasks"
)

// OpenList is one of several lists that are open together.
type OpenList struct {
	Name   string       // the List of its keys
	Health tasks.Health // how news of it reached us last
	Why    string       // why Health is not Live
}

// openLists are the lists of a workspace, as far as its news was taken. A workspace of one list has none.
type openLists struct {
	mu      sync.Mutex
	state   []OpenList
	loading []bool
}

// newsItem is a piece of news of one directory.
type newsItem struct {
	dir   int
	delta tasks.Delta
}

// add adds a list whose first reading has just begun.
func (ls *openLists) add(r *directory) {
	ls.state = append(ls.state, OpenList{Name: r.list})
	ls.loading = append(ls.loading, true)
}

// combine puts a piece of news into that of the whole workspace. The first reading is over when that of every list is, and
// all of it is lost only where every list is: what becomes of one is said by its OpenList.
func (ls *openLists) combine(p newsItem) tasks.Delta {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	at := &ls.state[p.dir]
	at.Health, at.Why = p.delta.Health, p.delta.Why
	if !p.delta.Loading {
		ls.loading[p.dir] = false
	}
	d := p.delta
	d.Loading = slices.Contains(ls.loading, true)
	d.Mark = 0 // a counter of one list says nothing of the others
	d.Health, d.Why = tasks.Lost, ""
	for i := range ls.state {
		switch s := &ls.state[i]; {
		case s.Health == tasks.Polling && d.Health != tasks.Polling:
			d.Health, d.Why = tasks.Polling, s.Name+": "+s.Why
		case s.Health == tasks.Live && d.Health == tasks.Lost:
			d.Health, d.Why = tasks.Live, ""
		case s.Health == tasks.Lost && d.Health == tasks.Lost && d.Why == "":
			d.Why = s.Name + ": " + s.Why
		}
	}
	return d
}

// OpenLists returns the lists that are open together, in their order, as the news that was taken last tells; nil where only
// one is open.
func (w *Workspace) OpenLists() []OpenList {
	w.lists.mu.Lock()
	defer w.lists.mu.Unlock()
	return slices.Clone(w.lists.state)
}

// OpenErrors says which lists could not be opened with the others, and why.
func (w *Workspace) OpenErrors() []error { return w.failed }

// IsOpen reports whether a directory is open, alone or with others.
func (w *Workspace) IsOpen(dir string) bool {
	return slices.ContainsFunc(w.dirs, func(r *directory) bool { return r.place.Dir == dir })
}

// directoryOf returns the directory of a list.
func (w *Workspace) directoryOf(list string) (*directory, error) {
	for _, r := range w.dirs {
		if r.list == list {
			return r, nil
		}
	}
	return nil, fmt.Errorf("no list %q is open", list)
}
