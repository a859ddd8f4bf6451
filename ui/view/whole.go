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
		return card.subjectRows(card.subjectRoom(w), w) - 1
	})
}

// WholeStacked returns the same of the list.
func (l Layout) WholeStacked(b *Board) int {
	free, n := l.stackRoom(&b.Stack), b.Stack.Len()
	if !l.Stacked || n > free {
		return 0
	}
	w := l.stackWidth()
	extra := func(place int) int {
		run, i := b.Stack.run(place)
		r := &b.Stack.Runs[run]
		card := b.Columns[r.Column].At(r.First + i)
		form := l.rowForm(&card, r.Section)
		card.Open = false
		n := card.stackedHeight(w, form)
		card.Open = true
		return card.stackedHeight(w, form) - n
	}
	shown := *b
	shown.Stack.Whole = 0
	for place := range n {
		free -= l.stackCost(&shown, place)
		if run, i := b.Stack.run(place); b.Columns[b.Stack.Runs[run].Column].At(b.Stack.Runs[run].First + i).Open {
			free += extra(place)
		}
	}
	return wholeOf(n, free, extra)
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
