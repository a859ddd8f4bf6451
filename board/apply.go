package board

import (
	"slices"
	"time"

	"sideboard/tasks"
)

// Apply brings the board up to date with one reading of the directory. Deltas with Loading, and the first one without,
// are the first reading: they cause no Events.
func (b *Board) Apply(d tasks.Delta) Diff {
	b.touched, b.ownersChanged = b.touched[:0], false
	clear(b.openTasks)
	b.mirrored = nil
	removals, additions := b.removalEpoch, b.additionEpoch
	b.health, b.healthReason, b.loading = d.Health, d.Why, !b.loaded && d.Loading
	diff := Diff{Replaced: d.Replaced && !d.Empty()}
	if b.isWipe(d) {
		b.keepWiped(d)
		diff.Reset = true
		d.Gone = nil
	}
	if b.wipedCards > 0 && bringsCards(d) {
		b.removeWiped()
	}
	for _, k := range d.Gone {
		b.remove(k)
	}
	if !b.loaded {
		b.slots, b.visited, b.nodes = slices.Grow(b.slots, len(d.Put)), slices.Grow(b.visited, len(d.Put)),
			slices.Grow(b.nodes, len(d.Put))
		b.touched = slices.Grow(b.touched, len(d.Put))
	}
	for _, t := range d.Put {
		b.put(t, d)
	}
	for _, p := range d.Problems {
		b.putProblem(p)
	}
	if d.HighWaterMark > 0 {
		b.highWaterMark = d.HighWaterMark
	}
	if !d.Empty() || !b.loaded {
		b.markBefore = b.highWaterMark
	}
	b.updateParents()
	b.placeTouched()
	b.noteLoops(additions)
	loops := b.removalEpoch != removals || b.additionEpoch != additions
	if len(b.touched) > 0 && b.query.followsOthers() || b.ownersChanged && b.query.followsOwners() || loops &&
		b.query.followsLoops() {
		b.SetFilter(b.query)
	}
	if b.loaded && !d.Loading {
		w := eventBuilder{b: b, d: d}
		w.build(&diff)
	}
	for i := range b.touched {
		if s := b.touched[i].s; b.slots[s].dead {
			delete(b.lastChanges, s)
			b.freeSlot(s)
		}
	}
	if !b.loaded && !d.Loading {
		b.loaded, b.loadedAt = true, d.At.UnixNano()
		b.touched, b.moves, b.inserts, b.upstream = nil, nil, [Columns][]int32{}, nil // as large as the first reading
	}
	return diff
}

// put adds or replaces a record.
func (b *Board) put(t *tasks.Task, d tasks.Delta) {
	l := b.listOf(t.List)
	s := b.slotOf(t.Key)
	isNew := s < 0
	if isNew {
		s = b.newSlot(t.Key)
	}
	e := b.touch(s)
	if isNew {
		e.isNew, e.class = true, classMissing
	}
	b.touchParents(s, b.slots[s].task, t)
	e = b.touch(s)
	e.since, e.exact = b.sinceOf(b.slots[s].task, t, e, d, b.loaded && !d.Loading)
	b.problems.forget(t.Key)
	sl := &b.slots[s]
	sl.hasProblem = false
	old := sl.task
	b.countRecord(old, -1)
	b.countRecord(t, +1)
	b.updateFamily(s, old, t)
	var before []tasks.ID
	if old != nil {
		before = old.WaitsFor
	}
	if old == nil || old.ID != t.ID {
		b.shortIDs.add(old, -1)
		b.shortIDs.add(t, +1)
	}
	if old != nil && b.loaded {
		l.pauses.add(old, t)
	}
	sl.task = t
	sl.stuckMemo = 0
	if old == nil {
		delete(b.brokenKeys, s)
	}
	if isFinished(old) != isFinished(t) || old != nil && old.Traits != t.Traits {
		b.noteLoopsMayEnd()
		b.noteLoopsMayBegin()
	}
	b.setLinks(s, l, before, t.WaitsFor)
	b.assignIDs(s, l, t)
	b.touchDescendants(s)
}

