package verbs

import (
	"fmt"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
)

// choice is a task that its owner-to-be may claim.
type choice struct {
	key    tasks.Key
	behind int
	chain  bool
	steps  int // of the longest chain
	mine   bool
}

// choices returns every task that may be claimed now: what was given to this owner already, then what most work waits
// for, the longest chain before the rest, and the order of names.
func (s *Session) choices() []choice {
	net := s.board.DepGraph()
	chain := map[int32]bool{}
	for _, i := range net.Chain() {
		chain[i] = true
	}
	var given, free []choice
	for _, i := range net.StartHere(0) {
		k := net.Keys[i]
		t := s.board.Task(k)
		if t == nil || t.Status == tasks.InProgress {
			continue
		}
		if _, err := board.Claim(s.board, k, s.who, s.now()); err != nil && !isBusy(s.board, t, s.who) {
			continue
		}
		c := choice{key: k, behind: net.Behind(i), chain: chain[i], steps: len(chain), mine: t.Owner != "" && t.Owner == s.who}
		if c.mine {
			given = append(given, c)
		} else if t.Owner == "" {
			free = append(free, c)
		}
	}
	return append(given, free...)
}

// isBusy reports whether nothing but another task of the same owner keeps a task from being claimed: it is ready all the
// same.
func isBusy(b *board.Board, t *tasks.Task, who string) bool {
	if !t.Traits.BusyCheck || b.State(t.Key) != board.Ready {
		return false
	}
	for _, k := range b.InProgress() {
		if b.Task(k).Owner == who {
			return true
		}
	}
	return false
}

// reason says why a task stands where it does.
func (c choice) reason() string {
	var words []string
	if c.mine {
		words = append(words, "it is yours already")
	}
	switch {
	case c.behind == 1:
		words = append(words, "1 task waits for it")
	case c.behind > 1:
		words = append(words, fmt.Sprint(c.behind, " tasks wait for it"))
	}
	if c.chain && c.steps > 1 {
		words = append(words, fmt.Sprint("it begins the longest chain, of ", c.steps))
	}
	if len(words) == 0 {
		return "nothing waits for it"
	}
	return strings.Join(words, ", ")
}
