package news

import (
	"maps"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
)

// Unseen is what others completed and the person has not seen since: see log.Past. Such tasks are new.
type Unseen struct {
	at   map[tasks.Key]time.Time // when it was completed
	last tasks.Key               // the task that the person saw last
}

// Has reports whether a task is new.
func (u *Unseen) Has(k tasks.Key) bool {
	_, has := u.at[k]
	return has
}

// Count returns the number of new tasks.
func (u *Unseen) Count() int { return len(u.at) }

// Keys returns the new tasks, those completed last first.
func (u *Unseen) Keys() []tasks.Key {
	return slices.SortedFunc(maps.Keys(u.at), func(a, b tasks.Key) int {
		if c := u.at[b].Compare(u.at[a]); c != 0 {
			return c
		}
		return a.Compare(b)
	})
}

// add makes a task new, if it is on a board as a finished one.
func (u *Unseen) add(k tasks.Key, at time.Time, b *board.Board) {
	if s := b.State(k); s != board.Done && s != board.Skipped || b.Task(k).Internal {
		return
	}
	if u.at == nil {
		u.at = map[tasks.Key]time.Time{}
	}
	u.at[k] = at
}

// StaysNew reports whether the filter shows a task as new: also while the person looks at it.
func (m *Model) StaysNew(k tasks.Key) bool {
	return m.Unseen.Has(k) || k == m.Unseen.last && k == m.UnderCursor()
}

// recallNew adds what was new before the program began.
func (m *Model) recallNew(past log.Past) {
	for k, at := range past.New {
		if t := m.Board.Task(k); t != nil && t.Owner != m.Me {
			m.Unseen.add(k, at, m.Board)
		}
	}
	if m.Unseen.Count() > 0 {
		m.NewChanged()
	}
}

// noteCompletions adds what others completed by events, and removes what is not completed any more.
func (m *Model) noteCompletions(events []log.Event) {
	changed := false
	for i := range events {
		e := &events[i]
		was := m.Unseen.Has(e.Key)
		switch {
		case e.Completes() && !e.Ours && e.To.Owner != m.Me:
			m.Unseen.add(e.Key, e.At, m.Board)
		case e.Completes() || !e.To.There || !e.To.Status.Finished():
			delete(m.Unseen.at, e.Key)
		}
		changed = changed || was != m.Unseen.Has(e.Key)
	}
	if changed {
		m.NewChanged()
	}
}

// Look notes that the person looks at the detail of a task.
func (m *Model) Look(k tasks.Key) {
	at, is := m.Unseen.at[k]
	if !is {
		return
	}
	delete(m.Unseen.at, k)
	m.Unseen.last = k
	m.Workspace.Look(map[tasks.Key]time.Time{k: at}, false)
	m.NewChanged()
}

// LookAtAll notes that the person has seen everything that others completed.
func (m *Model) LookAtAll() {
	if m.Unseen.Count() == 0 {
		return
	}
	late := maps.Clone(m.Unseen.at)
	maps.DeleteFunc(late, func(_ tasks.Key, at time.Time) bool { return !at.After(m.Now) })
	m.Workspace.Look(late, true)
	m.Unseen = Unseen{}
	m.NewChanged()
}
