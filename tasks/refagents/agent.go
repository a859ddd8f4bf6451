package refagents

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
)

// Agent is one agent of a dialect at work in a task directory, step by step. Claim and Complete of this package do whatever
// the dialect's own code permits; an Agent's methods change only what is free or its own.
type Agent struct {
	Name    string
	Dialect string
	Dir     string
	Now     func() time.Time
	Random  *rand.Rand // what random ids are drawn from
	rule    rule
}

// New returns an agent of the dialect that works in dir.
func New(dialect, dir, name string) (*Agent, error) {
	r, ok := ruleOf(dialect)
	if !ok {
		return nil, fmt.Errorf("no dialect %q: choose one of %s", dialect, strings.Join(Dialects(), ", "))
	}
	return &Agent{
		Name: name, Dialect: dialect, Dir: dir, rule: r,
		Now: time.Now, Random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())),
	}, nil
}

// Read lists the directory. An error is a *Raised, or says that the directory cannot be listed.
func (a *Agent) Read() (Listing, error) { return a.rule.read(a.Dir) }

// Load reads one task file.
func (a *Agent) Load(file string) (Task, error) {
	o, err := a.rule.load(a.Dir, file)
	if err != nil {
		return Task{}, err
	}
	return a.rule.parseTask(file, o)
}

// owns reports whether the task is running and this agent's to work on. Where nobody writes an owner, every running task is.
func (a *Agent) owns(t Task) bool {
	return t.Status == "in_progress" && (a.rule.noOwner || t.OwnedBy() == a.Name)
}

// Claim takes a task that was found ready. Most agents look at its file again, and the error is a *RefusedError when it is not
// free any more; those of the v6 family do not look: the last one to write has it. Claude Code's claim sets the owner
// alone, and Begin follows.
func (a *Agent) Claim(file string) error {
	return a.update(file, func(t Task, o *object) error {
		if a.rule.family != tolerant && (t.Status != "pending" || t.OwnedBy() != "") {
			return &RefusedError{ID: t.ID.Text, Why: "it is not free any more"}
		}
		if !a.rule.noOwner {
			o.set("owner", a.Name)
		}
		if a.rule.family != schema {
			o.set("status", "in_progress")
		}
		return nil
	})
}

// Begin sets the status of a task that this agent has claimed in Claude Code's way.
func (a *Agent) Begin(file string) error {
	return a.update(file, func(t Task, o *object) error {
		if t.Status != "pending" || t.OwnedBy() != a.Name {
			return &RefusedError{ID: t.ID.Text, Why: "it is not this agent's any more"}
		}
		o.set("status", "in_progress")
		return nil
	})
}

// Complete finishes a task this agent owns; the error is a *RefusedError when it does not. Where completing clears, the id leaves
// the others' lists first.
func (a *Agent) Complete(file string) error {
	done, err := a.Load(file)
	if err != nil {
		return err
	}
	refused := &RefusedError{ID: done.ID.Text, Why: "it is not this agent's any more"}
	if !a.owns(done) {
		return refused
	}
	if err := a.clear(done); err != nil {
		return err
	}
	return a.update(file, func(t Task, o *object) error {
		if !a.owns(t) {
			return refused
		}
		o.set("status", "completed")
		return nil
	})
}

// Release gives a task back: pending, and nobody's.
func (a *Agent) Release(file string) error {
	return a.update(file, func(_ Task, o *object) error {
		o.set("status", "pending")
		switch {
		case a.rule.nullOwner:
			o.set("owner", nil)
		case !a.rule.noOwner:
			o.set("owner", "")
		}
		return nil
	})
}

// clear removes a completed task's id from the lists of all others, where the dialect's agents do that. Ids of another JSON
// type stay: 1 is not "1". It looks into every list, the task's own too, and raises at one that is null.
func (a *Agent) clear(done Task) error {
	if !a.rule.clears {
		return nil
	}
	l, err := a.Read()
	if err != nil {
		return err
	}
	for _, t := range l.Tasks {
		o, err := a.rule.load(a.Dir, t.File)
		if err != nil {
			return err
		}
		if v, ok := o.get(a.rule.waitsKey); ok && v == nil {
			return &Raised{Exception: "TypeError", File: t.File, Why: a.rule.waitsKey + " is null"}
		}
		if t.File == done.File || !slices.Contains(t.WaitsFor, done.ID) {
			continue
		}
		if err := a.removeID(t.File, a.rule.waitsKey, done.ID); err != nil {
			return err
		}
	}
	return nil
}

