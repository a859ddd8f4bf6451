package effects

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/ui/workspace"
)

// writeTimeout ends a write whose lock never comes free.
const writeTimeout = 10 * time.Second

// Write carries an edit out.
func Write(d *workspace.Workspace, e tasks.Edit, then func(tasks.Result, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return then(d.Apply(ctx, e))
	}
}

// WriteAll carries edits out one after the other, each whatever became of those before it. What one is by then rests on is put
// into it by complete, nil where none rests on another.
func WriteAll(d *workspace.Workspace, edits []tasks.Edit, complete func(i int, res []tasks.Result) error, then func([]tasks.Result, []error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		res, errs, batch := make([]tasks.Result, len(edits)), make([]error, len(edits)), d.Batch()
		for i := range edits {
			if complete != nil {
				if errs[i] = complete(i, res); errs[i] != nil {
					continue
				}
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
func TakeBack(d *workspace.Workspace, all []workspace.Done, redo bool, choices []workspace.Choice, then func([]error) tea.Msg) tea.Cmd {
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

// Read reads one file whole.
func Read(d *workspace.Workspace, k tasks.Key, then func(tasks.Document, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.Read(k)) }
}

// Recall reads our edits of this directory.
func Recall(d *workspace.Workspace, then func([]workspace.Done, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.History()) }
}

// AwaitOutcome waits for later news of our edits, false when there will be none.
func AwaitOutcome(d *workspace.Workspace, then func(workspace.Outcome, bool) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		o, ok := <-d.Outcomes()
		return then(o, ok)
	}
}

// Examine finds out what is wrong with the directory.
func Examine(d *workspace.Workspace, then func([]workspace.Finding, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return then(d.Examine(ctx))
	}
}

// countWithin is after how long an examination beside the board is given up.
const countWithin = time.Minute

// Count examines the directory after a while, and says how long that took.
func Count(d *workspace.Workspace, after time.Duration, then func(workspace.Counts, time.Duration, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, after)
		if d.Context().Err() != nil {
			return nil
		}
		ctx, cancel := context.WithTimeout(d.Context(), countWithin)
		defer cancel()
		began := time.Now()
		fs, err := d.ExamineNow(ctx)
		return then(workspace.Count(fs), time.Since(began), err)
	}
}

// Repair repairs one thing.
func Repair(d *workspace.Workspace, f workspace.Finding, who string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		defer cancel()
		return then(d.Repair(ctx, *f.Repair, who))
	}
}
