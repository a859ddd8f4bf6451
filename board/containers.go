package board

import (
	"slices"

	"sideboard/tasks"
)

// isContainer reports whether a slot is a container.
func (b *Board) isContainer(s int32) bool {
	t := b.slots[s].task
	return b.nestingTasks > 0 && t != nil && t.Traits.Nests &&
		(t.Status == tasks.Container || len(t.Children) > 0 || len(b.children(s)) > 0)
}

// childProgress counts the parts of a container, at any depth, that are no containers themselves.
type childProgress struct {
	total, started, finished int
	more                     bool // the file may name parts that the record leaves out
	leaves                   []int32
}

// containerProgress counts the parts of a container.
func (b *Board) containerProgress(s int32) childProgress {
	whole := b.slots[s].task
	p := childProgress{more: len(whole.Children) > 0 && whole.DroppedLinks > 0}
	for _, part := range relatives(s, b.children) {
		if len(b.children(part)) > 0 {
			continue
		}
		p.total++
		p.leaves = append(p.leaves, part)
		switch t := b.slots[part].task; {
		case isFinished(t):
			p.started++
			p.finished++
		case t.Status == tasks.InProgress || t.Status == tasks.Failed:
			p.started++
		}
	}
	return p
}

// done reports whether there are parts and all are finished.
func (p childProgress) done() bool { return p.total > 0 && p.finished == p.total && !p.more }

// column returns the column of the container.
func (p childProgress) column() Column {
	switch {
	case p.done():
		return CompletedColumn
	case p.started > 0:
		return InProgressColumn
	}
	return PendingColumn
}

// ContainerProgress returns the number of finished parts of a container, at any depth, and of all parts; false for any
// other task. Containers among the parts do not count themselves.
func (b *Board) ContainerProgress(k tasks.Key) (done, all int, ok bool) {
	s := b.slotOf(k)
	if s < 0 || !b.isContainer(s) {
		return 0, 0, false
	}
	p := b.containerProgress(s)
	return p.finished, p.total, true
}

// Children returns the parts of a container, in the order of keys.
func (b *Board) Children(k tasks.Key) []tasks.Key {
	s := b.slotOf(k)
	if s < 0 {
		return nil
	}
	var keys []tasks.Key
	for _, p := range b.children(s) {
		keys = append(keys, b.keyOf(p))
	}
	return keys
}

// Parent returns the container that a task is a part of, false if there is none.
func (b *Board) Parent(k tasks.Key) (tasks.Key, bool) {
	s := b.slotOf(k)
	if s < 0 {
		return tasks.Key{}, false
	}
	for _, w := range b.parents(s, b.slots[s].task) {
		if !b.slots[w].dead {
			return b.keyOf(w), true
		}
	}
	return tasks.Key{}, false
}

// Fold hides or shows the parts of a container, and reports whether the task is one. A filter shows all parts that
// match.
func (b *Board) Fold(k tasks.Key, fold bool) bool {
	s := b.slotOf(k)
	if s < 0 || !b.isContainer(s) {
		return false
	}
	if b.folded[k] == fold {
		return true
	}
	if fold {
		b.folded[k] = true
	} else {
		delete(b.folded, k)
	}
	b.refilter()
	return true
}

// Folded reports whether the parts of a container are hidden.
func (b *Board) Folded(k tasks.Key) bool { return b.folded[k] }

// SaysBlocked reports whether the status of a task is blocked although no blocker is open. It may be claimed.
func (b *Board) SaysBlocked(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.slots[s].task != nil && b.slots[s].task.Status == tasks.Blocked && !b.isBlocked(s) &&
		!b.isContainer(s)
}

// Shown returns the number of cards of a column that the filter shows, without containers.
func (b *Board) Shown(c Column) int {
	o := b.column(c)
	if b.groupCounts[c][groupContainer] == 0 {
		return o.n
	}
	return o.n - b.countContainers(o, 0, o.n)
}

// isInFolded reports whether a slot is a part of a folded container, at any depth.
func (b *Board) isInFolded(s int32) bool {
	if len(b.folded) == 0 {
		return false
	}
	above := relatives(s, func(p int32) []int32 {
		return slices.DeleteFunc(b.parents(p, b.slots[p].task), func(w int32) bool { return b.slots[w].dead })
	})
	return slices.ContainsFunc(above, func(w int32) bool { return b.folded[b.keyOf(w)] })
}

// areRelated reports whether one of two tasks is a part of the other, at any depth.
func (b *Board) areRelated(s, other int32) bool {
	return slices.Contains(relatives(s, b.children), other) || slices.Contains(relatives(other, b.children), s)
}