// Link makes a task wait for another, on both sides where both are kept.
func (a *Agent) Link(waiter, blocker Task) error {
	err := a.addID(waiter.File, a.rule.waitsKey, blocker.ID)
	if err != nil || !a.rule.keepsBlocks() {
		return err
	}
	return a.addID(blocker.File, "blocks", waiter.ID)
}

// Unlink makes a task wait for another no more, on both sides where both are kept.
func (a *Agent) Unlink(waiter, blocker Task) error {
	err := a.removeID(waiter.File, a.rule.waitsKey, blocker.ID)
	if err != nil || !a.rule.keepsBlocks() {
		return err
	}
	return a.removeID(blocker.File, "blocks", waiter.ID)
}

// SetSubject gives the task another subject.
func (a *Agent) SetSubject(file, subject string) error {
	return a.update(file, func(_ Task, o *object) error { o.set("subject", subject); return nil })
}

func (a *Agent) addID(file, key string, id tasks.ID) error {
	return a.update(file, func(_ Task, o *object) error {
		if !slices.Contains(idsOf(o, key), id) {
			old, _ := o.get(key)
			o.set(key, append(slices.Clone(asList(old)), jsonID(id)))
		}
		return nil
	})
}

func (a *Agent) removeID(file, key string, id tasks.ID) error {
	return a.update(file, func(_ Task, o *object) error {
		old, _ := o.get(key)
		o.set(key, slices.DeleteFunc(slices.Clone(asList(old)), func(v any) bool { return idValue(v) == id }))
		return nil
	})
}

// Claim does what an agent called who does when it takes the task. The error is a *RefusedError when the
// dialect's own rule says no, a *Raised when its code would raise.
func Claim(dialect, dir, id, who string) error {
	return onTask(dialect, dir, id, who, func(a *Agent, l Listing, t Task) error {
		if ok, why := a.rule.canStart(dir, l, t); !ok {
			return &RefusedError{ID: id, Why: why}
		}
		if a.rule.oneRunning {
			for _, other := range l.Tasks {
				if other.Status == "in_progress" && other.OwnedBy() == who {
					return &RefusedError{ID: id, Why: who + " is on " + other.ID.Text}
				}
			}
		}
		return a.rewrite(t.File, func(_ Task, o *object) error {
			if !a.rule.noOwner {
				o.set("owner", who)
			}
			o.set("status", "in_progress")
			return nil
		})
	})
}

// Complete does what an agent called who does when it has finished the task.
func Complete(dialect, dir, id, who string) error {
	return onTask(dialect, dir, id, who, func(a *Agent, l Listing, t Task) error {
		if (a.rule.family == dataclass || a.rule.family == checked) && t.Status != "in_progress" {
			return &RefusedError{ID: id, Why: "it is " + t.Status}
		}
		if a.rule.ownerCompletes && t.OwnedBy() != who {
			return &RefusedError{ID: id, Why: "its owner is " + strconv.Quote(t.OwnedBy())}
		}
		if err := a.clear(t); err != nil {
			return err
		}
		return a.rewrite(t.File, func(_ Task, o *object) error { o.set("status", "completed"); return nil })
	})
}

// Describe gives the task another description, and returns the one it finds. Between its reading and its writing the
// agent takes as long as it likes: where the dialect has no lock, what others write meanwhile is overwritten.
func Describe(dialect, dir, id, text string, thinks time.Duration) (before string, err error) {
	err = onTask(dialect, dir, id, "", func(a *Agent, _ Listing, t Task) error {
		return a.rewrite(t.File, func(_ Task, o *object) error {
			before, _ = stringOf(o, "description")
			time.Sleep(thinks)
			o.set("description", text)
			return nil
		})
	})
	return before, err
}

// onTask runs one action under the dialect's lock, on what the agent reads inside it.
func onTask(dialect, dir, id, who string, do func(*Agent, Listing, Task) error) error {
	a, err := New(dialect, dir, who)
	if err != nil {
		return err
	}
	want := a.rule.fileName(id)
	release, err := a.rule.lock(dir, want)
	if err != nil {
		return err
	}
	defer release()
	l, err := a.Read()
	if err != nil {
		return err
	}
	for _, t := range l.Tasks {
		if t.File == want {
			return do(a, l, t)
		}
	}
	return &Raised{Exception: "FileNotFoundError", File: want, Why: "no task " + id}
}
