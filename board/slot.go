package board

import (
	"iter"
	"strings"

	"sideboard/tasks"
)

// A slot is one file on the board, a node one id that a file has or names. Both are referred to by their index, so that
// the links of 100,000 tasks take a few bytes each and a walk along them follows no pointers.
type slot struct {
	task *tasks.Task // the last good record; nil for a broken file that never had one
	refs []int32     // the nodes its list names, in file order, duplicates kept

	since     int64 // nanoseconds; part of the order of its column
	node      int32 // its id, -1 for none
	touchedAt int32 // its index in Board.touched, see Board.touch

	open, unseen, missing int32 // the number of refs of that class

	stuckMemo uint32 // the cached answer of Board.isStuck

	col        Column // nowhere for a slot without a card
	group      group
	exact      bool  // since is a transition that the board saw
	shown      bool  // in the filtered columns
	container  bool  // placed as a container
	hasProblem bool  // its file cannot be read, and is not being written
	lane       uint8 // the index of its list in Board.lanes
	dead       bool  // its file is gone; freed at the end of the Delta
	wiped      bool  // its file is gone, but the wiped list is still shown
	// the number of tasks that wait for it while it is ready, up to mostBehind; part of the order of its column
	behind int16
	owner  int32 // the number of its owner while cards are grouped by owner, see grouping
}

// nowhere is the column of a slot without a card.
const nowhere = Column(Columns)

// group is the part of the pending column that a card is in. Other columns have no groups.
type group uint8

const (
	groupFailed group = iota
	groupReady
	groupUnknown
	groupBroken // below the tasks that can be started, above those that have to wait: they have to be repaired
	groupBlocked
	groupContainer // for counting only: containers are sorted among the others
	groups         = 6
)

// class is what an id means to the tasks that wait for it.
type class uint8

const (
	classMissing class = iota // no file has it
	classUnseen               // a file has it, but its dialect's agents cannot see or read it
	classOpen                 // not completed
	classDone                 // completed
)

type node struct {
	text       string
	list       *list
	dependants []int32 // the slots whose list names it, ascending, as often as they name it
	slot       int32   // the slot it resolves to, -1 for none
	num        bool
	class      class
}

func (nd *node) id() tasks.ID { return tasks.ID{Text: nd.text, Num: nd.num} }

// list holds the names within one List: of files and of ids.
type list struct {
	name        string
	slots       map[string]int32 // by file name
	text, num   map[string]int32 // the nodes of ids written as strings, and as numbers
	total, done int              // its cards without containers, and those of them in the completed column
	surplus     surplus
	pauses      pauses
}

func (l *list) ids(num bool) map[string]int32 {
	if num {
		return l.num
	}
	return l.text
}

func (b *Board) listOf(name string) *list {
	l := b.lists[name]
	if l == nil {
		l = &list{name: name, slots: map[string]int32{}, text: map[string]int32{}, num: map[string]int32{},
			surplus: surplus{sets: map[*tasks.Keys]int{}}}
		b.lists[name] = l
	}
	return l
}

// slotOf returns the slot of a key, -1 for none.
func (b *Board) slotOf(k tasks.Key) int32 {
	if l := b.lists[k.List]; l != nil {
		if s, ok := l.slots[k.Name]; ok {
			return s
		}
	}
	return -1
}

func (b *Board) keyOf(s int32) tasks.Key {
	if t := b.slots[s].task; t != nil {
		return t.Key
	}
	return b.brokenKeys[s]
}

// records yields all tasks with their slots.
func (b *Board) records() iter.Seq2[int32, *tasks.Task] {
	return func(yield func(int32, *tasks.Task) bool) {
		for s := range b.slots {
			if sl := &b.slots[s]; sl.task != nil && !sl.dead && !yield(int32(s), sl.task) {
				return
			}
		}
	}
}

func (b *Board) newSlot(k tasks.Key) int32 {
	var s int32
	if n := len(b.freeSlots); n > 0 {
		s, b.freeSlots = b.freeSlots[n-1], b.freeSlots[:n-1]
	} else {
		s = int32(len(b.slots))
		b.slots = append(b.slots, slot{})
		b.visited = append(b.visited, 0)
	}
	b.slots[s] = slot{node: -1, touchedAt: -1, col: nowhere, lane: b.laneOf(k.List)}
	b.listOf(k.List).slots[k.Name] = s
	return s
}

// freeSlot makes a slot without card and links available again.
func (b *Board) freeSlot(s int32) {
	delete(b.brokenKeys, s)
	delete(b.lastChanges, s)
	delete(b.aliases, s)
	b.slots[s] = slot{node: -1, touchedAt: -1, col: nowhere, dead: true}
	b.freeSlots = append(b.freeSlots, s)
}

// ensureNode returns the node of an id, a new one if there is none.
func (b *Board) ensureNode(l *list, id tasks.ID) int32 {
	m := l.ids(id.Num)
	if n, ok := m[id.Text]; ok {
		return n
	}
	var n int32
	if k := len(b.freeNodes); k > 0 {
		n, b.freeNodes = b.freeNodes[k-1], b.freeNodes[:k-1]
	} else {
		n = int32(len(b.nodes))
		b.nodes = append(b.nodes, node{})
	}
	b.nodes[n] = node{text: id.Text, num: id.Num, list: l, slot: -1, class: classMissing}
	m[id.Text] = n
	return n
}

// dropNode removes the node of an id that no file has and no list names.
func (b *Board) dropNode(n int32) {
	nd := &b.nodes[n]
	if nd.slot >= 0 || len(nd.dependants) > 0 || nd.list == nil {
		return
	}
	delete(nd.list.ids(nd.num), nd.text)
	*nd = node{slot: -1}
	b.freeNodes = append(b.freeNodes, n)
}

// lookupNode returns the node of an id, -1 for none.
func (b *Board) lookupNode(listName string, id tasks.ID) int32 {
	if l := b.lists[listName]; l != nil {
		if n, ok := l.ids(id.Num)[id.Text]; ok {
			return n
		}
	}
	return -1
}

// idNodes returns the nodes of a slot: that of its id, and that of its file name if it is another; -1 for none.
func (b *Board) idNodes(s int32) [2]int32 {
	if alias, ok := b.aliases[s]; ok {
		return [2]int32{b.slots[s].node, alias}
	}
	return [2]int32{b.slots[s].node, -1}
}

// stemOf returns a file name without its extension.
func stemOf(name string) string { return strings.TrimSuffix(name, ".json") }

// isNamedAfter reports whether a file is named after an id: 2.json or task_2.json for 2.
func isNamedAfter(stem, id string) bool {
	return stem == id || len(stem) == len(id)+5 && stem[:5] == "task_" && stem[5:] == id
}

// FileID returns the id that the name of a file implies.
func FileID(name string, numeric bool) tasks.ID { return fileID(stemOf(name), numeric) }

// fileID returns the id in a file name. Agents that open a blocker by its name find it by this id, whatever
// id is inside.
func fileID(stem string, numeric bool) tasks.ID {
	if rest, ok := strings.CutPrefix(stem, "task_"); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
		return tasks.ID{Text: rest, Num: numeric}
	}
	return tasks.ID{Text: stem}
}
