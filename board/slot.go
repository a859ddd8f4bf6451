package board

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sideboard/tasks"
)

// A slot is one file on the board, a node one id that files carry or name. Both are numbers into slices, so that
// the links of 100,000 tasks are a few bytes each and walking them follows no pointers.
type slot struct {
	task *tasks.Task // the last good record; nil for a broken file that never had one
	refs []int32     // the nodes its list names, in file order, duplicates kept

	since     int64 // nanoseconds; part of the order of its column
	node      int32 // the id it carries
	touchedAt int32 // its place in Board.touched, see Board.touch

	open, unseen, missing int32 // how many of refs are of that class

	stuckMemo uint32 // what was last found about being stuck, and when: see Board.isStuck

	col        Column // nowhere, or where it is placed
	group      group
	exact      bool  // since is a transition that was seen
	shown      bool  // in the filtered columns
	container  bool  // placed as a container
	hasProblem bool  // has a problem worth telling
	lane       uint8 // the place of its list among those that stand one below the other
	dead       bool  // its file is gone; freed when the Delta is done
	wiped      bool  // its file is gone, but a list that was wiped is still shown
	owner      int32 // the number of its owner's name while cards are grouped by owner, see grouping
}

// nowhere is the column of what is not placed.
const nowhere = Column(Columns)

// group is the only derived order there is, and only the pending column has several.
type group uint8

const (
	groupFailed group = iota
	groupReady
	groupUnknown
	groupBlocked
	groupBroken    // last: a hundred of them must not push the work off the screen, and the header counts them
	groupContainer // of containers, for counting only: they stand with the others
	groups         = 6
)

// class is what an id is to those that wait for it.
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

// list is what is unique within one List: file names and ids.
type list struct {
	name      string
	slots     map[string]int32 // by file name
	text, num map[string]int32 // nodes of ids written as strings, and as numbers
	surplus   surplus
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
		l = &list{name: name, slots: map[string]int32{}, text: map[string]int32{}, num: map[string]int32{}, surplus: surplus{sets: map[*tasks.Keys]int{}}}
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

// records yields the tasks there are, with their slots.
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

// freeSlot ends a slot that is placed nowhere and linked to nothing any more.
func (b *Board) freeSlot(s int32) {
	delete(b.brokenKeys, s)
	delete(b.lastChanges, s)
	delete(b.aliases, s)
	b.slots[s] = slot{node: -1, touchedAt: -1, col: nowhere, dead: true}
	b.freeSlots = append(b.freeSlots, s)
}

// ensureNode returns the node of an id, made when it is new.
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

// dropNode forgets an id that no file has and no list names.
func (b *Board) dropNode(n int32) {
	nd := &b.nodes[n]
	if nd.slot >= 0 || len(nd.dependants) > 0 || nd.list == nil {
		return
	}
	delete(nd.list.ids(nd.num), nd.text)
	*nd = node{slot: -1}
	b.freeNodes = append(b.freeNodes, n)
}

// lookupNode returns the node of an id if there is one, -1 otherwise.
func (b *Board) lookupNode(listName string, id tasks.ID) int32 {
	if l := b.lists[listName]; l != nil {
		if n, ok := l.ids(id.Num)[id.Text]; ok {
			return n
		}
	}
	return -1
}

// idNodes returns the ids a slot carries: its own, and the one its file name stands for where that is another; -1 for
// none.
func (b *Board) idNodes(s int32) [2]int32 {
	if alias, ok := b.aliases[s]; ok {
		return [2]int32{b.slots[s].node, alias}
	}
	return [2]int32{b.slots[s].node, -1}
}

// stemOf returns the file name without its ending.
func stemOf(name string) string { return strings.TrimSuffix(name, ".json") }

// isNamedAfter reports whether a file is named after an id: 2.json or task_2.json for 2.
func isNamedAfter(stem, id string) bool {
	return stem == id || len(stem) == len(id)+5 && stem[:5] == "task_" && stem[5:] == id
}

// fileID is the id that a file name stands for: agents that open a blocker by its name find it so, whatever id is
// written inside.
func fileID(stem string, numeric bool) tasks.ID {
	if rest, ok := strings.CutPrefix(stem, "task_"); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
		return tasks.ID{Text: rest, Num: numeric}
	}
	return tasks.ID{Text: stem}
}

// shortIDCounts counts how many tasks could be meant by a short id. It keeps hashes only: two that collide cost a longer
// id than was needed, and nothing else.
type shortIDCounts struct {
	count   map[uint32]int32
	changes uint32
}

