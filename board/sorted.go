package board

import (
	"slices"
	"sort"
)

// sortedSlots is a sorted column in short blocks: an insertion moves a few hundred bytes whether the column has a
// thousand tasks or a hundred thousand.
type sortedSlots struct {
	blocks [][]int32 // none is empty
	n      int
}

// maxBlock is the length at which a block is cut in two.
const maxBlock = 512

// at returns the slot at an index.
func (o *sortedSlots) at(i int) int32 {
	for _, b := range o.blocks {
		if i < len(b) {
			return b[i]
		}
		i -= len(b)
	}
	panic("board: index out of range")
}

// search returns the block of a slot and its index in it; where it would be inserted if it is not found.
func (o *sortedSlots) search(s int32, compare func(x, y int32) int) (block, at int, found bool) {
	block = sort.Search(len(o.blocks), func(i int) bool {
		b := o.blocks[i]
		return compare(b[len(b)-1], s) >= 0
	})
	if block == len(o.blocks) {
		return block, 0, false
	}
	at, found = slices.BinarySearchFunc(o.blocks[block], s, compare)
	return block, at, found
}

// rank returns the index of a slot in the column, and whether it is there.
func (o *sortedSlots) rank(s int32, compare func(x, y int32) int) (int, bool) {
	block, at, found := o.search(s, compare)
	for _, b := range o.blocks[:block] {
		at += len(b)
	}
	return at, found
}

// countWhile returns the number of slots before the first for which holds is false. It must be true for all before.
func (o *sortedSlots) countWhile(holds func(s int32) bool) int {
	block := sort.Search(len(o.blocks), func(i int) bool {
		b := o.blocks[i]
		return !holds(b[len(b)-1])
	})
	n := 0
	for _, b := range o.blocks[:block] {
		n += len(b)
	}
	if block < len(o.blocks) {
		b := o.blocks[block]
		n += sort.Search(len(b), func(i int) bool { return !holds(b[i]) })
	}
	return n
}

// remove removes a slot. It must compare as it did when it was inserted.
func (o *sortedSlots) remove(s int32, compare func(x, y int32) int) {
	block, at, found := o.search(s, compare)
	if !found {
		return
	}
	b := slices.Delete(o.blocks[block], at, at+1)
	o.blocks[block] = b
	o.n--
	if len(b) == 0 {
		o.blocks = slices.Delete(o.blocks, block, block+1)
	}
}

// insert inserts slots.
func (o *sortedSlots) insert(in []int32, compare func(x, y int32) int) {
	if o.n == 0 && len(in) > 0 {
		slices.SortFunc(in, compare)
		o.fill(in)
		return
	}
	for _, s := range in {
		o.insertOne(s, compare)
	}
}

// insertOne inserts a slot into a column that has others.
func (o *sortedSlots) insertOne(s int32, compare func(x, y int32) int) {
	block, at, _ := o.search(s, compare)
	if block == len(o.blocks) { // there is one: see insert
		block--
		at = len(o.blocks[block])
	}
	b := slices.Insert(o.blocks[block], at, s)
	o.blocks[block] = b
	o.n++
	if len(b) >= maxBlock {
		half := slices.Clone(b[maxBlock/2:])
		o.blocks[block] = b[:maxBlock/2]
		o.blocks = slices.Insert(o.blocks, block+1, half)
	}
}

// fill replaces the column by sorted slots, in blocks with room to grow.
func (o *sortedSlots) fill(all []int32) {
	const fresh = maxBlock * 3 / 4
	o.blocks, o.n = o.blocks[:0], len(all)
	for len(all) > 0 {
		k := min(fresh, len(all))
		o.blocks = append(o.blocks, slices.Clone(all[:k]))
		all = all[k:]
	}
}

// each yields the slots in order.
func (o *sortedSlots) each(yield func(s int32) bool) {
	for _, b := range o.blocks {
		for _, s := range b {
			if !yield(s) {
				return
			}
		}
	}
}
