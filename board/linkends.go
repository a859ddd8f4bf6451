package board

import (
	"slices"

	"sideboard/tasks"
)

// LinkEnd is the other end of a link of a task.
type LinkEnd struct {
	ID        tasks.ID    // as the file spells it
	Key       tasks.Key   // zero if no file has the id
	Task      *tasks.Task // nil if no file has the id, or the file could never be read
	Open      bool        // the link still holds the waiting task back, by the rules of its dialect
	Satisfied bool        // the blocker is completed
	OneSided  bool        // only one of the two files has the link, in a dialect that keeps both sides
}

// WaitsFor returns the links to the blockers of a task, each id once, in file order.
func (l *links) WaitsFor(k tasks.Key) []LinkEnd {
	s := l.slotOf(k)
	if s < 0 || len(l.slots[s].refs) == 0 {
		return nil
	}
	t := l.slots[s].task
	ends := make([]LinkEnd, 0, len(l.slots[s].refs))
	seen := make(map[int32]struct{}, len(l.slots[s].refs))
	for _, n := range l.slots[s].refs {
		if _, twice := seen[n]; twice {
			continue
		}
		seen[n] = struct{}{}
		nd := &l.nodes[n]
		e := LinkEnd{ID: nd.id(), Satisfied: nd.class == classDone}
		e.Open = l.holdsBack(n, s)
		if nd.slot >= 0 {
			e.Key, e.Task = l.keyOf(nd.slot), l.slots[nd.slot].task
		}
		e.OneSided = e.Task != nil && e.Task.DroppedLinks == 0 && !e.Satisfied && t.Traits.Mirrors &&
			!slices.Contains(e.Task.Blocks, t.ID)
		ends = append(ends, e)
	}
	return ends
}

// Unblocks returns the links to the tasks that wait for a task, in the order of keys. Those that only its own file has,
// in a dialect that keeps both sides, come last.
func (l *links) Unblocks(k tasks.Key) []LinkEnd {
	s := l.slotOf(k)
	if s < 0 {
		return nil
	}
	t := l.slots[s].task
	own := map[tasks.ID]bool{} // the ids that its own file names; true once the other side is found
	if t != nil {
		for _, id := range t.Blocks {
			own[id] = false
		}
	}
	is := l.classOf(s)
	waiting := l.dependants(s)
	ends := make([]LinkEnd, 0, len(waiting))
	for _, d := range waiting {
		w := l.slots[d].task
		e := LinkEnd{ID: w.ID, Key: w.Key, Task: w, Satisfied: is == classDone}
		e.Open = !isFinished(w) && (is == classOpen || is == classUnseen && w.Traits.Blocked != tasks.UnfinishedOnly)
		_, mirrored := own[w.ID]
		e.OneSided = t != nil && t.DroppedLinks == 0 && t.Traits.Mirrors && !mirrored && !e.Satisfied
		own[w.ID] = true
		ends = append(ends, e)
	}
	if t == nil || !t.Traits.Mirrors {
		return ends
	}
	for _, id := range t.Blocks {
		if own[id] {
			continue
		}
		own[id] = true
		e := LinkEnd{ID: id, Satisfied: is == classDone && t.Traits.ClearsOnComplete}
		if n := l.lookupNode(k.List, id); n >= 0 && l.nodes[n].slot >= 0 {
			p := l.nodes[n].slot
			e.Key, e.Task = l.keyOf(p), l.slots[p].task
		}
		e.OneSided = !e.Satisfied && (e.Task == nil || !e.Task.DroppedBlockers)
		ends = append(ends, e)
	}
	return ends
}

// unreturnedLinks returns the slots whose files say that they block a slot that does not wait for them.
func (l *links) unreturnedLinks(s int32) []int32 {
	t := l.slots[s].task
	if t == nil || !t.Traits.Mirrors {
		return nil
	}
	var by []int32
	for _, o := range l.mirroredBlockers()[s] {
		if o != s && !slices.Contains(t.WaitsFor, l.slots[o].task.ID) && !slices.Contains(by, o) {
			by = append(by, o)
		}
	}
	return by
}

// mirroredBlockers returns, by slot, the slots whose own files say that they block it, in dialects that keep both
// sides. The result is kept until the next Delta.
func (l *links) mirroredBlockers() map[int32][]int32 {
	if l.mirrored != nil {
		return l.mirrored
	}
	if !l.hasDialect(func(d *tasks.Traits) bool { return d.Mirrors }) {
		return nil
	}
	by := map[int32][]int32{}
	for s, t := range l.records() {
		if !t.Traits.Mirrors || t.Status == tasks.Completed {
			continue
		}
		for _, id := range t.Blocks {
			if n := l.lookupNode(t.List, id); n >= 0 && l.nodes[n].slot >= 0 {
				by[l.nodes[n].slot] = append(by[l.nodes[n].slot], s)
			}
		}
	}
	l.mirrored = by
	return by
}

// LinksOf returns all links of a task: to its blockers, by its own file or only by that of the blocker, and to the
// tasks that wait for it.
func (l *links) LinksOf(k tasks.Key) (waitsFor, unblocks []LinkEnd) {
	s := l.slotOf(k)
	if s < 0 {
		return nil, nil
	}
	waitsFor = l.WaitsFor(k)
	for _, o := range l.unreturnedLinks(s) {
		t := l.slots[o].task
		waitsFor = append(waitsFor, LinkEnd{ID: t.ID, Key: t.Key, Task: t, OneSided: true})
	}
	isOwn := func(e LinkEnd) bool { return e.Key == k || e.Key == tasks.Key{} }
	return waitsFor, slices.DeleteFunc(l.Unblocks(k), isOwn)
}
