package board

import (
	"slices"

	"sideboard/tasks"
)

// assignIDs makes the ids of a record refer to its slot: the one inside, the one its file is named after, or both, as
// its dialect's agents look for it.
func (c *changes) assignIDs(s int32, l *list, t *tasks.Task) {
	n, alias := int32(-1), int32(-1)
	switch stem := stemOf(t.Name); {
	case t.Traits.ByName && t.Traits.NumericIDs:
		n = c.ensureNode(l, fileID(stem, true))
	case t.Traits.ByName:
		n = c.ensureNode(l, tasks.ID{Text: stem})
	case !isNamedAfter(stem, t.ID.Text) && t.Traits.Blocked != tasks.UnfinishedOnly:
		alias = c.ensureNode(l, fileID(stem, t.Traits.NumericIDs))
	}
	if n < 0 && !t.ID.Empty() {
		n = c.ensureNode(l, t.ID)
	}
	c.setIDNodes(s, n, alias)
}

// setIDNodes makes the nodes n and alias, -1 for none, refer to a slot, and those that did so far no longer.
func (c *changes) setIDNodes(s, n, alias int32) {
	if alias == n {
		alias = -1
	}
	old := c.idNodes(s)
	c.slots[s].node = n
	if delete(c.aliases, s); alias >= 0 {
		c.aliases[s] = alias
	}
	for _, x := range [2]int32{n, alias} {
		if x >= 0 {
			c.addCarrier(x, s)
		}
	}
	for _, x := range old {
		if x >= 0 && x != n && x != alias {
			c.removeCarrier(x, s)
		}
	}
}

// addCarrier adds a slot to those that have an id.
func (c *changes) addCarrier(n, s int32) {
	nd := &c.nodes[n]
	r := c.duplicates[n]
	if nd.slot != s || r != nil {
		c.epoch++
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
		c.duplicates[n] = r
		c.resolveID(n)
	}
	c.updateClass(n)
}

// removeCarrier removes a slot from those that have an id.
func (c *changes) removeCarrier(n, s int32) {
	c.epoch++
	nd := &c.nodes[n]
	if r, ok := c.duplicates[n]; ok {
		r = slices.DeleteFunc(r, func(x int32) bool { return x == s })
		c.duplicates[n] = r
		c.resolveID(n)
		if len(r) == 1 {
			delete(c.duplicates, n)
		}
	} else if nd.slot == s {
		nd.slot = -1
	}
	c.updateClass(n)
	c.dropNode(n)
}

// resolveID chooses the file that an id means, of several that have it: the one that is named after it, else the first.
// Agents that look at every task they can see (Claude Code) are held back by any that is unfinished, so that goes
// first.
func (c *changes) resolveID(n int32) {
	nd := &c.nodes[n]
	best, most := int32(-1), 0
	for _, s := range c.duplicates[n] {
		rank := 0
		if isNamedAfter(stemOf(c.keyOf(s).Name), nd.text) {
			rank = 1
		}
		if t := c.slots[s].task; t != nil && t.Traits.Blocked == tasks.UnfinishedOnly && c.classOf(s) == classOpen {
			rank += 2
		}
		if best < 0 || rank > most || rank == most && c.keyOf(s).Compare(c.keyOf(best)) < 0 {
			best, most = s, rank
		}
	}
	if nd.slot != best {
		c.unlinked = append(c.unlinked, nd.slot, best)
	}
	nd.slot = best
	c.invalidateLoops()
}

// updateClass updates the class of an id and the counts of all that wait for it.
func (c *changes) updateClass(n int32) {
	nd := &c.nodes[n]
	is := c.classOf(nd.slot)
	if is == nd.class {
		return
	}
	old := nd.class
	nd.class = is
	if len(nd.dependants) == 0 {
		return
	}
	for _, d := range nd.dependants {
		c.touch(d)
		sl := &c.slots[d]
		sl.count(old, -1)
		sl.count(is, +1)
	}
	c.noteLoopsMayEnd()
	if is == classOpen || is == classUnseen {
		c.noteLoopsMayBegin()
	}
}

// setLinks changes the links of a slot from its old list to its new one. It leaves the common beginning and the common
// end alone: when a list of ten thousand grows by one, that costs one link.
func (c *changes) setLinks(s int32, l *list, before, after []tasks.ID) {
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
	old := c.slots[s].refs
	var refs []int32
	if len(after) > 0 {
		refs = make([]int32, 0, len(after))
		refs = append(refs, old[:head]...)
		for _, id := range after[head : len(after)-tail] {
			n := c.ensureNode(l, id)
			refs = append(refs, n)
			c.addDependant(s, n)
		}
		refs = append(refs, old[len(old)-tail:]...)
	}
	for _, n := range old[head : len(old)-tail] {
		c.removeDependant(s, n)
		if by := c.nodes[n].slot; by >= 0 {
			c.unlinked = append(c.unlinked, by)
		}
	}
	c.slots[s].refs = refs
	c.slots[s].stuckMemo = 0
	if head+tail < len(before) {
		c.noteLoopsMayEnd()
	}
	if head+tail < len(after) && c.hasDependants(s) {
		c.noteLoopsMayBegin()
	}
}
