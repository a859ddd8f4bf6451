package doctor

import (
	"sync"

	"sideboard/tasks"
)

// Seen remembers from one examination to the next what the files said, so that only those that changed are read again.
// It may be shared by several at once.
type Seen struct {
	mu   sync.Mutex
	last memory
}

// A memory is what one examination found. It is never changed. A record that is another one than before is of a file
// that was read again.
type memory struct {
	by      *tasks.Traits            // whose agents the files were judged for
	common  []string                 // what was no fault, because every file had it
	good    []*tasks.Task            // those there was nothing to say against, by key
	surplus map[*tasks.Task][]string // the surplus members of the files that were asked for them
}

// recall returns what was found for these agents, nothing where that was not asked last.
func (s *Seen) recall(by *tasks.Traits) memory {
	if s == nil {
		return memory{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.by != by {
		return memory{}
	}
	return s.last
}

func (s *Seen) keep(m memory) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = m
}
