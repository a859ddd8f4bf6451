package board

import "sideboard/tasks"

// walkStep is a slot on the path of isStuck, and the number of its links that have been followed.
type walkStep struct {
	s    int32
	next int32
}

// startWalk starts a walk, which marks a slot s as visited by visited[s] = walkMark. Older marks need not be cleared.
func (b *Board) startWalk() {
	b.walkMark++
	if b.walkMark == 0 {
		clear(b.visited)
		b.walkMark = 1
	}
}

// Behind returns the number of unfinished tasks that wait for a task, directly or through others, at most limit.
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

// mostBehind is the highest value of slot.behind.
const mostBehind = 1000

// countWaiting updates slot.behind of all tasks that are touched and of all that these wait for, or did, directly or
// through others.
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

// isStuck reports whether a task is in a loop of unfinished tasks or waits for one. One depth-first walk decides it for
// all blockers of the task. The answers are cached: "stuck" until a removal can free a task, "free" until an addition
// can close a loop.
func (b *Board) isStuck(s int32) bool {
	if known, stuck := b.cachedStuck(s); known {
		return stuck
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
		known, stuck := b.cachedStuck(to)
		if !known && b.visited[to] != b.walkMark {
			b.visited[to] = b.walkMark
			b.path = append(b.path, walkStep{s: to})
			continue
		}
		if stuck || !known { // the blocker is stuck or on the path: all tasks of the path wait for a loop
			for _, p := range b.path {
				b.cacheStuck(p.s, true)
			}
			b.path = b.path[:0]
		}
	}
	_, stuck := b.cachedStuck(s)
	return stuck
}

// nextBlocker returns blocker i of a task: the tasks that its list names, then the parts of a container. holds reports
// whether it keeps the task from starting; more is false after the last.
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

// noteLoopsMayEnd marks cached answers "stuck" as out of date.
func (b *Board) noteLoopsMayEnd() { b.removalEpoch = next31(b.removalEpoch) }

// noteLoopsMayBegin marks cached answers "free" as out of date.
func (b *Board) noteLoopsMayBegin() { b.additionEpoch = next31(b.additionEpoch) }

func next31(n uint32) uint32 { return max(1, (n+1)&(1<<31-1)) }

// cachedStuck returns the cached answer of isStuck, if it is valid. A memo is an epoch and, in its lowest bit, the
// answer.
func (b *Board) cachedStuck(s int32) (known, stuck bool) {
	memo := b.slots[s].stuckMemo
	if memo&1 == 1 {
		return memo>>1 == b.removalEpoch, true
	}
	return memo>>1 == b.additionEpoch, false
}

func (b *Board) cacheStuck(s int32, stuck bool) {
	if stuck {
		b.slots[s].stuckMemo = b.removalEpoch<<1 | 1
	} else {
		b.slots[s].stuckMemo = b.additionEpoch << 1
	}
}

// InLoop returns the blocker of a task in the shortest loop of unfinished tasks that it is in, false if it is in none.
// A task that waits for itself is its own blocker.
func (b *Board) InLoop(k tasks.Key) (tasks.Key, bool) {
	s := b.slotOf(k)
	if s < 0 || !b.isStuck(s) {
		return tasks.Key{}, false
	}
	b.startWalk()
	type reached struct{ s, first int32 }
	for queue := []reached{{s, -1}}; len(queue) > 0; queue = queue[1:] {
		for i := 0; ; i++ {
			to, holds, more := b.nextBlocker(queue[0].s, i)
			if !more {
				break
			}
			if !holds || b.visited[to] == b.walkMark {
				continue
			}
			first := queue[0].first
			if first < 0 {
				first = to
			}
			if to == s {
				return b.keyOf(first), true
			}
			b.visited[to] = b.walkMark
			queue = append(queue, reached{to, first})
		}
	}
	return tasks.Key{}, false
}

// CountStuck returns the number of tasks that are in a loop of unfinished tasks or wait for one, without the filter.
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
