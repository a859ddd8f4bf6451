package ui

import (
	"context"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

// This file, effects_beside.go, clipboard.go and editor.go are all that the board does to the world: it opens, follows, reads and writes one
// directory of task files, examines and mends it, makes an empty one when asked, runs the person's editor on a copy, hands text to a
// clipboard, asks git about worktrees and has it make and remove them, opens a shell in one, shows a pane of
// tmux, and steers the demo. Every effect captures values and answers a fact.

// open opens what is meant; where nothing is found it says so once and goes on waiting for it.
func (m *Model) open() tea.Cmd {
	f, demo := m.o.Finder, m.o.Demo
	if demo != nil && m.o.startsWithDemo() {
		return startDemo(f, demo)
	}
	return func() tea.Msg {
		d, err := f.Open()
		return openedMsg{workspace: d, err: err}
	}
}

// await waits until a directory or another list appears.
func await(w *workspace.Waiter) tea.Cmd {
	return func() tea.Msg {
		d, lists, err := w.Next()
		if w.Closed() && d == nil {
			return nil
		}
		if d == nil && err == nil {
			return listsMsg{lists: lists, from: w}
		}
		return openedMsg{workspace: d, err: err, from: w}
	}
}

// openTaken opens a list that nobody named.
func openTaken(f workspace.Finder, l workspace.List, why string) tea.Cmd {
	return func() tea.Msg {
		d, err := f.OpenPicked(l, why)
		return openedMsg{workspace: d, err: err}
	}
}

// openDir opens one directory, in place of the one that is open.
func openDir(f workspace.Finder, dir string) tea.Cmd {
	return func() tea.Msg {
		d, err := f.OpenDir(dir)
		return openedMsg{workspace: d, err: err}
	}
}

// openAll opens all lists of the project together, in place of what is open.
func openAll(f workspace.Finder) tea.Cmd {
	return func() tea.Msg {
		d, err := f.OpenAll()
		return openedMsg{workspace: d, err: err}
	}
}

// makeDirectory makes an empty .tasks and opens it.
func makeDirectory(f workspace.Finder) tea.Cmd {
	return func() tea.Msg {
		d, err := f.CreateTasksDir()
		return openedMsg{workspace: d, err: err}
	}
}

// startDemo starts the simulated agents and opens their directory.
func startDemo(f workspace.Finder, demo func(context.Context) (*demo.Demo, error)) tea.Cmd {
	return func() tea.Msg {
		crew, err := demo(context.Background())
		if err != nil {
			return openedMsg{err: err}
		}
		if root := crew.Root(); root != "" {
			f.Options.State = filepath.Join(root, "state") // what is kept for undo goes with the demo
		}
		d, err := f.OpenDir(crew.Dir())
		if err != nil {
			_ = crew.Close()
			return openedMsg{err: err}
		}
		return openedMsg{workspace: d, crew: crew}
	}
}

// listLists looks for Claude Code's lists.
func listLists(f workspace.Finder) tea.Cmd {
	return func() tea.Msg {
		lists, err := f.Lists()
		return listsMsg{lists: lists, err: err}
	}
}

// findAll looks for everything that could be opened instead.
func findAll(f workspace.Finder, open workspace.Place) tea.Cmd {
	return func() tea.Msg {
		found, errs := f.Alternatives(open)
		return foundMsg{found, errs}
	}
}

// awaitNews waits for the next news of the directory, after a rest in which they gather. There is never more than one
// of these.
func awaitNews(d *workspace.Workspace, epoch int, rest time.Duration) tea.Cmd {
	return func() tea.Msg {
		if rest > 0 {
			select {
			case <-time.After(rest):
			case <-d.Context().Done():
			}
		}
		delta, err := d.Next(context.Background())
		return newsMsg{epoch, delta, err}
	}
}

// awaitNewer waits for a newer list of the same project.
func awaitNewer(f workspace.Finder, d *workspace.Workspace, epoch int) tea.Cmd {
	if d.Place().Kind != locate.ClaudeCode {
		return nil
	}
	return func() tea.Msg {
		l, err := f.WaitForNewList(d.Context(), d.Place())
		if err != nil {
			return nil
		}
		return newerMsg{epoch, l}
	}
}

// closeWorkspace lets go of a directory.
func closeWorkspace(d *workspace.Workspace) tea.Cmd {
	return func() tea.Msg {
		lastLook(d)
		_ = d.Close() // nothing of it is shown any more
		return nil
	}
}

// closeCrew ends the demo whose directory is no longer shown.
func closeCrew(c *demo.Demo) tea.Cmd {
	return func() tea.Msg {
		_ = c.Close() // what could not be removed is the janitor's, which outlives us for that
		return nil
	}
}

// writeTimeout ends a write whose lock never comes free.
const writeTimeout = 10 * time.Second

// write carries an edit out.
func write(d *workspace.Workspace, e tasks.Edit, epoch int) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		res, err := d.Apply(ctx, e)
		return wroteMsg{epoch, e, res, err}
	}
}

