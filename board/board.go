// Package board is the picture of one task directory, and the law of what a person may do to it.
//
// A Board is fed Deltas, what one reading of the directory found after another, and answers from sorted
// indices: which tasks stand in which column and in which order, what each waits for and who waits for it, and
// what just happened, in Events. The rules (Claim, Complete, Release, Reopen, Create, EditFields, Delete, Link,
// Unlink) look at a Board and answer with a tasks.Edit that may be carried out, with a Refusal that says in
// words why not, or with an Ask that a person has to say yes to.
//
// Everything is judged as the agents of the task's own dialect would judge it, by its tasks.Traits: a list that
// is not empty blocks in one dialect even when all it names is completed, and a missing blocker blocks for ever
// in another and not at all in a third.
//
// Where a dialect lets tasks have parts, a task that has some is a container: it stands in the column of its parts,
// counts nowhere, can be folded, and no rule lets anybody work on it.
//
// Nothing here reads a clock or a disk or knows a colour; time comes in with the Delta, or as an argument. A Board
// has one owner: it is not safe for concurrent use. The records it hands out are immutable and may be kept.
//
// # Cost
//
// Applying a Delta costs as much as the tasks it names and their direct dependants, however large the directory
// is; what is transitive (Behind, Stuck) is worked out only when it is asked for, and only for whom.
package board

import (
	"maps"
	"slices"
	"time"

	"sideboard/tasks"
)

// Board is the picture of one directory.
type Board struct {
	slots         []slot
	nodes         []node
	freeSlots     []int32
	freeNodes     []int32
	lists         map[string]*list
	duplicates    map[int32][]int32   // the slots that carry one id, where there are several
	aliases       map[int32]int32     // nodes that slots answer to beside their own
	brokenKeys    map[int32]tasks.Key // the keys of slots without a record
	problems      map[tasks.Key]*tasks.Problem
	problemCount  int // problems but for those of files that are just being written
	owners        map[string]int
	openTasks     map[string][]*tasks.Task // by owner, of those that were asked for since the last Delta
	mirrored      map[int32][]int32        // what mirroredBlockers returned since the last Delta, nil where it was not asked
	ownersChanged bool                     // by the Delta that is taken in: somebody owns a task who owned none, or none any more
	dialects      map[*tasks.Traits]int
	traits        map[string]*tasks.Traits // by list
	lanes         []string                 // the lists that stand one below the other, in their order
	grouping      grouping

	columns               [Columns]sortedSlots
	shownColumns          [Columns]sortedSlots // those of columns that match the query
	compareFunc           func(x, y int32) int // compareCards, bound once
	inserts, shownInserts [Columns][]int32     // what applyMoves is about to put in
	groupCounts           [Columns][groups]int

	query     Query
	matcher   matcher
	filtering bool
	internal  bool

	health        tasks.Health
	healthReason  string
	loaded        bool
	loading       bool  // more of the first picture is to come: what waits for ready tasks is counted when all is there
	loadedAt      int64 // when the first picture was complete, nanoseconds
	highWaterMark uint64
	markBefore    uint64 // the same when a file changed last: agents that empty a list raise it first
	removed       []removedTask
	wipedCards    int // how many cards of a wiped list are still shown

	childIndex
	touched  []touchedSlot
	unlinked []int32 // what was waited for and is not any more, or the other way round, -1 for nothing
	upstream []int32 // of the walk of countWaiting
	moves    []cardMove

	visited  []uint32 // by slot: the walk that was there last
	walkMark uint32
	queue    []int32
	path     []walkStep

	// What is known of loops stays known until it may be wrong: links that appear can only make a task stuck,
	// links that go and completions can only free it.
	removalEpoch, additionEpoch uint32
	unstuckEpoch                uint32 // the additionEpoch in which no pending task was stuck

	needy map[int32]bool // the pending slots that need a person, whoever waits for them

	ownerStateFunc func(list, owner string) tasks.Agent // nil where nobody can tell

	worktrees map[string]map[string]bool // by list, the worktrees that git knows; nil where nobody can tell

	lastChanges     map[int32]*Event
	lastChangeOrder []int32
	clearings       []clearing
	shortIDs        *shortIDCounts
	slotsByName     []int32 // the slots as the last DepGraph had them in order
}