// remove removes the slot of a file that is gone.
func (b *Board) remove(k tasks.Key) {
	b.problems.forget(k)
	s := b.slotOf(k)
	if s < 0 {
		return
	}
	b.touch(s)
	b.touchParents(s, b.slots[s].task)
	b.epoch++
	sl := &b.slots[s]
	sl.dead = true
	b.indexFamily(s, sl.task, -1)
	delete(b.lists[k.List].slots, k.Name)
	b.countRecord(sl.task, -1)
	b.shortIDs.add(sl.task, -1)
	if sl.task != nil {
		b.setLinks(s, b.lists[k.List], sl.task.WaitsFor, nil)
	}
	for i, n := range b.idNodes(s) {
		if n < 0 {
			continue
		}
		if b.removeCarrier(n, s); b.nodes[n].list != nil {
			continue
		}
		if i == 0 { // dropNode has freed the node
			b.slots[s].node = -1
		} else {
			delete(b.aliases, s)
		}
	}
}

// countRecord counts the owner, the dialect and the unknown members of a record, or with by -1 removes them.
func (b *Board) countRecord(t *tasks.Task, by int) {
	if t == nil {
		return
	}
	if t.Owner != "" {
		had := len(b.owners)
		if b.owners[t.Owner] += by; b.owners[t.Owner] == 0 {
			delete(b.owners, t.Owner)
		}
		b.ownersChanged = b.ownersChanged || len(b.owners) != had
	}
	if b.dialects[t.Traits] += by; b.dialects[t.Traits] == 0 {
		delete(b.dialects, t.Traits)
	}
	b.lists[t.List].surplus.count(t, by)
}

// sinceOf returns when a task got its status, and whether that is exact. A status that changed in this Delta has the
// time of the Delta; a status that did not change keeps its time. For a new task it is the last change of the file: the
// task has had its status for at least that long. A later change of the file does not move that time, an earlier one
// does. seen says that this is not the first reading.
func (b *Board) sinceOf(old, t *tasks.Task, e *touchedSlot, d tasks.Delta, seen bool) (int64, bool) {
	atLeast := t.Stamp.Mtime
	if t.Clock != 0 {
		atLeast = t.Clock
	}
	if old != nil && old.Status == t.Status && old.StatusText == t.StatusText {
		if e.exact {
			return e.since, true
		}
		return min(e.since, atLeast), false
	}
	if seen && !d.At.IsZero() && (old != nil || atLeast/int64(time.Second) >= b.loadedAt/int64(time.Second)) {
		return d.At.UnixNano(), true // a transition, or a file that was created after the first reading
	}
	return atLeast, false
}

// putProblem adds or replaces the problem of a file.
func (b *Board) putProblem(p tasks.Problem) {
	s := b.slotOf(p.Key)
	if s >= 0 && b.slots[s].task == nil && p.Kind == tasks.NotATask {
		b.remove(p.Key)
		s = -1
	}
	b.problems.note(p)
	if s < 0 {
		if !p.Card() {
			return
		}
		s = b.newSlot(p.Key)
		b.brokenKeys[s] = p.Key
		e := b.touch(s)
		e.isNew, e.class, e.since = true, classMissing, p.Since.UnixNano()
		l := b.listOf(p.Key.List)
		traits := b.Traits(p.Key.List)
		numeric := traits != nil && traits.NumericIDs
		id, whole := fileID(stemOf(p.Key.Name), numeric), tasks.ID{Text: stemOf(p.Key.Name)}
		b.setIDNodes(s, b.ensureNode(l, id), b.ensureNode(l, whole))
	}
	b.touch(s)
	b.slots[s].hasProblem = p.Kind != tasks.BeingWritten
}

// RecallSince sets when tasks got the status they have, where an earlier run saw it.
func (b *Board) RecallSince(when map[tasks.Key]time.Time) {
	b.touched = b.touched[:0]
	for k, t := range when {
		if s := b.slotOf(k); s >= 0 && !b.slots[s].exact {
			e := b.touch(s)
			e.since, e.exact = t.UnixNano(), true
		}
	}
	b.placeTouched()
}

// ShowInternal shows or hides the internal tasks of Claude Code, and returns their number, 0 if nothing changes.
// They are hidden at first.
func (b *Board) ShowInternal(show bool) (n int) {
	if b.internal == show {
		return 0
	}
	b.internal, b.unstuckEpoch = show, 0
	b.touched = b.touched[:0]
	for s, t := range b.records() {
		if t.Internal {
			n++
			b.touch(s)
		}
	}
	b.placeTouched()
	return n
}
