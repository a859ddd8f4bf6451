package board

import (
	"slices"

	"sideboard/tasks"
)

// addCarrier adds a slot to those that have an id.
func (b *Board) addCarrier(n, s int32) {
	nd := &b.nodes[n]
	r := b.duplicates[n]
	if nd.slot != s || r != nil {
		b.epoch++
	}
	switch {
	case nd.slot < 0:
		nd.slot = s
	case nd.slot != s || r != nil:
		if r == nil {
			r = []int32{nd.slot}
		}
		if !slices.Contains(r, s) {
			r = append(r, s)
		}
		b.duplicates[n] = r
		b.resolveID(n)
	}
	b.updateClass(n)
}

// removeCarrier removes a slot from those that have an id.
func (b *Board) removeCarrier(n, s int32) {
	b.epoch++
	nd := &b.nodes[n]
	if r, ok := b.duplicates[n]; ok {
		r = slices.DeleteFunc(r, func(x int32) bool { return x == s })
		b.duplicates[n] = r
		b.resolveID(n)
		if len(r) == 1 {
			delete(b.duplicates, n)
		}
	} else if nd.slot == s {
		nd.slot = -1
	}
	b.updateClass(n)
	b.dropNode(n)
}

// resolveID chooses the file that an id means, of several that have it: the one that is named after it, else the first.
// Agents that look at every task they can see (Claude Code) are held back by any that is unfinished, so that goes
// first.
func (b *Board) resolveID(n int32) {
	nd := &b.nodes[n]
	best, most := int32(-1), 0
	for _, s := range b.duplicates[n] {
		rank := 0
		if isNamedAfter(stemOf(b.keyOf(s).Name), nd.text) {
			rank = 1
		}
		if t := b.slots[s].task; t != nil && t.Traits.Blocked == tasks.UnfinishedOnly && b.classOf(s) == classOpen {
			rank += 2
		}
		if best < 0 || rank > most || rank == most && b.keyOf(s).Compare(b.keyOf(best)) < 0 {
			best, most = s, rank
		}
	}
	if nd.slot != best {
		b.unlinked = append(b.unlinked, nd.slot, best)
	}
	nd.slot = best
	b.invalidateLoops()
}

// updateClass updates the class of an id and the counts of all that wait for it.
func (b *Board) updateClass(n int32) {
	nd := &b.nodes[n]
	c := b.classOf(nd.slot)
	if c == nd.class {
		return
	}
	old := nd.class
	nd.class = c
	if len(nd.dependants) == 0 {
		return
	}
	for _, d := range nd.dependants {
		b.touch(d)
		sl := &b.slots[d]
		sl.count(old, -1)
		sl.count(c, +1)
	}
	b.noteLoopsMayEnd()
	if c == classOpen || c == classUnseen {
		b.noteLoopsMayBegin()
	}
}

// setLinks changes the links of a slot from its old list to its new one. It leaves the common beginning and the common
// end alone: when a list of ten thousand grows by one, that costs one link.
func (b *Board) setLinks(s int32, l *list, before, after []tasks.ID) {
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
			n := b.ensureNode(l, id)
			refs = append(refs, n)
			b.addDependant(s, n)
		}
		refs = append(refs, old[len(old)-tail:]...)
	}
	for _, n := range old[head : len(old)-tail] {
		b.removeDependant(s, n)
		if by := b.nodes[n].slot; by >= 0 {
			b.unlinked = append(b.unlinked, by)
		}
	}
	b.slots[s].refs = refs
	b.slots[s].stuckMemo = 0
	if head+tail < len(before) {
		b.noteLoopsMayEnd()
	}
	if head+tail < len(after) && b.hasDependants(s) {
		b.noteLoopsMayBegin()
	}
}
