package board

import "sideboard/tasks"

// classOf returns what a slot means to the tasks that wait for it.
func (b *Board) classOf(s int32) class {
	if s < 0 {
		return classMissing
	}
	sl := &b.slots[s]
	switch {
	case sl.dead:
		return classMissing
	case sl.task == nil:
		return classUnseen
	case b.isContainer(s):
		if b.containerProgress(s).done() {
			return classDone
		}
		return classOpen
	case sl.task.Status == tasks.Completed:
		return classDone
	case sl.task.Unseen:
		return classUnseen
	}
	return classOpen
}

// isBlocked reports whether a task may not be started, by the rules of its own dialect's agents.
func (b *Board) isBlocked(s int32) bool {
	sl := &b.slots[s]
	if sl.task == nil {
		return false
	}
	if sl.task.DroppedBlockers {
		return true // one of the blockers that the record leaves out may be open
	}
	if sl.task.Status == tasks.Blocked && !sl.task.Traits.Published() {
		return true // the rules of its tool are not known here
	}
	switch sl.task.Traits.Blocked {
	case tasks.ListNotEmpty:
		return len(sl.refs) > 0
	case tasks.UnfinishedOnly:
		return sl.open > 0
	}
	return sl.open+sl.unseen+sl.missing > 0
}

// isOpenBlocker reports whether a node keeps a task from being started and can still be completed.
func (b *Board) isOpenBlocker(n, s int32) bool {
	switch b.nodes[n].class {
	case classOpen:
		return true
	case classUnseen:
		t := b.slots[s].task
		return t != nil && t.Traits.Blocked != tasks.UnfinishedOnly
	}
	return false
}

// eachDependant yields the slots that wait for a slot, each as often as it names it, with the node it names.
func (b *Board) eachDependant(s int32, yield func(d, n int32) bool) {
	for _, n := range b.idNodes(s) {
		if n < 0 || b.nodes[n].slot != s {
			continue
		}
		for _, d := range b.nodes[n].dependants {
			if !yield(d, n) {
				return
			}
		}
	}
}

// hasDependants reports whether a task may wait for a slot.
func (b *Board) hasDependants(s int32) bool {
	for _, n := range b.idNodes(s) {
		if n >= 0 && len(b.nodes[n].dependants) > 0 {
			return true
		}
	}
	return b.nestingTasks > 0 && len(b.parentCandidates(s, b.slots[s].task)) > 0 // tasks may wait for its container
}
