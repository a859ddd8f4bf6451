package demo

import (
	"cmp"
	"time"
)

// beat is one moment of the story.
type beat struct {
	at      time.Duration // of the demo's time
	who     int           // the agent, from 1; 0 for nobody
	key     string        // the task it is about
	caption string        // the caption, "" for none
	also    []string      // other tasks the caption is about
	look    string        // which of them to look at, "" for the task
	scene   Scene         // where it is seen best
	do      func(c *Demo, m *process, file string) error
}

// storyTime is how long the story takes.
const storyTime = 90 * time.Second

// story is what happens in it. Each beat is done when the files show it, before the next begins; nothing else writes.
func story() []beat {
	claim := func(c *Demo, m *process, file string) error { return c.claim(m, file) }
	complete := func(c *Demo, m *process, file string) error { return c.complete(m, file) }
	return []beat{
		{at: 500 * time.Millisecond, caption: "sideboard shows what four AI agents do: 24 tasks, each one a file"},
		{at: 6 * time.Second, who: 3, key: "auth", also: []string{"codes"}, caption: "Two agents claim what is ready: the files change, the cards move", do: claim},
		{at: 7 * time.Second, who: 4, key: "codes", do: claim},
		{at: 13 * time.Second, who: 1, key: "migrations", look: "store", also: []string{"store", "backup", "seed"}, scene: InGraph,
			caption: "agent-1 completes the migrations: three tasks are ready", do: complete},
		{at: 20 * time.Second, who: 2, key: "logs", caption: "agent-2 has stalled: its file has not changed for half an hour", do: (*Demo).stall},
		{at: 24 * time.Second, who: 2, key: "logs", also: []string{"metrics"}, caption: "agent-2 is back and completes it: nobody is needed any more", do: complete},
		{at: 27 * time.Second, who: 1, key: "store", caption: "agent-1 takes the link store: 11 tasks wait behind it", do: claim},
		{at: 31 * time.Second, who: 4, key: "codes", do: complete},
		{at: 33 * time.Second, who: 4, key: "backup", do: claim},
		{at: 36 * time.Second, who: 3, key: "auth", caption: "A file is left half-written: the board keeps the last good version", do: (*Demo).writeHalf},
		{at: 41 * time.Second, who: 3, key: "auth", caption: "The rest is written, and nothing was lost", do: (*Demo).writeRest},
		{at: 43 * time.Second, who: 3, key: "auth", do: complete},
		{at: 45 * time.Second, who: 1, key: "store", look: "redirect", also: []string{"redirect", "create"}, scene: InGraph,
			caption: "The link store is done: two agents go on at once", do: complete},
		{at: 46 * time.Second, who: 1, key: "redirect", do: claim},
		{at: 47 * time.Second, who: 3, key: "create", do: claim},
		{at: 50 * time.Second, who: 4, key: "docs", scene: InChange, caption: "agent-4 renames a task ...", do: (*Demo).rename},
		{at: 54 * time.Second, who: 2, key: "docs", scene: InChange,
			caption: "... and agent-2 saves an older copy over it: you see what is lost", do: (*Demo).saveOlderCopy},
		{at: 58 * time.Second, who: 4, key: "docs", scene: InChange,
			caption: "agent-4 sees it too and writes its title again: nothing is lost", do: (*Demo).rename},
		{at: 62 * time.Second, who: 4, key: "stats", also: []string{"dashboard"}, scene: InGraph,
			caption: "A link closes a loop: both wait for each other, neither can start", do: (*Demo).closeStoryLoop},
		{at: 66 * time.Second, who: 4, key: "stats", also: []string{"dashboard"}, scene: InGraph,
			caption: "The link is taken out again, and the loop is gone", do: (*Demo).openStoryLoop},
		{at: 69 * time.Second, who: 1, key: "redirect", look: "cache", also: []string{"cache", "qr", "stats"}, scene: InGraph,
			caption: "The redirect is done: three more tasks are ready", do: complete},
		{at: 71 * time.Second, who: 0, caption: "Now all four agents work until nothing is left", do: (*Demo).finale},
	}
}

// runStory is the director: it tells the agents what to do, one thing at a time.
func (c *Demo) runStory() {
	for _, b := range story() {
		if c.clock.until(c.ctx, b.at) != nil {
			return
		}
		var m *process
		who := ""
		if b.who > 0 {
			m = c.agents[b.who-1]
			who = m.name
		}
		if b.caption != "" {
			caption := Caption{Text: b.caption, Who: who, File: c.files[b.key], Look: c.files[cmp.Or(b.look, b.key)], Scene: b.scene}
			for _, key := range b.also {
				caption.Also = append(caption.Also, c.files[key])
			}
			c.tell(caption)
		}
		// A beat can fail when a person joined in and changed what it is about. The story goes on around it.
		if b.do != nil {
			_ = b.do(c, m, c.files[b.key])
		}
	}
}

