package board

import (
	"slices"

	"sideboard/tasks"
)

// walkStep is a slot on the path of isStuck, and the number of its links that have been followed.
type walkStep struct {
	s    int32
	next int32
}

// loops is which tasks wait for each other, or for tasks that do. isStuck caches its answers: a new link can only make
// a task stuck, a removed link or a completion can only free it.
type loops struct {
	links
	path                        []walkStep
	removalEpoch, additionEpoch uint32
	unstuckEpoch                uint32 // the additionEpoch in which no pending task was stuck
}

func newLoops() loops {
	return loops{links: links{family: newFamily()}, removalEpoch: 1, additionEpoch: 1}
}

// isStuck reports whether a task is in a loop of unfinished tasks or waits for one. One depth-first walk decides it for
// all blockers of the task. The answers are cached: "stuck" until a removal can free a task, "free" until an addition
// can close a loop.
func (o *loops) isStuck(s int32) bool {
	if known, stuck := o.cachedStuck(s); known {
		return stuck
	}
	o.startWalk()
	o.visited[s] = o.walkMark
	o.path = append(o.path[:0], walkStep{s: s})
	for len(o.path) > 0 {
		top := &o.path[len(o.path)-1]
		sl := &o.slots[top.s]
		to, holds, more := o.nextBlocker(top.s, int(top.next))
		if !more || isFinished(sl.task) && !o.isContainer(top.s) {
			o.cacheStuck(top.s, false)
			o.path = o.path[:len(o.path)-1]
			continue
		}
		top.next++
		if !holds {
			continue
		}
		known, stuck := o.cachedStuck(to)
		if !known && o.visited[to] != o.walkMark {
			o.visited[to] = o.walkMark
			o.path = append(o.path, walkStep{s: to})
			continue
		}
		if stuck || !known { // the blocker is stuck or on the path: all tasks of the path wait for a loop
			for _, p := range o.path {
				o.cacheStuck(p.s, true)
			}
			o.path = o.path[:0]
		}
	}
	_, stuck := o.cachedStuck(s)
	return stuck
}

// nextBlocker returns blocker i of a task: the tasks that its list names, then the parts of a container. holds reports
// whether it keeps the task from starting; more is false after the last.
func (o *loops) nextBlocker(s int32, i int) (to int32, holds, more bool) {
	refs := o.slots[s].refs
	if i < len(refs) {
		return o.nodes[refs[i]].slot, o.isOpenBlocker(refs[i], s), true
	}
	if parts := o.children(s); i-len(refs) < len(parts) {
		part := parts[i-len(refs)]
		return part, o.classOf(part) == classOpen, true
	}
	return -1, false, false
}

// cachedStuck returns the cached answer of isStuck, if it is valid. A memo is an epoch and, in its lowest bit, the
// answer.
func (o *loops) cachedStuck(s int32) (known, stuck bool) {
	memo := o.slots[s].stuckMemo
	if memo&1 == 1 {
		return memo>>1 == o.removalEpoch, true
	}
	return memo>>1 == o.additionEpoch, false
}

func (o *loops) cacheStuck(s int32, stuck bool) {
	if stuck {
		o.slots[s].stuckMemo = o.removalEpoch<<1 | 1
	} else {
		o.slots[s].stuckMemo = o.additionEpoch << 1
	}
}

// noteLoopsMayEnd marks cached answers "stuck" as out of date.
func (o *loops) noteLoopsMayEnd() { o.removalEpoch = next31(o.removalEpoch) }

// noteLoopsMayBegin marks cached answers "free" as out of date.
func (o *loops) noteLoopsMayBegin() { o.additionEpoch = next31(o.additionEpoch) }

// invalidateLoops invalidates all that is cached about loops, where tasks that are not touched may be in new ones.
func (o *loops) invalidateLoops() {
	o.noteLoopsMayEnd()
	o.noteLoopsMayBegin()
	o.unstuckEpoch = 0
}

// next31 returns the next epoch. It fits into a memo with its bit, and is never 0: a slot without an answer has that.
func next31(n uint32) uint32 { return max(1, (n+1)&(1<<31-1)) }

// InLoop returns the blocker of a task in the shortest loop of unfinished tasks that it is in, false if it is in none.
// A task that waits for itself is its own blocker.
func (o *loops) InLoop(k tasks.Key) (tasks.Key, bool) {
	s := o.slotOf(k)
	if s < 0 || !o.isStuck(s) {
		return tasks.Key{}, false
	}
	o.startWalk()
	type reached struct{ s, first int32 }
	for queue := []reached{{s, -1}}; len(queue) > 0; queue = queue[1:] {
		for i := 0; ; i++ {
			to, holds, more := o.nextBlocker(queue[0].s, i)
			if !more {
				break
			}
			if !holds || o.visited[to] == o.walkMark {
				continue
			}
			first := queue[0].first
			if first < 0 {
				first = to
			}
			if to == s {
				return o.keyOf(first), true
			}
			o.visited[to] = o.walkMark
			queue = append(queue, reached{to, first})
		}
	}
	return tasks.Key{}, false
}

// findLoop returns the shortest path along links from one task to another, nil if there is none, without regard to the
// states of the tasks. With detour, a direct link from the one to the other does not count.
func (o *loops) findLoop(from, to int32, detour bool) []tasks.Key {
	o.startWalk()
	o.visited[from] = o.walkMark
	also := o.mirroredBlockers()
	type hop struct{ s, by int32 }
	way := []hop{{from, -1}}
	for i := 0; i < len(way); i++ {
		if way[i].s == to {
			var keys []tasks.Key
			for j := int32(i); j >= 0; j = way[j].by {
				keys = append(keys, o.keyOf(way[j].s))
			}
			slices.Reverse(keys)
			return keys
		}
		follow := func(p int32) {
			if p >= 0 && o.visited[p] != o.walkMark && !(detour && i == 0 && p == to) {
				o.visited[p] = o.walkMark
				way = append(way, hop{p, int32(i)})
			}
		}
		for _, n := range o.slots[way[i].s].refs {
			follow(o.nodes[n].slot)
		}
		for _, p := range also[way[i].s] {
			follow(p)
		}
		for _, p := range o.children(way[i].s) { // a container is over when they are
			follow(p)
		}
	}
	return nil
}