// IDChanges counts how often the id of a task came or went since one was first shortened: while it stays the same ShortID answers as before.
func (b *Board) IDChanges() uint32 {
	if b.shortIDs == nil {
		return 0
	}
	return b.shortIDs.changes
}

// ShortID returns the id of a task as short as it can be without being mistaken for another of its list: "#2", "#0042",
// "#9f3c". It is the name of the file where no id is known.
func (b *Board) ShortID(k tasks.Key) string {
	s := b.slotOf(k)
	if s < 0 || b.slots[s].task == nil || b.slots[s].task.ID.Empty() {
		return stemOf(k.Name)
	}
	if b.shortIDs == nil {
		b.shortIDs = &shortIDCounts{count: map[uint32]int32{}}
		for i := range b.slots {
			if !b.slots[i].dead {
				b.shortIDs.add(b.slots[i].task, +1)
			}
		}
	}
	id := b.slots[s].task.ID.Text
	for _, c := range shortForms(id) {
		if c != "" && b.shortIDs.count[hashStrings(k.List, c)] == 1 {
			return "#" + c
		}
	}
	return "#" + strings.TrimPrefix(id, "task_")
}

func (x *shortIDCounts) add(t *tasks.Task, by int32) {
	if x == nil || t == nil {
		return
	}
	x.changes++
	for _, c := range shortForms(t.ID.Text) {
		if c == "" {
			continue
		}
		h := hashStrings(t.List, c)
		if x.count[h] += by; x.count[h] == 0 {
			delete(x.count, h)
		}
	}
}

// shortForms returns the short forms of an id, shortest first, the empty ones not counted: the last part of
// task_1778000000_0042, the beginning of task_9f3c1a2b. An id that is short already has none.
func shortForms(id string) [2]string {
	rest := strings.TrimPrefix(id, "task_")
	cut := strings.LastIndexAny(rest, "_-")
	tail := rest[cut+1:]
	switch {
	case isRandomHex(tail) && cut < 0:
		return [2]string{rest[:4], rest[:6]}
	case cut < 0 || tail == "":
		return [2]string{}
	}
	if next := strings.LastIndexAny(rest[:cut], "_-"); next >= 0 {
		return [2]string{tail, rest[next+1:]}
	}
	return [2]string{tail}
}

// isRandomHex reports whether a part of an id is random hex, whose beginning tells it apart.
func isRandomHex(s string) bool {
	return len(s) >= 8 && strings.Trim(s, "0123456789abcdef") == "" && (len(s) == 8 || strings.Trim(s, "0123456789") != "")
}

// idMatches reports whether an id is meant by what a person types for it: the whole, its last part, or at least four
// characters of random hex.
func idMatches(id, typed string) bool {
	if strings.EqualFold(id, typed) {
		return true
	}
	if n := len(id) - len(typed); n > 0 && (id[n-1] == '_' || id[n-1] == '-') && strings.EqualFold(id[n:], typed) {
		return true
	}
	rest := strings.TrimPrefix(id, "task_")
	return len(typed) >= 4 && len(rest) > len(typed) && isRandomHex(rest) && strings.EqualFold(rest[:len(typed)], typed)
}

// hashStrings is FNV-1a, 32 bits.
func hashStrings(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ 0xff) * 16777619
	}
	return h
}

// suggestID asks whether another id was meant by one that no task has, "" where none is near.
func (b *Board) suggestID(t *tasks.Task, id tasks.ID) string {
	if !t.Traits.ChosenIDs {
		return "" // ids that are counted or drawn are not typed
	}
	var all []tasks.ID
	for c := range Columns {
		for s := range b.columns[c].each {
			if o := b.slots[s].task; o != nil && o.List == t.List && o != t {
				all = append(all, o.ID)
			}
		}
	}
	if right, ok := tasks.Nearest(id, all); ok {
		return " Did you mean " + right.Text + "?"
	}
	return ""
}

// SimilarIDs returns the tasks whose ids a mistyped one may have meant, the likeliest first; none where nothing is like it.
func (b *Board) SimilarIDs(list string, id tasks.ID, limit int) []tasks.Key {
	type near struct {
		key  tasks.Key
		away int
	}
	var all []near
	most := 1 + len(id.Text)/6
	for _, t := range b.records() {
		if t.List != list || b.isHidden(t) {
			continue
		}
		if d := tasks.EditDistance(t.ID.Text, id.Text, most+1); d <= most {
			all = append(all, near{t.Key, d})
		}
	}
	slices.SortFunc(all, func(x, y near) int { return cmp.Or(cmp.Compare(x.away, y.away), x.key.Compare(y.key)) })
	var keys []tasks.Key
	for _, n := range all[:min(limit, len(all))] {
		keys = append(keys, n.key)
	}
	return keys
}
