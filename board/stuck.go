package board

import "sideboard/tasks"

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

// invalidateLoops invalidates all that is cached about loops, where tasks that are not touched may be in new ones.
func (b *Board) invalidateLoops() {
	b.noteLoopsMayEnd()
	b.noteLoopsMayBegin()
	b.unstuckEpoch = 0
}

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

// noteLoops keeps unstuckEpoch up to date: a task that became stuck since an epoch was touched, or waits for one that
// was.
func (b *Board) noteLoops(since uint32) {
	if b.unstuckEpoch != since {
		return
	}
	b.unstuckEpoch = b.additionEpoch
	for i := range b.touched {
		if s := b.touched[i].s; !b.slots[s].dead && b.isStuck(s) {
			b.unstuckEpoch = 0
			return
		}
	}
}
