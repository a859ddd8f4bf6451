package log

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"sideboard/tasks"
)

// seenName is the file next to a history that says what the person has seen.
const seenName = "seen.json"

// maxSeen is the largest number of tasks in it. When there are more, everything up to the older half counts as seen.
const maxSeen = 4096

// seen is what the person has seen of what others completed.
type seen struct {
	All   time.Time            `json:"all"`             // everything that was completed until then
	Tasks map[string]time.Time `json:"tasks,omitempty"` // by the name of its file, what was completed until then
}

// Completes reports whether a task is finished by an event.
func (e *Event) Completes() bool {
	return e.To.There && e.To.Status.Finished() && !(e.From.There && e.From.Status.Finished())
}

// complete notes when others completed a task, or that it is not completed any more. The time of a file may be older
// than what a board saw before.
func (p *snapshot) complete(e *Event) {
	switch {
	case e.Completes() && !e.Ours:
		p.completed[e.Key.Name] = latest(e.At, p.watched)
	case e.Completes() || !e.To.There || !e.To.Status.Finished():
		delete(p.completed, e.Key.Name)
	}
}

// unseen returns when others completed the tasks that the person has not seen since.
func (p *snapshot) unseen(s seen, list string) map[tasks.Key]time.Time {
	unseen := map[tasks.Key]time.Time{}
	for name, at := range p.completed {
		if at.After(s.All) && at.After(s.Tasks[name]) {
			unseen[tasks.Key{List: list, Name: name}] = at
		}
	}
	return unseen
}

// parseSeen returns what the file says, false if it says nothing.
func parseSeen(raw []byte) (s seen, ok bool) {
	ok = json.Unmarshal(raw, &s) == nil
	return s, ok
}

// readSeen returns what the person has seen: without a file everything before the last visit.
func (h *History) readSeen(p *snapshot) (s seen, there bool) {
	raw, err := ReadSmall(h.dir, seenName)
	if s, there = parseSeen(raw); err != nil || !there {
		s, there = seen{All: latest(p.lastVisit, p.watched)}, false
	}
	return s, there
}

// Look notes that the person has seen tasks that others completed: at has when, by the names of their files. With all
// the person has seen everything that was completed until now. It does not wait.
func (h *History) Look(at map[string]time.Time, all bool) {
	if h == nil || h.readOnly {
		return
	}
	now := h.now()
	h.enqueue(func() {
		h.try(h.changeSeen(func(s *seen) {
			if all {
				s.All = now
			}
			for name, t := range at { // the clock of a file may be ahead
				s.Tasks[name] = latest(now, t)
			}
		}))
	})
}

// changeSeen changes the file.
func (h *History) changeSeen(change func(*seen)) error {
	return ChangeSmall(context.Background(), h.dir, seenName, func(was []byte) ([]byte, error) {
		s, _ := parseSeen(was) // what cannot be read is of another version
		if s.Tasks == nil {
			s.Tasks = map[string]time.Time{}
		}
		change(&s)
		s.drop()
		return json.Marshal(s)
	})
}

// drop removes what All says already. If there are more than maxSeen tasks, it first lets All include the older half.
func (s *seen) drop() {
	if len(s.Tasks) > maxSeen {
		times := slices.SortedFunc(maps.Values(s.Tasks), time.Time.Compare)
		s.All = latest(s.All, times[len(times)/2])
	}
	maps.DeleteFunc(s.Tasks, func(_ string, at time.Time) bool { return !at.After(s.All) })
}
