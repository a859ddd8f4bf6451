package demo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Provocation is an accident to show in a talk.
type Provocation uint8

const (
	Overwrite Provocation = iota + 1 // an agent saves the copy of a file it read before a person edited it
	Die                              // an agent is killed in the middle of a task
	HalfWrite                        // a file is left half-written for a few seconds
	CloseLoop                        // an agent adds a link that closes a dependency loop
)

const (
	repairDelay   = 3 * time.Second  // how long a file stays half-written, in the demo's time
	openLoopDelay = 20 * time.Second // how long a loop stays closed
)

// Provoke makes an accident happen. edited is the base name of the task file that a person edited last, "" for none.
// The error says why it cannot happen now.
func (d *Demo) Provoke(p Provocation, edited string) error {
	if d.config.Story {
		return errors.New("not in the story")
	}
	switch p {
	case Overwrite:
		return d.overwrite(edited)
	case Die:
		return d.kill()
	case HalfWrite:
		return d.leaveHalf()
	case CloseLoop:
		return d.closeLoop()
	}
	return fmt.Errorf("there is no provocation %d", p)
}

// pickAgent returns the name of the agent on a file, else of the first that is alive.
func (d *Demo) pickAgent(file string) (name string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err = errors.New("all agents are dead")
	for _, a := range d.agents {
		if a.alive && (err != nil || a.on.File == file) {
			name, err = a.name, nil
		}
	}
	return name, err
}

// overwrite has an agent save the copy that it read before a person edited the file.
func (d *Demo) overwrite(file string) error {
	was := d.lastWritten(file)
	now, err := os.ReadFile(filepath.Join(d.dir, file))
	switch {
	case file == "":
		return errors.New("there is no edit to overwrite: edit a task first")
	case was == nil:
		return errors.New("no agent has read this task before: there is no older copy")
	case errors.Is(err, os.ErrNotExist):
		return errors.New("the task is gone")
	case err != nil:
		return err
	case bytes.Equal(was, now):
		return errors.New("nobody has edited this task since an agent wrote it")
	}
	who, err := d.pickAgent(file)
	if err != nil {
		return err
	}
	if err := d.write(file, was); err != nil {
		return err
	}
	d.caption(who, file, "%s saved the copy of %s it had read before the edit", who, d.subject(file))
	return nil
}

// kill kills an agent that works on a task.
func (d *Demo) kill() error {
	d.mu.Lock()
	at := slices.IndexFunc(d.agents, func(a *agent) bool { return a.alive && a.on.File != "" })
	if at < 0 {
		d.mu.Unlock()
		return errors.New("no agent is on a task")
	}
	a := d.agents[at]
	on := a.on
	a.alive = false
	d.mu.Unlock()
	err := d.writeEndedSession(a)
	a.stop()
	d.caption(a.name, on.File, "%s was killed while it was on %s", a.name, on.Subject)
	return err
}

// half returns the beginning of a file.
func half(whole []byte) []byte { return whole[:len(whole)*6/10] }

// writeHalf writes the beginning of a file without a lock, as an agent that crashes while it writes.
func (d *Demo) writeHalf(file string, whole []byte) error {
	return os.WriteFile(filepath.Join(d.dir, file), half(whole), 0o644)
}

// leaveHalf leaves a file half-written for a while: of a running task, or else of the first.
func (d *Demo) leaveHalf() error {
	all, _ := d.read() // a file that cannot be read is not chosen
	at := max(0, slices.IndexFunc(all, func(t task) bool { return t.Status == inProgress }))
	if at >= len(all) {
		return errors.New("there is no task")
	}
	t := all[at]
	whole, err := os.ReadFile(filepath.Join(d.dir, t.File))
	if err != nil {
		return err
	}
	who, err := d.pickAgent(t.File)
	if err != nil {
		return err
	}
	if err := d.writeHalf(t.File, whole); err != nil {
		return err
	}
	d.caption(who, t.File, "%s has written only half of %s", who, t.Subject)
	d.after(repairDelay, func() { d.repair(t, whole) })
	return nil
}

// repair writes the whole file again, unless another process has written it meanwhile.
func (d *Demo) repair(t task, whole []byte) {
	who, err := d.pickAgent(t.File)
	if err != nil {
		d.after(pollInterval, func() { d.repair(t, whole) })
		return
	}
	err = d.locked(t.File, func() error {
		if now, err := os.ReadFile(filepath.Join(d.dir, t.File)); err != nil || !bytes.Equal(now, half(whole)) {
			return errRefused
		}
		return d.overwriteFile(t.File, whole)
	})
	if err == nil {
		d.caption(who, t.File, "%s has written the rest of %s", who, t.Subject)
	}
}

// closeLoop has an agent make a pending task wait for one that waits for it, and unlink it after a while.
func (d *Demo) closeLoop() error {
	blocker, waiter, found := d.findLoopPair()
	if !found {
		return errors.New("a loop needs a pending task that waits for another")
	}
	who, err := d.pickAgent("")
	if err != nil {
		return err
	}
	if err := d.link(blocker.File, waiter.File); err != nil {
		return err
	}
	d.caption(who, blocker.File, "%s made %s wait for %s, which waits for it: a loop", who, blocker.Subject,
		waiter.Subject)
	d.after(openLoopDelay, func() { d.openLoop(blocker, waiter) })
	return nil
}

// openLoop removes the link again, if it is still there.
func (d *Demo) openLoop(blocker, waiter task) {
	who, err := d.pickAgent("")
	if err != nil {
		d.after(pollInterval, func() { d.openLoop(blocker, waiter) })
		return
	}
	if now, err := d.load(blocker.File); err == nil && slices.Contains(now.BlockedBy, waiter.ID) &&
		d.unlink(blocker.File, waiter.File) == nil {
		d.caption(who, blocker.File, "%s opened the loop: %s does not wait for %s any more", who, blocker.Subject,
			waiter.Subject)
	}
}

// findLoopPair returns two pending tasks of which only the second waits for the other.
func (d *Demo) findLoopPair() (blocker, waiter task, found bool) {
	all, _ := d.read()
	for _, blocker = range all {
		for _, waiter = range all {
			if blocker.Status == pending && waiter.Status == pending &&
				slices.Contains(waiter.BlockedBy, blocker.ID) && !slices.Contains(blocker.BlockedBy, waiter.ID) {
				return blocker, waiter, true
			}
		}
	}
	return task{}, task{}, false
}

// setFileTimeBack makes a file half an hour older, so that its task has stalled. The bytes stay, and a rename has every
// watcher read the file again.
func (d *Demo) setFileTimeBack(file string) {
	tmp := filepath.Join(d.dir, ".demo-"+file+".tmp")
	long := time.Now().Add(-31 * time.Minute)
	_ = d.locked(file, func() error { // if it fails, the task has not stalled
		raw, err := os.ReadFile(filepath.Join(d.dir, file))
		if err == nil {
			err = errors.Join(os.WriteFile(tmp, raw, 0o644), os.Chtimes(tmp, long, long))
		}
		if err == nil {
			err = os.Rename(tmp, filepath.Join(d.dir, file))
		}
		return err
	})
	_ = os.Remove(tmp) // it is there only after an error
}
