// Package effects is all that the program on the screen does to the world: it opens, follows, reads and writes one directory
// of task files, examines and repairs it, makes an empty one when asked, hands text to a clipboard, asks git about
// worktrees and has it make and remove them, shows a pane of tmux, and steers the demo. Only the terminal is lent
// elsewhere. An effect captures values and answers with what its caller makes of the outcome.
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

// Opened makes a message of a directory that was opened, or of why none was.
type Opened = func(*workspace.Workspace, error) tea.Msg

// What is one call, and nothing else. An effect takes what its call takes, and last what makes a message of the outcome.
var (
	Open          = effect(workspace.Finder.Open)           // opens the directory that is meant
	OpenPicked    = effect2(workspace.Finder.OpenPicked)    // opens a list that nobody named
	OpenDir       = effect1(workspace.Finder.OpenDir)       // opens one directory
	OpenAll       = effect(workspace.Finder.OpenAll)        // opens all lists of the project together
	MakeDirectory = effect(workspace.Finder.CreateTasksDir) // makes an empty .tasks and opens it
	FindAll       = effect1(workspace.Finder.Alternatives)  // looks for everything that could be opened instead of what is open
	Lists         = effect(workspace.Finder.Lists)          // looks for Claude Code's lists

	AwaitSurroundings = effect1((*workspace.Workspace).NextSurroundings) // waits until what lies next to the tasks is other than it was
	Deleted           = effect((*workspace.Workspace).Deleted)           // reads which tasks others deleted
	Read              = effect1((*workspace.Workspace).Read)             // reads one file whole
	Recall            = effect((*workspace.Workspace).PastEdits)         // reads our edits of this directory
	Instruction       = effect1((*workspace.Workspace).Instruction)      // makes the text for an agent
	Todo              = effect1((*workspace.Workspace).Todo)             // reads what a session's list of what to do has wrong about a task
	Plan              = effect1((*workspace.Workspace).SessionPlan)      // reads what lies next to a session's tasks, false where they are of none

	Trees      = effect2((*workspace.Workspace).Trees)      // asks git which worktrees the tasks of a list could be bound to
	KnownTrees = effect2((*workspace.Workspace).KnownTrees) // asks git which of them agents would find
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

// Await waits until a directory or another list appears: one of them is then in the answer. nil is answered when nobody
// waits any more.
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
func StartDemo(f workspace.Finder, start func(context.Context) (*demo.Demo, error), then func(*workspace.Workspace, *demo.Demo, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		crew, err := start(context.Background())
		if err != nil {
			return then(nil, nil, err)
		}
		f.Options.State = filepath.Join(crew.Root(), "state") // what is kept for undo goes with the demo
		f.Options.Configs = append(slices.Clone(f.Options.Configs), crew.ConfigDir())
		d, err := f.OpenDir(crew.Dir())
		if err != nil {
			_ = crew.Close()
			return then(nil, nil, err)
		}
		return then(d, crew, nil)
	}
}

// AwaitPast waits for what was known before the board began to look.
func AwaitPast(past func() log.Past, then func(log.Past) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(past()) }
}

// AwaitTrouble waits for why what happens is not kept.
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

// AwaitDelta waits for the next news of the directory, after a rest in which they gather. There is never more than one
// of these.
func AwaitDelta(d *workspace.Workspace, rest time.Duration, then func(tasks.Delta, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, rest)
		return then(d.Next(context.Background()))
	}
}

// sleep lets time pass, as long as the directory is open.
func sleep(d *workspace.Workspace, rest time.Duration) {
	if rest <= 0 {
		return
	}
	select {
	case <-time.After(rest):
	case <-d.Context().Done():
	}
}

// AwaitNewer waits for a newer list of the same project, where lists come and go.
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

// Close lets go of a directory, and does what comes then, nil for nothing: what a demo removes must not be taken for deleted.
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

// LastLook waits, as long as that takes at most, until an edit of a moment ago would not be made again any more: an
// agent that had read its file before may write an old copy over it just now.
func LastLook(d *workspace.Workspace) {
	ctx, cancel := context.WithTimeout(context.Background(), 400*time.Millisecond)
	defer cancel()
	_ = d.WaitReapplied(ctx) // it is written; this only makes sure that it lasts
}

// AwaitCaption waits for the next thing the demo tells, false when it has ended.
func AwaitCaption(c *demo.Demo, then func(demo.Caption, bool) tea.Msg) tea.Cmd {
	return receive(c.Captions(), then)
}

// Provoke makes something go wrong in the demo.
func Provoke(c *demo.Demo, p demo.Provocation, file string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(c.Provoke(p, file)) }
}

// writeTimeout ends a write whose lock never comes free.
const writeTimeout = 10 * time.Second

// Write carries an edit out.
func Write(d *workspace.Workspace, e tasks.Edit, then func(tasks.Result, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return then(d.Batch().Apply(ctx, e))
	}
}

// WriteAll carries edits out one after the other, each whatever became of those before it. What one names of those before it is put into
// it by complete.
func WriteAll(d *workspace.Workspace, edits []tasks.Edit, complete func(i int, res []tasks.Result) error, then func([]tasks.Result, []error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		res, errs, batch := make([]tasks.Result, len(edits)), make([]error, len(edits)), d.Batch()
		for i := range edits {
			if errs[i] = complete(i, res); errs[i] != nil {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
			res[i], errs[i] = batch.Apply(ctx, edits[i])
			cancel()
		}
		return then(res, errs)
	}
}

// TakeBack takes several of our edits back, or does undone ones again, as one action, each whatever became of those before it.
// Where others changed the same values since, the answer is a conflict and nothing is written, unless a choice says what is to
// become of each.
func TakeBack(d *workspace.Workspace, all []store.PastEdit, redo bool, choices []store.Choice, then func([]error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		batch := d.Batch()
		plan := batch.Undo
		if redo {
			plan = batch.Redo
		}
		errs := make([]error, len(all))
		var group tasks.EditID
		for i, of := range all {
			ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
			var e tasks.Edit
			if e, errs[i] = plan(of.ID, choices...); errs[i] == nil {
				if group = cmp.Or(group, e.ID); len(all) > 1 {
					e.Group = group
				}
				_, errs[i] = batch.Apply(ctx, e)
			}
			cancel()
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

// AwaitOutcome waits for later news of our edits, false when there will be none.
func AwaitOutcome(d *workspace.Workspace, then func(store.Outcome, bool) tea.Msg) tea.Cmd {
	return receive(d.Outcomes(), then)
}

// Examine finds out what is wrong with the directory.
func Examine(d *workspace.Workspace, then func([]doctor.Finding, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return then(d.Examine(ctx))
	}
}

// countWithin is after how long an examination beside the board is given up.
const countWithin = time.Minute

// ExamineLater examines the directory after a while, and says how long that took.
func ExamineLater(d *workspace.Workspace, after time.Duration, then func([]doctor.Finding, time.Duration, error) tea.Msg) tea.Cmd {
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

// Repair repairs one thing.
func Repair(d *workspace.Workspace, f doctor.Finding, who string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return then(d.Batch().Repair(ctx, *f.Repair, who))
	}
}
