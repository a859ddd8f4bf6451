package news

import (
	"maps"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
)

// seen is what others completed and the person has not seen: see log.Past.
type seen struct {
	unseen map[tasks.Key]time.Time // when it was completed
	last   tasks.Key               // the task that the person saw last
}

// IsNew reports whether others completed a task and the person has not seen it since.
func (m *Model) IsNew(k tasks.Key) bool {
	_, is := m.seen.unseen[k]
	return is
}

// StaysNew reports whether the filter shows a task as new: also while the person looks at it.
func (m *Model) StaysNew(k tasks.Key) bool {
	return m.IsNew(k) || k == m.seen.last && k == m.UnderCursor()
}

// CountNew returns the number of new tasks.
func (m *Model) CountNew() int { return len(m.seen.unseen) }

// NewTasks returns the new tasks, those completed last first.
func (m *Model) NewTasks() []tasks.Key {
	return slices.SortedFunc(maps.Keys(m.seen.unseen), func(a, b tasks.Key) int {
		if c := m.seen.unseen[b].Compare(m.seen.unseen[a]); c != 0 {
			return c
		}
		return a.Compare(b)
	})
}

// recallNew adds what was new before the program began.
func (m *Model) recallNew(past log.Past) {
	for k, at := range past.New {
		if t := m.Board.Task(k); t != nil && t.Owner != m.Me {
			m.addNew(k, at)
		}
	}
	if m.CountNew() > 0 {
		m.NewChanged()
	}
}

// addNew makes a task new if it is on the board as a finished one.
func (m *Model) addNew(k tasks.Key, at time.Time) {
	if s := m.Board.State(k); s != board.Done && s != board.Skipped || m.Board.Task(k).Internal {
		return
	}
	if m.seen.unseen == nil {
		m.seen.unseen = map[tasks.Key]time.Time{}
	}
	m.seen.unseen[k] = at
}

// noteCompletions adds what others completed by events, and removes what is not completed any more.
func (m *Model) noteCompletions(events []log.Event) {
	changed := false
	for i := range events {
		e := &events[i]
		was := m.IsNew(e.Key)
		switch {
		case e.Completes() && !e.Ours && e.To.Owner != m.Me:
			m.addNew(e.Key, e.At)
		case e.Completes() || !e.To.There || !e.To.Status.Finished():
			delete(m.seen.unseen, e.Key)
		}
		changed = changed || was != m.IsNew(e.Key)
	}
	if changed {
		m.NewChanged()
	}
}

// Look notes that the person looks at the detail of a task.
func (m *Model) Look(k tasks.Key) {
	at, is := m.seen.unseen[k]
	if !is {
		return
	}
	delete(m.seen.unseen, k)
	m.seen.last = k
	m.Workspace.Look(map[tasks.Key]time.Time{k: at}, false)
	m.NewChanged()
}

// LookAtAll notes that the person has seen everything that others completed.
func (m *Model) LookAtAll() {
	if len(m.seen.unseen) == 0 {
		return
	}
	late := maps.Clone(m.seen.unseen)
	maps.DeleteFunc(late, func(_ tasks.Key, at time.Time) bool { return !at.After(m.Now) })
	m.Workspace.Look(late, true)
	m.seen = seen{}
	m.NewChanged()
}
