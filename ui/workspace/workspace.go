// Package workspace is one or several open task directories without a screen. It finds, reads and follows them, and
// writes edits to them. The board, the commands and the tools for agents all use it.
//
// Next returns what changed in the directories since its last call. While nobody calls it, nothing is lost and nothing
// piles up: what waits is a set of file names.
//
// If one directory is open, all keys have the List "". If several are open, each is a list with a name, which every key
// has; an edit goes to the list of its task, with the store, the dialect, the locks and the journal of that list.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

// Options are the options of Open.
type Options struct {
	ReadOnly bool
	Poll     bool      // follow the directory by comparing it, without the watches of the system
	Configs  []string  // the configuration directories of Claude Code, for detection
	Cwd      string    // the current directory: the project of a list of Claude Code
	State    string    // the directory of journals; "" for none: then nothing can be undone
	Tmux     string    // the TMUX variable of the tmux that the program runs in, "" for none
	Version  string    // of this program: other hosts must have the same
	Brief    bool      // for a command: a host that cannot be reached is an error, and not an offline list
	Via      tasks.Via // how edits are asked for, if they do not say it themselves
	Dialect  string    // one of Dialects, for the first task of an empty directory; "" to detect it
}

// ToolsOff says why Claude Code may keep no tasks, and what to do.
const ToolsOff = "Claude Code's task tools are off by default on its newest models since 2.1.233: CLAUDE_CODE_ENABLE_TODO_TOOLS=1, " +
	`in "env" of its settings.json or in the shell it starts from, turns them on; CLAUDE_CODE_ENABLE_TASKS=0 turns them off. ` + NoSDK +
	" sideboard mcp gives any agent tools of the same names."

// NoSDK says which sessions never keep tasks.
const NoSDK = "Sessions of its SDK write no task files."

// Workspace is one or several open directories. Its methods may be called from any goroutine, Next by one at a time.
type Workspace struct {
	place  locate.Place
	via    tasks.Via // see Options
	dirs   []*directory
	lists  openLists       // of dirs, in their order; empty if there is only one
	dialed map[string]host // of the lists on other hosts, by list, while they are opened
	failed []error         // why others could not be opened

	dialedAt time.Time // when the hosts of several lists were dialed

	news     chan newsItem
	outcomes chan store.Outcome // of all directories
	links    *store.LinkBudget  // of all directories
	ctx      context.Context
	cancel   context.CancelFunc
	done     sync.WaitGroup

	closeOutcomes sync.Once

	unfocused    atomic.Bool   // the terminal does not have the focus
	refocused    chan struct{} // has a token when it gets the focus again
	lastVisit    atomic.Int64  // when it lost the focus, in nanoseconds
	tmux         string        // see Options
	historyError chan error    // the first error of a history

	savedForm, formToSave []byte // how Dependencies is shown, as it was read and as it is to be written

	mu     sync.Mutex
	broken error // a panic of a goroutine: the error of every later Next
}

// Open opens the directory of a place and starts to follow it.
func Open(place locate.Place, o Options) (*Workspace, error) {
	w := newWorkspace(place, o)
	if err := w.openDirectory(place, "", o); err != nil {
		return nil, err
	}
	w.follow()
	return w, nil
}

// OpenTogether opens several directories as the lists of one workspace, in the given order. It leaves out those that
// cannot be opened, and OpenErrors returns why. It returns an error if none can be opened.
func OpenTogether(t locate.ListSet, o Options) (*Workspace, error) {
	w := newWorkspace(locate.Place{Dir: t.Dir, Project: t.Project, Kind: locate.Explicit}, o)
	w.dialedAt = time.Now()
	for _, l := range t.Lists { // hosts connect side by side
		if h, err := w.dial(l.Place, l.Name, o); err == nil && h != nil {
			w.dialed[l.Name] = h
		}
	}
	for _, l := range t.Lists {
		if err := w.openDirectory(l.Place, l.Name, o); err != nil {
			w.failed = append(w.failed, fmt.Errorf("%s: %w", l.Name, err))
		}
	}
	if len(w.dirs) == 0 {
		return nil, errors.Join(w.failed...)
	}
	if t.More > 0 {
		w.failed = append(w.failed, fmt.Errorf("%d more, the oldest: %d are as many as are opened together", t.More,
			len(t.Lists)))
	}
	for _, r := range w.dirs {
		w.lists.add(r)
	}
	w.follow()
	return w, nil
}

