package demo

import (
	"time"
)

// beat is one moment of the story.
type beat struct {
	at  time.Duration // of the demo's time
	who int           // the agent, from 1; 0 for nobody
	key string        // the task it is about
	say string        // the caption, "" for none
	do  func(c *Demo, m *member, file string) error
}

// story is the 90 seconds. Each beat is done when the files show it, before the next begins; nothing else writes.
func story() []beat {
	claim := func(c *Demo, m *member, file string) error { return c.begins(m, file) }
	complete := func(c *Demo, m *member, file string) error { return c.ends(m, file) }
	return []beat{
		{at: 500 * time.Millisecond, say: "Four agents, one service, 24 tasks. Each card is a file, nothing else"},
		{at: 6 * time.Second, who: 3, key: "auth", say: "Two agents claim what is ready", do: claim},
		{at: 7 * time.Second, who: 4, key: "codes", do: claim},
		{at: 13 * time.Second, who: 1, key: "migrations", say: "agent-1 completes the migrations: three tasks are ready at once", do: complete},
		{at: 20 * time.Second, who: 2, key: "logs", say: "agent-2 has stalled: its file has not changed for half an hour", do: (*Demo).stalls},
		{at: 27 * time.Second, who: 1, key: "store", say: "agent-1 takes the task most others wait for", do: claim},
		{at: 31 * time.Second, who: 4, key: "codes", do: complete},
		{at: 33 * time.Second, who: 4, key: "backup", do: claim},
		{at: 36 * time.Second, who: 3, key: "auth", say: "A file is left half-written: the board keeps the last good version", do: (*Demo).halves},
		{at: 41 * time.Second, who: 3, key: "auth", say: "The rest is written, and nothing was lost", do: (*Demo).mends},
		{at: 43 * time.Second, who: 3, key: "auth", do: complete},
		{at: 45 * time.Second, who: 1, key: "store", say: "The store is done: two paths are open", do: complete},
		{at: 46 * time.Second, who: 1, key: "redirect", do: claim},
		{at: 47 * time.Second, who: 3, key: "create", do: claim},
		{at: 51 * time.Second, who: 4, key: "docs", say: "agent-4 renames a task ...", do: (*Demo).renames},
		{at: 55 * time.Second, who: 2, key: "docs", say: "... and agent-2 saves its older copy: the edit is overwritten", do: (*Demo).reverts},
		{at: 60 * time.Second, who: 4, key: "stats", say: "A link closes a loop: they wait for each other, and none can start", do: (*Demo).loops},
		{at: 66 * time.Second, who: 4, key: "stats", say: "The loop is opened again", do: (*Demo).unloops},
		{at: 69 * time.Second, who: 1, key: "redirect", say: "The redirect is done: a whole fan of tasks is ready", do: complete},
		{at: 71 * time.Second, who: 0, say: "Now everybody works in step", do: (*Demo).finale},
	}
}

// tell is the director: it tells the agents what to do, one thing at a time.
func (c *Demo) tell() {
	for _, b := range story() {
		if c.clock.until(c.ctx, b.at) != nil {
			return
		}
		var m *member
		who := ""
		if b.who > 0 {
			m = c.members[b.who-1]
			who = m.name
		}
		if b.say != "" {
			c.say(who, c.files[b.key], "%s", b.say)
		}
		// A beat can fail when a person joined in and changed what it is about. The story goes on around it.
		if b.do != nil {
			_ = b.do(c, m, c.files[b.key])
		}
	}
}

func (c *Demo) begins(m *member, file string) error {
	err := c.order(m, order{Do: doClaim, File: file})
	if err == nil {
		c.now(m, Working, file)
	}
	return err
}

func (c *Demo) ends(m *member, file string) error {
	err := c.order(m, order{Do: doComplete, File: file})
	c.now(m, Idle, "")
	return err
}

// now notes what an agent is at.
func (c *Demo) now(m *member, doing Doing, file string) {
	subject := ""
	if file != "" {
		subject = c.subject(file)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	m.state.Doing, m.state.File, m.state.Subject = doing, file, subject
}

func (c *Demo) stalls(m *member, file string) error {
	c.age(file)
	c.now(m, Stalled, file)
	return nil
}

// written gives the bytes an agent, or the stage, wrote last.
func (c *Demo) written(file string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last[file]
}

func (c *Demo) halves(m *member, file string) error {
	whole := c.written(file)
	return c.order(m, order{Do: doTear, File: file, Raw: whole[:len(whole)*6/10]})
}

func (c *Demo) mends(m *member, file string) error {
	return c.order(m, order{Do: doPut, File: file, Raw: c.written(file)})
}

func (c *Demo) renames(m *member, file string) error {
	c.mu.Lock()
	c.copies[file] = c.last[file]
	c.mu.Unlock()
	return c.order(m, order{Do: doRename, File: file, Text: c.subject(file) + " with examples"})
}

func (c *Demo) reverts(m *member, file string) error {
	c.mu.Lock()
	before := c.copies[file]
	c.mu.Unlock()
	return c.order(m, order{Do: doPut, File: file, Raw: before})
}

func (c *Demo) loops(m *member, file string) error {
	return c.order(m, order{Do: doLink, File: file, Other: c.files["dashboard"]})
}

func (c *Demo) unloops(m *member, file string) error {
	return c.order(m, order{Do: doUnlink, File: file, Other: c.files["dashboard"]})
}

const (
	roundTakes = 3400 * time.Millisecond // from one round of the finale to the next
	handTakes  = 250 * time.Millisecond  // from one agent to the next
)

// finale lets all agents complete and claim in rounds until nothing is left.
func (c *Demo) finale(*member, string) error {
	for {
		for _, m := range c.members {
			if err := c.clock.wait(c.ctx, handTakes); err != nil {
				return err
			}
			c.mu.Lock()
			file := m.state.File
			c.mu.Unlock()
			if file != "" {
				_ = c.ends(m, file) // a person may have taken it: then it is theirs
			}
		}
		l, err := c.reader.Read()
		if err == nil && allCompleted(l) {
			c.setDone(true, len(l.Tasks))
			return nil
		}
		if err := c.clock.wait(c.ctx, handTakes); err != nil {
			return err
		}
		for _, m := range c.members {
			if err := c.clock.wait(c.ctx, handTakes); err != nil {
				return err
			}
			c.takesNext(m)
		}
		if err := c.clock.wait(c.ctx, roundTakes-9*handTakes); err != nil {
			return err
		}
	}
}

// takesNext has an agent claim the first ready task in the order of the project.
func (c *Demo) takesNext(m *member) {
	l, err := c.reader.Read()
	if err != nil {
		return
	}
	ready := readyTasks(l)
	for _, it := range project() {
		for _, o := range ready {
			if o.File == c.files[it.key] {
				_ = c.begins(m, o.File) // a person may have been faster
				return
			}
		}
	}
	if len(ready) > 0 { // what a person added
		_ = c.begins(m, ready[0].File)
	}
}

// captions is how many captions the story has: one for each beat that says something, and the end.
func captions() int {
	n := 1
	for _, b := range story() {
		if b.say != "" {
			n++
		}
	}
	return n
}
