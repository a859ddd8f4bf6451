package board

// placeTouched moves the touched slots to their places: it removes all of them while the old order is valid, then
// changes them, then inserts them.
func (b *Board) placeTouched() {
	b.moves = b.moves[:0]
	if !b.loading {
		b.countWaiting()
	}
	for i := range b.touched {
		e := &b.touched[i]
		sl := &b.slots[e.s]
		to := b.wantedPlace(e.s)
		m := cardMove{s: e.s, to: to, since: e.since, exact: e.exact, behind: e.behind}
		m.reordered = to != sl.placed() || to.col != PendingColumn && e.since != sl.since || e.behind != sl.behind
		m.shown = b.filtering && to.col != nowhere && b.matchPlaced(e.s, to)
		if m.reordered || m.shown != sl.shown {
			b.moves = append(b.moves, m)
		} else {
			sl.since, sl.exact = e.since, e.exact
		}
	}
	if len(b.moves) > 0 {
		b.applyMoves()
	}
	for i := range b.touched {
		b.noteNeed(b.touched[i].s)
	}
}

func (b *Board) applyMoves() {
	for i := range b.moves {
		m := &b.moves[i]
		sl := &b.slots[m.s]
		if sl.col == nowhere {
			continue
		}
		if m.reordered {
			b.columns[sl.col].remove(m.s, b.compareFunc)
			b.countCard(m.s, -1)
		}
		if sl.shown && (m.reordered || !m.shown) {
			b.shownColumns[sl.col].remove(m.s, b.compareFunc)
		}
	}
	for c := range Columns {
		b.inserts[c], b.shownInserts[c] = b.inserts[c][:0], b.shownInserts[c][:0]
	}
	for i := range b.moves {
		m := &b.moves[i]
		sl := &b.slots[m.s]
		wasShown := sl.shown
		sl.behind = m.behind
		sl.since, sl.exact, sl.col, sl.group, sl.container, sl.owner, sl.shown = m.since, m.exact, m.to.col, m.to.group,
			m.to.container, m.to.owner, m.shown
		if sl.col == nowhere {
			continue
		}
		if m.reordered {
			b.inserts[sl.col] = append(b.inserts[sl.col], m.s)
			b.countCard(m.s, +1)
		}
		if m.shown && (m.reordered || !wasShown) {
			b.shownInserts[sl.col] = append(b.shownInserts[sl.col], m.s)
		}
	}
	for c := range Columns {
		b.columns[c].insert(b.inserts[c], b.compareFunc)
		b.shownColumns[c].insert(b.shownInserts[c], b.compareFunc)
	}
}

// countCard adds a card to the counts of its column and its list, or with by -1 removes it.
func (b *Board) countCard(s int32, by int) {
	sl := &b.slots[s]
	if sl.container {
		b.groupCounts[sl.col][groupContainer] += by
		return
	}
	b.groupCounts[sl.col][sl.group] += by
	l := b.lists[b.keyOf(s).List]
	l.total += by
	if sl.col == CompletedColumn {
		l.done += by
	}
}
