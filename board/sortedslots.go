package board

import (
	"slices"
	"sort"
)

// sortedSlots is a sorted column, cut into short blocks: one insertion moves a few hundred bytes whether the column
// holds a thousand tasks or a hundred thousand.
type sortedSlots struct {
	blocks [][]int32 // none is empty
	n      int
}

// maxBlock is how long a block grows before it is cut in two.
const maxBlock = 512

// at returns the slot at a place.
func (o *sortedSlots) at(i int) int32 {
	for _, b := range o.blocks {
		if i < len(b) {
			return b[i]
		}
		i -= len(b)
	}
	panic("board: no such place")
}

// search finds the block and the place in it where a slot is, or belongs.
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

// rank is the place of a slot in the whole column.
func (o *sortedSlots) rank(s int32, compare func(x, y int32) int) (int, bool) {
	block, at, found := o.search(s, compare)
	for _, b := range o.blocks[:block] {
		at += len(b)
	}
	return at, found
}

// countWhile is how many slots stand in front of the first for which something does not hold any more.
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

// remove takes a slot out, as long as it still compares as it did when it was put in.
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

// insert puts slots in where they belong. Many at once are merged in one pass.
func (o *sortedSlots) insert(in []int32, compare func(x, y int32) int) {
	if len(in) > 1 {
		slices.SortFunc(in, compare)
	}
	if len(in) > 8 && len(in) > o.n/8 {
		o.merge(in, compare)
		return
	}
	for _, s := range in {
		o.insertOne(s, compare)
	}
}

func (o *sortedSlots) insertOne(s int32, compare func(x, y int32) int) {
	block, at, _ := o.search(s, compare)
	if block == len(o.blocks) {
		if block == 0 {
			o.blocks = append(o.blocks, make([]int32, 0, 16))
		} else {
			block--
		}
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

func (o *sortedSlots) merge(in []int32, compare func(x, y int32) int) {
	all := make([]int32, 0, o.n+len(in))
	for _, b := range o.blocks {
		for len(b) > 0 {
			if len(in) == 0 {
				all = append(all, b...)
				break
			}
			at, _ := slices.BinarySearchFunc(b, in[0], compare)
			all = append(all, b[:at]...)
			b = b[at:]
			if len(b) > 0 {
				all = append(all, in[0])
				in = in[1:]
			}
		}
	}
	o.fill(append(all, in...))
}

// fill makes sorted slots the whole column, in blocks that have room to grow.
func (o *sortedSlots) fill(all []int32) {
	const fresh = maxBlock * 3 / 4
	o.blocks, o.n = o.blocks[:0], len(all)
	for len(all) > 0 {
		k := min(fresh, len(all))
		o.blocks = append(o.blocks, slices.Clone(all[:k]))
		all = all[k:]
	}
}

// each returns the slots in order.
func (o *sortedSlots) each(yield func(s int32) bool) {
	for _, b := range o.blocks {
		for _, s := range b {
			if !yield(s) {
				return
			}
		}
	}
}
