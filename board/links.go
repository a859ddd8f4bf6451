package board

import (
	"slices"

	"sideboard/tasks"
)

// provide makes a slot one of those that carry an id.
func (b *Board) provide(n, s int32) {
	nd := &b.nodes[n]
	r := b.rivals[n]
	if nd.prime != s || r != nil {
		b.kinship++
	}
	switch {
	case nd.prime < 0:
		nd.prime = s
	case nd.prime != s || r != nil:
		if r == nil {
			r = []int32{nd.prime}
		}
		if !slices.Contains(r, s) {
			r = append(r, s)
		}
		b.rivals[n] = r
		b.elect(n)
	}
	b.reclass(n)
}

// unprovide ends it.
func (b *Board) unprovide(n, s int32) {
	b.kinship++
	nd := &b.nodes[n]
	if r, ok := b.rivals[n]; ok {
		r = slices.DeleteFunc(r, func(x int32) bool { return x == s })
		b.rivals[n] = r
		b.elect(n)
		if len(r) == 1 {
			delete(b.rivals, n)
		}
	} else if nd.prime == s {
		nd.prime = -1
	}
	b.reclass(n)
	b.dropNode(n)
}

// elect decides which of several files an id means: the one that is named after it, else the first of them. Agents
// that look at every task they can see (Claude Code) are held back by any that is unfinished, so that goes first.
func (b *Board) elect(n int32) {
	nd := &b.nodes[n]
	best, most := int32(-1), 0
	for _, s := range b.rivals[n] {
		rank := 0
		if named(stemOf(b.keyOf(s).Name), nd.text) {
			rank = 1
		}
		if t := b.slots[s].task; t != nil && t.Traits.Blocked == tasks.UnfinishedOnly && b.classOf(s) == open {
			rank += 2
		}
		if best < 0 || rank > most || rank == most && b.keyOf(s).Compare(b.keyOf(best)) < 0 {
			best, most = s, rank
		}
	}
	nd.prime = best
	b.loosen()
	b.tighten()
}

// classOf is what a slot is to those that wait for it.
func (b *Board) classOf(s int32) class {
	if s < 0 {
		return lost
	}
	sl := &b.slots[s]
	switch {
	case sl.dead:
		return lost
	case sl.task == nil:
		return unseen
	case b.container(s):
		if b.progress(s).done() {
			return done
		}
		return open
	case sl.task.Status == tasks.Completed:
		return done
	case sl.task.Unseen:
		return unseen
	}
	return open
}

// reclass brings the counts of all that wait for an id up to date.
func (b *Board) reclass(n int32) {
	nd := &b.nodes[n]
	c := b.classOf(nd.prime)
	if c == nd.class {
		return
	}
	old := nd.class
	nd.class = c
	if len(nd.deps) == 0 {
		return
	}
	for _, d := range nd.deps {
		b.touch(d)
		sl := &b.slots[d]
		sl.count(old, -1)
		sl.count(c, +1)
	}
	b.loosen()
	if c == open || c == unseen {
		b.tighten()
	}
}

func (sl *slot) count(c class, by int32) {
	switch c {
	case open:
		sl.open += by
	case unseen:
		sl.unseen += by
	case lost:
		sl.lost += by
	}
}

// relink makes the links of a slot those of its new list. What is common at both ends of the old and the new list
// stays as it is: a list of ten thousand that grows by one costs one link.
func (b *Board) relink(s int32, l *list, before, after []tasks.ID) {
	if slices.Equal(before, after) {
		return
	}
	head := 0
	for head < len(before) && head < len(after) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	old := b.slots[s].refs
	var refs []int32
	if len(after) > 0 {
		refs = make([]int32, 0, len(after))
		refs = append(refs, old[:head]...)
		for _, id := range after[head : len(after)-tail] {
			n := b.nodeOf(l, id)
			refs = append(refs, n)
			b.tie(s, n)
		}
		refs = append(refs, old[len(old)-tail:]...)
	}
	for _, n := range old[head : len(old)-tail] {
		b.untie(s, n)
	}
	b.slots[s].refs = refs
	b.slots[s].memo = 0
	if head+tail < len(before) {
		b.loosen()
	}
	if head+tail < len(after) && b.awaited(s) {
		b.tighten()
	}
}

// awaited says that somebody may wait for a slot.
func (b *Board) awaited(s int32) bool {
	for _, n := range b.answers(s) {
		if n >= 0 && len(b.nodes[n].deps) > 0 {
			return true
		}
	}
	return b.nests > 0 && len(b.mayHold(s, b.slots[s].task)) > 0 // what waits for its container waits for it
}

func (b *Board) tie(s, n int32) {
	nd := &b.nodes[n]
	if k := len(nd.deps); k == 0 || nd.deps[k-1] <= s {
		nd.deps = append(nd.deps, s)
	} else {
		i, _ := slices.BinarySearch(nd.deps, s)
		nd.deps = slices.Insert(nd.deps, i, s)
	}
	b.slots[s].count(nd.class, +1)
}

func (b *Board) untie(s, n int32) {
	nd := &b.nodes[n]
	if i, ok := slices.BinarySearch(nd.deps, s); ok {
		nd.deps = slices.Delete(nd.deps, i, i+1)
	}
	b.slots[s].count(nd.class, -1)
	b.dropNode(n)
}

// held says that a task may not be started, as its own dialect's agents judge it.
func (b *Board) held(s int32) bool {
	sl := &b.slots[s]
	if sl.task == nil {
		return false
	}
	if sl.task.Waits {
		return true // nobody here looks at all it names, and one of the others may be open
	}
	switch sl.task.Traits.Blocked {
	case tasks.ListNotEmpty:
		return len(sl.refs) > 0
	case tasks.UnfinishedOnly:
		return sl.open > 0
	}
	return sl.open+sl.unseen+sl.lost > 0
}

// holds says that what a node stands for keeps a task from being started and can still be completed.
func (b *Board) holds(n, s int32) bool {
	switch b.nodes[n].class {
	case open:
		return true
	case unseen:
		t := b.slots[s].task
		return t != nil && t.Traits.Blocked != tasks.UnfinishedOnly
	}
	return false
}

// finished says that a task is not waited for any more and waits for nothing itself.
func finished(t *tasks.Task) bool {
	return t != nil && (t.Status == tasks.Completed || t.Status == tasks.Skipped || t.Status == tasks.Cancelled)
}

// eachDependant gives the slots that wait for a slot, each as often as they name it.
func (b *Board) eachDependant(s int32, yield func(d, n int32) bool) {
	for _, n := range b.answers(s) {
		if n < 0 || b.nodes[n].prime != s {
			continue
		}
		for _, d := range b.nodes[n].deps {
			if !yield(d, n) {
				return
			}
		}
	}
}

// cut reports whether what a task waits for is not kept whole.
func (b *Board) cut(s int32) bool { return b.slots[s].task != nil && b.slots[s].task.Waits }
