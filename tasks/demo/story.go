package demo

import (
	"cmp"
	"slices"
	"time"
)

// beat is one moment of the story.
type beat struct {
	at      time.Duration // of the demo's time
	who     int           // the agent, from 1; 0 for nobody
	key     string        // its task
	caption string        // "" for none
	also    []string      // other tasks in the caption
	look    string        // which of them to look at, "" for the task
	press   Press         // the key that does it, which the reader of the captions presses
	scene   Scene         // the view that shows it best
	mood    Mood
	do      func(d *Demo, a *agent, file string) error
}

// story returns the beats of the story. Each is done when the files show it, before the next begins; nothing else
// writes. Beats that are almost simultaneous are in the order of cards of equal age, so that these are always in the
// same order.
func story() []beat {
	claim, complete := (*Demo).claimFor, (*Demo).completeFor
	return []beat{
		{at: 500 * time.Millisecond, caption: "Four agents work in one folder: watch them, and join in"},
		{at: 6 * time.Second, who: 4, key: "codes", also: []string{"auth"},
			caption: "Two agents write their names into files: the tasks are theirs", do: claim},
		{at: 6300 * time.Millisecond, who: 3, key: "auth", do: claim},
		{at: 12 * time.Second, who: 1, key: "migrations", look: "store", also: []string{"store", "backup", "seed"},
			scene:   InGraph,
			caption: "agent-1 completes the migrations: three tasks can start", do: complete},
		{at: 18 * time.Second, who: 2, key: "logs", caption: "agent-2 has stalled: its file no longer changes", do: (*Demo).stall},
		{at: 23 * time.Second, who: 2, key: "logs", press: Release, caption: "the task is free again"},
		{at: 27 * time.Second, key: "logs", press: Claim, caption: "now the task is yours"},
		{at: 31 * time.Second, who: 2, key: "store", caption: "agent-2 is back, sees it has lost the task, and claims another", do: claim},
		{at: 31300 * time.Millisecond, who: 1, key: "seed", do: claim},
		{at: 36 * time.Second, who: 3, key: "auth",
			caption: "agent-3 has written half a file: the board waits for the rest",
			do: func(d *Demo, _ *agent, file string) error {
				return d.writeHalf(file, d.lastWritten(file))
			}},
		{at: 41 * time.Second, who: 3, key: "auth", caption: "The file is whole again, and nothing is lost", do: (*Demo).writeRest},
		{at: 45 * time.Second, who: 2, key: "store", look: "redirect",
			also: []string{"codes", "auth", "redirect", "create"}, scene: InGraph,
			caption: "Three agents complete their tasks: two more start at once", do: complete},
		{at: 45300 * time.Millisecond, who: 3, key: "auth", do: complete},
		{at: 45600 * time.Millisecond, who: 4, key: "codes", do: complete},
		{at: 46 * time.Second, who: 3, key: "create", do: claim},
		{at: 46300 * time.Millisecond, who: 2, key: "redirect", do: claim},
		{at: 51 * time.Second, key: "logs", look: "metrics", also: []string{"metrics"}, press: Complete, scene: InGraph,
			caption: "your task is done, and the next can start"},
		{at: 57 * time.Second, who: 4, key: "docs", caption: "agent-4 gives a task a clearer subject", do: (*Demo).rename},
		{at: 63 * time.Second, who: 2, key: "docs", scene: InChange, mood: Caution,
			caption: "agent-2 saves an old copy over it: the new subject is lost", do: (*Demo).saveOlderCopy},
		{at: 69 * time.Second, who: 4, key: "docs", press: Edit, scene: InChange, mood: Relief, caption: "the new subject is back"},
		{at: 75 * time.Second, who: 4, key: "backup", also: []string{"ship"}, scene: InGraph,
			caption: "agent-4 has two tasks wait for each other: a loop", do: (*Demo).closeStoryLoop},
		{at: 81 * time.Second, who: 4, key: "backup", also: []string{"ship"}, press: Unlink, scene: InGraph,
			caption: "the loop is gone"},
		{at: 87 * time.Second, who: 0, caption: "The agents take what is left, until everything is done", do: (*Demo).finale},
	}
}

// runStory is the director: it acts for the agents, one beat at a time.
func (d *Demo) runStory() {
	for _, b := range story() {
		if d.clock.until(d.ctx, b.at) != nil {
			return
		}
		var a *agent
		who := ""
		if b.who > 0 {
			a = d.agents[b.who-1]
			who = a.name
		}
		if b.caption != "" {
			caption := Caption{
				Text: b.caption, Who: who, File: d.files[b.key], Look: d.files[cmp.Or(b.look, b.key)],
				Scene: b.scene, Press: b.press, Mood: b.mood,
			}
			if b.press == Edit {
				caption.Subject = clearer(subjectOf(b.key))
			}
			for _, key := range b.also {
				caption.Also = append(caption.Also, d.files[key])
			}
			d.send(caption)
		}
		// A beat can fail when a person joined in and changed what it is about. The story goes on around it.
		if b.do != nil {
			_ = b.do(d, a, d.files[b.key])
		}
		if b.press != NoPress {
			d.awaitPerson(b)
		}
	}
}

