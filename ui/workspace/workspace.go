// Package workspace is one or several open task directories without a screen: found, read, followed, and edited through the
// one write path. The board, the commands and whatever else wants the same verbs share it.
//
// News is pulled: one caller asks Next again and again, and gets what the directories became since it asked last.
// While nobody asks nothing is lost and nothing piles up, because what waits is a set of file names.
//
// Of one directory all keys have the List "". Of several each is a list with a name, and every key says which; an edit
// goes to the list of the task it is about, by that list's own store, dialect, locks and journal.
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

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

// Options say how a directory is opened.
type Options struct {
	ReadOnly bool
	Poll     bool     // follow by comparing, without the system's help
	Configs  []string // directories that are Claude Code's configuration, for detection
	Cwd      string   // where the person stands: the project of a list of Claude Code's
	State    string   // where the journal of our edits lies; "" for none: then nothing can be undone
	Tmux     string   // what the tmux calls itself that the program runs in, "" for none
	Dialect  string   // of Dialects: what the first task of an empty directory is written in; "" for what it hints at
}

// ToolsOff is why Claude Code may keep no tasks, and what to do.
const ToolsOff = "Claude Code's task tools are off by default on its newest models since 2.1.233: CLAUDE_CODE_ENABLE_TODO_TOOLS=1, " +
	`in "env" of its settings.json or in the shell it starts from, turns them on; CLAUDE_CODE_ENABLE_TASKS=0 turns them off. ` + NoSDK +
	" sideboard mcp gives any agent tools of the same names."

// NoSDK is who keeps no tasks whatever is set.
const NoSDK = "Sessions of its SDK write no task files."

// Workspace is what is open. Its methods may be called from any goroutine, Next from one at a time.
type Workspace struct {
	place  locate.Place
	dirs   []*directory
	lists  openLists // of several dirs, in their order; none where one is open alone
	failed []error   // why others could not be opened

	news     chan newsItem
	outcomes chan store.Outcome // of all directories
	links    *store.LinkBudget  // of all directories
	ctx      context.Context
	cancel   context.CancelFunc
	done     sync.WaitGroup

	closeOutcomes sync.Once

	unfocused    atomic.Bool   // nobody looks at the screen
	refocused    chan struct{} // somebody does again
	lastVisit    atomic.Int64  // until when somebody did, nanoseconds, while nobody does
	tmux         string        // see Options
	historyError chan error    // why what happens is not kept, the first reason

	kept, keep []byte // how the graph was drawn before, and is to be drawn again

	mu     sync.Mutex
	broken error // a panic of one of our goroutines: the answer of every later Next
}

// Open opens the directory of a place and begins to follow it.
func Open(place locate.Place, o Options) (*Workspace, error) {
	w := newWorkspace(place, o)
	if err := w.openDirectory(place, "", o); err != nil {
		return nil, err
	}
	w.follow()
	return w, nil
}

// OpenTogether opens several directories as the lists of one workspace, in the order that is given. What cannot be opened
// is left out, and OpenErrors says why; that none can be is an error.
func OpenTogether(t locate.ListSet, o Options) (*Workspace, error) {
	w := newWorkspace(locate.Place{Dir: t.Dir, Project: t.Project, Kind: locate.Explicit}, o)
	for _, l := range t.Lists {
		if err := w.openDirectory(l.Place, l.Name, o); err != nil {
			w.failed = append(w.failed, fmt.Errorf("%s: %w", l.Name, err))
		}
	}
	if len(w.dirs) == 0 {
		return nil, errors.Join(w.failed...)
	}
	if t.More > 0 {
		w.failed = append(w.failed, fmt.Errorf("%d more, the oldest: %d are as many as are opened together", t.More, len(t.Lists)))
	}
	for _, r := range w.dirs {
		w.lists.add(r)
	}
	w.follow()
	return w, nil
}

func newWorkspace(place locate.Place, o Options) *Workspace {
	w := &Workspace{
		place: place, tmux: o.Tmux, links: store.NewLinkBudget(), news: make(chan newsItem), outcomes: make(chan store.Outcome, store.MaxOutcomes),
		refocused: make(chan struct{}, 1), historyError: make(chan error, 1),
	}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// follow begins to follow every directory.
func (w *Workspace) follow() {
	if dir := w.graphDir(); dir != "" {
		w.kept = log.ReadGraph(dir)
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

// Place returns the directory that is open, of several where they lie together.
func (w *Workspace) Place() locate.Place { return w.place }

// Context ends when the workspace is closed.
func (w *Workspace) Context() context.Context { return w.ctx }

// Next waits for news of what is open. After Close the error is io.EOF.
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

// DiscardNews takes news and throws it away until the context ends: the last edits of a program that shows nothing any
// more must not wait for somebody to hear of the ones before.
func (w *Workspace) DiscardNews(ctx context.Context) {
	w.goGuarded(func() {
		for {
			if _, err := w.Next(ctx); err != nil {
				return
			}
		}
	})
}

// Nudge asks for a comparison of every directory now, as after a suspend.
func (w *Workspace) Nudge() {
	for _, r := range w.dirs {
		r.watch.Nudge()
	}
}

// WaitReapplied waits until no edit would be made again any more, a quarter of a second after the last one: who ends, or
// judges what the edits left, calls it first.
func (w *Workspace) WaitReapplied(ctx context.Context) error {
	var failed []error
	for _, r := range w.dirs {
		failed = append(failed, r.store.WaitReapplied(ctx))
	}
	return errors.Join(failed...)
}

// Watches reports whether what becomes of an edit is still to be told by Outcomes.
func (w *Workspace) Watches(id tasks.EditID) bool {
	return slices.ContainsFunc(w.dirs, func(r *directory) bool { return r.store.Watches(id) })
}

// Outcomes returns what becomes of edits after they were written. It is closed when the workspace is.
func (w *Workspace) Outcomes() <-chan store.Outcome { return w.outcomes }

// Close stops following and lets go of everything.
func (w *Workspace) Close() error {
	w.cancel()
	var failed []error
	for _, r := range w.dirs {
		failed = append(failed, r.watch.Close())
	}
	w.done.Wait()
	w.endHistory()
	if dir := w.graphDir(); dir != "" && len(w.keep) > 0 && string(w.keep) != string(w.kept) {
		log.WriteGraph(dir, w.keep)
	}
	for _, r := range w.dirs {
		failed = append(failed, r.store.Close())
	}
	w.closeOutcomes.Do(func() { close(w.outcomes) })
	return errors.Join(failed...)
}

// goGuarded runs f so that its panic ends the following instead of the program, whose terminal must be restored
// first: Next returns it as an error.
func (w *Workspace) goGuarded(f func()) {
	w.done.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				w.mu.Lock()
				w.broken = fmt.Errorf("following the directories: panic: %v\n%s", p, debug.Stack())
				w.mu.Unlock()
				w.cancel()
			}
		}()
		f()
	})
}

// FileOf returns the path of a task's file, and the directory it lies in; "" where its list is not open.
func (w *Workspace) FileOf(k tasks.Key) (file, dir string) {
	r, err := w.directoryOf(k.List)
	if err != nil {
		return "", ""
	}
	return filepath.Join(r.place.Dir, k.Name), r.place.Dir
}
