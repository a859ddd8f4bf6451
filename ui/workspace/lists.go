package workspace

import (
	"fmt"
	"slices"
	"sync"

	"sideboard/tasks"
)

// OpenList is one of several lists that are open together.
type OpenList struct {
	Name   string // the List of its keys
	Place  Place
	Health tasks.Health // how news of it reached us last
	Why    string       // why Health is not Live
}

// openLists are the lists of a workspace, as far as its news was taken. A workspace of one list has none.
type openLists struct {
	names  []string
	failed []error

	mu      sync.Mutex
	state   []OpenList
	loading []bool
}

// newsItem is a piece of news of one directory.
type newsItem struct {
	dir   int
	delta tasks.Delta
	err   error
}

// mergeDirectories makes several directories one workspace: what each tells goes into one stream.
func (w *Workspace) mergeDirectories(names []string) {
	w.lists.names = names
	w.lists.loading = make([]bool, len(names))
	w.outcomes = make(chan Outcome)
	var open sync.WaitGroup
	for i, r := range w.dirs {
		w.lists.state = append(w.lists.state, OpenList{Name: names[i], Place: r.place})
		w.lists.loading[i] = true
		open.Add(1)
		w.goGuarded(func() { w.forwardNews(i, r) })
		w.goGuarded(func() { defer open.Done(); w.forwardOutcomes(lane(names[i]), r) })
	}
	w.goGuarded(func() { open.Wait(); close(w.outcomes) })
}

// forwardNews carries the news of a directory to who asks, one piece at a time.
func (w *Workspace) forwardNews(i int, r *directory) {
	for {
		delta, err := r.Next(w.ctx)
		select {
		case w.out <- newsItem{i, delta, err}:
		case <-w.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (w *Workspace) forwardOutcomes(l lane, r *directory) {
	for o := range r.store.Outcomes() {
		select {
		case w.outcomes <- l.outcome(o):
		case <-w.ctx.Done():
			return // nobody hears of it any more: the journal has it
		}
	}
}

// combine puts a piece of news into the words of the whole workspace. The first reading is over when that of every list is, and
// all of it is lost only where every list is: what becomes of one is said by its Lane.
func (ls *openLists) combine(p newsItem) (tasks.Delta, error) {
	if p.err != nil {
		return tasks.Delta{}, p.err
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	at := &ls.state[p.dir]
	at.Health, at.Why = p.delta.Health, p.delta.Why
	if !p.delta.Loading {
		ls.loading[p.dir] = false
	}
	d := lane(at.Name).delta(p.delta)
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
	return d, nil
}

// OpenLists are the lists that are open together, in their order, as the news that was taken last tells; nil where only
// one is open.
func (w *Workspace) OpenLists() []OpenList {
	w.lists.mu.Lock()
	defer w.lists.mu.Unlock()
	return slices.Clone(w.lists.state)
}

// OpenErrors says which lists could not be opened with the others, and why.
func (w *Workspace) OpenErrors() []error { return w.lists.failed }

// IsOpen says that a directory is open, alone or with others.
func (w *Workspace) IsOpen(dir string) bool {
	return slices.ContainsFunc(w.dirs, func(r *directory) bool { return r.place.Dir == dir })
}

// lane is the name of a directory's list, "" where it is the only one.
func (w *Workspace) lane(i int) lane {
	if len(w.lists.names) == 0 {
		return ""
	}
	return lane(w.lists.names[i])
}

// directoryOf finds the directory of a list.
func (w *Workspace) directoryOf(list string) (*directory, lane, error) {
	for i, r := range w.dirs {
		if string(w.lane(i)) == list {
			return r, lane(list), nil
		}
	}
	return nil, "", fmt.Errorf("no list %q is open", list)
}
