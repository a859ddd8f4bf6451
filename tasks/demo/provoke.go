package demo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	healsAfter = 3 * time.Second  // how long a file stays half-written, in the demo's time
	opensAfter = 20 * time.Second // how long a loop stays closed
)

// Provoke makes something happen to the task file of that base name; with "" the crew chooses. The error says
// in words why it can not happen now. It waits for the agent that does it, so not longer than a write takes.
func (c *Demo) Provoke(p Provocation, file string) error {
	if c.config.Story {
		return errors.New("the story tells itself")
	}
	if file != "" {
		if file != filepath.Base(file) || !strings.HasSuffix(file, ".json") {
			return fmt.Errorf("%q is no task file", file)
		}
	}
	switch p {
	case Overwrite:
		return c.overwrite(file)
	case Die:
		return c.murder(file)
	case HalfWrite:
		return c.tear(file)
	case CloseLoop:
		return c.closeLoop(file)
	}
	return fmt.Errorf("there is no provocation %d", p)
}

// order has an agent do something now, and waits until it is done.
func (c *Demo) order(m *member, o order) error {
	answer, err := m.send(o)
	if err != nil {
		return err
	}
	select {
	case err := <-answer:
		return err
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
}

// agent picks who does something for the stage: the one that is on the file, else each in turn.
func (c *Demo) agent(file string) (*member, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var alive []*member
	for _, m := range c.members {
		if !m.state.Alive {
			continue
		}
		if file != "" && m.state.File == file {
			return m, nil
		}
		alive = append(alive, m)
	}
	if len(alive) == 0 {
		return nil, errors.New("all agents are dead")
	}
	c.hand++
	return alive[c.plan.roll("hand", "", fmt.Sprint(c.hand), uint64(len(alive)))], nil
}

// overwrite has an agent save what it had read before a person edited the file.
func (c *Demo) overwrite(file string) error {
	if file == "" {
		file = c.edited()
	}
	c.mu.Lock()
	was, known := c.last[file]
	c.mu.Unlock()
	now, err := os.ReadFile(filepath.Join(c.dir, file))
	switch {
	case file == "":
		return errors.New("there is no edit to overwrite: edit a task first")
	case errors.Is(err, os.ErrNotExist):
		return errors.New("the task is gone")
	case err != nil:
		return err
	case !known:
		return errors.New("no agent has read this task before: there is no older copy")
	case bytes.Equal(was, now):
		return errors.New("nobody has edited this task since an agent wrote it")
	}
	m, err := c.agent(file)
	if err != nil {
		return err
	}
	if err := c.order(m, order{Do: doPut, File: file, Raw: was}); err != nil {
		return err
	}
	c.say(m.name, file, "%s saved the copy of %s it had read before the edit", m.name, c.subject(file))
	return nil
}

// edited finds the task file a person wrote last: the newest whose bytes no agent wrote.
func (c *Demo) edited() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	newest, found := time.Time{}, ""
	for file, was := range c.last {
		path := filepath.Join(c.dir, file)
		info, err := os.Stat(path)
		now, e := os.ReadFile(path)
		if err != nil || e != nil || c.torn[file] != nil || bytes.Equal(was, now) {
			continue
		}
		if info.ModTime().After(newest) {
			newest, found = info.ModTime(), file
		}
	}
	return found
}

// murder kills an agent in the middle of a task.
func (c *Demo) murder(file string) error {
	c.mu.Lock()
	at := slices.IndexFunc(c.members, func(m *member) bool {
		return m.state.Alive && m.state.File != "" && (file == "" || m.state.File == file)
	})
	if at < 0 {
		c.mu.Unlock()
		return errors.New("no agent is on a task")
	}
	m := c.members[at]
	subject, on := m.state.Subject, m.state.File
	c.mu.Unlock()
	m.kill()
	c.say(m.name, on, "%s was killed while it was on %s", m.name, subject)
	return nil
}

// tear leaves a file half-written, and has it healed after a while.
func (c *Demo) tear(file string) error {
	if file == "" {
		file = c.someFile()
	}
	whole, err := os.ReadFile(filepath.Join(c.dir, file))
	if err != nil {
		return errors.New("the task is gone")
	}
	if _, err := c.reader.Load(file); err != nil {
		return errors.New("the file is half-written already")
	}
	m, err := c.agent(file)
	if err != nil {
		return err
	}
	subject := c.subject(file)
	c.mu.Lock()
	c.torn[file] = whole
	c.mu.Unlock()
	half := whole[:len(whole)*6/10]
	if err := c.order(m, order{Do: doTear, File: file, Raw: half}); err != nil {
		return err
	}
	c.say(m.name, file, "%s has written only half of %s", m.name, subject)
	c.later(healsAfter, func() { c.heal(file, whole, half, subject) })
	return nil
}

// heal writes the whole file again, unless somebody else has written it meanwhile. It takes whichever agent is
// alive, and waits for one.
func (c *Demo) heal(file string, whole, half []byte, subject string) {
	for c.ctx.Err() == nil {
		now, err := os.ReadFile(filepath.Join(c.dir, file))
		if err != nil || !bytes.Equal(now, half) {
			break
		}
		m, err := c.agent(file)
		if err == nil && c.order(m, order{Do: doPut, File: file, Raw: whole}) == nil {
			c.say(m.name, file, "%s has written the rest of %s", m.name, subject)
			break
		}
		if c.clock.wait(c.ctx, time.Second) != nil {
			return
		}
	}
	c.mu.Lock()
	delete(c.torn, file)
	c.mu.Unlock()
}

// someFile picks a task that is worked on, or else the first of all.
func (c *Demo) someFile() string {
	l, _ := c.reader.Read() // what cannot be read is no candidate
	for _, t := range l.Tasks {
		if t.Status == "in_progress" {
			return t.File
		}
	}
	if len(l.Tasks) > 0 {
		return l.Tasks[0].File
	}
	return ""
}

// age sets the time of a file back, so that half a minute of stalling in the demo stands for half an hour. It is the
// stage's doing, not an agent's: the bytes stay, and a rename makes every watcher look.
func (c *Demo) age(file string) {
	path := filepath.Join(c.dir, file)
	raw, err := os.ReadFile(path)
	if err != nil {
		return
	}
	long := time.Now().Add(-31 * time.Minute)
	tmp := filepath.Join(c.dir, ".stage-"+file+".tmp")
	if os.WriteFile(tmp, raw, 0o644) == nil && os.Chtimes(tmp, long, long) == nil {
		now, err := os.ReadFile(path)
		if err == nil && bytes.Equal(now, raw) && os.Rename(tmp, path) == nil {
			return
		}
	}
	_ = os.Remove(tmp)
}
