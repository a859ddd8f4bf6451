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

// changes reports which files of a directory may have changed: a watch.Watch, or the link to its host.
type changes interface {
	Next(ctx context.Context) (watch.Event, error) // waits for files that may have changed
	Add(names ...string)                           // has Next return the files of an edit made here
	Nudge()                                        // has Next report that all files may have changed
	Close() error
}

// directory is one open directory of a workspace. Its methods may be called from any goroutine.
type directory struct {
	list
	place   locate.Place
	name    string // the List of its keys, "" if it is the only one
	store   *store.Store
	watch   changes
	history *log.History // nil if none can be kept
	edits   atomic.Int64 // the number of edits that were carried out or refused
	seen    doctor.Seen
}

// openDirectory opens the directory of a place as a list. It starts the watch before the first reading, so that no
// change is missed.
func (w *Workspace) openDirectory(place locate.Place, list string, o Options) error {
	if place.Host != "" {
		return w.openFar(place, list, o)
	}
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
	here := localList{localNear{place, s, o.Cwd, o.Configs}, s}
	d := &directory{list: here, place: place, name: list, store: s, watch: changes}
	w.openHistory(d, historyDir(s, o), o)
	w.dirs = append(w.dirs, d)
	return nil
}

// historyDir returns the directory of a history next to its journal, "" for none. A history that is only read needs no
// journal.
func historyDir(s *store.Store, o Options) string {
	if o.ReadOnly {
		return log.DirOf(o.State, s.Path())
	}
	return s.StateDir()
}

// openHistory opens the history of a list in a directory, if there is one.
func (w *Workspace) openHistory(r *directory, dir string, o Options) {
	if dir != "" {
		r.history = log.OpenHistory(dir, log.Options{List: r.name, ReadOnly: o.ReadOnly, OnError: func(err error) {
			select {
			case w.historyError <- err:
			default: // it is not the first one
			}
		}})
	}
}

// sampleSize is the number of files compared every few seconds although the system reports changes: that takes a
// quarter of a millisecond.
const sampleSize = 256

// freshness is how changes of the directory are noticed, and why not Live.
type freshness struct {
	health tasks.Health
	why    string
}

// follow reads the directory, and then the files that the watch reports, and sends the changes until ctx ends. It tries
// again what could not be read: no event reports that it can be read now.
func (d *directory) follow(ctx context.Context, send func(tasks.Delta) bool) {
	var sent, watched freshness // what was last reported, and what the watch last said
	var mark uint64             // the HighWaterMark that was last sent
	torn := false               // of the last Delta
	refusals := 0               // errors of the whole directory in a row
	emit := func(delta tasks.Delta) bool {
		delta.Health, delta.Why = sent.health, sent.why
		delta.Torn = d.store.HasTornFiles()
		mark, torn = delta.HighWaterMark, delta.Torn
		return send(delta)
	}
	for !d.ready() {
		ev, err := d.watch.Next(ctx)
		if err != nil {
			return
		}
		now := freshness{ev.Health, ev.Why}
		changed := now.health == tasks.Offline && now != sent // it is online when there is something to read
		if changed {
			sent = now
		}
		if (changed || ev.Added > 0) && !emit(tasks.Delta{At: time.Now(), Edits: ev.Added, Whole: true}) {
			return
		}
	}
	sent = freshness{}
	if err := d.store.Load(ctx, func(delta tasks.Delta) { emit(delta) }); err != nil {
		if ctx.Err() != nil {
			return
		}
		refusals, sent = 1, freshness{tasks.Lost, err.Error()}
		emit(tasks.Delta{At: time.Now()})
	}
	for {
		retry, after := d.store.Retry()
		if refusals > 0 {
			retry, after = nil, store.RefusalDelay(refusals)
		}
		wait, cancel := ctx, context.CancelFunc(func() {})
		if refusals > 0 || len(retry) > 0 {
			wait, cancel = context.WithTimeout(ctx, after)
		}
		ev, err := d.watch.Next(wait)
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
			names = append(names, d.store.Sample(sampleSize)...)
		}
		if ev.Rescan || refusals > 0 {
			names = nil // all files: no change was seen while nothing could be read
		}
		delta, err := d.store.Refresh(ctx, names)
		if ctx.Err() != nil {
			return
		}
		var now freshness
		now, refusals = d.judge(err, refusals, sent, watched)
		changed := now != sent
		sent = now
		delta.Edits = ev.Added
		d.attribute(&delta)
		newMark := err == nil && delta.HighWaterMark != mark
		whole := torn && !d.store.HasTornFiles()
		if (!delta.Empty() || newMark || changed || whole || ev.Added > 0) && !emit(delta) {
			return
		}
	}
}

