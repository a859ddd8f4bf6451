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
func (b *Board) touchParents(s int32, records ...*tasks.Task) {
	if b.nestingTasks == 0 && !slices.ContainsFunc(records,
		func(t *tasks.Task) bool { return t != nil && t.Traits.Nests }) {
		return
	}
	var all []int32
	seen := map[int32]bool{s: true}
	add := func(w int32) {
		if w >= 0 && !seen[w] && !b.slots[w].dead {
			seen[w] = true
			b.touch(w)
			b.staleParents[w] = true
			all = append(all, w)
		}
	}
	for _, t := range records {
		if t == nil {
			continue
		}
		for _, w := range b.parentCandidates(s, t) {
			add(w)
		}
		for _, other := range b.duplicates[b.lookupNode(t.List, t.ID)] { // the id may come to mean another of them
			add(other)
		}
	}
	for i := 0; i < len(all); i++ {
		for _, w := range b.parentCandidates(all[i], b.slots[all[i]].task) {
			add(w)
		}
		b.touchDescendants(all[i])
	}
	b.touchDescendants(s)
}

// touchDescendants touches the parts of a slot where something is folded: they may have to be hidden or shown.
func (b *Board) touchDescendants(s int32) {
	if len(b.folded) == 0 {
		return
	}
	for _, p := range relatives(s, b.childCandidates) {
		b.touch(p)
	}
}

// updateParents updates the class of the containers whose parts changed. It runs once for a Delta, because it looks at
// all parts of a container.
func (b *Board) updateParents() {
	for w := range b.staleParents {
		for _, n := range b.idNodes(w) {
			if n >= 0 {
				b.updateClass(n)
			}
		}
	}
	clear(b.staleParents)
}
