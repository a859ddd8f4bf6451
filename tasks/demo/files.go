package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sideboard/tasks/lock"
)

// task is one task file, with the members of Claude Code's form in their order. Like Claude Code's agents, the demo's
// drop other members when they write.
type task struct {
	File        string          `json:"-"` // base name
	ID          string          `json:"id"`
	Subject     string          `json:"subject"`
	Description string          `json:"description"`
	ActiveForm  string          `json:"activeForm,omitempty"`
	Owner       string          `json:"owner,omitempty"`
	Status      string          `json:"status"`
	Blocks      []string        `json:"blocks"`
	BlockedBy   []string        `json:"blockedBy"`
	Metadata    json.RawMessage `json:"metadata,omitempty"`
}

// The statuses of a task.
const (
	pending    = "pending"
	inProgress = "in_progress"
	completed  = "completed"
)

// errRefused is the error of an agent that must not claim or complete a task. Nothing was written.
var errRefused = errors.New("the task is not this agent's")

// encode returns the bytes of the file, laid out like JSON.stringify(t, null, 2).
func (t task) encode() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(t)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// load reads one task file. A file without the members that every task has is an error, as for Claude Code.
func (d *Demo) load(file string) (task, error) {
	raw, err := os.ReadFile(filepath.Join(d.dir, file))
	if err != nil {
		return task{}, err
	}
	t := task{File: file}
	if err := json.Unmarshal(raw, &t); err != nil {
		return task{}, fmt.Errorf("%s: %w", file, err)
	}
	if t.ID == "" || t.Blocks == nil || t.BlockedBy == nil || t.Status != pending && t.Status != inProgress &&
		t.Status != completed {
		return task{}, fmt.Errorf("%s is not a task", file)
	}
	return t, nil
}

// read returns all tasks in the order of their numbers, and whether every file could be read: agents skip one that is
// half-written.
func (d *Demo) read() (all []task, whole bool) {
	entries, err := os.ReadDir(d.dir)
	whole = err == nil
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		t, err := d.load(e.Name())
		if err != nil {
			whole = false
			continue
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b task) int { return number(a.File) - number(b.File) })
	return all, whole
}

// idOf returns the id of the task in a file, which is in its name.
func idOf(file string) string { return strings.TrimSuffix(file, ".json") }

// number returns the number in the name of a task file, 0 for another file.
func number(file string) int {
	n, _ := strconv.Atoi(idOf(file))
	return n
}

// isBlocked reports whether a task waits for one that exists and is not completed.
func isBlocked(t task, all []task) bool {
	return slices.ContainsFunc(all, func(o task) bool {
		return o.Status != completed && slices.Contains(t.BlockedBy, o.ID)
	})
}

// readyTasks returns the tasks that an agent may claim.
func readyTasks(all []task) (ready []task) {
	for _, t := range all {
		if t.Status == pending && t.Owner == "" && !isBlocked(t, all) {
			ready = append(ready, t)
		}
	}
	return ready
}

// locked calls do with the lock that Claude Code's agents take for a file.
func (d *Demo) locked(file string, do func() error) error {
	release, err := lock.Mkdir(context.Background(), filepath.Join(d.dir, file))
	if err != nil {
		return err
	}
	return errors.Join(do(), release())
}

// update changes a task file under its lock. Nothing is written if change returns an error.
func (d *Demo) update(file string, change func(*task) error) error {
	return d.locked(file, func() error {
		t, err := d.load(file)
		if err != nil {
			return err
		}
		if err := change(&t); err != nil {
			return err
		}
		raw, err := t.encode()
		if err != nil {
			return err
		}
		return d.overwriteFile(file, raw)
	})
}

// write replaces the bytes of a task file under its lock.
func (d *Demo) write(file string, raw []byte) error {
	return d.locked(file, func() error { return d.overwriteFile(file, raw) })
}

// overwriteFile truncates the file and writes it, as Claude Code does. The bytes are noted before any reader can see
// them.
func (d *Demo) overwriteFile(file string, raw []byte) error {
	d.mu.Lock()
	d.lastBytes[file] = raw
	d.mu.Unlock()
	return os.WriteFile(filepath.Join(d.dir, file), raw, 0o644)
}

// claim gives an agent a task that is free, or assigned to it.
func (d *Demo) claim(a *agent, file string) error {
	return d.update(file, func(t *task) error {
		if t.Status != pending || t.Owner != "" && t.Owner != a.name {
			return errRefused
		}
		t.Owner, t.Status = a.name, inProgress
		return nil
	})
}

// complete completes a task that the agent works on.
func (d *Demo) complete(a *agent, file string) error {
	return d.update(file, func(t *task) error {
		if !a.owns(*t) {
			return errRefused
		}
		t.Status = completed
		return nil
	})
}

// link makes a task wait for another, on both sides.
func (d *Demo) link(waiter, blocker string) error {
	return d.relink(waiter, blocker, func(ids []string, id string) []string { return append(without(ids, id), id) })
}

// unlink undoes link.
func (d *Demo) unlink(waiter, blocker string) error { return d.relink(waiter, blocker, without) }

// without returns ids with id removed.
func without(ids []string, id string) []string {
	return slices.DeleteFunc(ids, func(o string) bool { return o == id })
}

// relink changes a link on both sides: in the list of the waiter's blockers, and in that of those that wait for the
// blocker.
func (d *Demo) relink(waiter, blocker string, change func(ids []string, id string) []string) error {
	err := d.update(waiter, func(t *task) error { t.BlockedBy = change(t.BlockedBy, idOf(blocker)); return nil })
	if err != nil {
		return err
	}
	return d.update(blocker, func(t *task) error { t.Blocks = change(t.Blocks, idOf(waiter)); return nil })
}

// create writes a new task under the lock of the list, and links it to what it waits for. Its number is the one after
// the highest ever given.
func (d *Demo) create(t task) (task, error) {
	err := d.locked(listLock, func() error {
		mark, _ := os.ReadFile(filepath.Join(d.dir, ".highwatermark")) // without one, nothing was deleted yet
		highest, _ := strconv.Atoi(strings.TrimSpace(string(mark)))
		entries, err := os.ReadDir(d.dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			highest = max(highest, number(e.Name()))
		}
		t.ID = strconv.Itoa(highest + 1)
		t.File = t.ID + ".json"
		raw, err := t.encode()
		if err != nil {
			return err
		}
		return d.overwriteFile(t.File, raw)
	})
	if err != nil {
		return task{}, err
	}
	for _, id := range t.BlockedBy {
		err := d.update(id+".json", func(b *task) error { b.Blocks = append(b.Blocks, t.ID); return nil })
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return t, err
		}
	}
	return t, nil
}

// listLock is the file that is locked to create a task.
const listLock = ".lock"
