//go:build unix

package store

import (
	"sync"

	"sideboard/tasks"
)

// outcomeLog reads the outcomes as a board would.
type outcomeLog struct {
	mu   sync.Mutex
	all  []Outcome
	lost map[tasks.EditID]bool
	end  chan struct{}
}

func newOutcomeLog(s *Store) *outcomeLog {
	w := &outcomeLog{lost: map[tasks.EditID]bool{}, end: make(chan struct{})}
	go func() {
		defer close(w.end)
		for o := range s.Outcomes() {
			w.mu.Lock()
			w.all = append(w.all, o)
			if o.What == PutBack || o.What == Lost || o.What == Unseen {
				w.lost[o.Edit.ID] = true
			}
			w.mu.Unlock()
		}
	}()
	return w
}

func (w *outcomeLog) of(id tasks.EditID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lost[id]
}

func (w *outcomeLog) count(what OutcomeKind) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.all {
		if o.What == what {
			n++
		}
	}
	return n
}
