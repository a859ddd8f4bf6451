package board

import (
	"slices"

	"sideboard/tasks"
)

// In some dialects a task can be the parent of others. It is then a container: nobody works on it, it is in the column
// of its parts, and it counts in no total. A task is a part if its own file says so (Parent) or that of the container
// (Children). A container can be folded: its parts are then hidden, unless there is a filter.

// childIndex indexes containers and their parts. Its maps are empty if the dialects have none.
type childIndex struct {
	byParent     map[listID][]int32 // by the id of a container: the slots whose files name it as their parent
	byChild      map[listID][]int32 // by the id of a part: the slots whose files name it as a child
	nestingTasks int                // the number of records in dialects that have containers

	epoch        uint32 // incremented when the parts of a container may have changed
	cache        map[int32]cachedChildren
	staleParents map[int32]bool // the containers whose parts the current Delta changed
	folded       map[tasks.Key]bool
}

// cachedChildren are the parts of a container in an epoch.
type cachedChildren struct {
	epoch    uint32
	children []int32
}

// indexFamily adds the parent and the children of a record to the index, or with by -1 removes them.
func (b *Board) indexFamily(s int32, t *tasks.Task, by int) {
	if t == nil || !t.Traits.Nests {
		return
	}
	b.nestingTasks += by
	b.invalidateChildren()
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
		note(b.byParent, t.Parent)
	}
	for _, id := range t.Children {
		note(b.byChild, id)
	}
}

// invalidateChildren invalidates the cache of parts.
func (b *Board) invalidateChildren() {
	b.epoch++
	b.invalidateLoops()
}

// invalidateLoops invalidates all that is cached about loops, where tasks that are not touched may be in new ones.
func (b *Board) invalidateLoops() {
	b.noteLoopsMayEnd()
	b.noteLoopsMayBegin()
	b.unstuckEpoch = 0
}

// updateFamily replaces the family of an old record by that of the new one.
func (b *Board) updateFamily(s int32, old, t *tasks.Task) {
	same := old != nil && old.Traits == t.Traits && old.Parent == t.Parent && slices.Equal(old.Children, t.Children)
	if same && old.Marks.Has(tasks.ByForm) == t.Marks.Has(tasks.ByForm) {
		if t.Traits.Nests && ((old.Status == tasks.Container) != (t.Status == tasks.Container) ||
			!slices.Equal(old.WaitsFor, t.WaitsFor)) {
			b.invalidateChildren() // of the tasks that are parts by their ids alone, others may be parts now
		}
		return
	}
	b.indexFamily(s, old, -1)
	b.indexFamily(s, t, +1)
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

// relatives returns the slots that can be reached from one by following next, without that one.
func relatives(s int32, next func(s int32) []int32) []int32 {
	seen := map[int32]bool{s: true}
	all := []int32{s}
	for i := 0; i < len(all); i++ {
		for _, p := range next(all[i]) {
			if !seen[p] {
				seen[p] = true
				all = append(all, p)
			}
		}
	}
	return all[1:]
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

// parents returns the containers that a task is a part of.
func (b *Board) parents(s int32, t *tasks.Task) []int32 {
	all := b.parentCandidates(s, t)
	if t == nil || !t.Marks.Has(tasks.ByForm) {
		return all
	}
	return slices.DeleteFunc(all, func(w int32) bool { return !slices.Contains(b.children(w), s) })
}

// parentCandidates returns the containers that a record names as its parent, by its file or its id, or that name it.
func (b *Board) parentCandidates(s int32, t *tasks.Task) []int32 {
	if t == nil || !t.Traits.Nests {
		return nil
	}
	var all []int32
	if n := b.lookupNode(t.List, t.Parent); n >= 0 && !t.Parent.Empty() {
		if p := b.nodes[n].slot; p >= 0 && p != s {
			all = append(all, p)
		}
	}
	for _, w := range b.byChild[listID{t.List, t.ID}] {
		if w != s && (len(all) == 0 || w != all[0]) {
			all = append(all, w)
		}
	}
	return all
}

// children returns the parts of a container in the order of keys, nil for any other task.
func (b *Board) children(s int32) []int32 {
	t := b.slots[s].task
	if b.nestingTasks == 0 || t == nil || !t.Traits.Nests {
		return nil
	}
	if h, ok := b.cache[s]; ok && h.epoch == b.epoch {
		return h.children
	}
	all := b.childCandidates(s)
	if len(all) == 0 {
		return nil
	}
	all = b.filterChildren(t, all)
	if len(b.cache) > 2*len(b.slots)+64 {
		clear(b.cache)
	}
	b.cache[s] = cachedChildren{b.epoch, all}
	return all
}

// filterChildren returns those of the candidates that are parts of a container.
func (b *Board) filterChildren(whole *tasks.Task, slots []int32) []int32 {
	candidates := make([]*tasks.Task, len(slots))
	byForm := 0
	for i, p := range slots {
		if candidates[i] = b.slots[p].task; candidates[i].Marks.Has(tasks.ByForm) {
			byForm++
		}
	}
	if byForm == 0 {
		return slots
	}
	parts := map[*tasks.Task]bool{}
	for _, t := range tasks.PartsByForm(whole, byForm < len(slots) || len(whole.Children) > 0, candidates) {
		parts[t] = true
	}
	named := map[tasks.ID]bool{}
	for _, id := range whole.Children {
		named[id] = true
	}
	return slices.DeleteFunc(slots, func(p int32) bool {
		t := b.slots[p].task
		return t.Marks.Has(tasks.ByForm) && !parts[t] && !named[t.ID]
	})
}

// childCandidates returns the parts of a container, and the tasks that may be parts by their ids alone, in the order of
// keys.
func (b *Board) childCandidates(s int32) []int32 {
	t := b.slots[s].task
	if b.nestingTasks == 0 || t == nil || !t.Traits.Nests {
		return nil
	}
	var all []int32
	add := func(p int32) {
		if p >= 0 && p != s && !b.slots[p].dead && b.slots[p].task != nil {
			all = append(all, p)
		}
	}
	for _, n := range b.idNodes(s) {
		if n >= 0 && b.nodes[n].slot == s {
			for _, p := range b.byParent[listID{t.List, b.nodes[n].id()}] {
				add(p)
			}
		}
	}
	for _, id := range t.Children {
		if n := b.lookupNode(t.List, id); n >= 0 {
			add(b.nodes[n].slot)
		}
	}
	slices.SortFunc(all, func(x, y int32) int { return b.keyOf(x).Compare(b.keyOf(y)) })
	return slices.Compact(all)
}
