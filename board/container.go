package board

import "sideboard/tasks"

// ContainerProgress reports whether a task stands for its parts, and how many of those are finished. Parts that are containers
// themselves count by what they stand for.
func (b *Board) ContainerProgress(k tasks.Key) (done, all int, is bool) {
	s := b.slotOf(k)
	if s < 0 || !b.isContainer(s) {
		return 0, 0, false
	}
	p := b.containerProgress(s)
	return p.finished, p.total, true
}

// Children returns the parts of a container, in the order of keys.
func (b *Board) Children(k tasks.Key) []tasks.Key {
	s := b.slotOf(k)
	if s < 0 {
		return nil
	}
	var keys []tasks.Key
	for _, p := range b.children(s) {
		keys = append(keys, b.keyOf(p))
	}
	return keys
}

// Parent is the container that a task is a part of, false when it is of none.
func (b *Board) Parent(k tasks.Key) (tasks.Key, bool) {
	s := b.slotOf(k)
	if s < 0 {
		return tasks.Key{}, false
	}
	for _, w := range b.parents(s, b.slots[s].task) {
		if !b.slots[w].dead {
			return b.keyOf(w), true
		}
	}
	return tasks.Key{}, false
}

// Fold hides the parts of a container, or shows them again; false when it is none. While a filter is in force all that
// match it are shown.
func (b *Board) Fold(k tasks.Key, fold bool) bool {
	s := b.slotOf(k)
	if s < 0 || !b.isContainer(s) {
		return false
	}
	if b.folded[k] == fold {
		return true
	}
	if fold {
		b.folded[k] = true
	} else {
		delete(b.folded, k)
	}
	b.filtering = b.isNarrowed()
	b.refilter(false)
	return true
}

// Folded reports whether the parts of a container are hidden.
func (b *Board) Folded(k tasks.Key) bool { return b.folded[k] }

// isNarrowed reports whether not all cards are shown.
func (b *Board) isNarrowed() bool { return !b.query.Empty() || len(b.folded) > 0 }

// SaysBlocked reports whether a file calls its task blocked, and nothing that it waits for is open. It may be claimed.
func (b *Board) SaysBlocked(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.slots[s].task != nil && b.slots[s].task.Status == tasks.Blocked && !b.isBlocked(s) && !b.isContainer(s)
}

// Shown returns how many cards of a column the filter shows, without containers.
func (b *Board) Shown(c Column) int {
	n := b.column(c).n
	if b.groupCounts[c][groupContainer] == 0 {
		return n
	}
	for s := range b.column(c).each {
		if b.slots[s].container {
			n--
		}
	}
	return n
}

// refuseContainer is the no to whatever makes sense only for a task that somebody works on.
func (r *decision) refuseContainer() (Refusal, bool) {
	if !r.b.isContainer(r.s) {
		return Refusal{}, false
	}
	parts := r.b.Children(r.t.Key)
	if len(parts) == 0 {
		return r.refuse("it is a container, which nobody works on", "its parts are missing: see the problems of the directory"), true
	}
	return r.refuseNaming("it is a container: "+r.b.displayNames(parts)+" "+verbForm(len(parts), "is its part", "are its parts"),
		"choose one of its parts", parts), true
}

// needChildren remembers that what a container stands for is finished, where that freed the task.
func (r *decision) needChildren(k tasks.Key) {
	s := r.b.slotOf(k)
	if s < 0 || !r.b.isContainer(s) {
		return
	}
	for _, leaf := range r.b.containerProgress(s).leaves {
		t := r.b.slots[leaf].task
		r.need(t.Key, tasks.FieldStatus, tasks.StatusValue(t.Status))
	}
}

// suggestID asks whether another id was meant by one that no task has, "" where none is near.
func (b *Board) suggestID(t *tasks.Task, id tasks.ID) string {
	if !t.Traits.ChosenIDs {
		return "" // ids that are counted or drawn are not typed
	}
	var all []tasks.ID
	for c := range Columns {
		for s := range b.columns[c].each {
			if o := b.slots[s].task; o != nil && o.List == t.List && o != t {
				all = append(all, o.ID)
			}
		}
	}
	if right, ok := tasks.Nearest(id, all); ok {
		return " Did you mean " + right.Text + "?"
	}
	return ""
}
