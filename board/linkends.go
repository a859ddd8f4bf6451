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
func (b *Board) WaitsFor(k tasks.Key) []LinkEnd {
	s := b.slotOf(k)
	if s < 0 || len(b.slots[s].refs) == 0 {
		return nil
	}
	t := b.slots[s].task
	links := make([]LinkEnd, 0, len(b.slots[s].refs))
	seen := make(map[int32]struct{}, len(b.slots[s].refs))
	for _, n := range b.slots[s].refs {
		if _, twice := seen[n]; twice {
			continue
		}
		seen[n] = struct{}{}
		nd := &b.nodes[n]
		e := LinkEnd{ID: nd.id(), Satisfied: nd.class == classDone}
		e.Open = b.holdsBack(n, s)
		if nd.slot >= 0 {
			e.Key, e.Task = b.keyOf(nd.slot), b.slots[nd.slot].task
		}
		e.OneSided = e.Task != nil && e.Task.DroppedLinks == 0 && !e.Satisfied && t.Traits.Mirrors &&
			!slices.Contains(e.Task.Blocks, t.ID)
		links = append(links, e)
	}
	return links
}

// WaitsForRunning reports whether all open blockers of a task are in progress.
func (b *Board) WaitsForRunning(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && !slices.ContainsFunc(b.slots[s].refs, func(n int32) bool {
		to := b.nodes[n].slot
		return b.holdsBack(n, s) && (to < 0 || b.state(to) != Running)
	})
}

// Unblocks returns the links to the tasks that wait for a task, in the order of keys. Those that only its own file has,
// in a dialect that keeps both sides, come last.
func (b *Board) Unblocks(k tasks.Key) []LinkEnd {
	s := b.slotOf(k)
	if s < 0 {
		return nil
	}
	t := b.slots[s].task
	own := map[tasks.ID]bool{} // the ids that its own file names; true once the other side is found
	if t != nil {
		for _, id := range t.Blocks {
			own[id] = false
		}
	}
	is := b.classOf(s)
	waiting := b.dependants(s)
	links := make([]LinkEnd, 0, len(waiting))
	for _, d := range waiting {
		w := b.slots[d].task
		e := LinkEnd{ID: w.ID, Key: w.Key, Task: w, Satisfied: is == classDone}
		e.Open = !isFinished(w) && (is == classOpen || is == classUnseen && w.Traits.Blocked != tasks.UnfinishedOnly)
		_, mirrored := own[w.ID]
		e.OneSided = t != nil && t.DroppedLinks == 0 && t.Traits.Mirrors && !mirrored && !e.Satisfied
		own[w.ID] = true
		links = append(links, e)
	}
	if t == nil || !t.Traits.Mirrors {
		return links
	}
	for _, id := range t.Blocks {
		if own[id] {
			continue
		}
		own[id] = true
		e := LinkEnd{ID: id, Satisfied: is == classDone && t.Traits.ClearsOnComplete}
		if n := b.lookupNode(k.List, id); n >= 0 && b.nodes[n].slot >= 0 {
			p := b.nodes[n].slot
			e.Key, e.Task = b.keyOf(p), b.slots[p].task
		}
		e.OneSided = !e.Satisfied && (e.Task == nil || !e.Task.DroppedBlockers)
		links = append(links, e)
	}
	return links
}

// unreturnedLinks returns the slots whose files say that they block a slot that does not wait for them.
func (b *Board) unreturnedLinks(s int32) []int32 {
	t := b.slots[s].task
	if t == nil || !t.Traits.Mirrors {
		return nil
	}
	var by []int32
	for _, o := range b.mirroredBlockers()[s] {
		if o != s && !slices.Contains(t.WaitsFor, b.slots[o].task.ID) && !slices.Contains(by, o) {
			by = append(by, o)
		}
	}
	return by
}

// mirroredBlockers returns, by slot, the slots whose own files say that they block it, in dialects that keep both
// sides. The result is kept until the next Delta.
func (b *Board) mirroredBlockers() map[int32][]int32 {
	if b.mirrored != nil {
		return b.mirrored
	}
	if !b.hasDialect(func(d *tasks.Traits) bool { return d.Mirrors }) {
		return nil
	}
	by := map[int32][]int32{}
	for s, t := range b.records() {
		if !t.Traits.Mirrors || t.Status == tasks.Completed {
			continue
		}
		for _, id := range t.Blocks {
			if n := b.lookupNode(t.List, id); n >= 0 && b.nodes[n].slot >= 0 {
				by[b.nodes[n].slot] = append(by[b.nodes[n].slot], s)
			}
		}
	}
	b.mirrored = by
	return by
}

// LinksOf returns all links of a task: to its blockers, by its own file or only by that of the blocker, and to the
// tasks that wait for it.
func (b *Board) LinksOf(k tasks.Key) (waitsFor, unblocks []LinkEnd) {
	s := b.slotOf(k)
	if s < 0 {
		return nil, nil
	}
	waitsFor = b.WaitsFor(k)
	for _, o := range b.unreturnedLinks(s) {
		t := b.slots[o].task
		waitsFor = append(waitsFor, LinkEnd{ID: t.ID, Key: t.Key, Task: t, OneSided: true})
	}
	isOwn := func(l LinkEnd) bool { return l.Key == k || l.Key == tasks.Key{} }
	return waitsFor, slices.DeleteFunc(b.Unblocks(k), isOwn)
}
