package view

// cardRows returns the rows of a column that cards may take, and the first of them. Unless rows are tight, one row above
// and one below are kept for the counts of the cards that are hidden there, so that nothing jumps when they appear.
func (l *Layout) cardRows(k ColumnKind) (top, rows int) {
	r := l.Columns[k].Cards
	if l.isTight() {
		return r.Y, r.H
	}
	return r.Y + 1, max(r.H-2, 0)
}

func (l *Layout) cardGap() int {
	switch {
	case l.Compact:
		return 0
	case l.Spaced:
		return 2
	}
	return 1
}

// gap returns the empty rows between two cards of a column: as many as leave room for all of its cards. No task is out of sight
// for the sake of empty rows. Cards are looked at only where their number alone does not tell.
func (l *Layout) gap(k ColumnKind, c *Column) int {
	gap, gaps, room := l.cardGap(), max(c.Len-1, 0), l.lastRow(k)
	if l.hasLaneHeads(k, c) {
		room -= len(c.Lanes)
	}
	if gap == 0 || c.Len*mostCardRows+gaps*gap <= room {
		return gap
	}
	if c.Len*leastCardRows+gaps > room {
		return 0
	}
	for i := range c.Len {
		card := c.At(i)
		card.Open, card.Roomy = false, c.Roomy // so that nothing jumps when another one is selected
		room -= card.Height(l.Columns[k].All.W)
	}
	for gap > 0 && gaps*gap > room {
		gap--
	}
	return gap
}

// NeedsTop reports whether all cards of a column have room with the row above them, which is kept for the count of what is hidden there,
// and without it one has not.
func (l Layout) NeedsTop(k ColumnKind, c *Column) bool { return l.needsTop(k, c, l.gap(k, c)) }

// takesTop reports whether the cards of a column, so far apart, begin in that row: all columns do where one needs it.
func (l *Layout) takesTop(k ColumnKind, c *Column, gap int) bool {
	return c.Top && c.First <= 0 && !l.isTight() || l.needsTop(k, c, gap)
}

func (l *Layout) needsTop(k ColumnKind, c *Column, gap int) bool {
	room := l.lastRow(k) + gap
	if l.isTight() || c.First > 0 || c.Len*(leastCardRows+gap) > room+1 {
		return false
	}
	if l.hasLaneHeads(k, c) {
		room -= len(c.Lanes)
	}
	for i := range c.Len {
		card := c.card(i)
		room -= card.Height(l.Columns[k].All.W) + gap
	}
	return room == -1
}

// CardHit is one card on the screen.
type CardHit struct {
	Row, Height int // rows from the top of the screen
	Index       int // which card of its column
	Lane        int // 1 + the lane whose head stands in the row above it, 0 for none
}

// Hits returns which cards of a column are on the screen, and where, from top to bottom.
func (l Layout) Hits(k ColumnKind, c *Column) []CardHit { return l.appendHits(nil, nil, k, c) }

// appendHits appends which cards of a column are on the screen, and to seen the cards themselves unless it is nil.
func (l *Layout) appendHits(hits []CardHit, seen *[]Card, k ColumnKind, c *Column) []CardHit {
	top, rows := l.cardRows(k)
	last, gap := l.lastRow(k), l.gap(k, c)
	if l.takesTop(k, c, gap) {
		top, rows, last = top-1, rows+1, last+1
	}
	heads := l.hasLaneHeads(k, c)
	y := 0
	for i := max(c.First, 0); i < c.Len && y < rows; i++ {
		card := c.card(i)
		h := card.Height(l.Columns[k].All.W)
		lane := 0
		if heads && (len(hits) == 0 || c.beginsLane(i)) {
			lane = c.laneOf(i) + 1
			y++
		}
		if y+h > rows && (i < c.Len-1 || y+h > last) {
			if len(hits) > 0 {
				break
			}
			h = rows - y // a window lower than a card shows the top of it
		}
		hits = append(hits, CardHit{Row: top + y, Height: h, Index: i, Lane: lane})
		if seen != nil {
			*seen = append(*seen, card)
		}
		y += h + gap
	}
	return hits
}

// Scroll returns the first visible card of column k so that its selected card is wholly visible, moving as little
// as can be: c.First where that does. It never leaves rows empty below the last card while cards are hidden above.
// With nothing selected it only keeps c.First in bounds, which is what a mouse wheel needs.
func (l Layout) Scroll(k ColumnKind, c *Column) int {
	if l.Columns[k].All.Empty() {
		return c.First
	}
	all := *c
	gap := l.gap(k, c)
	if all.First = 0; l.needsTop(k, &all, gap) {
		return 0
	}
	first := max(c.First, 0)
	if c.Selected >= 0 && c.Selected < c.Len {
		first = min(first, c.Selected)
		first = l.highestFirst(k, c, c.Selected, first, gap)
	}
	if (c.Len-first)*(leastCardRows+gap)-gap > l.lastRow(k) {
		return max(first, 0) // nothing is empty below, without looking at a card that is not seen
	}
	return max(min(first, l.highestFirst(k, c, c.Len-1, 0, gap)), 0)
}

// leastCardRows is how low a card of a column is at least, mostCardRows how high one is at most whose subject is not shown whole.
const leastCardRows, mostCardRows = 2, 3

// highestFirst returns the lowest index, but none below least, from which on everything up to and with card last is wholly visible
// with a gap between cards.
func (l *Layout) highestFirst(k ColumnKind, c *Column, last, least, gap int) int {
	_, rows := l.cardRows(k)
	if last == c.Len-1 {
		rows = l.lastRow(k)
	}
	head := 0
	if l.hasLaneHeads(k, c) {
		head = 1
	}
	i, y := last, 0
	for ; i >= least; i-- {
		card := c.card(i)
		y += card.Height(l.Columns[k].All.W)
		if y+head > rows && i < last {
			return i + 1
		}
		if c.beginsLane(i) {
			y += head
		}
		y += gap
	}
	return max(least, 0)
}