// Step has the next beat of a story happen now. The story stands still when that is over, until the next step or until
// SetPaused lets it go on by itself. A beat that has happened is in the files: there is no step back.
func (c *Demo) Step() {
	now, _, _, _ := c.clock.read(0)
	from, limit := nextBeat(now)
	c.clock.step(from, limit)
	speed, _ := c.clock.state()
	c.setTime(speed, false)
}

// nextBeat returns when the next beat with a caption is, and until when what belongs to it happens; 0 is to the end.
// The finale has no more of them: it is a round sooner at its end.
func nextBeat(now time.Duration) (from, limit time.Duration) {
	for _, b := range story() {
		switch {
		case b.caption == "" || b.at <= now:
		case from == 0:
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

func (c *Demo) claim(m *process, file string) error {
	err := c.send(m, order{Do: doClaim, File: file})
	if err == nil {
		c.setTask(m, file)
	}
	return err
}

func (c *Demo) complete(m *process, file string) error {
	err := c.send(m, order{Do: doComplete, File: file})
	c.setTask(m, "")
	return err
}

// setTask notes which task an agent is on, "" for none.
func (c *Demo) setTask(m *process, file string) {
	subject := ""
	if file != "" {
		subject = c.subject(file)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	m.state.File, m.state.Subject = file, subject
}

func (c *Demo) stall(m *process, file string) error {
	c.setFileTimeBack(file)
	c.setTask(m, file)
	return nil
}

// lastWritten returns the bytes an agent, or the stage, wrote last.
func (c *Demo) lastWritten(file string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lastBytes[file]
}

func (c *Demo) writeHalf(m *process, file string) error {
	whole := c.lastWritten(file)
	return c.send(m, order{Do: doWriteInPlace, File: file, Raw: whole[:len(whole)*6/10]})
}

func (c *Demo) writeRest(m *process, file string) error {
	return c.send(m, order{Do: doWrite, File: file, Raw: c.lastWritten(file)})
}

func (c *Demo) rename(m *process, file string) error {
	c.mu.Lock()
	c.copies[file] = c.lastBytes[file]
	c.mu.Unlock()
	return c.send(m, order{Do: doRename, File: file, Text: c.subject(file) + " with examples"})
}

func (c *Demo) saveOlderCopy(m *process, file string) error {
	c.mu.Lock()
	before := c.copies[file]
	c.mu.Unlock()
	return c.send(m, order{Do: doWrite, File: file, Raw: before})
}

func (c *Demo) closeStoryLoop(m *process, file string) error {
	return c.send(m, order{Do: doLink, File: file, Other: c.files["dashboard"]})
}

func (c *Demo) openStoryLoop(m *process, file string) error {
	return c.send(m, order{Do: doUnlink, File: file, Other: c.files["dashboard"]})
}

const (
	roundTime = 3400 * time.Millisecond // from one round of the finale to the next
	agentGap  = 250 * time.Millisecond  // from one agent to the next
)

// finale lets all agents complete and claim in rounds until nothing is left.
func (c *Demo) finale(*process, string) error {
	for {
		for _, m := range c.agents {
			if err := c.clock.wait(c.ctx, agentGap); err != nil {
				return err
			}
			c.mu.Lock()
			file := m.state.File
			c.mu.Unlock()
			if file != "" {
				_ = c.complete(m, file) // a person may have taken it: then it is theirs
			}
		}
		l, err := c.reader.Read()
		if err == nil && allCompleted(l) {
			c.setDone(true, len(l.Tasks))
			return nil
		}
		if err := c.clock.wait(c.ctx, agentGap); err != nil {
			return err
		}
		for _, m := range c.agents {
			if err := c.clock.wait(c.ctx, agentGap); err != nil {
				return err
			}
			c.claimNext(m)
		}
		if err := c.clock.wait(c.ctx, roundTime-9*agentGap); err != nil {
			return err
		}
	}
}

// claimNext has an agent claim the first ready task in the order of the project.
func (c *Demo) claimNext(m *process) {
	l, err := c.reader.Read()
	if err != nil {
		return
	}
	ready := readyTasks(l)
	for _, it := range projectItems() {
		for _, o := range ready {
			if o.File == c.files[it.key] {
				_ = c.claim(m, o.File) // a person may have been faster
				return
			}
		}
	}
	if len(ready) > 0 { // what a person added
		_ = c.claim(m, ready[0].File)
	}
}

// captionCount is how many captions the story has: one for each beat that says something, and the end.
func captionCount() int {
	n := 1
	for _, b := range story() {
		if b.caption != "" {
			n++
		}
	}
	return n
}
