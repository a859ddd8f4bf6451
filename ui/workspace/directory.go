package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// directory is one open directory of a workspace. Its methods may be called from any goroutine.
type directory struct {
	place locate.Place
	list  string // the List of its keys, "" where it is the only one
	store *store.Store
	watch *watch.Watch
	past  *log.History // nil where none can be kept
	edits atomic.Int64 // how many edits were carried out or refused

	seen    doctor.Seen
	cwd     string
	configs []string
}

// openDirectory opens the directory of a place as a list. The watch is set before the first reading, so that nothing
// written in between is missed.
func (w *Workspace) openDirectory(place locate.Place, list string, o Options) error {
	s, err := store.Open(place.Dir, store.Options{
		ReadOnly: o.ReadOnly, List: list, Configs: o.Configs, State: o.State, Links: w.links, Outcomes: w.outcomes,
	})
	if err != nil {
		return fmt.Errorf("open task directory: %w", err)
	}
	if t := dialectNamed(o.Dialect); t != nil {
		s.Codec().SetDialect(t)
	}
	changes, err := watch.Open(place.Dir, watch.Options{Poll: o.Poll})
	if err != nil {
		return errors.Join(fmt.Errorf("watch task directory: %w", err), s.Close())
	}
	r := &directory{place: place, list: list, store: s, watch: changes, cwd: o.Cwd, configs: o.Configs}
	if dir := s.StateDir(); dir != "" {
		r.past = log.OpenHistory(dir, log.Options{List: list, OnError: func(err error) {
			select {
			case w.historyError <- err:
			default: // there is one already
			}
		}})
	}
	w.dirs = append(w.dirs, r)
	return nil
}

// sampleSize is how many files are compared every few seconds although the system tells of changes: a stat each, a quarter of
// a millisecond together.
const sampleSize = 256

// freshness is how news of the directory reaches us, and why no better.
type freshness struct {
	health tasks.Health
	why    string
}

// follow reads the directory once and then whatever the watch says may have changed, and sends what became of it, until it
// is cancelled. What could not be read is tried again: no event tells that it could be read by now.
func (r *directory) follow(ctx context.Context, send func(tasks.Delta) bool) {
	var told, watched freshness
	var mark uint64
	torn := false // as was told last
	refusals := 0 // of the whole directory, one after the other
	emit := func(delta tasks.Delta) bool {
		delta.Health, delta.Why = told.health, told.why
		delta.Torn = r.store.HasTornFiles()
		mark, torn = delta.Mark, delta.Torn
		return send(delta)
	}
	if err := r.store.Load(ctx, func(delta tasks.Delta) { emit(delta) }); err != nil {
		if ctx.Err() != nil {
			return
		}
		refusals, told = 1, freshness{tasks.Lost, err.Error()}
		emit(tasks.Delta{At: time.Now()})
	}
	for {
		retry, after := r.store.Retry()
		if refusals > 0 {
			retry, after = nil, store.RefusalDelay(refusals)
		}
		wait, cancel := ctx, context.CancelFunc(func() {})
		if refusals > 0 || len(retry) > 0 {
			wait, cancel = context.WithTimeout(ctx, after)
		}
		ev, err := r.watch.Next(wait)
		cancel()
		names := ev.Names
		switch {
		case err == nil:
			watched = freshness{ev.Health, ev.Why}
		case ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded):
			return // closed or cancelled: both mean the end
		default:
			names = retry
		}
		if ev.Sample {
			names = append(names, r.store.Sample(sampleSize)...)
		}
		if ev.Rescan || refusals > 0 {
			names = nil // all of it: what changed while nothing could be read nobody could see
		}
		delta, err := r.store.Refresh(ctx, names)
		if ctx.Err() != nil {
			return
		}
		now := watched
		switch {
		case err == nil:
			refusals = 0
		case errors.Is(err, store.ErrSwapped):
			refusals, now = 1, told // the edit is over in a moment
		case watched.health == tasks.Lost:
			refusals++
		default:
			refusals++
			now = told // the system may refuse once and never again: that is no news
			if errors.Is(err, fs.ErrNotExist) {
				now = freshness{tasks.Lost, r.place.Dir + " is not there"} // as the watch will say
			} else if refusals > 1 {
				now = freshness{tasks.Lost, err.Error()}
			}
		}
		changed := now != told
		told = now
		delta.Edits = ev.Added
		newMark := err == nil && delta.Mark != mark
		whole := torn && !r.store.HasTornFiles()
		if (!delta.Empty() || newMark || changed || whole || ev.Added > 0) && !emit(delta) {
			return
		}
	}
}

// OpenList is one of several lists that are open together.
type OpenList struct {
	Name   string       // the List of its keys
	Health tasks.Health // how news of it reached us last
	Why    string       // why Health is not Live
}

// openLists are the lists of a workspace, as far as its news was taken. A workspace of one list has none.
type openLists struct {
	mu    sync.Mutex
	state []OpenList
	last  []tasks.Delta // the news of each, without what it changes
}

// newsItem is a piece of news of one directory.
type newsItem struct {
	dir   int
	delta tasks.Delta
}

// add adds a list whose first reading has just begun.
func (ls *openLists) add(r *directory) {
	ls.state, ls.last = append(ls.state, OpenList{Name: r.list}), append(ls.last, tasks.Delta{Loading: true})
}

// combine puts a piece of news into that of the whole workspace. The first reading is over when that of every list is, and
// all of it is lost only where every list is: what becomes of one is said by its OpenList.
func (ls *openLists) combine(p newsItem) tasks.Delta {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	at := &ls.state[p.dir]
	at.Health, at.Why = p.delta.Health, p.delta.Why
	d := p.delta
	ls.last[p.dir] = tasks.Delta{Loading: ls.last[p.dir].Loading && d.Loading, Torn: d.Torn}
	d.Loading, d.Torn = false, false
	for _, l := range ls.last {
		d.Loading, d.Torn = d.Loading || l.Loading, d.Torn || l.Torn
	}
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

// OpenErrors returns which lists could not be opened with the others, and why.
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

// ask returns what the directory of a list answers.
func ask[T any](w *Workspace, list string, answer func(*directory) (T, error)) (T, error) {
	r, err := w.directoryOf(list)
	if err != nil {
		var none T
		return none, err
	}
	return answer(r)
}