func newWorkspace(place locate.Place, o Options) *Workspace {
	w := &Workspace{
		place: place, via: o.Via, tmux: o.Tmux, links: store.NewLinkBudget(), news: make(chan newsItem),
		outcomes:  make(chan store.Outcome, store.MaxOutcomes),
		refocused: make(chan struct{}, 1), historyError: make(chan error, 1), dialed: map[string]host{},
	}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// follow starts to follow every directory.
func (w *Workspace) follow() {
	if dir := w.graphDir(); dir != "" {
		w.savedForm, _ = log.ReadSmall(dir, log.GraphName) // without it the form that fits is shown
	}
	for i, r := range w.dirs {
		w.goGuarded(func() {
			r.follow(w.ctx, func(delta tasks.Delta) bool {
				select {
				case w.news <- newsItem{i, delta}:
					return true
				case <-w.ctx.Done():
					return false
				}
			})
		})
	}
}

// Place returns the place of the open directory, or the one that has all of several.
func (w *Workspace) Place() locate.Place { return w.place }

// Context returns a context that ends when the workspace is closed.
func (w *Workspace) Context() context.Context { return w.ctx }

// Next waits for changes in the open directories. After Close the error is io.EOF.
func (w *Workspace) Next(ctx context.Context) (tasks.Delta, error) {
	select {
	case item := <-w.news:
		if len(w.lists.state) == 0 {
			return item.delta, nil
		}
		return w.lists.combine(item), nil
	case <-w.ctx.Done():
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.broken != nil {
			return tasks.Delta{}, w.broken
		}
		return tasks.Delta{}, io.EOF
	case <-ctx.Done():
		return tasks.Delta{}, ctx.Err()
	}
}

// DiscardNews calls Next until the context ends. A program that shows nothing any more calls it, so that nothing waits
// for a reader.
func (w *Workspace) DiscardNews(ctx context.Context) {
	w.goGuarded(func() {
		for {
			if _, err := w.Next(ctx); err != nil {
				return
			}
		}
	})
}

// Nudge compares every directory now, for example after a suspend.
func (w *Workspace) Nudge() {
	for _, r := range w.dirs {
		r.watch.Nudge()
	}
}

// WaitReapplied waits until no edit may be applied again, a quarter of a second after the last one. Call it before the
// program ends, or before what the edits left is judged.
func (w *Workspace) WaitReapplied(ctx context.Context) error {
	var failed []error
	for _, r := range w.dirs {
		failed = append(failed, r.store.WaitReapplied(ctx))
	}
	return errors.Join(failed...)
}

// Watches reports whether Outcomes may still report an edit.
func (w *Workspace) Watches(id tasks.EditID) bool {
	return slices.ContainsFunc(w.dirs, func(r *directory) bool { return r.store.Watches(id) })
}

// Outcomes returns the channel of what happens to edits after they were written. Close closes it.
func (w *Workspace) Outcomes() <-chan store.Outcome { return w.outcomes }

// Close stops following and closes everything.
func (w *Workspace) Close() error {
	w.cancel()
	var failed []error
	for _, r := range w.dirs {
		failed = append(failed, r.watch.Close())
	}
	w.done.Wait()
	w.endHistory()
	if dir := w.graphDir(); dir != "" && len(w.formToSave) > 0 && string(w.formToSave) != string(w.savedForm) {
		_ = log.WriteSmall(dir, log.GraphName, w.formToSave) // without it the form that fits is shown next time
	}
	for _, r := range w.dirs {
		failed = append(failed, r.store.Close())
	}
	w.closeOutcomes.Do(func() { close(w.outcomes) })
	return errors.Join(failed...)
}

// goGuarded runs f in a goroutine. Its panic closes the workspace and does not end the program: Next returns it as an
// error.
func (w *Workspace) goGuarded(f func()) {
	w.done.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				w.mu.Lock()
				w.broken = fmt.Errorf("following the directories: internal error: %v\n%s", p, debug.Stack())
				w.mu.Unlock()
				w.cancel()
			}
		}()
		f()
	})
}

// IsHere reports whether the file of a task is on this host, in a directory of tasks.
func (w *Workspace) IsHere(k tasks.Key) bool {
	r, err := w.directoryOf(k.List)
	if err != nil {
		return false
	}
	_, local := r.list.(localList)
	return local
}

// FileOf returns the path of a task's file and its directory, with the host or in the bucket where they are, "" if its
// list is not open.
func (w *Workspace) FileOf(k tasks.Key) (file, dir string) {
	r, err := w.directoryOf(k.List)
	if err != nil {
		return "", ""
	}
	if r.place.Host != "" {
		return r.dir() + "/" + k.Name, r.dir()
	}
	return filepath.Join(r.dir(), k.Name), r.dir()
}
