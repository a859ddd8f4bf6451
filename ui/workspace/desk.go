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

// Desk is what is open. Its methods may be called from any goroutine, Next from one at a time.
type Desk struct {
	place  locate.Place
	rooms  []*room
	lanes  lanes // of several rooms, in their order
	out    chan piece
	become chan Outcome
	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup

	away atomic.Bool   // nobody looks at the screen
	back chan struct{} // somebody does again

	mu     sync.Mutex
	broken error // a panic of one of our goroutines: the answer of every later Next
}

// Open opens the directory of a place and begins to follow it.
func Open(place locate.Place, o Options) (*Desk, error) {
	r, err := openRoom(place, o)
	if err != nil {
		return nil, err
	}
	return furnish(place, []*room{r}), nil
}

// OpenTogether opens several directories as the lists of one desk, in the order that is given. What cannot be opened is
// left out, and Unopened says why; that none can be is an error.
func OpenTogether(t locate.Together, o Options) (*Desk, error) {
	var rooms []*room
	var names []string
	var failed []error
	for _, l := range t.Lists {
		r, err := openRoom(l.Place, o)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", l.Name, err))
			continue
		}
		rooms, names = append(rooms, r), append(names, l.Name)
	}
	if len(rooms) == 0 {
		return nil, errors.Join(failed...)
	}
	d := furnish(locate.Place{Dir: t.Dir, Project: t.Project, Kind: locate.Explicit, Why: t.Why}, rooms)
	if t.More > 0 {
		failed = append(failed, fmt.Errorf("%d more, the oldest: %d are as many as are opened together", t.More, len(t.Lists)))
	}
	d.lanes.failed = failed
	d.merge(names)
	return d, nil
}

