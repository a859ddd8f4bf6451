package demo

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"
)

const (
	look     = time.Second // how often an agent looks at the directory, in the demo's time
	patience = 4           // looks that find nothing before an agent asks itself why
)

// work is an agent's life: find what is ready, claim it, take its time, complete it, sometimes find more to do.
func (w *worker) work(ctx context.Context) {
	if w.resume != "" {
		if c, err := w.folder.load(w.resume); err == nil {
			w.do(ctx, c)
		}
	}
	idle := 0 // looks in a row that found nothing
	for ctx.Err() == nil {
		ready, err := w.find(ctx)
		if err != nil && ctx.Err() == nil && idle == 0 {
			w.say(report{What: hasTripped, Text: err.Error()})
		}
		if len(ready) == 0 {
			if idle == 0 {
				w.say(report{What: isIdle})
			}
			if idle++; idle%patience == 0 {
				w.tidy(ctx)
				w.recheck(ctx)
			}
			_ = w.clock.wait(ctx, look)
			continue
		}
		idle = 0
		c := w.plan.choose(w.name, ready)
		if w.clock.wait(ctx, w.plan.hesitates(w.name, c.subject)) != nil || !w.claim(ctx, c) {
			continue
		}
		w.do(ctx, c)
		_ = w.clock.wait(ctx, w.plan.rests(w.name, c.subject))
	}
}

// find gives what is ready. A task this agent has claimed but could not begin is its own to go on with.
func (w *worker) find(ctx context.Context) (ready []card, err error) {
	err = w.step(ctx, func() error {
		cards, err := w.folder.scan()
		ready = w.folder.ready(cards)
		for _, c := range cards {
			if c.status == "pending" && c.owner == w.name && w.folder.form.kept == schemaKeys {
				ready = []card{c}
			}
		}
		return err
	})
	return ready, err
}

// claim takes the task, or says who was faster.
func (w *worker) claim(ctx context.Context, c card) bool {
	err := w.step(ctx, func() error {
		if c.owner == w.name {
			return nil
		}
		return w.folder.claim(c, w.name)
	})
	if err == nil && w.folder.form.kept == schemaKeys {
		if err = w.clock.wait(ctx, 300*time.Millisecond); err == nil {
			err = w.step(ctx, func() error { return w.folder.begin(c.file, w.name) })
		}
	}
	switch {
	case err == nil:
		w.say(report{What: hasClaimed, File: c.file, Subject: c.subject})
	case ctx.Err() != nil:
	case errors.Is(err, errSnatched):
		w.say(report{What: hasLost, File: c.file, Subject: c.subject})
	default:
		w.say(report{What: hasTripped, File: c.file, Subject: c.subject, Text: err.Error()})
		_ = w.clock.wait(ctx, look)
	}
	return err == nil
}

// do works on a claimed task, looking at its file all the while: whoever takes it away has it.
func (w *worker) do(ctx context.Context, c card) {
	left, stall := w.plan.takes(w.name, c.subject), w.plan.stalls(w.name, c.subject)
	half := left / 2
	for left > 0 {
		if stall > 0 && left <= half {
			w.say(report{What: hasStalled, File: c.file, Subject: c.subject})
			if !w.sit(ctx, c, stall) {
				return
			}
			stall = 0
			w.say(report{What: hasResumed, File: c.file, Subject: c.subject})
		}
		if !w.sit(ctx, c, min(left, look)) {
			return
		}
		left -= look
	}
	for w.finish(ctx, c) {
		if w.clock.wait(ctx, look) != nil {
			return
		}
	}
}

// recheck finishes again what was finished before and runs once more with nobody on it: where nothing is locked,
// another agent may have saved, however much later, a copy it had read while the task was running.
func (w *worker) recheck(ctx context.Context) {
	for _, c := range w.finished {
		back := false
		_ = w.step(ctx, func() error {
			now, err := w.folder.load(c.file)
			back = err == nil && now.status == "in_progress" && now.subject == c.subject && w.folder.mine(now, w.name) &&
				(now.owner == "" || now.owner == w.name) // a person who took it up again has it
			return nil // what cannot be read now is looked at again the next time
		})
		if back {
			w.finish(ctx, c)
			return // the list may have grown; the rest has its turn the next time
		}
	}
}

// sit lets time go by, and says whether the task is still ours at the end of it.
func (w *worker) sit(ctx context.Context, c card, d time.Duration) bool {
	if w.clock.wait(ctx, d) != nil {
		return false
	}
	ours := true
	err := w.step(ctx, func() error {
		now, err := w.folder.load(c.file)
		ours = err == nil && w.folder.mine(now, w.name) || err != nil && !errors.Is(err, fs.ErrNotExist)
		return nil // half a file says nothing: look again at the next step
	})
	if err == nil && !ours {
		w.say(report{What: hasYielded, File: c.file, Subject: c.subject})
	}
	return err == nil && ours
}

// finish completes the task and creates what was found on the way. It says whether to try again: a file that
// cannot be read, or a lock that is held, is no reason to give up.
func (w *worker) finish(ctx context.Context, c card) (again bool) {
	err := w.step(ctx, func() error { return w.folder.complete(c.file, w.name) })
	switch {
	case ctx.Err() != nil:
		return false
	case errors.Is(err, errSnatched), errors.Is(err, fs.ErrNotExist):
		w.say(report{What: hasYielded, File: c.file, Subject: c.subject})
		return false
	case err != nil:
		w.say(report{What: hasTripped, File: c.file, Subject: c.subject, Text: err.Error()})
		return true
	}
	if !slices.ContainsFunc(w.finished, func(o card) bool { return o.file == c.file }) {
		w.finished = append(w.finished, c)
	}
	w.say(report{What: hasCompleted, File: c.file, Subject: c.subject})
	if it, ok := w.plan.finds(c.subject); ok {
		w.found(ctx, it, c.subject)
	}
	return false
}

// found creates follow-up work, once: a task that is completed twice does not find it twice.
func (w *worker) found(ctx context.Context, it item, after string) {
	var made card
	err := w.step(ctx, func() error {
		cards, err := w.folder.scan()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(cards, func(c card) bool { return c.subject == it.subject }) {
			return fs.ErrExist
		}
		var waits []card
		for _, key := range it.waits {
			// What is completed is not waited for, so that the dialects that clear have nothing left to clear.
			at := slices.IndexFunc(cards, func(c card) bool { return c.subject == subjectOf(key) && c.status != "completed" })
			if at >= 0 {
				waits = append(waits, cards[at])
			}
		}
		made, err = w.folder.create(it, waits)
		return err
	})
	if err == nil {
		w.say(report{What: hasCreated, File: made.file, Subject: it.subject, Text: after})
	}
}

// tidy clears one link to a completed task that was left behind. Where completing clears and nothing is locked, two
// agents that clear different ids in one file at once lose one of them, and the task would stay blocked for ever.
func (w *worker) tidy(ctx context.Context) {
	if !w.folder.form.clears {
		return
	}
	err := w.step(ctx, func() error {
		cards, err := w.folder.scan()
		if err != nil {
			return err
		}
		for _, c := range cards {
			for _, done := range cards {
				if c.status == "pending" && done.status == "completed" && slices.Contains(c.waits, done.id) {
					w.say(report{What: hasTidied, File: c.file, Subject: c.subject, Text: done.subject})
					return w.folder.unlink(c.file, done.id, false)
				}
			}
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		w.say(report{What: hasTripped, Text: err.Error()})
	}
}
