// Package desk is one open task directory without a screen: found, read, followed, and edited through the one
// write path. The board, the commands and whatever else wants the same verbs share it.
//
// News is pulled: one caller asks Next again and again, and gets what the directory became since it asked last.
// While nobody asks nothing is lost and nothing piles up, because what waits is a set of file names.
package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/find"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// Place is a directory that was found, List one of Claude Code's that could be.
type (
	Place = find.Place
	List  = find.List
)

// Options say how a directory is opened.
type Options struct {
	ReadOnly bool
	Poll     bool     // follow by comparing, without the system's help
	Configs  []string // directories that are Claude Code's configuration, for detection
	Cwd      string   // where the person stands: the project of a list of Claude Code's
	State    string   // where the journal of our edits lies; "" for none: then nothing can be undone
}

// Desk is one open directory. Its methods may be called from any goroutine, Next from one at a time.
type Desk struct {
	place  find.Place
	store  *store.Store
	watch  *watch.Watch
	events chan watch.Event
	told   chan []string
	out    chan tasks.Delta
	ctx    context.Context // of its goroutines, and of who waits for something on its behalf
	cancel context.CancelFunc
	done   sync.WaitGroup

	cwd     string
	configs []string
	away    atomic.Bool   // nobody looks at the screen
	back    chan struct{} // somebody does again

	mu     sync.Mutex
	broken error // a panic of one of our goroutines: the answer of every later Next
}

// Open opens the directory of a place and begins to follow it. The watch is set before the first reading, so that
// nothing written in between is missed.
func Open(place find.Place, o Options) (*Desk, error) {
	s, err := store.Open(place.Dir, store.Options{ReadOnly: o.ReadOnly, Configs: o.Configs, State: o.State})
	if err != nil {
		return nil, fmt.Errorf("open task directory: %w", err)
	}
	w, err := watch.Open(place.Dir, watch.Options{Poll: o.Poll})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("watch task directory: %w", err), s.Close())
	}
	ctx, cancel := context.WithCancel(context.Background())
	d := &Desk{
		place: place, store: s, watch: w, ctx: ctx, cancel: cancel,
		events: make(chan watch.Event), told: make(chan []string, 16), out: make(chan tasks.Delta),
		cwd: o.Cwd, configs: o.Configs, back: make(chan struct{}, 1),
	}
	d.goGuarded(func() { d.pump(ctx) })
	d.goGuarded(func() { defer close(d.out); d.follow(ctx) })
	return d, nil
}

// Place is the directory that is open.
func (d *Desk) Place() find.Place { return d.place }

// Next waits for news of the directory. After Close it answers io.EOF.
func (d *Desk) Next(ctx context.Context) (tasks.Delta, error) {
	select {
	case delta, ok := <-d.out:
		if ok {
			return delta, nil
		}
		if err := d.failure(); err != nil {
			return tasks.Delta{}, err
		}
		return tasks.Delta{}, io.EOF
	case <-ctx.Done():
		return tasks.Delta{}, ctx.Err()
	}
}

// Nudge asks for a comparison of the whole directory now, as after a suspend.
func (d *Desk) Nudge() { d.watch.Nudge() }

// Unsettled says that some files look half-written: they are read again soon, and there will be news of them.
func (d *Desk) Unsettled() bool {
	names, _ := d.store.Retry()
	return len(names) > 0
}

// Writable answers nil if edits can be written, else why not.
func (d *Desk) Writable() error { return d.store.Writable() }

// Plan answers an edit with every step it means. Nothing is written.
func (d *Desk) Plan(e tasks.Edit) (tasks.Edit, error) { return d.store.Plan(e) }

// Apply writes an edit. The files it touched are read again on the common road, so that the news of it comes from
// the disk like everybody else's, even where the system does not tell.
func (d *Desk) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	res, err := d.store.Apply(ctx, e)
	var names []string
	for _, k := range res.Made {
		names = append(names, k.Name)
	}
	for _, s := range res.Applied {
		if s.Key.Name != "" {
			names = append(names, s.Key.Name)
		}
	}
	if err != nil && e.Of.Name != "" {
		names = append(names, e.Of.Name) // what we knew of it was not the newest
	}
	if len(names) > 0 {
		select {
		case d.told <- names:
		default:
			d.watch.Nudge()
		}
	}
	return res, err
}

// Read reads one task file whole.
func (d *Desk) Read(k tasks.Key) (tasks.Document, error) { return d.store.Read(k) }

// Traits gives the dialect new tasks are written in.
func (d *Desk) Traits() *tasks.Traits { return d.store.Traits() }

// Instruction is a text for an agent: the task, what it waits for, how to complete it in its dialect.
func (d *Desk) Instruction(k tasks.Key) (string, error) {
	doc, err := d.store.Read(k)
	if err != nil {
		return "", err
	}
	if doc.Task == nil {
		return "", fmt.Errorf("%s cannot be read as a task now", k.Name)
	}
	return dialect.Instruction(doc.Task, doc.Description, d.store.World()), nil
}

// Unheard takes news and throws it away until the context ends: the last edits of a program that shows nothing any
// more must not wait for somebody to hear of the ones before.
func (d *Desk) Unheard(ctx context.Context) {
	d.goGuarded(func() {
		for {
			if _, err := d.Next(ctx); err != nil {
				return
			}
		}
	})
}

// Close stops following and lets go of the directory.
func (d *Desk) Close() error {
	d.cancel()
	err := d.watch.Close()
	d.done.Wait()
	return errors.Join(err, d.store.Close())
}

// goGuarded runs f so that its panic ends the following instead of the program, whose terminal must be restored
// first: Next answers it as an error.
func (d *Desk) goGuarded(f func()) {
	d.done.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				d.mu.Lock()
				d.broken = fmt.Errorf("following the directory: panic: %v\n%s", p, debug.Stack())
				d.mu.Unlock()
				d.cancel()
			}
		}()
		f()
	})
}

func (d *Desk) failure() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken
}

// Context ends when the desk is closed.
func (d *Desk) Context() context.Context { return d.ctx }

// Compare answers the changes that lead from one text of a task file to another, member by member. The error says
// where the second is not a JSON object that could be written.
func (d *Desk) Compare(before, after []byte) ([]tasks.Change, error) {
	return d.store.Compare(before, after)
}
