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
