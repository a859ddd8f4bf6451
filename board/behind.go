package board

import "sideboard/tasks"

// Behind returns the number of unfinished tasks that wait for a task, directly or through others, at most limit.
func (cs *cards) Behind(k tasks.Key, limit int) (n int) {
	if limit > 0 {
		cs.eachBehind(cs.slotOf(k), func(int32) bool { n++; return n < limit })
	}
	return n
}

// AppendBehind appends the tasks that Behind counts, the nearest first.
func (cs *cards) AppendBehind(to []tasks.Key, k tasks.Key, limit int) []tasks.Key {
	if limit > 0 {
		limit += len(to)
		cs.eachBehind(cs.slotOf(k), func(s int32) bool {
			to = append(to, cs.slots[s].task.Key)
			return len(to) < limit
		})
	}
	return to
}

// mostBehind is the highest value of slot.behind.
const mostBehind = 1000

// countWaiting counts slot.behind anew for the touched tasks, for those they wait for and for those they waited for
// before, directly or through others; of all tasks while the board is being loaded. It is 0 for a task that is neither
// ready nor in progress, and in designs whose tasks nest.
func (b *Board) countWaiting() {
	b.startWalk()
	b.upstream = b.upstream[:0]
	visit := func(s int32) {
		if s >= 0 && b.visited[s] != b.walkMark {
			b.visited[s] = b.walkMark
			b.upstream = append(b.upstream, s)
		}
	}
	for i := range b.touched {
		visit(b.touched[i].s)
	}
	if !b.loaded {
		for s := range b.slots {
			visit(int32(s))
		}
	}
	for _, s := range b.unlinked {
		visit(s)
	}
	b.unlinked = b.unlinked[:0]
	for i := 0; i < len(b.upstream); i++ {
		for _, n := range b.slots[b.upstream[i]].refs {
			if by := b.nodes[n].slot; by >= 0 && !isFinished(b.slots[by].task) {
				visit(by)
			}
		}
	}
	for _, s := range b.upstream {
		var n int16
		at := b.wantedColumn(s)
		// parts follow their container
		if (at.group == groupReady || at.col == InProgressColumn) && !b.slots[s].task.Traits.Nests {
			b.eachBehind(s, func(int32) bool { n++; return n < mostBehind })
		}
		if n != b.slots[s].behind {
			b.touch(s).behind = n
		}
	}
}

// eachBehind calls f with each task that waits for another, directly or through others, the nearest first, until f
// returns false.
func (cs *cards) eachBehind(start int32, f func(s int32) (more bool)) {
	if start < 0 {
		return
	}
	cs.startWalk()
	cs.visited[start] = cs.walkMark
	cs.queue = append(cs.queue[:0], start)
	more := true
	for i := 0; i < len(cs.queue) && more; i++ {
		cs.eachDependant(cs.queue[i], func(d, id int32) bool {
			if cs.visited[d] == cs.walkMark || isFinished(cs.slots[d].task) || !cs.isOpenBlocker(id, d) {
				return true
			}
			cs.visited[d] = cs.walkMark
			cs.queue = append(cs.queue, d)
			if !cs.isHidden(cs.slots[d].task) {
				more = f(d)
			}
			return more
		})
	}
}
