// Package board holds the tasks of a directory in memory and the rules for what a person may do to them.
//
// Apply takes a Delta, the result of one reading of the directory. The Board keeps sorted indices: the columns and
// their order, what each task waits for and what waits for it. Apply returns what changed, as Events. The rules (Claim,
// Complete, Release, Reopen, Create, EditFields, Delete, Link, Unlink) read a Board and return a tasks.Edit to carry
// out, a Refusal that says in words why not, or an Ask, an edit that a person has to confirm.
//
// A task is judged as the agents of its own dialect judge it, by its tasks.Traits: in one dialect a list that is not
// empty blocks a task even when all the tasks in it are completed; a missing blocker blocks for ever in another and not
// at all in a third.
//
// In dialects in which tasks can have parts, a task that has some is a container: it is in the column of its parts,
// counts in no total, can be folded, and the rules let nobody work on it.
//
// The package reads no clock and no disk and knows no colour; time comes with the Delta or as an argument. A Board is
// not safe for concurrent use. The records it returns are immutable and may be kept.
//
// # Cost
//
// Apply costs as much as the tasks in the Delta and their direct dependants, however large the directory is. What is
// transitive (Behind, Stuck) is computed on demand, for the tasks asked about.
package board

import (
	"iter"
	"maps"
	"slices"
	"time"

	"sideboard/tasks"
)

// Board holds the tasks of one or several lists.
type Board struct {
	slots         []slot
	nodes         []node
	freeSlots     []int32
	freeNodes     []int32
	lists         map[string]*list
	duplicates    map[int32][]int32   // by node: its slots, where several files have the id
	aliases       map[int32]int32     // by slot: a second node that refers to it
	brokenKeys    map[int32]tasks.Key // the keys of slots without a record
	problems      map[tasks.Key]*tasks.Problem
	problemCount  int // without files that are being written
	owners        map[string]int
	openTasks     map[string][]*tasks.Task // by owner: the result of openTasksOf, until the next Delta
	mirrored      map[int32][]int32        // the result of mirroredBlockers, until the next Delta
	ownersChanged bool                     // in the current Delta a name came to own a task, or owns none any more
	dialects      map[*tasks.Traits]int
	traits        map[string]*tasks.Traits // by list
	lanes         []string                 // the lists, in the order in which a column shows them
	grouping      grouping

	columns               [Columns]sortedSlots
	shownColumns          [Columns]sortedSlots // those of columns that match the query
	compareFunc           func(x, y int32) int // compareCards, bound once
	inserts, shownInserts [Columns][]int32     // buffers of applyMoves
	groupCounts           [Columns][groups]int

	query     Query
	matcher   matcher
	filtering bool
	internal  bool

	health        tasks.Health
	healthReason  string
	loaded        bool
	loading       bool  // the first reading goes on: countWaiting runs when it is complete
	loadedAt      int64 // when the first reading was complete, nanoseconds
	highWaterMark uint64
	markBefore    uint64 // the mark at the last change of a file: agents that empty a list raise the mark first
	removed       []removedTask
	wipedCards    int // the number of cards of a wiped list that are still shown

	childIndex
	touched  []touchedSlot
	unlinked []int32 // the ends of links that came or went in the current Delta, -1 for none
	upstream []int32 // a buffer of countWaiting
	moves    []cardMove

	visited  []uint32 // by slot: the last walk that visited it
	walkMark uint32
	queue    []int32
	path     []walkStep

	// isStuck caches its answers: a new link can only make a task stuck, a removed link or a completion can only free
	// it.
	removalEpoch, additionEpoch uint32
	unstuckEpoch                uint32 // the additionEpoch in which no pending task was stuck

	needy     map[int32]bool     // the pending slots that need a person
	seenNeeds map[tasks.Key]bool // scratch of Needs

	ownerStateFunc func(list, owner string) tasks.Agent // nil if no agents are known
	isNewFunc      func(tasks.Key) bool                 // see SetNew; nil if nothing is new

	worktrees map[string]map[string]bool // by list: the worktrees that git knows; nil if git was not asked

	lastChanges     map[int32]*Event
	lastChangeOrder []int32
	clearings       []clearing
	shortIDs        *shortIDCounts
	slotsByName     []int32 // the order of the last DepGraph
}

// New returns an empty board.
func New() *Board {
	b := &Board{
		lists: map[string]*list{}, duplicates: map[int32][]int32{}, aliases: map[int32]int32{},
		brokenKeys: map[int32]tasks.Key{},
		problems:   map[tasks.Key]*tasks.Problem{}, traits: map[string]*tasks.Traits{}, owners: map[string]int{},
		openTasks: map[string][]*tasks.Task{}, dialects: map[*tasks.Traits]int{},
		lastChanges: map[int32]*Event{}, needy: map[int32]bool{}, seenNeeds: map[tasks.Key]bool{}, removalEpoch: 1,
		additionEpoch: 1,
		childIndex: childIndex{byParent: map[listID][]int32{}, byChild: map[listID][]int32{},
			folded: map[tasks.Key]bool{}, cache: map[int32]cachedChildren{}, staleParents: map[int32]bool{}},
	}
	b.compareFunc = b.compareCards
	return b
}

// SetNew sets the function that reports whether others completed a task that the person has not seen since.
func (b *Board) SetNew(isNew func(tasks.Key) bool) { b.isNewFunc = isNew }

// Loaded reports whether the first reading is complete.
func (b *Board) Loaded() bool { return b.loaded }

// Health returns how changes of the directory arrive, and why not live.
func (b *Board) Health() (tasks.Health, string) { return b.health, b.healthReason }

// SetTraits sets the dialect in which tasks of a list are created. Without it the dialect of most tasks is used.
func (b *Board) SetTraits(list string, t *tasks.Traits) { b.traits[list] = t }

