package board

import (
	"slices"

	"sideboard/tasks"
)

// updateFamily replaces the family of an old record by that of the new one.
func (o *loops) updateFamily(s int32, old, t *tasks.Task) {
	same := old != nil && old.Traits == t.Traits && old.Parent == t.Parent && slices.Equal(old.Children, t.Children)
	if same && old.Marks.Has(tasks.ByForm) == t.Marks.Has(tasks.ByForm) {
		if t.Traits.Nests && ((old.Status == tasks.Container) != (t.Status == tasks.Container) ||
			!slices.Equal(old.WaitsFor, t.WaitsFor)) {
			o.invalidateChildren() // of the tasks that are parts by their ids alone, others may be parts now
		}
		return
	}
	o.indexFamily(s, old, -1)
	o.indexFamily(s, t, +1)
}

// indexFamily adds the parent and the children of a record to the index, or with by -1 removes them.
func (o *loops) indexFamily(s int32, t *tasks.Task, by int) {
	if t == nil || !t.Traits.Nests {
		return
	}
	o.nestingTasks += by
	o.invalidateChildren()
	note := func(m map[listID][]int32, id tasks.ID) {
		at := listID{t.List, id}
		if by > 0 {
			m[at] = append(m[at], s)
			return
		}
		if m[at] = slices.DeleteFunc(m[at], func(x int32) bool { return x == s }); len(m[at]) == 0 {
			delete(m, at)
		}
	}
	if !t.Parent.Empty() {
		note(o.byParent, t.Parent)
	}
	for _, id := range t.Children {
		note(o.byChild, id)
	}
}

// invalidateChildren invalidates the cache of parts.
func (o *loops) invalidateChildren() {
	o.epoch++
	o.invalidateLoops()
}

// touchParents touches the containers of a slot, by its old record or its new one, and the containers of those.
// updateParents then updates the tasks that wait for them.
func (c *changes) touchParents(s int32, records ...*tasks.Task) {
	if c.nestingTasks == 0 && !slices.ContainsFunc(records,
		func(t *tasks.Task) bool { return t != nil && t.Traits.Nests }) {
		return
	}
	var all []int32
	seen := map[int32]bool{s: true}
	add := func(w int32) {
		if w >= 0 && !seen[w] && !c.slots[w].dead {
			seen[w] = true
			c.touch(w)
			c.staleParents[w] = true
			all = append(all, w)
		}
	}
	for _, t := range records {
		if t == nil {
			continue
		}
		for _, w := range c.parentCandidates(s, t) {
			add(w)
		}
		for _, other := range c.duplicates[c.lookupNode(t.List, t.ID)] { // the id may come to mean another of them
			add(other)
		}
	}
	for i := 0; i < len(all); i++ {
		for _, w := range c.parentCandidates(all[i], c.slots[all[i]].task) {
			add(w)
		}
		c.touchDescendants(all[i])
	}
	c.touchDescendants(s)
}

// touchDescendants touches the parts of a slot where something is folded: they may have to be hidden or shown.
func (c *changes) touchDescendants(s int32) {
	if len(c.folded) == 0 {
		return
	}
	for _, p := range relatives(s, c.childCandidates) {
		c.touch(p)
	}
}

// updateParents updates the class of the containers whose parts changed. It runs once for a Delta, because it looks at
// all parts of a container.
func (c *changes) updateParents() {
	for w := range c.staleParents {
		for _, n := range c.idNodes(w) {
			if n >= 0 {
				c.updateClass(n)
			}
		}
	}
	clear(c.staleParents)
}
