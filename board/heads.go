package board

import (
	"cmp"
	"slices"

	"sideboard/tasks"
)

// In columns a container is no card among others but a head: its parts stand together under its name in each column
// that has some. A container without a part that is shown stays a card, and so does every one while cards are grouped
// by owner.

// UnderHeads divides the stretches of columns by containers, and leaves the containers out that are heads. In each
// lane the cards that are parts of none come first, then the parts of each container: of unfinished containers first,
// and of these by id. Under a head cards keep their order. Without heads it returns the stretches as they are.
func (cs *cards) UnderHeads(stretches []Stretch) []Stretch {
	heads := cs.heads()
	if len(heads) == 0 {
		return stretches
	}
	const head = -1
	place := map[int32]int{} // by slot: the place of its head, from 1
	for _, w := range heads {
		place[w] = head
	}
	for i, w := range heads {
		for _, p := range cs.children(w) {
			if place[p] == 0 && cs.parent(p) == w {
				place[p] = i + 1
			}
		}
	}
	var all []Stretch
	places := map[tasks.Key]int{}
	for _, t := range stretches {
		before := head
		for i := range t.Len {
			at := place[cs.column(t.Column).at(t.First+i)]
			switch {
			case at == head:
			case at == before:
				all[len(all)-1].Len++
			default:
				part := Stretch{Column: t.Column, Kind: t.Kind, First: t.First + i, Len: 1}
				if at > 0 {
					part.Head = cs.keyOf(heads[at-1])
					places[part.Head] = at
				}
				all = append(all, part)
			}
			before = at
		}
	}
	slices.SortStableFunc(all, func(x, y Stretch) int {
		if x.Column != y.Column {
			return cmp.Compare(x.Column, y.Column)
		}
		o := cs.column(x.Column)
		return cmp.Or(cs.compareLanes(&cs.slots[o.at(x.First)], &cs.slots[o.at(y.First)]),
			cmp.Compare(places[x.Head], places[y.Head]))
	})
	return all
}

// IsHead reports whether a task is a container of which UnderHeads makes a head.
func (cs *cards) IsHead(k tasks.Key) bool {
	s := cs.slotOf(k)
	return s >= 0 && cs.isHead(s)
}

// isHead reports whether a container is a head in the columns: a part of it that is no container is shown and stands
// under it. Files may name several containers of one part, which stands under one of them.
func (cs *cards) isHead(w int32) bool {
	if cs.grouping.on || !cs.slots[w].container || cs.slots[w].col == nowhere {
		return false
	}
	return slices.ContainsFunc(cs.children(w), func(p int32) bool {
		return !cs.slots[p].container && cs.showsCard(p) && cs.parent(p) == w
	})
}

// showsCard reports whether a slot has a card that the filter shows.
func (cs *cards) showsCard(s int32) bool {
	sl := &cs.slots[s]
	return sl.col != nowhere && (!cs.filtering || sl.shown)
}

// heads returns the containers that are heads, in the order in which their parts stand in a column.
func (cs *cards) heads() (all []int32) {
	containers := 0
	for c := range Columns {
		containers += cs.groupCounts[c][groupContainer]
	}
	if containers == 0 || cs.grouping.on {
		return nil
	}
	var finished []int32
	for c := range Columns {
		for s := range cs.columns[c].each {
			switch {
			case !cs.isHead(s):
			case Column(c) == CompletedColumn:
				finished = append(finished, s)
			default:
				all = append(all, s)
			}
		}
	}
	byID := func(x, y int32) int {
		kx, ky := cs.keyOf(x), cs.keyOf(y)
		return cmp.Or(tasks.Natural(stemOf(kx.Name), stemOf(ky.Name)), kx.Compare(ky))
	}
	slices.SortFunc(all, byID)
	slices.SortFunc(finished, byID)
	return append(all, finished...)
}
