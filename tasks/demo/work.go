package demo

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

const (
	pollInterval = time.Second // how often an agent looks at the directory, in the demo's time
	idlePolls    = 4           // looks that find nothing before an agent asks itself why
)

// run is an agent's life: find what is ready, claim it, take its time, complete it, sometimes find more to do.
func (w *worker) run(ctx context.Context) {
	if w.resume != "" {
		if c, err := w.agent.Load(w.resume); err == nil {
			w.workOn(ctx, c)
		}
	}
	idle := 0 // looks in a row that found nothing
	for ctx.Err() == nil {
		ready, err := w.findReady(ctx)
		if err != nil && ctx.Err() == nil && idle == 0 {
			w.report(report{What: hasFailedToRead, Text: err.Error()})
		}
		if len(ready) == 0 {
			if idle == 0 {
				w.report(report{What: isIdle})
			}
			if idle++; idle%idlePolls == 0 {
				w.tidy(ctx)
				w.recheck(ctx)
			}
			_ = w.clock.wait(ctx, pollInterval)
			continue
		}
		idle = 0
		c := w.plan.choose(w.agent.Name, ready)
		if w.clock.wait(ctx, w.plan.claimDelay(w.agent.Name, c.Subject)) != nil || !w.claimReady(ctx, c) {
			continue
		}
		w.workOn(ctx, c)
		_ = w.clock.wait(ctx, w.plan.restTime(w.agent.Name, c.Subject))
	}
}

// findReady returns what is ready. A task this agent has claimed but could not begin is its own to go on with.
func (w *worker) findReady(ctx context.Context) (ready []refagents.Task, err error) {
	err = w.inDir(ctx, func() error {
		l, err := w.agent.Read()
		ready = readyTasks(l)
		for _, c := range l.Tasks {
			if c.Status == "pending" && c.OwnedBy() == w.agent.Name && w.agent.Dialect == refagents.ClaudeCode {
				ready = []refagents.Task{c}
			}
		}
		return err
	})
	return ready, err
}

// claimReady claims the task, and reports whether this agent has it now.
func (w *worker) claimReady(ctx context.Context, c refagents.Task) bool {
	err := w.inDir(ctx, func() error {
		if c.OwnedBy() == w.agent.Name {
			return nil
		}
		return w.claimUnlessPersons(c.File)
	})
	if err == nil && w.agent.Dialect == refagents.ClaudeCode {
		if err = w.clock.wait(ctx, 300*time.Millisecond); err == nil {
			err = w.inDir(ctx, func() error { return w.agent.Begin(c.File) })
		}
	}
	switch {
	case err == nil:
		w.report(report{What: hasClaimed, File: c.File, Subject: c.Subject})
	case ctx.Err() != nil:
	case isRefused(err):
		w.report(report{What: hasLostRace, File: c.File, Subject: c.Subject})
	default:
		w.report(report{What: hasFailedToRead, File: c.File, Subject: c.Subject, Text: err.Error()})
		_ = w.clock.wait(ctx, pollInterval)
	}
	return err == nil
}

// workOn works on a claimed task, looking at its file all the while: whoever takes it away has it.
func (w *worker) workOn(ctx context.Context, c refagents.Task) {
	left, stall := w.plan.workTime(w.agent.Name, c.Subject), w.plan.stallTime(w.agent.Name, c.Subject)
	half := left / 2
	for left > 0 {
		if stall > 0 && left <= half {
			w.report(report{What: hasStalled, File: c.File, Subject: c.Subject})
			if !w.waitWhileOwned(ctx, c, stall) {
				return
			}
			stall = 0
			w.report(report{What: hasResumed, File: c.File, Subject: c.Subject})
		}
		if !w.waitWhileOwned(ctx, c, min(left, pollInterval)) {
			return
		}
		left -= pollInterval
	}
	for w.finish(ctx, c) {
		if w.clock.wait(ctx, pollInterval) != nil {
			return
		}
	}
}

// recheck finishes again what was finished before and runs once more with nobody on it: where nothing is locked,
// another agent may have saved, however much later, a copy it had read while the task was running.
func (w *worker) recheck(ctx context.Context) {
	for _, c := range w.finished {
		back := false
		_ = w.inDir(ctx, func() error {
			now, err := w.agent.Load(c.File)
			back = err == nil && now.Status == "in_progress" && now.Subject == c.Subject && w.agent.Owns(now) &&
				(now.OwnedBy() == "" || now.OwnedBy() == w.agent.Name) // a person who took it up again has it
			return nil // what cannot be read now is looked at again the next time
		})
		if back {
			w.finish(ctx, c)
			return // the list may have grown; the rest has its turn the next time
		}
	}
}

