package view

// card returns a card as it is shown: the first ones with their subjects whole.
func (c *Column) card(i int) Card {
	card := c.At(i)
	card.Open, card.Roomy = card.Open || i < c.Whole, c.Roomy
	return card
}

// Roomy reports whether all cards of a column have room for the row that says what they unblock, below whole subjects and apart from each other.
func (l Layout) Roomy(k ColumnKind, c *Column) bool {
	if l.H < airyHeight || c.Whole < c.Len || len(c.Lanes) > 0 || c.Len*(leastCardRows+l.cardGap()) > l.H {
		return false
	}
	all, room := *c, l.lastRow(k)+l.cardGap()
	all.Roomy = true
	for i := range c.Len {
		card := all.card(i)
		room -= card.Height(l.Columns[k].All.W) + l.cardGap()
	}
	return room >= 0
}

// Whole returns how many cards of a column, from the first on, can show their subjects whole because rows are free. It is the same
// whichever card is selected, so that nothing jumps when another one is.
func (l Layout) Whole(k ColumnKind, c *Column) int {
	w, free := l.Columns[k].All.W, l.lastRow(k)
	if w <= 0 || c.Len*(leastCardRows+l.cardGap()) > free+l.cardGap() {
		return 0
	}
	if l.hasLaneHeads(k, c) {
		free -= len(c.Lanes)
	}
	for i := range c.Len {
		card := c.At(i)
		card.Open = false
		free -= card.Height(w)
	}
	return wholeOf(c.Len, free-max(c.Len-1, 0)*l.cardGap(), func(i int) int {
		card := c.At(i)
		card.Open = true
		return card.subjectRows(card.subjectRoom(w), w-subjectAt-1) - 1
	})
}

// WholeStacked returns the same of the list, and whether rows are free for all of its cards to name what they wait for.
func (l Layout) WholeStacked(b *Board) (whole int, told bool) {
	free, n := l.stackRoom(&b.Stack), b.Stack.Len()
	if !l.Stacked || n > free {
		return 0, false
	}
	w := l.stackWidth()
	rows := func(place int, open, told bool) int {
		run, i := b.Stack.run(place)
		r := &b.Stack.Runs[run]
		card := b.Columns[r.Column].At(r.First + i)
		card.Open, card.Told, card.IDs = open, told, l.idCells(&b.Stack)
		return card.stackedHeight(w, l.rowForm(&card, r.Section))
	}
	all, more := b.Stack.parts(), 0 // with a row above every section; for the selected one to name what it waits for
	for place := range n {
		run, i := b.Stack.run(place)
		heads := b2i(l.beginsStackLane(b, run, i))
		free -= rows(place, false, false) + heads
		all += rows(place, true, true) + heads
		more = max(more, rows(place, true, true)-rows(place, true, false))
	}
	if all <= l.stackRoom(&b.Stack) {
		return n, true
	}
	return wholeOf(n, free-more, func(i int) int { return rows(i, true, false) - rows(i, false, false) }), false
}

// wholeOf returns how many of n cards, from the first on, have room for so many more rows each. Where not all have, the one that is
// selected keeps room for its own.
func wholeOf(n, free int, extra func(i int) int) int {
	all, most := 0, 0
	for i := 0; i < n && free >= 0; i++ {
		e := extra(i)
		all, most = all+e, max(most, e)
	}
	if all <= free {
		return n
	}
	free -= most
	for i := range n {
		if free -= extra(i); free < 0 {
			return i
		}
	}
	return n
}

// lastRow returns how many rows the cards of a column have down to the last one: below that none is counted as hidden.
func (l *Layout) lastRow(k ColumnKind) int {
	_, rows := l.cardRows(k)
	if !l.isTight() && rows > 0 {
		rows++
	}
	return rows
}
