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
	"runtime/debug"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/locate"
	"sideboard/tasks/store"
)

// Place is a directory that was found, List one of Claude Code's that could be.
type (
	Place = locate.Place
	List  = locate.List
)

// Options say how a directory is opened.
type Options struct {
	ReadOnly bool
	Poll     bool     // follow by comparing, without the system's help
	Configs  []string // directories that are Claude Code's configuration, for detection
	Cwd      string   // where the person stands: the project of a list of Claude Code's
	State    string   // where the journal of our edits lies; "" for none: then nothing can be undone
}

// Workspace is what is open. Its methods may be called from any goroutine, Next from one at a time.
type Workspace struct {
	place    locate.Place
	dirs     []*directory
	lists    openLists // of several dirs, in their order
	out      chan newsItem
	outcomes chan Outcome
	ctx      context.Context
	cancel   context.CancelFunc
	done     sync.WaitGroup

	unfocused atomic.Bool   // nobody looks at the screen
	refocused chan struct{} // somebody does again

	mu     sync.Mutex
	broken error // a panic of one of our goroutines: the answer of every later Next
}

// Open opens the directory of a place and begins to follow it.
func Open(place locate.Place, o Options) (*Workspace, error) {
	r, err := openDirectory(place, o)
	if err != nil {
		return nil, err
	}
	return newWorkspace(place, []*directory{r}), nil
}

// OpenTogether opens several directories as the lists of one workspace, in the order that is given. What cannot be opened is
// left out, and OpenErrors says why; that none can be is an error.
func OpenTogether(t locate.Together, o Options) (*Workspace, error) {
	var dirs []*directory
	var names []string
	var failed []error
	for _, l := range t.Lists {
		r, err := openDirectory(l.Place, o)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", l.Name, err))
			continue
		}
		dirs, names = append(dirs, r), append(names, l.Name)
	}
	if len(dirs) == 0 {
		return nil, errors.Join(failed...)
	}
	w := newWorkspace(locate.Place{Dir: t.Dir, Project: t.Project, Kind: locate.Explicit, Why: t.Why}, dirs)
	if t.More > 0 {
		failed = append(failed, fmt.Errorf("%d more, the oldest: %d are as many as are opened together", t.More, len(t.Lists)))
	}
	w.lists.failed = failed
	w.mergeDirectories(names)
	return w, nil
}