// lastLook waits, as long as that takes at most, until an edit of a moment ago would not be made again any more: an
// agent that had read its file before may write an old copy over it just now.
func lastLook(d *workspace.Workspace) {
	ctx, cancel := context.WithTimeout(context.Background(), 400*time.Millisecond)
	defer cancel()
	_ = d.WaitSettled(ctx) // it is written; this only makes sure that it lasts
}

// read reads one file whole.
func read(d *workspace.Workspace, k tasks.Key, w want, epoch int) tea.Cmd {
	return func() tea.Msg {
		doc, err := d.Read(k)
		return readMsg{epoch, k, w, doc, err}
	}
}

// instruct makes the text for an agent.
func instruct(d *workspace.Workspace, k tasks.Key, epoch int) tea.Cmd {
	return func() tea.Msg {
		text, err := d.Instruction(k)
		return copiedMsg{epoch, k, text, err}
	}
}

// awaitCaption waits for the next thing the demo tells.
func awaitCaption(c *demo.Demo) tea.Cmd {
	return func() tea.Msg {
		caption, ok := <-c.Captions()
		return captionMsg{caption, ok}
	}
}

// provoke makes something go wrong in the demo.
func provoke(c *demo.Demo, p demo.Provocation, file string) tea.Cmd {
	return func() tea.Msg { return provokedMsg{c.Provoke(p, file)} }
}

// tick wakes the model up later.
func tick(after time.Duration, seq int) tea.Cmd {
	return tea.Tick(after, func(time.Time) tea.Msg { return tickMsg{seq} })
}

// recall reads our edits of this directory, for an action that takes one back.
func recall(d *workspace.Workspace, why keymap.Action, epoch int) tea.Cmd {
	return func() tea.Msg {
		done, err := d.History()
		return historyMsg{epoch, why, done, err}
	}
}

// takeBack takes one of our edits back, or does an undone one again. Where others changed the same values since, the
// answer is a conflict and nothing is written, unless a choice says what is to become of each.
func takeBack(d *workspace.Workspace, of workspace.Done, redo bool, choices []workspace.Choice, epoch int) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		plan := d.Undo
		if redo {
			plan = d.Redo
		}
		e, err := plan(of.ID, choices...)
		if err != nil {
			return tookBackMsg{epoch: epoch, of: of, redo: redo, edit: e, err: err}
		}
		res, err := d.Apply(ctx, e)
		return tookBackMsg{epoch, of, redo, e, res, err}
	}
}

// awaitOutcome waits for later news of our edits.
func awaitOutcome(d *workspace.Workspace, epoch int) tea.Cmd {
	return func() tea.Msg {
		o, ok := <-d.Outcomes()
		return outcomeMsg{epoch, o, ok}
	}
}

// examine finds out what is wrong with the directory.
func examine(d *workspace.Workspace, epoch int) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		fs, err := d.Examine(ctx)
		return examinedMsg{epoch, fs, err}
	}
}

// mend puts one thing right.
func mend(d *workspace.Workspace, f workspace.Finding, who string, epoch int) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return mendedMsg{epoch, f.Repair.What, d.Repair(ctx, *f.Repair, who)}
	}
}