// waitWhileOwned lets time go by, and reports whether the task is still ours at the end of it.
func (w *worker) waitWhileOwned(ctx context.Context, c refagents.Task, d time.Duration) bool {
	if w.clock.wait(ctx, d) != nil {
		return false
	}
	ours := true
	err := w.inDir(ctx, func() error {
		now, err := w.agent.Load(c.File)
		ours = err == nil && w.agent.Owns(now) || err != nil && !errors.Is(err, fs.ErrNotExist)
		return nil // half a file says nothing: look again at the next step
	})
	if err == nil && !ours {
		w.report(report{What: hasLetGo, File: c.File, Subject: c.Subject})
	}
	return err == nil && ours
}

// finish completes the task and creates what was found on the way. It reports whether to try again: a file that
// cannot be read, or a lock that is held, is no reason to give up.
func (w *worker) finish(ctx context.Context, c refagents.Task) (again bool) {
	err := w.inDir(ctx, func() error { return w.agent.Complete(c.File) })
	switch {
	case ctx.Err() != nil:
		return false
	case isRefused(err), errors.Is(err, fs.ErrNotExist):
		w.report(report{What: hasLetGo, File: c.File, Subject: c.Subject})
		return false
	case err != nil:
		w.report(report{What: hasFailedToRead, File: c.File, Subject: c.Subject, Text: err.Error()})
		return true
	}
	if !slices.ContainsFunc(w.finished, func(o refagents.Task) bool { return o.File == c.File }) {
		w.finished = append(w.finished, c)
	}
	w.report(report{What: hasCompleted, File: c.File, Subject: c.Subject})
	if it, ok := w.plan.followUp(c.Subject); ok {
		w.createFollowUp(ctx, it, c.Subject)
	}
	return false
}

// createFollowUp creates what was found on the way, once: a task that is completed twice does not find it twice.
func (w *worker) createFollowUp(ctx context.Context, it item, after string) {
	var made refagents.Task
	err := w.inDir(ctx, func() error {
		l, err := w.agent.Read()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(l.Tasks, func(t refagents.Task) bool { return t.Subject == it.subject }) {
			return fs.ErrExist
		}
		var waits []refagents.Task
		for _, key := range it.waits {
			// What is completed is not waited for, so that the dialects that clear have nothing left to clear.
			at := slices.IndexFunc(l.Tasks, func(t refagents.Task) bool { return t.Subject == subjectOf(key) && t.Status != "completed" })
			if at >= 0 {
				waits = append(waits, l.Tasks[at])
			}
		}
		w.agent.Random = idSource(it.subject)
		made, err = w.agent.Create(it.draft(waits))
		return err
	})
	if err == nil {
		w.report(report{What: hasCreated, File: made.File, Subject: it.subject, Text: after})
	}
}

// tidy clears a completed task out of the lists it was left behind in. Where completing clears and nothing is locked, two
// agents that clear different ids in one file at once lose one of them, and the task would stay blocked for ever.
func (w *worker) tidy(ctx context.Context) {
	if !w.agent.Clears() {
		return
	}
	err := w.inDir(ctx, func() error {
		l, err := w.agent.Read()
		if err != nil {
			return err
		}
		completed := map[tasks.ID]refagents.Task{}
		for _, t := range l.Tasks {
			if t.Status == "completed" {
				completed[t.ID] = t
			}
		}
		for _, t := range l.Tasks {
			for _, id := range t.WaitsFor {
				if done, ok := completed[id]; ok && t.Status == "pending" {
					w.report(report{What: hasTidied, File: t.File, Subject: t.Subject, Text: done.Subject})
					return w.agent.Clear(done)
				}
			}
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		w.report(report{What: hasFailedToRead, Text: err.Error()})
	}
}

// claimUnlessPersons claims a task that was found ready. Where the agent does not look at the file again, another agent's claim is
// walked over, but not a person's: whoever drives such an agent reads the task before it starts.
func (w *worker) claimUnlessPersons(file string) error {
	t, err := w.agent.Load(file)
	if err != nil {
		return err
	}
	if t.Status != "pending" && !strings.HasPrefix(t.OwnedBy(), "agent-") {
		return &refagents.Refused{ID: t.ID.Text, Why: "a person has it"}
	}
	return w.agent.Claim(file)
}

// readyTasks returns the tasks an agent that looks for work would take.
func readyTasks(l refagents.Listing) (ready []refagents.Task) {
	for _, t := range l.Tasks {
		if t.Ready {
			ready = append(ready, t)
		}
	}
	return ready
}

func isRefused(err error) bool {
	_, is := errors.AsType[*refagents.Refused](err)
	return is
}
