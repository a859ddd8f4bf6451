package refagents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
)

// Draft is a task to be created.
type Draft struct {
	Subject, Description, ActiveForm string
	WaitsFor                         []Task
}

// highWaterMark is the file in which some agents keep the highest id they ever gave.
const highWaterMark = ".highwatermark"

// MakeDir makes the task directory, with the lock that some agents expect in it.
func (a *Agent) MakeDir() error {
	if err := os.MkdirAll(a.Dir, 0o755); err != nil {
		return err
	}
	if a.rule.flock || a.rule.family == schema {
		return os.WriteFile(filepath.Join(a.Dir, ".lock"), nil, 0o644)
	}
	return nil
}

// Create writes a new task and links it to what it waits for. The agents that count remember the highest number, and
// several at once overwrite each other's new tasks; this one looks for it each time and overwrites nothing.
func (a *Agent) Create(d Draft) (Task, error) {
	t, err := a.createFile(d)
	if err != nil || !a.rule.keepsBlocks() {
		return t, err
	}
	for _, blocker := range d.WaitsFor {
		if err := a.addID(blocker.File, "blocks", t.ID); err != nil {
			return t, err
		}
	}
	return t, nil
}

func (a *Agent) createFile(d Draft) (Task, error) {
	release, err := a.rule.lock(a.Dir, ".lock")
	if err != nil {
		return Task{}, err
	}
	defer release()
	for range 50 {
		id, err := a.newID()
		if err != nil {
			return Task{}, err
		}
		o, file := a.rule.newTask(id, d, a.Now()), a.rule.fileName(id)
		err = a.writeNew(file, encode(o, a.rule.language(), a.rule.ascii))
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil && a.rule.highWaterMark {
			err = os.WriteFile(filepath.Join(a.Dir, highWaterMark), []byte(id), 0o644)
		}
		if err != nil {
			return Task{}, err
		}
		return a.rule.parseTask(file, o)
	}
	return Task{}, fmt.Errorf("no free id for %q", d.Subject)
}

// newID returns the id of the next task: the number after the highest, or one with a random part.
func (a *Agent) newID() (string, error) {
	switch a.rule.family {
	case dataclass:
		return fmt.Sprintf("task_%d_%04d", a.Now().Unix(), a.Random.IntN(10000)), nil
	case checked:
		return fmt.Sprintf("task_%08x", a.Random.Uint32()), nil
	}
	entries, err := os.ReadDir(a.Dir)
	if err != nil {
		return "", err
	}
	mark, _ := os.ReadFile(filepath.Join(a.Dir, highWaterMark)) // none yet: nothing was deleted
	highest, _ := strconv.Atoi(strings.TrimSpace(string(mark)))
	for _, e := range entries {
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(e.Name(), a.rule.prefix), ".json"))
		if err == nil {
			highest = max(highest, n)
		}
	}
	return strconv.Itoa(highest + 1), nil
}

// newTask returns the object of a new task, its members in the order the dialect writes them.
func (r rule) newTask(id string, d Draft, at time.Time) *object {
	o := &object{}
	for _, key := range r.keys {
		var v any
		switch key {
		case "id":
			v = jsonID(tasks.ID{Text: id, Num: r.family == dict})
		case "subject":
			v = d.Subject
		case "description":
			v = d.Description
		case "status":
			v = "pending"
		case r.activeKey:
			v = d.ActiveForm
		case r.waitsKey:
			ids := []any{}
			for _, blocker := range d.WaitsFor {
				ids = append(ids, jsonID(blocker.ID))
			}
			v = ids
		case "created_at", r.stampKey:
			v = seconds(at)
		case "owner", "worktree":
			if !r.nullOwner {
				v = ""
			}
		default:
			v = defaultOf(key, o)
		}
		if r.family != schema || key != "owner" && key != "metadata" {
			o.set(key, v)
		}
	}
	return o
}