func furnish(place locate.Place, rooms []*room) *Desk {
	d := &Desk{place: place, rooms: rooms, out: make(chan piece), back: make(chan struct{}, 1)}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// Place is the directory that is open, of several where they lie together.
func (d *Desk) Place() locate.Place { return d.place }

// Context ends when the desk is closed.
func (d *Desk) Context() context.Context { return d.ctx }

// Next waits for news of what is open. After Close it answers io.EOF.
func (d *Desk) Next(ctx context.Context) (tasks.Delta, error) {
	if len(d.lanes.names) == 0 {
		return d.rooms[0].Next(ctx)
	}
	select {
	case p := <-d.out:
		return d.lanes.take(p)
	case <-d.ctx.Done():
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.broken != nil {
			return tasks.Delta{}, d.broken
		}
		return tasks.Delta{}, io.EOF
	case <-ctx.Done():
		return tasks.Delta{}, ctx.Err()
	}
}

// Nudge asks for a comparison of every directory now, as after a suspend.
func (d *Desk) Nudge() {
	for _, r := range d.rooms {
		r.watch.Nudge()
	}
}

// Unsettled says that some files look half-written: they are read again soon, and there will be news of them.
func (d *Desk) Unsettled() bool {
	for _, r := range d.rooms {
		if r.Unsettled() {
			return true
		}
	}
	return false
}

// Writable answers nil if edits can be written in any list, else why not.
func (d *Desk) Writable() error { return d.any((*room).Writable) }

// NoUndo answers nil when edits can be taken back in any list, else why not.
func (d *Desk) NoUndo() error { return d.any((*room).NoUndo) }

// any answers nil where one room does, else what the first says.
func (d *Desk) any(ask func(*room) error) error {
	var first error
	for i, r := range d.rooms {
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
func (d *Desk) Plan(e tasks.Edit) (tasks.Edit, error) {
	r, l, err := d.of(e.Of.List)
	if err != nil {
		return tasks.Edit{}, err
	}
	e, err = r.Plan(l.enter(e))
	return l.edit(e), l.err(err)
}

// Apply writes an edit, in the list of the task it is about; of one that creates, in the List of Edit.Of, whose Name is
// "".
func (d *Desk) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	r, l, err := d.of(e.Of.List)
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
func (d *Desk) Edits() int {
	n := 0
	for _, r := range d.rooms {
		n += r.Edits()
	}
	return n
}

// Read reads one task file whole.
func (d *Desk) Read(k tasks.Key) (tasks.Document, error) {
	r, l, err := d.of(k.List)
	if err != nil {
		return tasks.Document{}, err
	}
	doc, err := r.Read(l.inside(k))
	return l.document(doc), l.err(err)
}

// Compare answers the changes that lead from one text of a task's file to another, member by member. The error says
// where the second is not a JSON object that could be written.
func (d *Desk) Compare(of tasks.Key, before, after []byte) ([]tasks.Change, error) {
	r, l, err := d.of(of.List)
	if err != nil {
		return nil, err
	}
	cs, err := r.store.Compare(before, after)
	return cs, l.err(err)
}

// Traits gives the dialect new tasks of a list are written in.
func (d *Desk) Traits(list string) *tasks.Traits {
	r, _, err := d.of(list)
	if err != nil {
		return nil
	}
	return r.store.Traits()
}

// Instruction is a text for an agent: the task, what it waits for, how to complete it in its dialect.
func (d *Desk) Instruction(k tasks.Key) (string, error) {
	r, l, err := d.of(k.List)
	if err != nil {
		return "", err
	}
	text, err := r.Instruction(l.inside(k))
	return text, l.err(err)
}

// Examine says what is wrong with what is open as it is now, the gravest of each list first. Files that look
// half-written are given a second to become whole. Somebody must be asking Next meanwhile.
func (d *Desk) Examine(ctx context.Context) ([]doctor.Finding, error) {
	return d.examine(ctx, true)
}

// ExamineNow is Examine that waits for nothing: a file that looks half-written is left out. News will tell what became
// of it.
func (d *Desk) ExamineNow(ctx context.Context) ([]doctor.Finding, error) {
	return d.examine(ctx, false)
}

func (d *Desk) examine(ctx context.Context, patiently bool) ([]doctor.Finding, error) {
	var all []doctor.Finding
	var failed []error
	for i, r := range d.rooms {
		found, err := r.Examine(ctx, patiently)
		failed = append(failed, d.lane(i).err(err))
		for _, f := range found {
			all = append(all, d.lane(i).finding(f))
		}
	}
	return all, errors.Join(failed...)
}

// Mend carries out a repair in the name of who, by the one write path, so that it can be undone like any edit.
func (d *Desk) Mend(ctx context.Context, by doctor.Repair, who string) error {
	r, l, err := d.of(by.List)
	if err != nil {
		return err
	}
	return l.err(r.Mend(ctx, l.repair(by), who))
}

// Settled waits until no edit would be made again any more, a quarter of a second after the last one: who ends, or
// judges what the edits left, calls it first.
func (d *Desk) Settled(ctx context.Context) error {
	var failed []error
	for _, r := range d.rooms {
		failed = append(failed, r.store.Settled(ctx))
	}
	return errors.Join(failed...)
}

// Outcomes tells what becomes of edits after they were written. It is closed when the desk is.
func (d *Desk) Outcomes() <-chan store.Outcome {
	if d.become != nil {
		return d.become
	}
	return d.rooms[0].store.Outcomes()
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

// Close stops following and lets go of everything.
func (d *Desk) Close() error {
	d.cancel()
	var failed []error
	for _, r := range d.rooms {
		failed = append(failed, r.Close())
	}
	d.done.Wait()
	return errors.Join(failed...)
}

// goGuarded runs f so that its panic ends the following instead of the program, whose terminal must be restored
// first: Next answers it as an error.
func (d *Desk) goGuarded(f func()) {
	d.done.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				d.mu.Lock()
				d.broken = fmt.Errorf("following the directories: panic: %v\n%s", p, debug.Stack())
				d.mu.Unlock()
				d.cancel()
			}
		}()
		f()
	})
}