// judge returns what to report after a reading of the directory that ended with err, and how many readings in a row
// have failed by then. One failure alone changes nothing of what was sent last.
func (d *directory) judge(err error, refusals int, sent, watched freshness) (now freshness, failures int) {
	switch {
	case err == nil:
		return watched, 0
	case errors.Is(err, store.ErrSwapped):
		return sent, 1 // the edit ends in a moment
	case watched.health == tasks.Lost:
		return watched, refusals + 1
	case errors.Is(err, fs.ErrNotExist):
		return freshness{tasks.Lost, d.place.Dir + " is not there"}, refusals + 1 // as the watch will report
	case refusals > 0:
		return freshness{tasks.Lost, err.Error()}, refusals + 1
	}
	return sent, refusals + 1
}

// OpenList is one of several open lists.
type OpenList struct {
	Name   string       // the List of its keys
	Health tasks.Health // how its changes are noticed
	Why    string       // why Health is not Live
}

// openLists are the lists of a workspace, as of the last call of Next. A workspace of one list has none.
type openLists struct {
	mu    sync.Mutex
	state []OpenList
	last  []tasks.Delta // the last Delta of each, without its changes
}

// newsItem is a Delta of one directory.
type newsItem struct {
	dir   int
	delta tasks.Delta
}

// add adds a list, which is being loaded.
func (ls *openLists) add(r *directory) {
	ls.state, ls.last = append(ls.state, OpenList{Name: r.name}), append(ls.last, tasks.Delta{Loading: true})
}

// combine returns the Delta of a directory as one of the whole workspace. That is loading as long as one list is,
// polling if one list is, and lost or offline only if every list is; OpenList has the health of each.
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
	d.HighWaterMark = 0 // it is of one list only
	d.Health, d.Why = tasks.Offline, ""
	for i := range ls.state {
		switch s := &ls.state[i]; {
		case s.Health == tasks.Polling && d.Health != tasks.Polling:
			d.Health, d.Why = tasks.Polling, s.Name+": "+s.Why
		case s.Health == tasks.Live && d.Health != tasks.Polling:
			d.Health, d.Why = tasks.Live, ""
		case s.Health == tasks.Lost && d.Health == tasks.Offline, s.Health == tasks.Offline &&
			d.Health == tasks.Offline && d.Why == "":
			d.Health, d.Why = s.Health, s.Name+": "+s.Why
		}
	}
	return d
}

// OpenLists returns the open lists, in their order, as of the last call of Next; nil if only one is open.
func (w *Workspace) OpenLists() []OpenList {
	w.lists.mu.Lock()
	defer w.lists.mu.Unlock()
	return slices.Clone(w.lists.state)
}

// OpenErrors returns why lists could not be opened with the others.
func (w *Workspace) OpenErrors() []error { return w.failed }

// IsOpen reports whether a directory is open.
func (w *Workspace) IsOpen(dir string) bool {
	return slices.ContainsFunc(w.dirs, func(r *directory) bool { return r.place.Dir == dir })
}

// directoryOf returns the directory of a list.
func (w *Workspace) directoryOf(list string) (*directory, error) {
	for _, r := range w.dirs {
		if r.name == list {
			return r, nil
		}
	}
	return nil, fmt.Errorf("no list %q is open", list)
}

// ask calls answer with the directory of a list.
func ask[T any](w *Workspace, list string, answer func(*directory) (T, error)) (T, error) {
	r, err := w.directoryOf(list)
	if err != nil {
		var none T
		return none, err
	}
	return answer(r)
}
