package refagents

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// Claim does what an agent called who does when it takes the task. The error is a *Refused when the
// dialect's own rule says no, a *Raised when its code would raise.
func Claim(dialect, dir, id, who string) error {
	return onTask(dialect, dir, id, func(r rule, l Listing, t Task) error {
		if ok, why := r.canStart(dir, l, t); !ok {
			return &Refused{ID: id, Why: why}
		}
		if r.oneRunning {
			for _, other := range l.Tasks {
				if other.Status == "in_progress" && other.OwnedBy() == who {
					return &Refused{ID: id, Why: who + " is on " + other.ID.Text}
				}
			}
		}
		return r.rewrite(dir, t.File, func(o *object) {
			if !r.noOwner {
				o.set("owner", who)
			}
			o.set("status", "in_progress")
		})
	})
}

// Complete does what an agent called who does when it has finished the task.
func Complete(dialect, dir, id, who string) error {
	return onTask(dialect, dir, id, func(r rule, l Listing, t Task) error {
		if (r.family == dataclass || r.family == checked) && t.Status != "in_progress" {
			return &Refused{ID: id, Why: "it is " + t.Status}
		}
		if r.ownerCompletes && t.OwnedBy() != who {
			return &Refused{ID: id, Why: "its owner is " + strconv.Quote(t.OwnedBy())}
		}
		if r.clears {
			if err := r.clear(dir, l, t); err != nil {
				return err
			}
		}
		return r.rewrite(dir, t.File, func(o *object) { o.set("status", "completed") })
	})
}

// Describe gives the task another description, and answers the one it finds. Between its reading and its writing the
// agent takes as long as it likes: where the dialect has no lock, whoever writes meanwhile is overwritten.
func Describe(dialect, dir, id, text string, thinks time.Duration) (before string, err error) {
	err = onTask(dialect, dir, id, func(r rule, _ Listing, t Task) error {
		return r.rewrite(dir, t.File, func(o *object) {
			before, _ = stringOf(o, "description")
			time.Sleep(thinks)
			o.set("description", text)
		})
	})
	return before, err
}

// act runs one action under the dialect's lock, on what the agent reads inside it.
func onTask(dialect, dir, id string, do func(rule, Listing, Task) error) error {
	r, ok := ruleOf(dialect)
	if !ok {
		return fmt.Errorf("strict: no dialect %q", dialect)
	}
	release, err := r.lock(dir, r.fileName(id))
	if err != nil {
		return err
	}
	defer release()
	l, err := Read(dialect, dir)
	if err != nil {
		return err
	}
	want := r.fileName(id)
	for _, t := range l.Tasks {
		if t.File == want {
			return do(r, l, t)
		}
	}
	return &Raised{Exception: "FileNotFoundError", File: want, Why: "no task " + id}
}

// clear removes the id from the lists of all others. Ids of another JSON type stay: 1 is not "1". It looks into every
// list, its own too, and raises at one that is null.
func (r rule) clear(dir string, l Listing, done Task) error {
	for _, t := range l.Tasks {
		if r.family == dict {
			o, err := r.load(dir, t.File)
			if err != nil {
				return err
			}
			if v, ok := o.get(r.waitsKey); ok && v == nil {
				return &Raised{Exception: "TypeError", File: t.File, Why: r.waitsKey + " is null"}
			}
		}
		if t.File == done.File || !slices.Contains(t.WaitsFor, done.ID) {
			continue
		}
		err := r.rewrite(dir, t.File, func(o *object) {
			old, _ := o.get(r.waitsKey)
			left := slices.DeleteFunc(slices.Clone(asList(old)), func(v any) bool { return idValue(v) == done.ID })
			o.set(r.waitsKey, left)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rewrite reads a file, lets it be changed, and writes the whole of it as that dialect's code does.
func (r rule) rewrite(dir, name string, change func(*object)) error {
	o, err := r.load(dir, name)
	if err != nil {
		return err
	}
	o = r.reshape(o)
	change(o)
	if r.stampKey != "" {
		o.set(r.stampKey, number(strconv.FormatFloat(float64(time.Now().UnixMicro())/1e6, 'f', -1, 64)))
	}
	raw := encode(o, r.language(), r.ascii)
	path := filepath.Join(dir, name)
	if !r.flock {
		return os.WriteFile(path, raw, 0o644)
	}
	tmp := filepath.Join(dir, fmt.Sprintf(".%s.%d.%d.tmp", name, os.Getpid(), 1))
	if err := os.WriteFile(tmp, raw, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// shape gives the members the order they have after they went through the dialect's own type. A dict keeps its
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
