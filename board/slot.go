package board

import (
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
	touchedAt int32 // its index in changes.touched, see changes.touch

	open, unseen, missing int32 // the number of refs of that class

	stuckMemo uint32 // the cached answer of loops.isStuck

	col        Column // nowhere for a slot without a card
	group      group
	exact      bool  // since is a transition that the board saw
	shown      bool  // in the filtered columns
	container  bool  // placed as a container
	hasProblem bool  // its file cannot be read, and is not being written
	lane       uint8 // the index of its list in table.lanes
	dead       bool  // its file is gone; freed at the end of the Delta
	wiped      bool  // its file is gone, but the wiped list is still shown
	// the number of tasks that wait for it while it is ready or in progress, up to mostBehind; part of the order of its
	// column
	behind int16
	owner  int32 // the number of its owner while cards are grouped by owner, see grouping
}

// placed returns the current place of a slot.
func (sl *slot) placed() place { return place{sl.col, sl.group, sl.container, sl.owner} }

// count counts a blocker of a class, or with by -1 removes it. A completed one holds nothing back, and is not counted.
func (sl *slot) count(c class, by int32) {
	switch c {
	case classOpen:
		sl.open += by
	case classUnseen:
		sl.unseen += by
	case classMissing:
		sl.missing += by
	}
}

// Column is a column of the board.
type Column uint8

const (
	PendingColumn    Column = iota // not started; also failed tasks, unknown statuses and broken files
	InProgressColumn               // it is being worked on
	CompletedColumn                // finished, skipped or cancelled
)

// Columns is the number of columns.
const Columns = 3

// String returns the column's title for people.
func (c Column) String() string {
	return [...]string{"Pending", "In progress", "Completed"}[c]
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

// place is the position of a card, as far as its column is not sorted by other things.
type place struct {
	col       Column
	group     group
	container bool
	owner     int32 // see grouping
}

// class is what an id means to the tasks that wait for it.
type class uint8

const (
	classMissing class = iota // no file has it
	classUnseen               // a file has it, but its dialect's agents cannot see or read it
	classOpen                 // not completed
	classDone                 // completed
)

// node is an id that a file has or a list names, see slot.
type node struct {
	text       string
	list       *list
	dependants []int32 // the slots whose list names it, ascending, as often as they name it
	slot       int32   // the slot it resolves to, -1 for none
	num        bool
	class      class
}

func (nd *node) id() tasks.ID { return tasks.ID{Text: nd.text, Num: nd.num} }

// isFinished reports whether there is a task and it is finished.
func isFinished(t *tasks.Task) bool {
	return t != nil && t.Status.Finished()
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

// cardMove is a slot that has to move in its column or in the filtered column.
type cardMove struct {
	s         int32
	to        place
	since     int64 // this, exact, behind and shown are the new values of the slot
	exact     bool
	behind    int16
	shown     bool
	reordered bool // false if only shown changes
}
