package refagents

import (
	"strconv"
	"time"
)

// Claim does what an agent called who does when it takes the task. The error is a *Refused when the
// dialect's own rule says no, a *Raised when its code would raise.
func Claim(dialect, dir, id, who string) error {
	return onTask(dialect, dir, id, who, func(a *Agent, l Listing, t Task) error {
		if ok, why := a.rule.canStart(dir, l, t); !ok {
			return &Refused{ID: id, Why: why}
		}
		if a.rule.oneRunning {
			for _, other := range l.Tasks {
				if other.Status == "in_progress" && other.OwnedBy() == who {
					return &Refused{ID: id, Why: who + " is on " + other.ID.Text}
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
			return &Refused{ID: id, Why: "it is " + t.Status}
		}
		if a.rule.ownerCompletes && t.OwnedBy() != who {
			return &Refused{ID: id, Why: "its owner is " + strconv.Quote(t.OwnedBy())}
		}
		if err := a.Clear(t); err != nil {
			return err
		}
		return a.rewrite(t.File, func(_ Task, o *object) error { o.set("status", "completed"); return nil })
	})
}

// Describe returns the task another description, and returns the one it finds. Between its reading and its writing the
// agent takes as long as it likes: where the dialect has no lock, whoever writes meanwhile is overwritten.
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
