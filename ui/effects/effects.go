// Package effects is everything that the program on the screen does to the world: it opens, follows, reads and writes
// task directories, examines and repairs them, makes an empty one, copies text to a clipboard, asks git about worktrees
// and makes and removes them, shows a pane of tmux, runs the person's commands, and controls the demo. Only package
// terminal does more: it lends the terminal. An effect calls then with its result, and returns what that returns.
package effects

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/ui/workspace"
)

// Opened makes a message of a directory that was opened, or of the error.
type Opened = func(*workspace.Workspace, error) tea.Msg

// Effects of one call. They take the parameters of the call, and a function that makes a message of its results.
var (
	Open          = effect(workspace.Finder.Open)           // opens the directory that is meant
	OpenPicked    = effect2(workspace.Finder.OpenPicked)    // opens a list that was not named
	OpenDir       = effect1(workspace.Finder.OpenDir)       // opens one directory
	OpenAll       = effect(workspace.Finder.OpenAll)        // opens all lists of the project together
	MakeDirectory = effect(workspace.Finder.CreateTasksDir) // makes an empty .tasks and opens it
	// finds everything that could be opened instead of what is open
	FindAll = effect1(workspace.Finder.Alternatives)
	Lists   = effect(workspace.Finder.Lists) // finds the lists of Claude Code

	// waits until the files next to the tasks change
	AwaitSurroundings = effect1((*workspace.Workspace).NextSurroundings)
	Deleted           = effect((*workspace.Workspace).Deleted)      // reads the tasks that others deleted
	Read              = effect1((*workspace.Workspace).Read)        // reads one file
	Recall            = effect((*workspace.Workspace).PastEdits)    // reads the edits that can be undone
	Instruction       = effect1((*workspace.Workspace).Instruction) // makes the text for an agent
	// compares the TODO_LIST.md of a session with a task
	Todo = effect1((*workspace.Workspace).Todo)
	// reads the files next to the tasks of a session, false if there is none
	Plan = effect1((*workspace.Workspace).SessionPlan)

	// asks git which worktrees the tasks of a list could be bound to
	Worktrees      = effect2((*workspace.Workspace).Worktrees)
	KnownWorktrees = effect2((*workspace.Workspace).KnownWorktrees) // asks git which of them agents find
)

// effect returns f as an effect; effect1 and effect2 are for an f with more parameters.
func effect[D, A, B any](f func(D) (A, B)) func(D, func(A, B) tea.Msg) tea.Cmd {
	return func(d D, then func(A, B) tea.Msg) tea.Cmd {
		return func() tea.Msg { return then(f(d)) }
	}
}

func effect1[D, P, A, B any](f func(D, P) (A, B)) func(D, P, func(A, B) tea.Msg) tea.Cmd {
	return func(d D, p P, then func(A, B) tea.Msg) tea.Cmd {
		return func() tea.Msg { return then(f(d, p)) }
	}
}

func effect2[D, P, Q, A, B any](f func(D, P, Q) (A, B)) func(D, P, Q, func(A, B) tea.Msg) tea.Cmd {
	return func(d D, p P, q Q, then func(A, B) tea.Msg) tea.Cmd {
		return func() tea.Msg { return then(f(d, p, q)) }
	}
}

// Await waits until a directory that can be opened, or another list, appears. It returns nil if the Waiter is closed.
func Await(w *workspace.Waiter, then func(*workspace.Workspace, []locate.List, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		d, lists, err := w.Next()
		if w.Closed() && d == nil {
			return nil
		}
		return then(d, lists, err)
	}
}

// StartDemo starts the simulated agents and opens their directory.
func StartDemo(f workspace.Finder, start func(context.Context) (*demo.Demo, error),
	then func(*workspace.Workspace, *demo.Demo, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		crew, err := start(context.Background())
		if err != nil {
			return then(nil, nil, err)
		}
		f.Options.State = filepath.Join(crew.Root(), "state") // it is removed with the demo
		f.Options.Configs = append(slices.Clone(f.Options.Configs), crew.ConfigDir())
		d, err := f.OpenDir(crew.Dir())
		if err != nil {
			_ = crew.Close()
			return then(nil, nil, err)
		}
		return then(d, crew, nil)
	}
}

// AwaitPast waits for what happened before the board was opened.
func AwaitPast(past func() log.Past, then func(log.Past) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(past()) }
}

// AwaitTrouble waits for the first error with which the history could not be written.
func AwaitTrouble(d *workspace.Workspace, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		select {
		case err := <-d.HistoryError():
			return then(err)
		case <-d.Context().Done():
			return nil
		}
	}
}

// AwaitDelta waits for the next changes of the directory, after a rest in which they are collected. There is never more
// than one of these effects.
func AwaitDelta(d *workspace.Workspace, rest time.Duration, then func(tasks.Delta, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, rest)
		return then(d.Next(context.Background()))
	}
}

// sleep waits, but not longer than the directory is open.
func sleep(d *workspace.Workspace, rest time.Duration) {
	select {
	case <-time.After(rest):
	case <-d.Context().Done():
	}
}

