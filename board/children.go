package board

import (
	"slices"

	"sideboard/tasks"
)

// In some dialects a task can be the parent of others. It is then a container: nobody works on it, it is in the column
// of its parts, and it counts in no total. A task is a part if its own file says so (Parent) or that of the container
// (Children). A container can be folded: its parts are then hidden, unless there is a filter.

// family is the table with an index of containers and their parts. Its maps are empty if the dialects have none.
type family struct {
	table
	byParent     map[listID][]int32 // by the id of a container: the slots whose files name it as their parent
	byChild      map[listID][]int32 // by the id of a part: the slots whose files name it as a child
	nestingTasks int                // the number of records in dialects that have containers

	epoch        uint32 // incremented when the parts of a container may have changed
	cache        map[int32]cachedChildren
	staleParents map[int32]bool // the containers whose parts the current Delta changed
	folded       map[tasks.Key]bool
}

func newFamily() family {
	return family{
		table: newTable(), byParent: map[listID][]int32{}, byChild: map[listID][]int32{},
		folded: map[tasks.Key]bool{}, cache: map[int32]cachedChildren{}, staleParents: map[int32]bool{},
	}
}

// cachedChildren are the parts of a container in an epoch.
type cachedChildren struct {
	epoch    uint32
	children []int32
}

// children returns the parts of a container in the order of keys, nil for any other task.
func (f *family) children(s int32) []int32 {
	t := f.slots[s].task
	if f.nestingTasks == 0 || t == nil || !t.Traits.Nests {
		return nil
	}
	if h, ok := f.cache[s]; ok && h.epoch == f.epoch {
		return h.children
	}
	all := f.childCandidates(s)
	if len(all) == 0 {
		return nil
	}
	all = f.filterChildren(t, all)
	if len(f.cache) > 2*len(f.slots)+64 {
		clear(f.cache)
	}
	f.cache[s] = cachedChildren{f.epoch, all}
	return all
}

// filterChildren returns those of the candidates that are parts of a container.
func (f *family) filterChildren(whole *tasks.Task, slots []int32) []int32 {
	candidates := make([]*tasks.Task, len(slots))
	byForm := 0
	for i, p := range slots {
		if candidates[i] = f.slots[p].task; candidates[i].Marks.Has(tasks.ByForm) {
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
		t := f.slots[p].task
		return t.Marks.Has(tasks.ByForm) && !parts[t] && !named[t.ID]
	})
}

// childCandidates returns the parts of a container, and the tasks that may be parts by their ids alone, in the order of
// keys.
func (f *family) childCandidates(s int32) []int32 {
	t := f.slots[s].task
	if f.nestingTasks == 0 || t == nil || !t.Traits.Nests {
		return nil
	}
	var all []int32
	add := func(p int32) {
		if p >= 0 && p != s && !f.slots[p].dead && f.slots[p].task != nil {
			all = append(all, p)
		}
	}
	for _, n := range f.idNodes(s) {
		if n >= 0 && f.nodes[n].slot == s {
			for _, p := range f.byParent[listID{t.List, f.nodes[n].id()}] {
				add(p)
			}
		}
	}
	for _, id := range t.Children {
		if n := f.lookupNode(t.List, id); n >= 0 {
			add(f.nodes[n].slot)
		}
	}
	slices.SortFunc(all, func(x, y int32) int { return f.keyOf(x).Compare(f.keyOf(y)) })
	return slices.Compact(all)
}

// parents returns the containers that a task is a part of.
func (f *family) parents(s int32, t *tasks.Task) []int32 {
	all := f.parentCandidates(s, t)
	if t == nil || !t.Marks.Has(tasks.ByForm) {
		return all
	}
	return slices.DeleteFunc(all, func(w int32) bool { return !slices.Contains(f.children(w), s) })
}

