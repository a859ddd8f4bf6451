package board

import (
	"iter"
	"slices"

	"sideboard/tasks"
)

// table is the files on the board and the ids that they have or name.
type table struct {
	slots      []slot
	nodes      []node
	freeSlots  []int32
	freeNodes  []int32
	lists      map[string]*list
	duplicates map[int32][]int32   // by node: its slots, where several files have the id
	aliases    map[int32]int32     // by slot: a second node that refers to it
	brokenKeys map[int32]tasks.Key // the keys of slots without a record
	lanes      []string            // the lists, in the order in which a column shows them

	visited  []uint32 // by slot: the last walk that visited it
	walkMark uint32
}

func newTable() table {
	return table{lists: map[string]*list{}, duplicates: map[int32][]int32{}, aliases: map[int32]int32{},
		brokenKeys: map[int32]tasks.Key{}}
}

// listOf returns the list with a name, a new one if there is none.
func (x *table) listOf(name string) *list {
	l := x.lists[name]
	if l == nil {
		l = &list{name: name, slots: map[string]int32{}, text: map[string]int32{}, num: map[string]int32{},
			surplus: surplus{sets: map[*tasks.Keys]int{}}}
		x.lists[name] = l
	}
	return l
}

// slotOf returns the slot of a key, -1 for none.
func (x *table) slotOf(k tasks.Key) int32 {
	if l := x.lists[k.List]; l != nil {
		if s, ok := l.slots[k.Name]; ok {
			return s
		}
	}
	return -1
}

func (x *table) keyOf(s int32) tasks.Key {
	if t := x.slots[s].task; t != nil {
		return t.Key
	}
	return x.brokenKeys[s]
}

// records yields all tasks with their slots.
func (x *table) records() iter.Seq2[int32, *tasks.Task] {
	return func(yield func(int32, *tasks.Task) bool) {
		for s := range x.slots {
			if sl := &x.slots[s]; sl.task != nil && !sl.dead && !yield(int32(s), sl.task) {
				return
			}
		}
	}
}

// newSlot returns a slot for a key, without a record, links or a card.
func (x *table) newSlot(k tasks.Key) int32 {
	var s int32
	if n := len(x.freeSlots); n > 0 {
		s, x.freeSlots = x.freeSlots[n-1], x.freeSlots[:n-1]
	} else {
		s = int32(len(x.slots))
		x.slots = append(x.slots, slot{})
		x.visited = append(x.visited, 0)
	}
	x.slots[s] = slot{node: -1, touchedAt: -1, col: nowhere, lane: x.laneOf(k.List)}
	x.listOf(k.List).slots[k.Name] = s
	return s
}

// freeSlot makes a slot without card and links available again.
func (x *table) freeSlot(s int32) {
	delete(x.brokenKeys, s)
	delete(x.aliases, s)
	x.slots[s] = slot{node: -1, touchedAt: -1, col: nowhere, dead: true}
	x.freeSlots = append(x.freeSlots, s)
}

// countCards returns the number of files, with hidden ones.
func (x *table) countCards() int { return len(x.slots) - len(x.freeSlots) }

func (x *table) laneOf(list string) uint8 { return uint8(max(slices.Index(x.lanes, list), 0)) }

// ensureNode returns the node of an id, a new one if there is none.
func (x *table) ensureNode(l *list, id tasks.ID) int32 {
	m := l.ids(id.Num)
	if n, ok := m[id.Text]; ok {
		return n
	}
	var n int32
	if k := len(x.freeNodes); k > 0 {
		n, x.freeNodes = x.freeNodes[k-1], x.freeNodes[:k-1]
	} else {
		n = int32(len(x.nodes))
		x.nodes = append(x.nodes, node{})
	}
	x.nodes[n] = node{text: id.Text, num: id.Num, list: l, slot: -1, class: classMissing}
	m[id.Text] = n
	return n
}

// dropNode removes the node of an id that no file has and no list names.
func (x *table) dropNode(n int32) {
	nd := &x.nodes[n]
	if nd.slot >= 0 || len(nd.dependants) > 0 || nd.list == nil {
		return
	}
	delete(nd.list.ids(nd.num), nd.text)
	*nd = node{slot: -1}
	x.freeNodes = append(x.freeNodes, n)
}

// lookupNode returns the node of an id, -1 for none.
func (x *table) lookupNode(listName string, id tasks.ID) int32 {
	if l := x.lists[listName]; l != nil {
		if n, ok := l.ids(id.Num)[id.Text]; ok {
			return n
		}
	}
	return -1
}

// taskOfID returns the task with an id in a list, the zero Key for none.
func (x *table) taskOfID(listName string, id tasks.ID) (tasks.Key, *tasks.Task) {
	if n := x.lookupNode(listName, id); n >= 0 && x.nodes[n].slot >= 0 {
		p := x.nodes[n].slot
		return x.keyOf(p), x.slots[p].task
	}
	return tasks.Key{}, nil
}

// idNodes returns the nodes of a slot: that of its id, and that of its file name if it is another; -1 for none.
func (x *table) idNodes(s int32) [2]int32 {
	if alias, ok := x.aliases[s]; ok {
		return [2]int32{x.slots[s].node, alias}
	}
	return [2]int32{x.slots[s].node, -1}
}

// startWalk starts a walk, which marks a slot s as visited by visited[s] = walkMark. Older marks need not be cleared.
func (x *table) startWalk() {
	x.walkMark++
	if x.walkMark == 0 {
		clear(x.visited)
		x.walkMark = 1
	}
}
