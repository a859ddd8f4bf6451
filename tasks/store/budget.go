package store

import (
	"strings"
	"sync"

	"sideboard/tasks"
)

// A LinkBudget bounds the links that the records of a board keep, over all directories that share it. What no longer
// fits in is cut off a record's lists and counted in its More: the file keeps it, and so does every edit.
type LinkBudget struct {
	mu   sync.Mutex
	left int
}

// NewLinkBudget returns a budget of tasks.MaxBoardLinks.
func NewLinkBudget() *LinkBudget { return &LinkBudget{left: tasks.MaxBoardLinks} }

// replace gives back what an old record keeps, and cuts the one that takes its place to what there is room for. Either
// may be nil. Nobody else may know the new record yet.
func (l *LinkBudget) replace(old, t *tasks.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old != nil {
		l.left += linkCosts(old.WaitsFor) + linkCosts(old.Blocks) + linkCosts(old.Children)
	}
	if t == nil {
		return
	}
	cut := 0
	t.WaitsFor, cut = l.take(t.WaitsFor)
	t.Waits = t.Waits || cut > 0
	t.More += uint32(cut)
	t.Blocks, cut = l.take(t.Blocks)
	t.More += uint32(cut)
	t.Children, cut = l.take(t.Children)
	t.More += uint32(cut)
}

// take returns what there is room for of a list, and how much there is not.
func (l *LinkBudget) take(ids []tasks.ID) (kept []tasks.ID, cut int) {
	for i, id := range ids {
		if l.left < linkCost(id) {
			return clone(ids[:i]), len(ids) - i
		}
		l.left -= linkCost(id)
	}
	return ids, 0
}

func linkCosts(ids []tasks.ID) (sum int) {
	for _, id := range ids {
		sum += linkCost(id)
	}
	return sum
}

// linkCost returns how many links one counts as: a long id takes the memory of many.
func linkCost(id tasks.ID) int { return 1 + len(id.Text)/64 }

// clone copies ids and their texts, so that nothing of the list they were a part of stays in the memory.
func clone(ids []tasks.ID) []tasks.ID {
	out := make([]tasks.ID, len(ids))
	for i, id := range ids {
		out[i] = tasks.ID{Text: strings.Clone(id.Text), Num: id.Num}
	}
	return out
}