func newWorkspace(place locate.Place, dirs []*directory) *Workspace {
	w := &Workspace{place: place, dirs: dirs, out: make(chan newsItem), refocused: make(chan struct{}, 1)}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Place is the directory that is open, of several where they lie together.
func (w *Workspace) Place() locate.Place { return w.place }

// Context ends when the workspace is closed.
func (w *Workspace) Context() context.Context { return w.ctx }

// Next waits for news of what is open. After Close it answers io.EOF.
func (w *Workspace) Next(ctx context.Context) (tasks.Delta, error) {
	if len(w.lists.names) == 0 {
		return w.dirs[0].Next(ctx)
	}
	select {
	case p := <-w.out:
		return w.lists.combine(p)
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

// Nudge asks for a comparison of every directory now, as after a suspend.
func (w *Workspace) Nudge() {
	for _, r := range w.dirs {
		r.watch.Nudge()
	}
}

// Unsettled says that some files look half-written: they are read again soon, and there will be news of them.
func (w *Workspace) Unsettled() bool {
	for _, r := range w.dirs {
		if r.Unsettled() {
			return true
		}
	}
	return false
}

// Writable answers nil if edits can be written in any list, else why not.
func (w *Workspace) Writable() error { return w.anyDirectory((*directory).Writable) }

// Undoable answers nil when edits can be taken back in any list, else why not.
func (w *Workspace) Undoable() error { return w.anyDirectory((*directory).Undoable) }

// anyDirectory answers nil where one directory does, else what the first says.
func (w *Workspace) anyDirectory(ask func(*directory) error) error {
	var first error
	for i, r := range w.dirs {
		err := ask(r)
		if err == nil {
			return nil
		}
		if i == 0 {
			first = err
		}
	}
	return first
}

// Plan answers an edit with every step it means. Nothing is written.
func (w *Workspace) Plan(e tasks.Edit) (tasks.Edit, error) {
	r, l, err := w.directoryOf(e.Of.List)
	if err != nil {
		return tasks.Edit{}, err
	}
	e, err = r.Plan(l.enter(e))
	return l.edit(e), l.err(err)
}

// Apply writes an edit, in the list of the task it is about; of one that creates, in the List of Edit.Of, whose Name is
// "".
func (w *Workspace) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	r, l, err := w.directoryOf(e.Of.List)
	if err == nil {
		err = l.within(e)
	}
	if err != nil {
		return tasks.Result{}, err
	}
	res, err := r.Apply(ctx, l.enter(e))
	return l.result(res), l.err(err)
}

// Edits counts the edits that were carried out or refused, in all lists. The Edits of the news add up to it: when they
// do, everything that the edits changed was heard of.
func (w *Workspace) Edits() int {
	n := 0
	for _, r := range w.dirs {
		n += r.Edits()
	}
	return n
}

// Read reads one task file whole.
func (w *Workspace) Read(k tasks.Key) (tasks.Document, error) {
	r, l, err := w.directoryOf(k.List)
	if err != nil {
		return tasks.Document{}, err
	}
	doc, err := r.Read(l.inside(k))
	return l.document(doc), l.err(err)
}

// Compare answers the changes that lead from one text of a task's file to another, member by member. The error says
// where the second is not a JSON object that could be written.
func (w *Workspace) Compare(of tasks.Key, before, after []byte) ([]tasks.Change, error) {
	r, l, err := w.directoryOf(of.List)
	if err != nil {
		return nil, err
	}
	cs, err := r.store.Compare(before, after)
	return cs, l.err(err)
}

// Traits gives the dialect new tasks of a list are written in.
func (w *Workspace) Traits(list string) *tasks.Traits {
	r, _, err := w.directoryOf(list)
	if err != nil {
		return nil
	}
	return r.store.Traits()
}

// Instruction is a text for an agent: the task, what it waits for, how to complete it in its dialect.
func (w *Workspace) Instruction(k tasks.Key) (string, error) {
	r, l, err := w.directoryOf(k.List)
	if err != nil {
		return "", err
	}
	text, err := r.Instruction(l.inside(k))
	return text, l.err(err)
}

// Examine says what is wrong with what is open as it is now, the gravest of each list first. Files that look
// half-written are given a second to become whole. Somebody must be asking Next meanwhile.
func (w *Workspace) Examine(ctx context.Context) ([]doctor.Finding, error) {
	return w.examine(ctx, true)
}

// ExamineNow is Examine that waits for nothing: a file that looks half-written is left out. News will tell what became
// of it.
func (w *Workspace) ExamineNow(ctx context.Context) ([]doctor.Finding, error) {
	return w.examine(ctx, false)
}

func (w *Workspace) examine(ctx context.Context, patiently bool) ([]doctor.Finding, error) {
	var all []doctor.Finding
	var failed []error
	for i, r := range w.dirs {
		found, err := r.Examine(ctx, patiently)
		failed = append(failed, w.lane(i).err(err))
		for _, f := range found {
			all = append(all, w.lane(i).finding(f))
		}
	}
	return all, errors.Join(failed...)
}

// Repair carries out a repair in the name of who, by the one write path, so that it can be undone like any edit.
func (w *Workspace) Repair(ctx context.Context, by doctor.Repair, who string) error {
	r, l, err := w.directoryOf(by.List)
	if err != nil {
		return err
	}
	return l.err(r.Repair(ctx, l.repair(by), who))
}

// WaitSettled waits until no edit would be made again any more, a quarter of a second after the last one: who ends, or
// judges what the edits left, calls it first.
func (w *Workspace) WaitSettled(ctx context.Context) error {
	var failed []error
	for _, r := range w.dirs {
		failed = append(failed, r.store.Settled(ctx))
	}
	return errors.Join(failed...)
}

// Outcomes tells what becomes of edits after they were written. It is closed when the workspace is.
func (w *Workspace) Outcomes() <-chan store.Outcome {
	if w.outcomes != nil {
		return w.outcomes
	}
	return w.dirs[0].store.Outcomes()
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

// Close stops following and lets go of everything.
func (w *Workspace) Close() error {
	w.cancel()
	var failed []error
	for _, r := range w.dirs {
		failed = append(failed, r.Close())
	}
	w.done.Wait()
	return errors.Join(failed...)
}

// goGuarded runs f so that its panic ends the following instead of the program, whose terminal must be restored
// first: Next answers it as an error.
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
