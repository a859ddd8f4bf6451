package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/locate"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// directory is one open directory of a workspace. In it all keys have the List "": what leads out of it and into it is put into
// the words of the workspace by its lane. Its methods may be called from any goroutine, Next from one at a time.
type directory struct {
	place  locate.Place
	store  *store.Store
	watch  *watch.Watch
	events chan watch.Event
	told   chan struct{} // something of ours was written
	out    chan tasks.Delta
	ctx    context.Context // of its goroutines, and of who waits for something on its behalf
	cancel context.CancelFunc
	done   sync.WaitGroup

	seen    doctor.Seen
	cwd     string
	configs []string

	mu     sync.Mutex
	broken error    // a panic of one of our goroutines: the answer of every later Next
	edits  int      // how many edits were carried out or refused
	unread int      // how many of them have not been read again
	names  []string // the files of those
}

// openDirectory opens the directory of a place and begins to follow it. The watch is set before the first reading, so that
// nothing written in between is missed.
func openDirectory(place locate.Place, o Options) (*directory, error) {
	s, err := store.Open(place.Dir, store.Options{ReadOnly: o.ReadOnly, Configs: o.Configs, State: o.State})
	if err != nil {
		return nil, fmt.Errorf("open task directory: %w", err)
	}
	w, err := watch.Open(place.Dir, watch.Options{Poll: o.Poll})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("watch task directory: %w", err), s.Close())
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &directory{
		place: place, store: s, watch: w, ctx: ctx, cancel: cancel,
		events: make(chan watch.Event), told: make(chan struct{}, 1), out: make(chan tasks.Delta),
		cwd: o.Cwd, configs: o.Configs,
	}
	r.goGuarded(func() { r.pump(ctx) })
	r.goGuarded(func() { defer close(r.out); r.follow(ctx) })
	return r, nil
}

// Next waits for news of the directory. After Close it answers io.EOF.
func (r *directory) Next(ctx context.Context) (tasks.Delta, error) {
	select {
	case delta, ok := <-r.out:
		if ok {
			return delta, nil
		}
		if err := r.failure(); err != nil {
			return tasks.Delta{}, err
		}
		return tasks.Delta{}, io.EOF
	case <-ctx.Done():
		return tasks.Delta{}, ctx.Err()
	}
}

// Unsettled says that some files look half-written: they are read again soon, and there will be news of them.
func (r *directory) Unsettled() bool { return r.store.Unsettled() }

// Writable answers nil if edits can be written, else why not.
func (r *directory) Writable() error { return r.store.Writable() }

// Plan answers an edit with every step it means. Nothing is written.
func (r *directory) Plan(e tasks.Edit) (tasks.Edit, error) { return r.store.Plan(e) }

// Apply writes an edit. The files it touched are read again on the common road, so that the news of it comes from
// the disk like everybody else's, even where the system does not tell. Delta.Edits says when that was done.
func (r *directory) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	res, err := r.store.Apply(ctx, e)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.edits++
	r.unread++
	for _, k := range res.Made {
		r.names = append(r.names, k.Name)
	}
	for _, s := range res.Applied {
		if s.Key.Name != "" {
			r.names = append(r.names, s.Key.Name)
		}
	}
	if err != nil && e.Of.Name != "" {
		r.names = append(r.names, e.Of.Name) // what we knew of it was not the newest
	}
	select {
	case r.told <- struct{}{}:
	default:
	}
	return res, err
}

// ours takes the names our edits left behind, and how many edits they were.
func (r *directory) ours() (names []string, edits int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	names, edits = r.names, r.unread
	r.names, r.unread = nil, 0
	return names, edits
}

// Edits counts the edits that were carried out or refused. When Next has told of as many, all they changed was heard of.
func (r *directory) Edits() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.edits
}

// Read reads one task file whole.
func (r *directory) Read(k tasks.Key) (tasks.Document, error) { return r.store.Read(k) }

// Instruction is a text for an agent: the task, what it waits for, how to complete it in its dialect.
func (r *directory) Instruction(k tasks.Key) (string, error) {
	doc, err := r.store.Read(k)
	if err != nil {
		return "", err
	}
	if doc.Task == nil {
		return "", fmt.Errorf("%s cannot be read as a task now", k.Name)
	}
	return r.store.Book().Instruction(doc.Task, doc.Description, r.store.World()), nil
}

// Close stops following and lets go of the directory.
func (r *directory) Close() error {
	r.cancel()
	err := r.watch.Close()
	r.done.Wait()
	return errors.Join(err, r.store.Close())
}

// goGuarded runs f so that its panic ends the following instead of the program, whose terminal must be restored
// first: Next answers it as an error.
func (r *directory) goGuarded(f func()) {
	r.done.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				r.mu.Lock()
				r.broken = fmt.Errorf("following the directory: panic: %v\n%s", p, debug.Stack())
				r.mu.Unlock()
				r.cancel()
			}
		}()
		f()
	})
}

func (r *directory) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.broken
}
