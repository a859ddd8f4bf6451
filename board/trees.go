package board

import (
	"maps"

	"sideboard/tasks"
)

// SetTrees says which worktrees git knows in the project of a list, by name; nil is for not knowing. Agents that claim a
// task only where its worktree is refuse one that names another, so that it is not ready.
func (b *Board) SetWorktrees(list string, names map[string]bool) {
	if was, asked := b.worktrees[list]; asked && maps.Equal(was, names) && (was == nil) == (names == nil) {
		return
	}
	if b.worktrees == nil {
		b.worktrees = map[string]map[string]bool{}
	}
	b.worktrees[list] = names
	b.touched = b.touched[:0]
	for s := range b.slots {
		if t := b.slots[s].task; t != nil && t.Worktree != "" && t.List == list && !b.slots[s].dead {
			b.touch(int32(s))
		}
	}
	b.placeTouched()
}

// NamesNewTree reports whether it must be asked which worktrees git knows, to tell how a task stands.
func (b *Board) NeedsWorktrees(t *tasks.Task) bool {
	if t.Worktree == "" || t.Status != tasks.Pending || !b.bindsOnlyUnclaimed(t) {
		return false
	}
	known, asked := b.worktrees[t.List]
	return !asked || known != nil && !known[t.Worktree]
}

// Treeless reports whether a pending task names a worktree that git does not know, so that its agents refuse it.
func (b *Board) WorktreeMissing(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.worktreeMissing(s)
}

func (b *Board) worktreeMissing(s int32) bool {
	t := b.slots[s].task
	if t == nil || t.Worktree == "" || t.Status != tasks.Pending {
		return false
	}
	known := b.worktrees[t.List]
	return known != nil && !known[t.Worktree] && b.bindsOnlyUnclaimed(t)
}

// AsksForTrees are tasks, one of each list, for whose state it counts which worktrees git knows.
func (b *Board) TasksNeedingWorktrees() []*tasks.Task {
	if !b.bindsTasks(tasks.BoundUnclaimed) {
		return nil
	}
	var ask []*tasks.Task
	seen := map[string]bool{}
	for s := range b.slots {
		t := b.slots[s].task
		if t != nil && !b.slots[s].dead && t.Worktree != "" && t.Status == tasks.Pending && !seen[t.List] && b.bindsOnlyUnclaimed(t) {
			seen[t.List] = true
			ask = append(ask, t)
		}
	}
	return ask
}