// AwaitNewer waits for a new list of the same project, if the open one is of Claude Code.
func AwaitNewer(f workspace.Finder, d *workspace.Workspace, then func(locate.List) tea.Msg) tea.Cmd {
	if d.Place().Kind != locate.ClaudeCode {
		return nil
	}
	return func() tea.Msg {
		l, err := f.WaitForNewList(d.Context(), d.Place())
		if err != nil {
			return nil
		}
		return then(l)
	}
}

// Close closes a directory, and runs then afterwards, which may be nil: files that a demo removes must not count as
// deleted.
func Close(d *workspace.Workspace, then tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		LastLook(d)
		_ = d.Close() // nothing of it is shown any more
		if then != nil {
			return then()
		}
		return nil
	}
}

// CloseDemo ends the demo whose directory is no longer shown.
func CloseDemo(c *demo.Demo) tea.Cmd {
	return func() tea.Msg {
		_ = c.Close() // the cleaner removes what is left
		return nil
	}
}

// LastLook waits, at most 400 ms, until no edit may be applied again: an agent that had read a file before may
// overwrite it with an old copy.
func LastLook(d *workspace.Workspace) {
	ctx, cancel := context.WithTimeout(context.Background(), 400*time.Millisecond)
	defer cancel()
	_ = d.WaitReapplied(ctx)
}

// AwaitCaption waits for the next caption of the demo, false if it has ended.
func AwaitCaption(c *demo.Demo, then func(demo.Caption, bool) tea.Msg) tea.Cmd {
	return receive(c.Captions(), then)
}

// Provoke makes something go wrong in the demo.
func Provoke(c *demo.Demo, p demo.Provocation, file string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(c.Provoke(p, file)) }
}

// writeTimeout ends a write whose lock is never released.
const writeTimeout = 10 * time.Second

// Write carries out an edit.
func Write(d *workspace.Workspace, e tasks.Edit, then func(tasks.Result, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(apply(d.Batch(), e)) }
}

// Allow notes that a person allows to edit files of an inferred form; nil takes it back.
func Allow(d *workspace.Workspace, list string, f *tasks.Form, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return then(d.Allow(ctx, list, f))
	}
}

func apply(b *workspace.Batch, e tasks.Edit) (tasks.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	return b.Apply(ctx, e)
}

// WriteAll carries out edits one after the other, also after an error of an earlier one. complete puts the results of
// earlier edits into the edit that names them.
func WriteAll(d *workspace.Workspace, edits []tasks.Edit, complete func(i int, res []tasks.Result) error,
	then func([]tasks.Result, []error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		res, errs, batch := make([]tasks.Result, len(edits)), make([]error, len(edits)), d.Batch()
		for i := range edits {
			if errs[i] = complete(i, res); errs[i] == nil {
				res[i], errs[i] = apply(batch, edits[i])
			}
		}
		return then(res, errs)
	}
}

// TakeBack undoes several edits, or redoes undone ones, as one action, also after an error of an earlier one. If others
// changed the same values since, the error is a conflict and nothing is written, unless choices say what to do with
// each.
func TakeBack(d *workspace.Workspace, all []store.PastEdit, redo bool, choices []store.Choice,
	then func([]error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		batch := d.Batch()
		plan := batch.Undo
		if redo {
			plan = batch.Redo
		}
		errs := make([]error, len(all))
		var group tasks.EditID
		for i, of := range all {
			var e tasks.Edit
			if e, errs[i] = plan(of.ID, choices...); errs[i] == nil {
				group = cmp.Or(group, e.ID)
				if len(all) > 1 {
					e.Group = group
				}
				_, errs[i] = apply(batch, e)
			}
		}
		return then(errs)
	}
}

func receive[T any](from <-chan T, then func(T, bool) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		v, ok := <-from
		return then(v, ok)
	}
}

// AwaitOutcome waits for what happens to an edit after it was written, false if there will be nothing more.
func AwaitOutcome(d *workspace.Workspace, then func(store.Outcome, bool) tea.Msg) tea.Cmd {
	return receive(d.Outcomes(), then)
}

// Examine finds what is wrong with the directory.
func Examine(d *workspace.Workspace, then func([]doctor.Finding, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return then(d.Examine(ctx))
	}
}

// countWithin is how long an examination in the background may take.
const countWithin = time.Minute

// ExamineLater examines the directory after a while, and measures how long that takes.
func ExamineLater(d *workspace.Workspace, after time.Duration,
	then func([]doctor.Finding, time.Duration, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, after)
		if d.Context().Err() != nil {
			return nil
		}
		ctx, cancel := context.WithTimeout(d.Context(), countWithin)
		defer cancel()
		began := time.Now()
		fs, err := d.ExamineNow(ctx)
		return then(fs, time.Since(began), err)
	}
}

// Repair carries out one repair.
func Repair(d *workspace.Workspace, f doctor.Finding, who string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return then(d.Batch().Repair(ctx, *f.Repair, who))
	}
}
