package demo

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"
)

// pollInterval is how often an agent reads the directory, in the demo's time.
const pollInterval = time.Second

// agent is one simulated agent. Fields that change are guarded by the demo's lock.
type agent struct {
	name  string
	alive bool
	stop  context.CancelFunc
	on    task // what it works on, the zero task for nothing

	session string // the name of the record of its session, after it was killed
}

// owns reports whether the agent works on a task.
func (a *agent) owns(t task) bool { return t.Status == inProgress && t.Owner == a.name }

// startAgent starts an agent. In a story it does nothing by itself.
func (d *Demo) startAgent(a *agent) {
	ctx, stop := context.WithCancel(d.ctx)
	d.mu.Lock()
	a.alive, a.stop = true, stop
	d.mu.Unlock()
	if d.config.Story {
		return
	}
	d.jobs.Go(func() {
		defer stop()
		d.work(ctx, a)
		d.onEnd(a)
	})
}

// setTask sets what an agent works on.
func (d *Demo) setTask(a *agent, t task) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if changed := (a.on.File == "") != (t.File == ""); changed && !d.config.Story {
		defer func() { _ = d.writeTeam() }() // an error is harmless: the tasks say too whether an agent is idle
	}
	a.on = t
}

// act runs do, which changes the directory for an agent, but never while the demo is paused.
func (d *Demo) act(ctx context.Context, do func() error) error {
	for {
		if err := d.clock.wait(ctx, 0); err != nil {
			return err
		}
		d.acting.RLock()
		if _, paused := d.clock.state(); !paused {
			defer d.acting.RUnlock()
			return do()
		}
		d.acting.RUnlock()
	}
}

// work is the loop of an agent: find a ready task, claim it, take time, complete it, sometimes create a follow-up.
func (d *Demo) work(ctx context.Context, a *agent) {
	for ctx.Err() == nil {
		t, found := d.find(ctx, a)
		if !found {
			d.setTask(a, task{})
			_ = d.clock.wait(ctx, pollInterval)
			continue
		}
		times := d.plan.schedule(a.name, t.Subject)
		if !a.owns(t) { // else it was killed while it worked on it, or an old copy of the file was saved
			_ = d.clock.wait(ctx, times.claim)
			err := d.act(ctx, func() error { return d.claim(a, t.File) })
			if errors.Is(err, errRefused) {
				d.caption(a.name, t.File, "%s wanted %s too, but was too late", a.name, t.Subject)
			}
			if err != nil {
				continue
			}
		}
		d.setTask(a, t)
		if d.workOn(ctx, a, t, times) && d.finish(ctx, a, t) {
			d.setTask(a, task{})
			d.createFollowUp(ctx, a, t.Subject)
			_ = d.clock.wait(ctx, times.rest)
		}
	}
}

// find returns the task that the agent should work on: one that is its own already, else the ready one that it likes
// best.
func (d *Demo) find(ctx context.Context, a *agent) (t task, found bool) {
	err := d.act(ctx, func() error {
		all, _ := d.read()
		for _, t = range all {
			if found = a.owns(t) || t.Status == pending && t.Owner == a.name && !isBlocked(t, all); found {
				return nil
			}
		}
		if ready := readyTasks(all); len(ready) > 0 {
			t, found = d.plan.choose(a.name, ready), true
		}
		return nil
	})
	return t, found && err == nil
}

// workOn works on a claimed task and reads its file again and again, in case it is taken. It reports whether the work
// is done.
func (d *Demo) workOn(ctx context.Context, a *agent, t task, times schedule) bool {
	stall := times.stall
	for left := times.work; left > 0; left -= pollInterval {
		pause := min(left, pollInterval)
		if stall > 0 && left <= times.work/2 {
			_ = d.act(ctx, func() error { d.setFileTimeBack(t.File); return nil })
			d.caption(a.name, t.File, "%s has stalled on %s", a.name, t.Subject)
			pause, stall = stall, 0
		}
		if d.clock.wait(ctx, pause) != nil {
			return false
		}
		ours := true
		err := d.act(ctx, func() error {
			now, err := d.load(t.File)
			// half a file does not count
			ours = err == nil && a.owns(now) || err != nil && !errors.Is(err, fs.ErrNotExist)
			return nil
		})
		if err != nil || !ours {
			d.letGo(ctx, a, t)
			return false
		}
	}
	return true
}

// finish completes a task, and reports whether it is completed. It tries again while the file cannot be read or its
// lock is held.
func (d *Demo) finish(ctx context.Context, a *agent, t task) bool {
	for ctx.Err() == nil {
		err := d.act(ctx, func() error { return d.complete(a, t.File) })
		switch {
		case err == nil:
			return true
		case errors.Is(err, errRefused), errors.Is(err, fs.ErrNotExist):
			d.letGo(ctx, a, t)
			return false
		}
		_ = d.clock.wait(ctx, pollInterval)
	}
	return false
}

// letGo has an agent drop a task that was taken from it.
func (d *Demo) letGo(ctx context.Context, a *agent, t task) {
	if ctx.Err() == nil {
		d.setTask(a, task{})
		d.caption(a.name, t.File, "%s lets go of %s: it is somebody else's now", a.name, t.Subject)
	}
}

// createFollowUp creates the follow-up of a task, if there is one and it does not exist yet.
func (d *Demo) createFollowUp(ctx context.Context, a *agent, after string) {
	it, found := d.plan.followUp(after)
	if !found {
		return
	}
	var made task
	err := d.act(ctx, func() error {
		all, _ := d.read()
		if slices.ContainsFunc(all, func(t task) bool { return t.Subject == it.subject }) {
			return fs.ErrExist
		}
		draft := it.draft()
		for _, t := range all {
			isBlocker := func(key string) bool { return t.Subject == subjectOf(key) && t.Status != completed }
			if slices.ContainsFunc(it.waits, isBlocker) {
				draft.BlockedBy = append(draft.BlockedBy, t.ID)
			}
		}
		var err error
		made, err = d.create(draft)
		return err
	})
	if err == nil {
		d.caption(a.name, made.File, "%s found more to do: %s", a.name, it.subject)
	}
}

// restartDelay is after how long a killed agent is started again, in the demo's time.
const restartDelay = 20 * time.Second

// onEnd starts an agent again a while after it ended. It continues its task if that is still its own.
func (d *Demo) onEnd(a *agent) {
	d.mu.Lock()
	left := a.on
	d.mu.Unlock()
	d.after(restartDelay, func() {
		if now, err := d.load(left.File); err != nil || !a.owns(now) {
			left = task{}
		}
		d.removeSession(a)
		d.caption(a.name, left.File, "%s is back", a.name)
		d.startAgent(a)
	})
}
