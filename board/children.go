package board

import (
	"slices"

	"sideboard/tasks"
)

// Some dialects let a task be the parent of others. It is then a container: nobody works on it, its column is that of
// its parts, and it counts in no total. Which tasks are its parts two files may say, the part's (its parent) and the
// container's own (its children); either is enough. A container can be folded: its parts are then not shown, unless a
// filter looks for them.

// childIndex is what is known of containers and their parts. Its maps are empty where the dialect has none.
type childIndex struct {
	byParent     map[listID][]int32 // by the id of a container: the slots whose files say that they are parts of it
	byChild      map[listID][]int32 // by the id of a part: the slots whose files name it as theirs
	nestingTasks int                // how many records there are in dialects that have containers

	epoch        uint32 // counts whatever may change which parts a container has
	cache        map[int32]cachedChildren
	staleParents map[int32]bool // the containers whose parts the Delta in hand changed
	folded       map[tasks.Key]bool
}

// cachedChildren is the parts of one container, as they were found at a count of kinship.
type cachedChildren struct {
	epoch    uint32
	children []int32
}

// indexFamily takes what a record says about its family in or out.
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

// invalidateChildren forgets which parts containers have: it may have changed.
func (b *Board) invalidateChildren() {
	b.epoch++
	b.noteLoopsMayEnd()
	b.noteLoopsMayBegin()
	b.unstuckEpoch = 0 // by way of tasks that are not touched
}

// updateFamily takes the family of an old record out and that of the new one in.
func (b *Board) updateFamily(s int32, old, t *tasks.Task) {
	if old != nil && old.Traits == t.Traits && old.Parent == t.Parent && old.ByForm == t.ByForm && slices.Equal(old.Children, t.Children) {
		if t.Traits.Nests && ((old.Status == tasks.Container) != (t.Status == tasks.Container) || !slices.Equal(old.WaitsFor, t.WaitsFor)) {
			b.invalidateChildren() // which of the parts that only their ids make are parts
		}
		return
	}
	b.indexFamily(s, old, -1)
	b.indexFamily(s, t, +1)
}

// touchParents touches the containers that a slot is a part of, by its old record or its new one, and theirs. What they are to
// those that wait for them is brought up to date at the end of the Delta.
func (b *Board) touchParents(s int32, records ...*tasks.Task) {
	if b.nestingTasks == 0 && !slices.ContainsFunc(records, func(t *tasks.Task) bool { return t != nil && t.Traits.Nests }) {
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
		for _, other := range b.duplicates[b.lookupNode(t.List, t.ID)] { // which of them the id means may change
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

// touchDescendants touches all that stands below a slot where something is folded: it may be hidden with it, or shown again.
func (b *Board) touchDescendants(s int32) {
	if len(b.folded) == 0 {
		return
	}
	for _, p := range relatives(s, b.childCandidates) {
		b.touch(p)
	}
}

// relatives returns the slots that are reached from one over the next of each, without itself; a loop is walked once.
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

// updateParents brings up to date what containers are to those that wait for them: once for a Delta, because a container of ten
// thousand parts is looked through for it.
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

// parents returns the containers a task is a part of.
func (b *Board) parents(s int32, t *tasks.Task) []int32 {
	all := b.parentCandidates(s, t)
	if t == nil || !t.ByForm {
		return all
	}
	return slices.DeleteFunc(all, func(w int32) bool { return !slices.Contains(b.children(w), s) })
}

// parentCandidates returns the containers a record says it is a part of, or that name it, and the one that its id hints at.
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

// children returns the slots of a container's parts, in the order of keys; nil for what is no container.
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

// filterChildren returns those of the slots that may be parts of a container that are.
func (b *Board) filterChildren(whole *tasks.Task, slots []int32) []int32 {
	candidates := make([]*tasks.Task, len(slots))
	byForm := 0
	for i, p := range slots {
		if candidates[i] = b.slots[p].task; candidates[i].ByForm {
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
		return t.ByForm && !parts[t] && !named[t.ID]
	})
}

// childCandidates returns the slots of a container's parts, and of what only ids say is a part, in the order of keys.
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