// Traits returns the dialect in which tasks of a list are created, nil if it is not known.
func (b *Board) Traits(list string) *tasks.Traits {
	if t := b.traits[list]; t != nil {
		return t
	}
	var best *tasks.Traits
	for t, n := range b.dialects {
		if best == nil || n > b.dialects[best] || n == b.dialects[best] && t.Dialect < best.Dialect {
			best = t
		}
	}
	return best
}

// Len returns the number of cards of a column that the filter shows.
func (b *Board) Len(c Column) int { return b.column(c).n }

func (b *Board) column(c Column) *sortedSlots {
	if b.filtering {
		return &b.shownColumns[c]
	}
	return &b.columns[c]
}

// At returns card i of those that the filter shows in a column.
func (b *Board) At(c Column, i int) tasks.Key { return b.keyOf(b.column(c).at(i)) }

// Rank returns the column of a card and its index among the cards that the filter shows, false if it is not shown.
func (b *Board) Rank(k tasks.Key) (Column, int, bool) {
	s := b.slotOf(k)
	if s < 0 || b.slots[s].col == nowhere || b.filtering && !b.slots[s].shown {
		return 0, 0, false
	}
	c := b.slots[s].col
	i, ok := b.column(c).rank(s, b.compareFunc)
	return c, i, ok
}

// Total returns the number of cards that a column has without the filter. Containers do not count.
func (b *Board) Total(c Column) int { return b.columns[c].n - b.groupCounts[c][groupContainer] }

// Has reports whether there is a card with this key, shown or not.
func (b *Board) Has(k tasks.Key) bool { return b.slotOf(k) >= 0 }

// Task returns the newest record of a task, nil if its file could never be read.
func (b *Board) Task(k tasks.Key) *tasks.Task {
	if s := b.slotOf(k); s >= 0 {
		return b.slots[s].task
	}
	return nil
}

// Version returns the version of the record of a task, 0 if there is none.
func (b *Board) Version(k tasks.Key) uint64 {
	if t := b.Task(k); t != nil {
		return uint64(t.Version)
	}
	return 0
}

// Problem returns why the newest state of a file cannot be read, nil if it can.
func (b *Board) Problem(k tasks.Key) *tasks.Problem { return b.problems[k] }

// Problems returns the files that cannot be read, in the order of keys, also those without a card. Files that are being
// written are left out.
func (b *Board) Problems() []tasks.Problem {
	var ps []tasks.Problem
	for _, p := range b.problems {
		if p.Kind != tasks.BeingWritten {
			ps = append(ps, *p)
		}
	}
	slices.SortFunc(ps, func(x, y tasks.Problem) int { return x.Key.Compare(y.Key) })
	return ps
}

// Since returns when the task got its status. The time is exact when the board saw the change; otherwise it is the
// file's own time of last change or its mtime, and the task has had its status for at least that long.
func (b *Board) Since(k tasks.Key) (t time.Time, exact bool) {
	s := b.slotOf(k)
	if s < 0 {
		return time.Time{}, false
	}
	return time.Unix(0, b.slots[s].since), b.slots[s].exact
}

// Present returns the records of all tasks that are not internal, and the keys of the files that could never be read.
func (b *Board) Present() (all []*tasks.Task, unread []tasks.Key) {
	for s := range b.slots {
		switch sl := &b.slots[s]; {
		case sl.dead || sl.wiped:
		case sl.task == nil:
			unread = append(unread, b.keyOf(int32(s)))
		case !sl.task.Internal:
			all = append(all, sl.task)
		}
	}
	return all, unread
}

// Wiped returns the tasks of a list that its agents emptied, none once a new task has arrived.
func (b *Board) Wiped() (all []*tasks.Task) {
	for s := range b.slots {
		if sl := &b.slots[s]; sl.wiped && sl.task != nil {
			all = append(all, sl.task)
		}
	}
	return all
}

// LastChange returns the newest change of a task by others, nil if none was seen. It is kept for the
// maxLastChanges tasks that changed last.
func (b *Board) LastChange(k tasks.Key) *Event {
	if s := b.slotOf(k); s >= 0 {
		return b.lastChanges[s]
	}
	return nil
}

// Owners returns the names of all owners, sorted.
func (b *Board) Owners() []string {
	return slices.SortedFunc(maps.Keys(b.owners), tasks.Natural)
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

func (b *Board) laneOf(list string) uint8 { return uint8(max(slices.Index(b.lanes, list), 0)) }

// startWalk starts a walk, which marks a slot s as visited by visited[s] = walkMark. Older marks need not be cleared.
func (b *Board) startWalk() {
	b.walkMark++
	if b.walkMark == 0 {
		clear(b.visited)
		b.walkMark = 1
	}
}

// walkStep is a slot on the path of isStuck, and the number of its links that have been followed.
type walkStep struct {
	s    int32
	next int32
}

// hasDialect reports whether there is a file of such a dialect.
func (b *Board) hasDialect(is func(*tasks.Traits) bool) bool {
	for t := range b.dialects {
		if is(t) {
			return true
		}
	}
	return false
}

// bindsTasks reports whether there is a file of a dialect with this kind of binding.
func (b *Board) bindsTasks(how tasks.Binding) bool {
	return b.hasDialect(func(t *tasks.Traits) bool { return t.Binding == how })
}

// taskOfID returns the task with an id in a list, the zero Key for none.
func (b *Board) taskOfID(listName string, id tasks.ID) (tasks.Key, *tasks.Task) {
	if n := b.lookupNode(listName, id); n >= 0 && b.nodes[n].slot >= 0 {
		p := b.nodes[n].slot
		return b.keyOf(p), b.slots[p].task
	}
	return tasks.Key{}, nil
}
