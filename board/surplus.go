package board

import (
	"maps"
	"slices"

	"sideboard/tasks"
)

// surplus counts the sets of members that have no place in the dialects of a list's records. Most files of a list have
// the same set, or none.
type surplus struct {
	sets  map[*tasks.Keys]int
	files int
	own   []string // tasks.OwnKeys
	stale bool     // own is to be found again: a set has come or gone
}

func (s *surplus) count(t *tasks.Task, by int) {
	keys := t.Surplus()
	before, files := s.sets[keys], s.files
	s.files += by
	if s.sets[keys] = before + by; before+by == 0 {
		delete(s.sets, keys)
	}
	s.stale = s.stale || (before == 0) != (before+by == 0) || (files < 2) != (s.files < 2)
}

func (s *surplus) ownKeys() []string {
	if s.stale {
		s.own, s.stale = tasks.OwnKeys(maps.Keys(s.sets), s.files), false
	}
	return s.own
}

// Unseen returns why the agents of a task's dialect do not see it, "" where they do. A key that all files of its list have
// is what the agents that work there write, whatever the dialect says.
func (b *Board) Unseen(t *tasks.Task) string {
	keys := t.Surplus()
	switch {
	case t.Unseen:
		return t.Why
	case !t.Traits.FixedKeys || keys == nil:
		return ""
	}
	own := b.lists[t.List].surplus.ownKeys()
	for _, name := range keys.Names {
		if !slices.Contains(own, name) {
			why := "the key “" + name + "” is one too many: its agents then fail to list any task of this folder"
			if t.Why != "" {
				why = t.Why + "; " + why
			}
			return why
		}
	}
	return ""
}
