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

// update changes a task file under the dialect's lock. What change refuses is not written.
func (a *Agent) update(file string, change func(Task, *object) error) error {
	release, err := a.rule.lock(a.Dir, file)
	if err != nil {
		return err
	}
	defer release()
	return a.rewrite(file, change)
}

// rewrite reads a file, lets it be changed, and writes the whole of it as that dialect's code does.
func (a *Agent) rewrite(file string, change func(Task, *object) error) error {
	o, err := a.rule.load(a.Dir, file)
	if err != nil {
		return err
	}
	t, err := a.rule.parseTask(file, o)
	if err != nil {
		return err
	}
	o = a.rule.reshape(o)
	if err := change(t, o); err != nil {
		return err
	}
	if a.rule.stampKey != "" {
		o.set(a.rule.stampKey, seconds(a.Now()))
	}
	return a.write(file, encode(o, a.rule.ascii))
}

// write replaces a file by a rename if the dialect's agents do, and truncates it otherwise.
func (a *Agent) write(file string, data []byte) error {
	path := filepath.Join(a.Dir, file)
	if !a.rule.flock {
		return os.WriteFile(path, data, 0o644)
	}
	tmp := filepath.Join(a.Dir, fmt.Sprintf(".%s.%d.%d.tmp", file, os.Getpid(), 1))
	if err := os.WriteFile(tmp, data, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// writeNew writes a file that must not exist yet.
func (a *Agent) writeNew(file string, data []byte) error {
	f, err := os.OpenFile(filepath.Join(a.Dir, file), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// reshape gives the members the order they have after they went through the dialect's own type. A dict keeps its
// order; a dataclass has that of its fields, with the defaults filled in; Claude Code's schema drops what it
// does not know.
func (r rule) reshape(o *object) *object {
	if r.family == dict {
		return o
	}
	shaped := &object{}
	for _, key := range r.keys {
		v, ok := o.get(key)
		switch {
		case ok:
			shaped.set(key, v)
		case r.family == schema:
		default:
			shaped.set(key, defaultOf(key, o))
		}
	}
	return shaped
}

func defaultOf(key string, o *object) any {
	switch key {
	case "status":
		return "pending"
	case "blocks", "blocked_by":
		return []any{}
	case "metadata":
		return &object{}
	case "worktree":
		return nil
	case "active_form":
		subject, _ := stringOf(o, "subject")
		return "Working on: " + subject
	}
	return ""
}

// seconds returns a time as Python prints time.time(), which has microseconds at best.
func seconds(t time.Time) number {
	s := strconv.FormatFloat(float64(t.UnixMicro())/1e6, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return number(s)
}

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
		o, file := a.newTask(id, d), a.rule.fileName(id)
		err = a.writeNew(file, encode(o, a.rule.ascii))
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

// newTask returns the members of a new task.
func (a *Agent) newTask(id string, d Draft) *object {
	now := string(seconds(a.Now()))
	t := Row{
		ID: tasks.ID{Text: id, Num: a.rule.family == dict}, Subject: d.Subject, Description: d.Description, Status: "pending", Active: d.ActiveForm,
		Created: now, Updated: now,
	}
	for _, blocker := range d.WaitsFor {
		t.Waits = append(t.Waits, blocker.ID)
	}
	return FormOf(a.Dialect).object(t)
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

// lock takes the lock the dialect's agents take for an action on the file, and returns what releases it.
func (r rule) lock(dir, name string) (func(), error) {
	switch {
	case r.flock:
		return flock(filepath.Join(dir, ".lock"))
	case r.family == schema:
		return properLock(filepath.Join(dir, name))
	}
	return func() {}, nil
}

// properLock is the npm package proper-lockfile with 30 retries: a directory next to the target, taken over when
// it was not touched for 10 seconds.
func properLock(target string) (func(), error) {
	real, err := filepath.EvalSymlinks(target)
	if err != nil {
		return nil, &Raised{Exception: "ENOENT", File: filepath.Base(target), Why: "the target of a lock must exist"}
	}
	path := real + ".lock"
	wait := 5 * time.Millisecond
	for range 30 {
		err := os.Mkdir(path, 0o777)
		if err == nil {
			return func() { _ = os.Remove(path) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, &Raised{Exception: "EIO", File: filepath.Base(path), Why: err.Error()}
		}
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > 10*time.Second {
			if err := checkLockDir(path); err != nil {
				return nil, err
			}
			_ = os.Remove(path)
			continue
		}
		time.Sleep(wait)
		wait = min(2*wait, 100*time.Millisecond)
	}
	return nil, &Raised{Exception: "ELOCKED", File: filepath.Base(path), Why: "somebody else holds the lock"}
}
