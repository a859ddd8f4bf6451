package board

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
)

// Link makes k wait for the task of the given id.
func Link(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbLink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if no, is := r.refuseLink(on); is {
		return tasks.Edit{}, no
	}
	if to, t := b.taskOfID(k.List, on); t != nil {
		r.need(to, tasks.FieldWaitsFor, tasks.RefsValue(t.WaitsFor))
	}
	r.edit.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(on)}}
	return r.edit, nil
}

// refuseLink says why a task may not wait for an id.
func (r *decision) refuseLink(on tasks.ID) (Refusal, bool) {
	b, k := r.b, r.t.Key
	if on.Empty() {
		return r.refuse("no task is named", ""), true
	}
	to, t := b.taskOfID(k.List, on)
	switch {
	case to == k || on == r.t.ID:
		return r.refuse("a task cannot wait for itself", ""), true
	case on.Num != r.t.ID.Num && to != (tasks.Key{}):
		return r.refuse("its ids are of another kind than "+on.Text+", and its agents would not find that task", ""), true
	case slices.Contains(r.t.WaitsFor, on):
		return r.refuse("it waits for "+b.displayNameOf(k.List, on)+" already", ""), true
	case to == (tasks.Key{}) && r.t.Traits.MustExist:
		return r.refuse("no task has the id "+on.Text, "create it first"), true
	case to == (tasks.Key{}):
		return Refusal{}, false
	}
	if t != nil && t.Status == tasks.Completed && r.t.Traits.Blocked == tasks.ListNotEmpty {
		return r.refuseNaming(b.displayName(to)+" is completed already, and nobody would clear the link", "", []tasks.Key{to}), true
	}
	if b.areRelated(r.s, b.slotOf(to)) {
		return r.refuseNaming("one of the two is a part of the other", "", []tasks.Key{to}), true
	}
	if loop := b.findLoop(b.slotOf(to), r.s); loop != nil {
		return r.refuseLoop(loop), true
	}
	return Refusal{}, false
}

// refuseLoop returns a no to a link that would close a loop.
func (r *decision) refuseLoop(loop []tasks.Key) Refusal {
	no := r.refuseNaming("that closes a loop: "+r.b.describeLoop(r.t.Key, loop), "unlink one of them first", loop)
	no.Loop = true
	return no
}

// findLoop finds the shortest way along links, whatever the states, from one task to another; nil when there is none.
func (b *Board) findLoop(from, to int32) []tasks.Key {
	b.startWalk()
	b.visited[from] = b.walkMark
	also := b.mirroredBlockers()
	type hop struct{ s, by int32 }
	way := []hop{{from, -1}}
	for i := 0; i < len(way); i++ {
		if way[i].s == to {
			var keys []tasks.Key
			for j := int32(i); j >= 0; j = way[j].by {
				keys = append(keys, b.keyOf(way[j].s))
			}
			slices.Reverse(keys)
			return keys
		}
		follow := func(p int32) {
			if p >= 0 && b.visited[p] != b.walkMark {
				b.visited[p] = b.walkMark
				way = append(way, hop{p, int32(i)})
			}
		}
		for _, n := range b.slots[way[i].s].refs {
			follow(b.nodes[n].slot)
		}
		for _, p := range also[way[i].s] {
			follow(p)
		}
		for _, p := range b.children(way[i].s) { // a container is over when they are
			follow(p)
		}
	}
	return nil
}

// mirroredBlockers returns the slots whose own file says that they block a slot, where its dialect keeps links on both sides: a
// link that only this side has is one to people, and to agents that read that file.
func (b *Board) mirroredBlockers() map[int32][]int32 {
	mirrored := false
	for d, n := range b.dialects {
		mirrored = mirrored || d.Mirrors && n > 0
	}
	if !mirrored {
		return nil
	}
	by := map[int32][]int32{}
	for s := range b.slots {
		t := b.slots[s].task
		if t == nil || b.slots[s].dead || !t.Traits.Mirrors || t.Status == tasks.Completed {
			continue
		}
		for _, id := range t.Blocks {
			if n := b.lookupNode(t.List, id); n >= 0 && b.nodes[n].slot >= 0 {
				by[b.nodes[n].slot] = append(by[b.nodes[n].slot], int32(s))
			}
		}
	}
	return by
}

// describeLoop says a loop in words, from a task back to itself; of a long one, the beginning and the end.
func (b *Board) describeLoop(k tasks.Key, loop []tasks.Key) string {
	words := []string{b.displayName(k)}
	for i, l := range loop {
		switch {
		case len(loop) > 8 && i == 4:
			words = append(words, fmt.Sprintf("%d more", len(loop)-7))
		case len(loop) > 8 && i > 4 && i < len(loop)-3:
		default:
			words = append(words, b.displayName(l))
		}
	}
	return strings.Join(words, " > ")
}

// Unlink makes k no longer wait for the given id, be it of a task or of none.
func Unlink(b *Board, k tasks.Key, on tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbUnlink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	if !slices.Contains(r.t.WaitsFor, on) {
		if to, t := b.taskOfID(k.List, on); t != nil && slices.Contains(t.Blocks, r.t.ID) {
			return b.dropBlocks(to, r.t.ID, who, at)
		}
		return tasks.Edit{}, r.refuse("it does not wait for "+b.displayNameOf(k.List, on), "")
	}
	r.edit.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(on)}}
	return r.edit, nil
}

// dropBlocks takes an id out of the blocks of a task, where that file alone says that the one waits for the other.
func (b *Board) dropBlocks(k tasks.Key, id tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbUnlink, k, who, at)
	if err != nil {
		return tasks.Edit{}, err
	}
	r.edit.Changes = []tasks.Change{{Field: tasks.FieldBlocks, Op: tasks.Drop, To: tasks.RefValue(id)}}
	return r.edit, nil
}
