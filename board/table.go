package board

import (
	"iter"
	"slices"
	"time"

	"sideboard/tasks"
)

// table is the files on the board, the ids that they have or name, and their dialects.
type table struct {
	slots      []slot
	nodes      []node
	freeSlots  []int32
	freeNodes  []int32
	lists      map[string]*list
	duplicates map[int32][]int32        // by node: its slots, where several files have the id
	aliases    map[int32]int32          // by slot: a second node that refers to it
	brokenKeys map[int32]tasks.Key      // the keys of slots without a record
	lanes      []string                 // the lists, in the order in which a column shows them
	dialects   map[*tasks.Traits]int    // the number of records of each
	traits     map[string]*tasks.Traits // by list: the dialect in which tasks are created
	shortIDs   *shortIDCounts           // nil until somebody asks for a short id

	visited  []uint32 // by slot: the last walk that visited it
	walkMark uint32
}

func newTable() table {
	return table{lists: map[string]*list{}, duplicates: map[int32][]int32{}, aliases: map[int32]int32{},
		brokenKeys: map[int32]tasks.Key{}, dialects: map[*tasks.Traits]int{}, traits: map[string]*tasks.Traits{}}
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

// SetTraits sets the dialect in which tasks of a list are created. Without it the dialect of most tasks is used.
func (x *table) SetTraits(list string, t *tasks.Traits) { x.traits[list] = t }

// Traits returns the dialect in which tasks of a list are created, nil if it is not known.
func (x *table) Traits(list string) *tasks.Traits {
	if t := x.traits[list]; t != nil {
		return t
	}
	var best *tasks.Traits
	for t, n := range x.dialects {
		if best == nil || n > x.dialects[best] || n == x.dialects[best] && t.Dialect < best.Dialect {
			best = t
		}
	}
	return best
}

// hasDialect reports whether there is a file of such a dialect.
func (x *table) hasDialect(is func(*tasks.Traits) bool) bool {
	for t := range x.dialects {
		if is(t) {
			return true
		}
	}
	return false
}

// isOnlyShown reports whether a task is of a design that is read and never written.
func (x *table) isOnlyShown(k tasks.Key) bool {
	t := x.Traits(k.List)
	if s := x.slotOf(k); s >= 0 && x.slots[s].task != nil {
		t = x.slots[s].task.Traits
	}
	return t != nil && t.ReadOnly != ""
}

// Has reports whether there is a card with this key, shown or not.
func (x *table) Has(k tasks.Key) bool { return x.slotOf(k) >= 0 }

// Task returns the newest record of a task, nil if its file could never be read.
func (x *table) Task(k tasks.Key) *tasks.Task {
	if s := x.slotOf(k); s >= 0 {
		return x.slots[s].task
	}
	return nil
}

// Version returns the version of the record of a task, 0 if there is none.
func (x *table) Version(k tasks.Key) uint64 {
	if t := x.Task(k); t != nil {
		return uint64(t.Version)
	}
	return 0
}

// Since returns when the task got its status. The time is exact when the board saw the change; otherwise it is the
// file's own time of last change or its mtime, and the task has had its status for at least that long.
func (x *table) Since(k tasks.Key) (t time.Time, exact bool) {
	s := x.slotOf(k)
	if s < 0 {
		return time.Time{}, false
	}
	return time.Unix(0, x.slots[s].since), x.slots[s].exact
}

// Unseen returns why the agents of a task's dialect do not see it, "" if they do. A key that all files of its list have
// is one that the agents there write, whatever the dialect says.
func (x *table) Unseen(t *tasks.Task) string {
	keys := t.Surplus()
	switch {
	case t.Unseen:
		return t.Why
	case !t.Traits.FixedKeys || keys == nil:
		return ""
	}
	own := x.lists[t.List].surplus.ownKeys()
	for _, name := range keys.Names {
		if !slices.Contains(own, name) {
			why := "the key “" + name + "” is one too many: its agents then fail to list any task of this folder"
			if t.Why != "" {
				why = t.Why + "; " + why
			}
			return why
		}
	}
	return ""
}

// Present returns the records of all tasks that are not internal, and the keys of the files that could never be read.
func (x *table) Present() (all []*tasks.Task, unread []tasks.Key) {
	for s := range x.slots {
		switch sl := &x.slots[s]; {
		case sl.dead || sl.wiped:
		case sl.task == nil:
			unread = append(unread, x.keyOf(int32(s)))
		case !sl.task.Internal:
			all = append(all, sl.task)
		}
	}
	return all, unread
}

// Wiped returns the tasks of a list that its agents emptied, none once a new task has arrived.
func (x *table) Wiped() (all []*tasks.Task) {
	for s := range x.slots {
		if sl := &x.slots[s]; sl.wiped && sl.task != nil {
			all = append(all, sl.task)
		}
	}
	return all
}
