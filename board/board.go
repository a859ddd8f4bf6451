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
	"maps"
	"slices"

	"sideboard/tasks"
)

// Board holds the tasks of one or several lists. It stands on six types, each of which knows only those below it: the
// table of files and ids, the families of tasks and their parts, the links, the loops of links, the changes of the
// current Delta, and the cards in their columns. Each answers the questions for which no more has to be known. The
// files that cannot be read are a type of their own beside them.
type Board struct {
	cards
	problems

	owners        map[string]int
	openTasks     map[string][]*tasks.Task // by owner: the result of openTasksOf, until the next Delta
	ownersChanged bool                     // in the current Delta a name came to own a task, or owns none any more

	query   Query
	matcher matcher

	health        tasks.Health
	healthReason  string
	loaded        bool
	loading       bool  // the first reading goes on: countWaiting runs when it is complete
	loadedAt      int64 // when the first reading was complete, nanoseconds
	highWaterMark uint64
	markBefore    uint64 // the mark at the last change of a file: agents that empty a list raise the mark first
	removed       []removedTask
	wipedCards    int // the number of cards of a wiped list that are still shown

	upstream []int32 // a buffer of countWaiting

	needy     map[int32]bool     // the pending slots that need a person
	seenNeeds map[tasks.Key]bool // scratch of Needs

	ownerStateFunc func(list, owner string) tasks.Agent // nil if no agents are known
	isNewFunc      func(tasks.Key) bool                 // see SetNew; nil if nothing is new

	lastChanges     map[int32]*Event
	lastChangeOrder []int32
	clearings       []clearing
	slotsByName     []int32 // the order of the last DepGraph
}

// New returns an empty board.
func New() *Board {
	b := &Board{
		cards:    cards{changes: changes{loops: newLoops()}},
		problems: newProblems(), owners: map[string]int{},
		openTasks:   map[string][]*tasks.Task{},
		lastChanges: map[int32]*Event{}, needy: map[int32]bool{}, seenNeeds: map[tasks.Key]bool{},
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