// parentCandidates returns the containers that a record names as its parent, by its file or its id, or that name it.
func (f *family) parentCandidates(s int32, t *tasks.Task) []int32 {
	if t == nil || !t.Traits.Nests {
		return nil
	}
	var all []int32
	if n := f.lookupNode(t.List, t.Parent); n >= 0 && !t.Parent.Empty() {
		if p := f.nodes[n].slot; p >= 0 && p != s {
			all = append(all, p)
		}
	}
	for _, w := range f.byChild[listID{t.List, t.ID}] {
		if w != s && (len(all) == 0 || w != all[0]) {
			all = append(all, w)
		}
	}
	return all
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

// isContainer reports whether a slot is a container.
func (f *family) isContainer(s int32) bool {
	t := f.slots[s].task
	return f.nestingTasks > 0 && t != nil && t.Traits.Nests &&
		(t.Status == tasks.Container || len(t.Children) > 0 || len(f.children(s)) > 0)
}

// childProgress counts the parts of a container, at any depth, that are no containers themselves.
type childProgress struct {
	total, started, finished int
	more                     bool // the file may name parts that the record leaves out
	leaves                   []int32
}

// containerProgress counts the parts of a container.
func (f *family) containerProgress(s int32) childProgress {
	whole := f.slots[s].task
	p := childProgress{more: len(whole.Children) > 0 && whole.DroppedLinks > 0}
	for _, part := range relatives(s, f.children) {
		if len(f.children(part)) > 0 {
			continue
		}
		p.total++
		p.leaves = append(p.leaves, part)
		switch t := f.slots[part].task; {
		case isFinished(t):
			p.started++
			p.finished++
		case t.Status == tasks.InProgress || t.Status == tasks.Failed:
			p.started++
		}
	}
	return p
}

// done reports whether there are parts and all are finished.
func (p childProgress) done() bool { return p.total > 0 && p.finished == p.total && !p.more }

// column returns the column of the container.
func (p childProgress) column() Column {
	switch {
	case p.done():
		return CompletedColumn
	case p.started > 0:
		return InProgressColumn
	}
	return PendingColumn
}

// ContainerProgress returns the number of finished parts of a container, at any depth, and of all parts; false for any
// other task. Containers among the parts do not count themselves.
func (f *family) ContainerProgress(k tasks.Key) (done, all int, ok bool) {
	s := f.slotOf(k)
	if s < 0 || !f.isContainer(s) {
		return 0, 0, false
	}
	p := f.containerProgress(s)
	return p.finished, p.total, true
}

// Children returns the parts of a container, in the order of keys.
func (f *family) Children(k tasks.Key) []tasks.Key {
	s := f.slotOf(k)
	if s < 0 {
		return nil
	}
	var keys []tasks.Key
	for _, p := range f.children(s) {
		keys = append(keys, f.keyOf(p))
	}
	return keys
}

// Parent returns the container that a task is a part of, false if there is none.
func (f *family) Parent(k tasks.Key) (tasks.Key, bool) {
	s := f.slotOf(k)
	if s < 0 {
		return tasks.Key{}, false
	}
	if w := f.parent(s); w >= 0 {
		return f.keyOf(w), true
	}
	return tasks.Key{}, false
}

// parent returns the first container that a slot is a part of, -1 for none.
func (f *family) parent(s int32) int32 {
	for _, w := range f.parents(s, f.slots[s].task) {
		if !f.slots[w].dead {
			return w
		}
	}
	return -1
}

// isInFolded reports whether a slot is a part of a folded container, at any depth.
func (f *family) isInFolded(s int32) bool {
	if len(f.folded) == 0 {
		return false
	}
	above := relatives(s, func(p int32) []int32 {
		return slices.DeleteFunc(f.parents(p, f.slots[p].task), func(w int32) bool { return f.slots[w].dead })
	})
	return slices.ContainsFunc(above, func(w int32) bool { return f.folded[f.keyOf(w)] })
}

// areRelated reports whether one of two tasks is a part of the other, at any depth.
func (f *family) areRelated(s, other int32) bool {
	return slices.Contains(relatives(s, f.children), other) || slices.Contains(relatives(other, f.children), s)
}
