package board

import (
	"maps"

	"sideboard/tasks"
)

// SetTrees says which worktrees git knows in the project of a list, by name; nil is for not knowing. Agents that claim a
// task only where its worktree is refuse one that names another, so that it is not ready.
func (b *Board) SetTrees(list string, names map[string]bool) {
	if was, asked := b.trees[list]; asked && maps.Equal(was, names) && (was == nil) == (names == nil) {
		return
	}
	if b.trees == nil {
		b.trees = map[string]map[string]bool{}
	}
	b.trees[list] = names
	b.touched = b.touched[:0]
	for s := range b.slots {
		if t := b.slots[s].task; t != nil && t.Worktree != "" && t.List == list && !b.slots[s].dead {
			b.touch(int32(s))
		}
	}
	b.arrange()
}

// NamesNewTree reports whether it must be asked which worktrees git knows, to tell how a task stands.
func (b *Board) NamesNewTree(t *tasks.Task) bool {
	if t.Worktree == "" || t.Status != tasks.Pending || !b.unclaimed(t) {
		return false
	}
	known, asked := b.trees[t.List]
	return !asked || known != nil && !known[t.Worktree]
}

// Treeless reports whether a pending task names a worktree that git does not know, so that its agents refuse it.
func (b *Board) Treeless(k tasks.Key) bool {
	s := b.find(k)
	return s >= 0 && b.treeless(s)
}

func (b *Board) treeless(s int32) bool {
	t := b.slots[s].task
	if t == nil || t.Worktree == "" || t.Status != tasks.Pending {
		return false
	}
	known := b.trees[t.List]
	return known != nil && !known[t.Worktree] && b.unclaimed(t)
}

// AsksForTrees are tasks, one of each list, for whose state it counts which worktrees git knows.
func (b *Board) AsksForTrees() []*tasks.Task {
	if !b.has(tasks.BoundUnclaimed) {
		return nil
	}
	var ask []*tasks.Task
	seen := map[string]bool{}
	for s := range b.slots {
		t := b.slots[s].task
		if t != nil && !b.slots[s].dead && t.Worktree != "" && t.Status == tasks.Pending && !seen[t.List] && b.unclaimed(t) {
			seen[t.List] = true
			ask = append(ask, t)
		}
	}
	return ask
}
