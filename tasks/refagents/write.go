package refagents

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
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
	return a.write(file, encode(o, a.rule.language(), a.rule.ascii))
}

// Write writes bytes as the task file, under the dialect's lock and in the way its agents write.
func (a *Agent) Write(file string, data []byte) error {
	release, err := a.rule.lock(a.Dir, file)
	if err != nil {
		return err
	}
	defer release()
	return a.write(file, data)
}

// write replaces a file by a rename where the dialect's agents do, and truncates it elsewhere.
func (a *Agent) write(file string, data []byte) error {
	a.onWrite(file, data)
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
	a.onWrite(file, data)
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

func (a *Agent) onWrite(file string, data []byte) {
	if a.OnWrite != nil {
		a.OnWrite(file, data)
	}
}

// reshape returns the members the order they have after they went through the dialect's own type. A dict keeps its
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
