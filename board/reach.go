package board

import "sideboard/tasks"

// walkStep is a slot on the way of a walk, and how many of its links have been followed.
type walkStep struct {
	s    int32
	next int32
}

// startWalk starts a walk: visited[s] == walkMark says that it has been at s. No walk clears what another left.
func (b *Board) startWalk() {
	b.walkMark++
	if b.walkMark == 0 {
		clear(b.visited)
		b.walkMark = 1
	}
}

// Behind returns how many unfinished tasks wait for a task, through any number of others, counted up to limit.
func (b *Board) Behind(k tasks.Key, limit int) (n int) {
	if limit > 0 {
		b.eachBehind(b.slotOf(k), func(int32) bool { n++; return n < limit })
	}
	return n
}

// AppendBehind appends the tasks that Behind counts, the nearest first.
func (b *Board) AppendBehind(to []tasks.Key, k tasks.Key, limit int) []tasks.Key {
	if limit > 0 {
		limit += len(to)
		b.eachBehind(b.slotOf(k), func(s int32) bool { to = append(to, b.slots[s].task.Key); return len(to) < limit })
	}
	return to
}

// mostBehind is up to how many tasks behind a ready one decide where it stands.
const mostBehind = 1000

// countWaiting counts again what waits for ready tasks, where that may be another number: for what is touched, and for all that it waits
// for, or did, through any number of others.
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
	for s := range b.slots {
		if b.loaded {
			break
		}
		visit(int32(s))
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
		if p := b.wantedColumn(s); p.col == PendingColumn && p.group == groupReady && !b.slots[s].task.Traits.Nests { // parts stand below their container
			b.eachBehind(s, func(int32) bool { n++; return n < mostBehind })
		}
		if n != b.slots[s].behind {
			known := len(b.touched)
			e := b.touch(s)
			e.behind, e.onlyReordered = n, e.onlyReordered || len(b.touched) > known
		}
	}
}

// eachBehind calls f with each task behind another, the nearest first, until f is done.
func (b *Board) eachBehind(start int32, f func(s int32) (more bool)) {
	if start < 0 {
		return
	}
	b.startWalk()
	b.visited[start] = b.walkMark
	b.queue = append(b.queue[:0], start)
	more := true
	for i := 0; i < len(b.queue) && more; i++ {
		b.eachDependant(b.queue[i], func(d, id int32) bool {
			if b.visited[d] == b.walkMark || isFinished(b.slots[d].task) || !b.isOpenBlocker(id, d) {
				return true
			}
			b.visited[d] = b.walkMark
			b.queue = append(b.queue, d)
			if !b.isHidden(b.slots[d].task) {
				more = f(d)
			}
			return more
		})
	}
}

// isStuck reports whether a task waits for a loop of unfinished tasks, or is in one. One walk in depth decides it for all
// that lies ahead of the task, and what it found is kept until links or statuses change in a way that could make
// it wrong: loops that were found until something loosens, freedom from loops until something tightens.
func (b *Board) isStuck(s int32) bool {
	if known, is := b.cachedStuck(s); known {
		return is
	}
	b.startWalk()
	b.visited[s] = b.walkMark
	b.path = append(b.path[:0], walkStep{s: s})
	for len(b.path) > 0 {
		top := &b.path[len(b.path)-1]
		sl := &b.slots[top.s]
		to, holds, more := b.nextBlocker(top.s, int(top.next))
		if !more || isFinished(sl.task) && !b.isContainer(top.s) {
			b.cacheStuck(top.s, false)
			b.path = b.path[:len(b.path)-1]
			continue
		}
		top.next++
		if !holds {
			continue
		}
		known, is := b.cachedStuck(to)
		if !known && b.visited[to] != b.walkMark {
			b.visited[to] = b.walkMark
			b.path = append(b.path, walkStep{s: to})
			continue
		}
		if is || !known { // ahead is a loop, or the walk has met itself: everything on the way here waits for it
			for _, p := range b.path {
				b.cacheStuck(p.s, true)
			}
			b.path = b.path[:0]
		}
	}
	_, is := b.cachedStuck(s)
	return is
}

// nextBlocker is what a task waits for, one after the other: what its list names, and for a container its parts. holds says
// that it keeps the task from being started; more is false behind the last.
func (b *Board) nextBlocker(s int32, i int) (to int32, holds, more bool) {
	refs := b.slots[s].refs
	if i < len(refs) {
		return b.nodes[refs[i]].slot, b.isOpenBlocker(refs[i], s), true
	}
	if parts := b.children(s); i-len(refs) < len(parts) {
		part := parts[i-len(refs)]
		return part, b.classOf(part) == classOpen, true
	}
	return -1, false, false
}

// noteLoopsMayEnd and noteLoopsMayBegin count the times that loops may have come apart, and that new ones may have closed,
// in 31 bits.
func (b *Board) noteLoopsMayEnd() { b.removalEpoch = next31(b.removalEpoch) }

func (b *Board) noteLoopsMayBegin() { b.additionEpoch = next31(b.additionEpoch) }

func next31(n uint32) uint32 { return max(1, (n+1)&(1<<31-1)) }

// cachedStuck returns what a memo knows, which is the count it was made at and, in its lowest bit, the answer.
func (b *Board) cachedStuck(s int32) (known, is bool) {
	memo := b.slots[s].stuckMemo
	if memo&1 == 1 {
		return memo>>1 == b.removalEpoch, true
	}
	return memo>>1 == b.additionEpoch, false
}

func (b *Board) cacheStuck(s int32, is bool) {
	if is {
		b.slots[s].stuckMemo = b.removalEpoch<<1 | 1
	} else {
		b.slots[s].stuckMemo = b.additionEpoch << 1
	}
}

// InLoop returns what a task waits for in a loop of unfinished tasks that leads back to it, false where it is in none. A task
// that waits for itself waits for k.
func (b *Board) InLoop(k tasks.Key) (tasks.Key, bool) {
	s := b.slotOf(k)
	if s < 0 || !b.isStuck(s) {
		return tasks.Key{}, false
	}
	b.startWalk()
	for i := 0; ; i++ {
		first, holds, more := b.nextBlocker(s, i)
		if !more {
			return tasks.Key{}, false
		}
		if holds && (first == s || b.leadsTo(first, s)) {
			return b.keyOf(first), true
		}
	}
}

// leadsTo reports whether a task is held back by another, through tasks where the walk has not been.
func (b *Board) leadsTo(from, to int32) bool {
	if b.visited[from] == b.walkMark {
		return false
	}
	b.visited[from] = b.walkMark
	b.queue = append(b.queue[:0], from)
	for at := 0; at < len(b.queue); at++ {
		for i := 0; ; i++ {
			next, holds, more := b.nextBlocker(b.queue[at], i)
			if !more {
				break
			}
			if holds && next == to {
				return true
			}
			if holds && b.visited[next] != b.walkMark {
				b.visited[next] = b.walkMark
				b.queue = append(b.queue, next)
			}
		}
	}
	return false
}

// CountStuck returns how many tasks are in a loop of unfinished tasks or behind one, without the filter.
func (b *Board) CountStuck() (n int) {
	if b.groupCounts[PendingColumn][groupBlocked] == 0 || b.unstuckEpoch == b.additionEpoch {
		return 0
	}
	for s := range b.columns[PendingColumn].each {
		if p := b.slots[s].placed(); p.group == groupBlocked && !p.container && b.stateAt(s, p) == Stuck {
			n++
		}
	}
	return n
}
