package store

import (
	"slices"
	"strings"
	"sync"

	"sideboard/tasks"
)

// A LinkBudget bounds the links that the records of a board keep, over all directories that share it. What no longer
// fits in is cut off a record's lists and counted in its DroppedLinks: the file keeps it, and so does every edit.
type LinkBudget struct {
	mu   sync.Mutex
	left int // links that still fit in, see linkCost
}

// NewLinkBudget returns a budget of tasks.MaxBoardLinks.
func NewLinkBudget() *LinkBudget { return &LinkBudget{left: tasks.MaxBoardLinks} }

// replace frees the links of an old record and cuts those of the new one to what is left. Either may be nil. No other
// goroutine may have the new record yet.
func (l *LinkBudget) replace(old, t *tasks.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old != nil {
		for _, id := range slices.Concat(old.WaitsFor, old.Blocks, old.Children) {
			l.left += linkCost(id)
		}
	}
	if t == nil {
		return
	}
	before := t.DroppedLinks
	l.cut(t, &t.WaitsFor)
	t.DroppedBlockers = t.DroppedBlockers || t.DroppedLinks > before
	l.cut(t, &t.Blocks)
	l.cut(t, &t.Children)
}

// cut cuts a list of a record to what is left. It copies the ids that stay, so that the others are freed.
func (l *LinkBudget) cut(t *tasks.Task, ids *[]tasks.ID) {
	for i, id := range *ids {
		if l.left < linkCost(id) {
			t.DroppedLinks += uint32(len(*ids) - i)
			*ids = slices.Clone((*ids)[:i])
			for n := range *ids {
				(*ids)[n].Text = strings.Clone((*ids)[n].Text)
			}
			return
		}
		l.left -= linkCost(id)
	}
}

// linkCost returns the number of links that an id counts as: a long id uses as much memory as several.
func linkCost(id tasks.ID) int { return 1 + len(id.Text)/64 }