// New makes an empty board.
func New() *Board {
	b := &Board{
		lists: map[string]*list{}, duplicates: map[int32][]int32{}, aliases: map[int32]int32{}, brokenKeys: map[int32]tasks.Key{},
		problems: map[tasks.Key]*tasks.Problem{}, traits: map[string]*tasks.Traits{}, owners: map[string]int{}, openTasks: map[string][]*tasks.Task{}, dialects: map[*tasks.Traits]int{},
		lastChanges: map[int32]*Event{}, needy: map[int32]bool{}, removalEpoch: 1, additionEpoch: 1,
		childIndex: childIndex{byParent: map[listID][]int32{}, byChild: map[listID][]int32{}, folded: map[tasks.Key]bool{}, cache: map[int32]cachedChildren{}, staleParents: map[int32]bool{}},
	}
	b.compareFunc = b.compareCards
	return b
}

// Loaded reports whether the first picture is complete.
func (b *Board) Loaded() bool { return b.loaded }

// Health is how news of the directory reaches us, and why not live.
func (b *Board) Health() (tasks.Health, string) { return b.health, b.healthReason }

// SetTraits returns which dialect a list itself has, for what is created in it. Without it the dialect of most of its
// tasks counts.
func (b *Board) SetTraits(list string, t *tasks.Traits) { b.traits[list] = t }

// Traits returns the dialect of a list, nil when nothing is known of it.
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

// Len returns how many cards of a column the filter shows.
func (b *Board) Len(c Column) int { return b.column(c).n }

func (b *Board) column(c Column) *sortedSlots {
	if b.filtering {
		return &b.shownColumns[c]
	}
	return &b.columns[c]
}

// At returns the card at a place of a column, counted from 0 among those the filter shows.
func (b *Board) At(c Column, i int) tasks.Key { return b.keyOf(b.column(c).at(i)) }

// Rank is where a card stands among those the filter shows; false when it is not shown.
func (b *Board) Rank(k tasks.Key) (Column, int, bool) {
	s := b.slotOf(k)
	if s < 0 || b.slots[s].col == nowhere || b.filtering && !b.slots[s].shown {
		return 0, 0, false
	}
	c := b.slots[s].col
	i, ok := b.column(c).rank(s, b.compareFunc)
	return c, i, ok
}

// Total returns how many cards a column has without the filter, but for containers.
func (b *Board) Total(c Column) int { return b.columns[c].n - b.groupCounts[c][groupContainer] }

// Has reports whether there is a card of this key, shown or not.
func (b *Board) Has(k tasks.Key) bool { return b.slotOf(k) >= 0 }

// Task returns the last good record, nil when there is none.
func (b *Board) Task(k tasks.Key) *tasks.Task {
	if s := b.slotOf(k); s >= 0 {
		return b.slots[s].task
	}
	return nil
}

// Version returns which state of a task the board has, 0 for a task that it has not.
func (b *Board) Version(k tasks.Key) uint64 {
	if t := b.Task(k); t != nil {
		return uint64(t.Version)
	}
	return 0
}

// Problem returns what is wrong with the newest state of the file, nil when nothing is.
func (b *Board) Problem(k tasks.Key) *tasks.Problem { return b.problems[k] }

// Problems returns all files in trouble, in the order of keys, those that are no card too. Files that are just being
// written are not in trouble yet.
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

// Since is when the task came into its status. It is exact when the transition was seen; otherwise it is the
// file's own time of last change or its mtime, and the task has been in its status for at least that long.
func (b *Board) Since(k tasks.Key) (t time.Time, exact bool) {
	s := b.slotOf(k)
	if s < 0 {
		return time.Time{}, false
	}
	return time.Unix(0, b.slots[s].since), b.slots[s].exact
}

// RecallSince tells the board when tasks came into the status that they have, where that was seen before it began to look.
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

// Present returns the records of all tasks but those that Claude Code hides, and the keys of files that were never read.
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

// Wiped returns the tasks of a list that its agents emptied, none once a new one has arrived.
func (b *Board) Wiped() (all []*tasks.Task) {
	for s := range b.slots {
		if sl := &b.slots[s]; sl.wiped && sl.task != nil {
			all = append(all, sl.task)
		}
	}
	return all
}

// LastChange returns the newest change of a task that was not ours, field by field; nil when none was seen. It is
// remembered for the few thousand tasks that changed last.
func (b *Board) LastChange(k tasks.Key) *Event {
	if s := b.slotOf(k); s >= 0 {
		return b.lastChanges[s]
	}
	return nil
}

// ShowInternal shows the tasks that Claude Code hides, or hides them again, and returns how many there are; 0 where nothing changes. They are hidden at first.
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

// Owners returns the names that own a task, in order, each once.
func (b *Board) Owners() []string {
	return slices.SortedFunc(maps.Keys(b.owners), tasks.Natural)
}
