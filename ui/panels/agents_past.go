package panels

import (
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// lastTask returns the task that an agent has in hand, or else the one that it completed last, if the board has that.
func (m *Model) lastTask(a *agent) (k tasks.Key, is bool) {
	if len(a.runs) > 0 {
		return a.runs[0], true
	}
	if a.worked == nil {
		return k, false
	}
	done := completedBy(a.worked)
	if len(done) == 0 || m.Board().Task(done[0].Key) == nil {
		return k, false
	}
	return done[0].Key, true
}

// completedBy returns what somebody completed, the newest first.
func completedBy(w *history.Worker) []history.Stretch {
	done := slices.DeleteFunc(slices.Clone(w.Stretches), func(s history.Stretch) bool { return !s.Done })
	slices.SortStableFunc(done, func(x, y history.Stretch) int { return y.To.Compare(x.To) })
	return done
}

// mostBefore is how many tasks are named that somebody completed.
const mostBefore = 3

// before names what somebody completed last, the newest first.
func (m *Model) before(w *history.Worker) (all []view.AgentDid) {
	done := completedBy(w)
	for i := range done[:min(len(done), mostBefore)] {
		s := &done[i]
		did := view.AgentDid{On: safetext.Line(m.Board().ShortID(s.Key)), Task: safetext.Subject(s.Subject), Ago: safetext.Line(m.Ago(s.To))}
		if t := m.Board().Task(s.Key); t != nil {
			did.Task = safetext.Subject(t.Subject)
		}
		all = append(all, did)
	}
	return all
}

// after counts the times since another.
func after(all []time.Time, since time.Time) (n int) {
	for _, t := range all {
		if !t.Before(since) {
			n++
		}
	}
	return n
}
