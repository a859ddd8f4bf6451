package board

import (
	"cmp"
	"slices"

	"sideboard/tasks"
)

// place is where a slot belongs.
type place struct {
	col   Column
	group group
}

// want works out where a slot belongs now.
func (b *Board) want(s int32) place {
	sl := &b.slots[s]
	switch {
	case sl.dead, b.hidden(sl.task):
		return place{col: nowhere}
	case sl.task == nil:
		return place{PendingColumn, groupBroken}
	}
	switch sl.task.Status {
	case tasks.InProgress:
		return place{col: InProgressColumn}
	case tasks.Completed, tasks.Skipped, tasks.Cancelled:
		return place{col: CompletedColumn}
	case tasks.Pending, tasks.Blocked:
		if b.held(s) {
			return place{PendingColumn, groupBlocked}
		}
		return place{PendingColumn, groupReady}
	}
	return place{PendingColumn, groupUnknown}
}

func (b *Board) hidden(t *tasks.Task) bool { return t != nil && t.Internal && !b.internal }

// compare is the order of a column: pending by group and then as a person counts, the others newest first.
func (b *Board) compare(x, y int32) int {
	sx, sy := &b.slots[x], &b.slots[y]
	if sx.col == PendingColumn {
		if c := cmp.Compare(sx.group, sy.group); c != 0 {
			return c
		}
	} else if c := cmp.Compare(sy.since, sx.since); c != 0 {
		return c
	}
	return b.keyOf(x).Compare(b.keyOf(y))
}

func (b *Board) position(col []int32, s int32) (int, bool) {
	return slices.BinarySearchFunc(col, s, b.compare)
}

// mover is a slot whose place in a column, or among what the filter shows, is another.
type mover struct {
	s     int32
	to    place
	since int64
	exact bool
	shown bool
	moves bool // its place in the order, not only whether it is shown
}

// arrange puts every touched slot where it belongs now: everything that moves is taken out while the old order
// still holds, then changed, then put in. One task costs a binary search and a memmove, a thousand together cost
// one pass.
func (b *Board) arrange() {
	b.movers = b.movers[:0]
	for i := range b.touched {
		e := &b.touched[i]
		sl := &b.slots[e.s]
		to := b.want(e.s)
		m := mover{s: e.s, to: to, since: e.since, exact: e.exact}
		m.moves = to != (place{sl.col, sl.group}) || to.col != PendingColumn && e.since != sl.since
		m.shown = b.filtering && to.col != nowhere && b.matchPlaced(e.s, to)
		if m.moves || m.shown != sl.shown {
			b.movers = append(b.movers, m)
		} else {
			sl.since, sl.exact = e.since, e.exact
		}
	}
	if len(b.movers) > 0 {
		b.shift()
	}
}

func (b *Board) shift() {
	var out, outShown [Columns][]int
	for i := range b.movers {
		m := &b.movers[i]
		sl := &b.slots[m.s]
		if sl.col == nowhere {
			continue
		}
		if m.moves {
			if at, ok := b.position(b.full[sl.col], m.s); ok {
				out[sl.col] = append(out[sl.col], at)
			}
			b.tally[sl.col][sl.group]--
		}
		if sl.shown && (m.moves || !m.shown) {
			if at, ok := b.position(b.view[sl.col], m.s); ok {
				outShown[sl.col] = append(outShown[sl.col], at)
			}
		}
	}
	for c := range Columns {
		b.full[c] = takeOut(b.full[c], out[c])
		b.view[c] = takeOut(b.view[c], outShown[c])
	}
	var in, inShown [Columns][]int32
	for i := range b.movers {
		m := &b.movers[i]
		sl := &b.slots[m.s]
		wasShown := sl.shown
		sl.since, sl.exact, sl.col, sl.group, sl.shown = m.since, m.exact, m.to.col, m.to.group, m.shown
		if sl.col == nowhere {
			continue
		}
		if m.moves {
			in[sl.col] = append(in[sl.col], m.s)
			b.tally[sl.col][sl.group]++
		}
		if m.shown && (m.moves || !wasShown) {
			inShown[sl.col] = append(inShown[sl.col], m.s)
		}
	}
	for c := range Columns {
		b.full[c] = b.putIn(b.full[c], in[c])
		b.view[c] = b.putIn(b.view[c], inShown[c])
	}
}

// takeOut removes the given positions.
func takeOut(col []int32, at []int) []int32 {
	if len(at) == 0 {
		return col
	}
	slices.Sort(at)
	w := at[0]
	for i, p := range at {
		end := len(col)
		if i+1 < len(at) {
			end = at[i+1]
		}
		w += copy(col[w:], col[p+1:end])
	}
	return col[:w]
}

// putIn inserts slots where they belong.
func (b *Board) putIn(col, in []int32) []int32 {
	if len(in) == 0 {
		return col
	}
	if len(in) > 1 {
		slices.SortFunc(in, b.compare)
	}
	n := len(col)
	col = slices.Grow(col, len(in))[:n+len(in)]
	end := n // what is still to be moved lies before end
	for i := len(in) - 1; i >= 0; i-- {
		at, _ := b.position(col[:end], in[i])
		copy(col[at+i+1:], col[at:end])
		col[at+i] = in[i]
		end = at
	}
	return col
}
