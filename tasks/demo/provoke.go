package demo

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sideboard/tasks/refagents"
)

const (
	repairDelay   = 3 * time.Second  // how long a file stays half-written, in the demo's time
	openLoopDelay = 20 * time.Second // how long a loop stays closed
)

// Provoke makes something happen to the task file of that base name; with "" the demo chooses. The error says
// in words why it cannot happen now. It waits for the agent that does it, so not longer than a write takes.
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
		return c.kill(file)
	case HalfWrite:
		return c.writeHalfFile(file)
	case CloseLoop:
		return c.closeLoop(file)
	}
	return fmt.Errorf("there is no provocation %d", p)
}

// send has an agent do something now, and waits until it is done.
func (c *Demo) send(m *process, o order) error {
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

// pickAgent returns the agent that is to do something: the one that is on the file, else each in turn.
func (c *Demo) pickAgent(file string) (*process, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var alive []*process
	for _, m := range c.agents {
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
	c.picks++
	return alive[c.plan.roll("hand", "", fmt.Sprint(c.picks), uint64(len(alive)))], nil
}

// insist has an agent do something, the one that is on the file before others, and waits for one that is alive. It gives
// up when that is needless, and returns nil.
func (c *Demo) insist(file string, o order, needless func() bool) *process {
	for c.ctx.Err() == nil && !needless() {
		m, err := c.pickAgent(file)
		if err == nil && c.send(m, o) == nil {
			return m
		}
		_ = c.clock.wait(c.ctx, pollInterval)
	}
	return nil
}

// overwrite has an agent save what it had read before a person edited the file.
func (c *Demo) overwrite(file string) error {
	if file == "" {
		file = c.lastEdited()
	}
	c.mu.Lock()
	was, known := c.lastBytes[file]
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
	m, err := c.pickAgent(file)
	if err != nil {
		return err
	}
	if err := c.send(m, order{Do: doWrite, File: file, Raw: was}); err != nil {
		return err
	}
	c.caption(m.name, file, "%s saved the copy of %s it had read before the edit", m.name, c.subject(file))
	return nil
}

// lastEdited returns the task file a person wrote last: the newest whose bytes no agent wrote.
func (c *Demo) lastEdited() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	newest, found := time.Time{}, ""
	for file, was := range c.lastBytes {
		path := filepath.Join(c.dir, file)
		info, err := os.Stat(path)
		now, e := os.ReadFile(path)
		if err != nil || e != nil || c.halfWritten[file] != nil || bytes.Equal(was, now) {
			continue
		}
		if info.ModTime().After(newest) {
			newest, found = info.ModTime(), file
		}
	}
	return found
}

// kill kills an agent in the middle of a task.
func (c *Demo) kill(file string) error {
	c.mu.Lock()
	at := slices.IndexFunc(c.agents, func(m *process) bool {
		return m.state.Alive && m.state.File != "" && (file == "" || m.state.File == file)
	})
	if at < 0 {
		c.mu.Unlock()
		return errors.New("no agent is on a task")
	}
	m := c.agents[at]
	subject, on := m.state.Subject, m.state.File
	c.mu.Unlock()
	m.kill()
	c.caption(m.name, on, "%s was killed while it was on %s", m.name, subject)
	return nil
}

// writeHalfFile leaves a file half-written, and has it repaired after a while.
func (c *Demo) writeHalfFile(file string) error {
	if file == "" {
		file = c.pickFile()
	}
	whole, err := os.ReadFile(filepath.Join(c.dir, file))
	if err != nil {
		return errors.New("the task is gone")
	}
	if _, err := c.reader.Load(file); err != nil {
		return errors.New("the file is half-written already")
	}
	m, err := c.pickAgent(file)
	if err != nil {
		return err
	}
	subject := c.subject(file)
	c.mu.Lock()
	c.halfWritten[file] = whole
	c.mu.Unlock()
	half := whole[:len(whole)*6/10]
	if err := c.send(m, order{Do: doWriteInPlace, File: file, Raw: half}); err != nil {
		return err
	}
	c.caption(m.name, file, "%s has written only half of %s", m.name, subject)
	c.after(repairDelay, func() { c.repair(file, whole, half, subject) })
	return nil
}

// repair writes the whole file again, unless somebody else has written it meanwhile.
func (c *Demo) repair(file string, whole, half []byte, subject string) {
	m := c.insist(file, order{Do: doWrite, File: file, Raw: whole}, func() bool {
		now, err := os.ReadFile(filepath.Join(c.dir, file))
		return err != nil || !bytes.Equal(now, half)
	})
	if m != nil {
		c.caption(m.name, file, "%s has written the rest of %s", m.name, subject)
	}
	c.mu.Lock()
	delete(c.halfWritten, file)
	c.mu.Unlock()
}

// pickFile returns the file of a task that is worked on, or else the first of all.
func (c *Demo) pickFile() string {
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

// setFileTimeBack sets the time of a file back, so that half a minute of stalling in the demo stands for half an hour. The demo
// does it, not an agent: the bytes stay, and a rename makes every watcher look.
func (c *Demo) setFileTimeBack(file string) {
	path := filepath.Join(c.dir, file)
	raw, err := os.ReadFile(path)
	if err != nil {
		return
	}
	long := time.Now().Add(-31 * time.Minute)
	tmp := filepath.Join(c.dir, ".demo-"+file+".tmp")
	if os.WriteFile(tmp, raw, 0o644) == nil && os.Chtimes(tmp, long, long) == nil {
		now, err := os.ReadFile(path)
		if err == nil && bytes.Equal(now, raw) && os.Rename(tmp, path) == nil {
			return
		}
	}
	_ = os.Remove(tmp)
}

// closeLoop has an agent make a pending task wait for one that waits for it.
func (c *Demo) closeLoop(file string) error {
	blocker, waiter, err := c.findLoopPair(file)
	if err != nil {
		return err
	}
	m, err := c.pickAgent("")
	if err != nil {
		return err
	}
	if err := c.linkBothWays(m, blocker, waiter); err != nil {
		return err
	}
	c.caption(m.name, blocker.File, "%s made %s wait for %s, which waits for it: a loop", m.name, blocker.Subject, waiter.Subject)
	c.after(openLoopDelay, func() { c.openLoop(blocker, waiter) })
	return nil
}

func (c *Demo) linkBothWays(m *process, blocker, waiter refagents.Task) error {
	if !slices.Contains(waiter.WaitsFor, blocker.ID) {
		if err := c.send(m, order{Do: doLink, File: waiter.File, Other: blocker.File}); err != nil {
			return err
		}
	}
	return c.send(m, order{Do: doLink, File: blocker.File, Other: waiter.File})
}

// openLoop takes the link out again, if nobody did before.
func (c *Demo) openLoop(blocker, waiter refagents.Task) {
	m := c.insist("", order{Do: doUnlink, File: blocker.File, Other: waiter.File}, func() bool {
		now, err := c.reader.Load(blocker.File)
		return errors.Is(err, fs.ErrNotExist) || err == nil && !slices.Contains(now.WaitsFor, waiter.ID)
	})
	if m != nil {
		c.caption(m.name, blocker.File, "%s opened the loop: %s does not wait for %s any more", m.name, blocker.Subject, waiter.Subject)
	}
}

// findLoopPair returns two pending tasks of which the second waits for the first, or at least could.
func (c *Demo) findLoopPair(file string) (blocker, waiter refagents.Task, err error) {
	l, err := c.reader.Read()
	if err != nil {
		return refagents.Task{}, refagents.Task{}, err
	}
	cards := slices.DeleteFunc(l.Tasks, func(o refagents.Task) bool { return o.Status != "pending" })
	var first, second *refagents.Task
	for i := range cards {
		for j := range cards {
			a, b := &cards[i], &cards[j]
			if i == j || file != "" && a.File != file && b.File != file || slices.Contains(a.WaitsFor, b.ID) {
				continue
			}
			linked := slices.Contains(b.WaitsFor, a.ID)
			if first == nil || linked && !slices.Contains(second.WaitsFor, first.ID) {
				first, second = a, b
			}
		}
	}
	if first == nil {
		return refagents.Task{}, refagents.Task{}, errors.New("a loop needs two pending tasks")
	}
	return *first, *second, nil
}
