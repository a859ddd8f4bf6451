package board

import (
	"slices"

	"sideboard/tasks"
)

// links is what tasks wait for, by the rules of their dialects.
type links struct {
	family
	mirrored map[int32][]int32 // the result of mirroredBlockers, until the next Delta
}

// classOf returns what a slot means to the tasks that wait for it.
func (l *links) classOf(s int32) class {
	if s < 0 {
		return classMissing
	}
	sl := &l.slots[s]
	switch {
	case sl.dead:
		return classMissing
	case sl.task == nil:
		return classUnseen
	case l.isContainer(s):
		if l.containerProgress(s).done() {
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
func (l *links) isBlocked(s int32) bool {
	sl := &l.slots[s]
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
func (l *links) isOpenBlocker(n, s int32) bool {
	switch l.nodes[n].class {
	case classOpen:
		return true
	case classUnseen:
		t := l.slots[s].task
		return t != nil && t.Traits.Blocked != tasks.UnfinishedOnly
	}
	return false
}

// eachDependant yields the slots that wait for a slot, each as often as it names it, with the node it names.
func (l *links) eachDependant(s int32, yield func(d, n int32) bool) {
	for _, n := range l.idNodes(s) {
		if n < 0 || l.nodes[n].slot != s {
			continue
		}
		for _, d := range l.nodes[n].dependants {
			if !yield(d, n) {
				return
			}
		}
	}
}

// hasDependants reports whether a task may wait for a slot.
func (l *links) hasDependants(s int32) bool {
	for _, n := range l.idNodes(s) {
		if n >= 0 && len(l.nodes[n].dependants) > 0 {
			return true
		}
	}
	return l.nestingTasks > 0 && len(l.parentCandidates(s, l.slots[s].task)) > 0 // tasks may wait for its container
}

// holdsBack reports whether a node keeps a task from being started, by the rules of the task's dialect.
func (l *links) holdsBack(n, s int32) bool {
	return l.isOpenBlocker(n, s) || l.nodes[n].class == classMissing &&
		l.slots[s].task.Traits.Blocked != tasks.UnfinishedOnly
}

// dependants returns the slots whose lists name a slot, each once, in the order of keys.
func (l *links) dependants(s int32) []int32 {
	var ds []int32
	l.startWalk()
	l.eachDependant(s, func(d, _ int32) bool {
		if l.visited[d] != l.walkMark {
			l.visited[d] = l.walkMark
			ds = append(ds, d)
		}
		return true
	})
	slices.SortFunc(ds, func(x, y int32) int { return l.keyOf(x).Compare(l.keyOf(y)) })
	return ds
}

// countOpenBlockers returns the number of blockers of a task that are unfinished, or missing where those block too.
func (l *links) countOpenBlockers(s int32) int32 {
	sl := &l.slots[s]
	if sl.task == nil {
		return 0
	}
	if sl.task.Traits.Blocked == tasks.UnfinishedOnly {
		return sl.open
	}
	return sl.open + sl.unseen + sl.missing
}

func (l *links) addDependant(s, n int32) {
	nd := &l.nodes[n]
	if k := len(nd.dependants); k == 0 || nd.dependants[k-1] <= s {
		nd.dependants = append(nd.dependants, s)
	} else {
		i, _ := slices.BinarySearch(nd.dependants, s)
		nd.dependants = slices.Insert(nd.dependants, i, s)
	}
	l.slots[s].count(nd.class, +1)
}

func (l *links) removeDependant(s, n int32) {
	nd := &l.nodes[n]
	if i, ok := slices.BinarySearch(nd.dependants, s); ok {
		nd.dependants = slices.Delete(nd.dependants, i, i+1)
	}
	l.slots[s].count(nd.class, -1)
	l.dropNode(n)
}