// Step has the next beat of a story happen now. The story then waits for the next Step, or for SetPaused. There is no
// step back: a beat that has happened is in the files.
func (d *Demo) Step() {
	now, _, _, _ := d.clock.read(0)
	from, limit := nextBeat(now)
	d.clock.step(from, limit)
}

// nextBeat returns when all of the next beat with a caption has begun, and the limit until which it goes on; 0 is the
// end of the story. Later acts of a beat have begun too, because a clock that hardly moves would delay them. The finale
// has no more beats: a step brings it a round further.
func nextBeat(now time.Duration) (from, limit time.Duration) {
	for _, b := range story() {
		switch {
		case b.at <= now || from == 0 && b.caption == "":
		case from == 0 || b.caption == "":
			from = b.at
		default:
			return from, b.at - time.Millisecond
		}
	}
	if from == 0 {
		from = now + roundTime
	}
	return from, 0
}

// claimFor has an agent claim a task.
func (d *Demo) claimFor(a *agent, file string) error {
	err := d.claim(a, file)
	if err == nil {
		d.setTask(a, task{File: file})
	}
	return err
}

// completeFor has an agent complete its task.
func (d *Demo) completeFor(a *agent, file string) error {
	d.setTask(a, task{})
	return d.complete(a, file)
}

// stall has an agent stall on a task.
func (d *Demo) stall(a *agent, file string) error {
	d.setFileTimeBack(file)
	d.setTask(a, task{File: file})
	return nil
}

// lastWritten returns the bytes that an agent wrote last.
func (d *Demo) lastWritten(file string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lastBytes[file]
}

// writeRest writes a half-written file whole.
func (d *Demo) writeRest(_ *agent, file string) error { return d.write(file, d.lastWritten(file)) }

// rename gives a task a clearer subject, and keeps the copy from before for saveOlderCopy.
func (d *Demo) rename(_ *agent, file string) error {
	d.olderCopy = d.lastWritten(file)
	return d.update(file, func(t *task) error { t.Subject = clearer(t.Subject); return nil })
}

// clearer returns a clearer subject.
func clearer(subject string) string { return subject + " with examples" }

// saveOlderCopy writes what a task was before rename.
func (d *Demo) saveOlderCopy(_ *agent, file string) error { return d.write(file, d.olderCopy) }

// closeStoryLoop makes a task wait for the last one, which waits for it.
func (d *Demo) closeStoryLoop(_ *agent, file string) error { return d.link(file, d.files["ship"]) }

// patience is how often a file is read at most until a person has written it, and lookGap the real time in between.
const patience, lookGap = 150, 20 * time.Millisecond

// awaitPerson waits until the files show what a person's key does, but not for ever: if the person has done something
// else, the story goes on.
func (d *Demo) awaitPerson(b beat) {
	for range patience {
		if t, err := d.load(d.files[b.key]); err == nil && d.shows(t, b) {
			return
		}
		select {
		case <-time.After(lookGap):
		case <-d.ctx.Done():
			return
		}
	}
}

// shows reports whether a task is as the person's key of a beat leaves it.
func (d *Demo) shows(t task, b beat) bool {
	switch b.press {
	case Release:
		return t.Status == pending && t.Owner == ""
	case Claim:
		return t.Status == inProgress
	case Complete:
		return t.Status == completed
	case Edit:
		return t.Subject == clearer(subjectOf(b.key))
	case Unlink:
		return !slices.Contains(t.BlockedBy, idOf(d.files[b.also[0]]))
	}
	return true
}

const (
	roundTime = 3400 * time.Millisecond // from one round of the finale to the next
	agentGap  = 250 * time.Millisecond  // from one agent to the next
)

// finale has all agents complete and claim tasks in rounds until nothing is left.
func (d *Demo) finale(*agent, string) error {
	for {
		for _, a := range d.agents {
			if err := d.clock.wait(d.ctx, agentGap); err != nil {
				return err
			}
			if a.on.File != "" {
				_ = d.completeFor(a, a.on.File) // a person may have taken it
			}
		}
		if all, whole := d.read(); whole && allCompleted(all) {
			d.setDone(true, len(all))
			return nil
		}
		if err := d.clock.wait(d.ctx, agentGap); err != nil {
			return err
		}
		for _, a := range d.agents {
			if err := d.clock.wait(d.ctx, agentGap); err != nil {
				return err
			}
			d.claimNext(a)
		}
		// the rest of the round: four agents have completed, four have claimed, and there was a gap between
		if err := d.clock.wait(d.ctx, roundTime-9*agentGap); err != nil {
			return err
		}
	}
}

// claimNext has an agent claim the first ready task in the order of the project; tasks that a person added are last.
func (d *Demo) claimNext(a *agent) {
	all, _ := d.read()
	if ready := readyTasks(all); len(ready) > 0 {
		_ = d.claimFor(a, ready[0].File) // a person may have been faster
	}
}

// captionCount returns the number of captions that the story has: one for each beat with a caption, and the end.
func captionCount() int {
	n := 1
	for _, b := range story() {
		if b.caption != "" {
			n++
		}
	}
	return n
}
