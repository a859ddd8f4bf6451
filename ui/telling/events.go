package telling

import (
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
)

// kind is what others are told of, the most urgent first.
type kind uint8

const (
	problem   kind = iota // a file cannot be read, or the directory is gone
	needsYou              // something began to need a person
	allDone               // everything is completed
	ready                 // a task can be started that could not be before
	completed             // a task was completed
	kinds
)

// String returns its word for programs.
func (k kind) String() string {
	return [...]string{"problem", "needs-you", "all-done", "ready", "completed"}[k]
}

// rings reports whether the terminal's bell is for it.
func (k kind) rings() bool { return k <= allDone }

// event is one thing that others are told of.
type event struct {
	kind      kind
	at        time.Time
	key       tasks.Key // zero where it is about no task
	subject   string    // raw; of a task that is gone by now
	who       string
	why, verb string // of what needs a person: why, and what can be done about it
}

// eventsOf returns what is to be told of a change of the board: what others completed, and what is ready because of them. What
// was done at this board is known there.
func eventsOf(b *board.Board, d board.Diff) (all []event) {
	for _, e := range d.Events {
		if e.Mine != 0 {
			continue
		}
		free := e.Unblocked
		switch e.Kind {
		case board.Completed:
			all = append(all, event{kind: completed, at: e.At, key: e.Key, subject: e.Subject, who: e.Who})
		case board.Created, board.Released, board.Reopened, board.Repaired:
			if b.State(e.Key) == board.Ready {
				all = append(all, event{kind: ready, at: e.At, key: e.Key, subject: e.Subject, who: e.Who})
			}
		}
		for _, k := range free {
			if b.State(k) == board.Ready {
				all = append(all, event{kind: ready, at: e.At, key: k, who: e.Who})
			}
		}
	}
	return all
}

// standing is how a board stands, as far as a change of it is told.
type standing struct {
	at    time.Time
	needs []board.Need
	done  bool   // everything is completed
	lost  string // why the directory cannot be read, "" where it can
}

// eventsBetween returns what is to be told between two looks at a board: what began to need a person, and the end of the work.
// What an agent has been doing since before opened is no news.
func eventsBetween(was, is standing, opened time.Time) (all []event) {
	if is.lost != "" && was.lost == "" {
		all = append(all, event{kind: problem, at: is.at, why: is.lost, verb: "wait"})
	}
	for _, n := range is.needs {
		if slices.ContainsFunc(was.needs, func(o board.Need) bool { return o.Kind == n.Kind && o.Key == n.Key && o.Who == n.Who }) {
			continue
		}
		e := event{kind: needsYou, at: is.at, key: n.Key, who: n.Who, why: n.Reason(), verb: n.Kind.Verb()}
		switch n.Kind {
		case board.FileBroken:
			e.kind = problem
		case board.NeedsAnswer, board.OwnerDead, board.OwnerGone:
			if !n.Since.IsZero() && n.Since.Before(opened) {
				continue
			}
		}
		all = append(all, e)
	}
	if is.done && !was.done && was.lost == "" {
		all = append(all, event{kind: allDone, at: is.at})
	}
	return all
}
