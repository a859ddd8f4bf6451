package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// ColumnKind names a column.
type ColumnKind uint8

// The columns, from left to right.
const (
	PendingColumn ColumnKind = iota
	InProgressColumn
	CompletedColumn
)

// Columns is how many columns a board has.
const Columns = 3

// Column is one column, virtual: At is asked for the cards that are visible and for no other.
type Column struct {
	Len      int // cards in it, behind the filter
	Total    int // cards in it without the filter, but for containers
	Parents  int // of Len, the containers, which count in no total
	First    int // the first visible card
	Selected int // the selected card, -1 for none
	At       func(i int) Card
	Lanes    []Lane // of several lists, those that have a card in it, from the top; the first begins at 0
}

// CardHit is one card on the screen.
type CardHit struct {
	Row, Height int // rows from the top of the screen
	Index       int // which card of its column
	Lane        int // 1 + the lane whose head stands in the row above it, 0 for none
}

// drawColumn draws one column into its rows: title, share rule, the cards that are visible, and how many are hidden
// above and below.
func (pt *Painter) drawColumn(l *Layout, k ColumnKind, b *Board, bare bool) {
	r := l.Columns[k]
	rows := pt.columns[k][:0]
	for range r.All.H {
		rows = append(rows, "")
	}
	pt.columns[k] = rows
	if r.All.Empty() {
		return
	}
	c := &b.Columns[k]
	pt.hits = l.appendHits(pt.hits[:0], k, c)
	above := max(c.First, 0)
	below := c.Len - above - len(pt.hits)
	if bare {
		above, below = 0, 0
	}
	if r.Title.H > 0 {
		rows[0] = pt.drawColumnTitle(l, k, b, above, below)
	}
	if r.Title.H > 1 {
		rows[1] = pt.drawShare(k, b, r.All.W)
	}
	if bare {
		return
	}
	last := r.Cards.Y
	heads := 0
	for _, hit := range pt.hits {
		card := c.At(hit.Index)
		if hit.Lane > 0 {
			rows[hit.Row-1-r.All.Y] = pt.drawLaneHead(k, heads, &c.Lanes[hit.Lane-1], r.All.W)
			heads++
		}
		d := pt.drawCard(&card, r.All.W, hit.Index == c.Selected && k == b.Focus, b.Static)
		for i := range hit.Height {
			rows[hit.Row-r.All.Y+i] = d.rows[i]
		}
		last = hit.Row + hit.Height
	}
	if l.isTight() {
		return
	}
	if top := r.Cards.Y - r.All.Y; above > 0 && top < len(rows) {
		rows[top] = pt.drawHiddenCount(&pt.pieces[k][2], above, "above", r.All.W)
	}
	if at := min(last+l.cardGap(), r.All.Y+r.All.H-1) - r.All.Y; below > 0 && at > 0 {
		rows[at] = pt.drawHiddenCount(&pt.pieces[k][3], below, "below", r.All.W)
	}
}

// drawColumnTitle draws glyph, name and count. With rows to spare for nothing, it also says how many cards are hidden.
func (pt *Painter) drawColumnTitle(l *Layout, k ColumnKind, b *Board, above, below int) string {
	return pt.cachedPiece(&pt.pieces[k][0], l.Columns[k].All.W, func(p *pen) {
		c := &b.Columns[k]
		glyph, st := columnSign(pt.sh, k)
		p.space(1)
		p.glyph(st, glyph)
		p.space(1)
		name := style.Title
		if k == b.Focus {
			name = style.TitleStrong
		}
		end := p.end - 1
		p.textUpTo(name, columnName(k), end-p.at)
		p.space(2)
		if p.remaining() > digits(c.Total) {
			if c.Len-c.Parents != c.Total {
				p.number(style.Accent, c.Len-c.Parents)
				p.ascii(style.Dim, " of ")
			}
			p.number(style.Dim, c.Total)
		}
		if !l.isTight() || above+below == 0 {
			return
		}
		g := pt.sh.Glyphs
		need := 0
		if above > 0 {
			need += 1 + digits(above)
		}
		if below > 0 {
			need += 1 + digits(below)
		}
		if above > 0 && below > 0 {
			need++
		}
		if end-p.at <= need {
			return
		}
		p.padTo(end - need)
		if above > 0 {
			p.glyph(style.Dim, g.Up)
			p.number(style.Dim, above)
		}
		if above > 0 && below > 0 {
			p.space(1)
		}
		if below > 0 {
			p.glyph(style.Dim, g.Down)
			p.number(style.Dim, below)
		}
	})
}

// drawShare draws the thin rule whose strong part is the column's share of all tasks.
func (pt *Painter) drawShare(k ColumnKind, b *Board, w int) string {
	return pt.cachedPiece(&pt.pieces[k][1], w, func(p *pen) {
		all := 0
		for i := range b.Columns {
			all += b.Columns[i].Total
		}
		length := max(w-2, 0)
		full := proportion(b.Columns[k].Total, all, length)
		_, st := columnSign(pt.sh, k)
		p.space(1)
		p.bar(st, pt.sh.Glyphs.BarFull, full)
		p.bar(style.BarRest, pt.sh.Glyphs.BarRest, length-full)
	})
}

// drawHiddenCount returns how many cards are hidden.
func (pt *Painter) drawHiddenCount(last *string, n int, where string, w int) string {
	return pt.cachedPiece(last, w, func(p *pen) {
		p.space(3)
		p.number(style.Dim, n)
		p.ascii(style.Dim, " more ")
		p.ascii(style.Dim, where)
	})
}

// cachedPiece draws a part of a row of exactly w cells.
// Where it is the same as the last time, it is the same string.
func (pt *Painter) cachedPiece(last *string, w int, draw func(p *pen)) string {
	p := &pt.aux
	p.b, p.sh = p.b[:0], pt.sh
	p.beginRow(w, style.Flat)
	draw(p)
	p.fill()
	if *last != string(p.b) {
		*last = string(p.b)
	}
	return *last
}

func columnSign(sh *style.Sheet, k ColumnKind) (string, style.Style) {
	switch k {
	case PendingColumn:
		return stateGlyph(sh, Ready)
	case InProgressColumn:
		return stateGlyph(sh, Running)
	}
	return stateGlyph(sh, Done)
}

func columnName(k ColumnKind) Text { return columnNames[k] }

// proportion returns n/all of w cells, at least one where n is not nothing, and all of them only where n is everything.
func proportion(n, all, w int) int {
	if n <= 0 || all <= 0 || w <= 0 {
		return 0
	}
	if n >= all {
		return w
	}
	return max(1, min(n*w/all, w-1))
}

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
	if l.Compact {
		return 0
	}
	return 1
}

// Hits returns which cards of a column are on the screen, and where, from top to bottom.
func (l Layout) Hits(k ColumnKind, c *Column) []CardHit { return l.appendHits(nil, k, c) }

func (l *Layout) appendHits(hits []CardHit, k ColumnKind, c *Column) []CardHit {
	top, rows := l.cardRows(k)
	heads := l.hasLaneHeads(k, c)
	y := 0
	for i := max(c.First, 0); i < c.Len && y < rows; i++ {
		card := c.At(i)
		h := card.Height()
		lane := 0
		if heads && (len(hits) == 0 || c.beginsLane(i)) {
			lane = c.laneOf(i) + 1
			y++
		}
		if y+h > rows {
			if len(hits) > 0 {
				break
			}
			h = rows - y // a window lower than a card shows the top of it
		}
		hits = append(hits, CardHit{Row: top + y, Height: h, Index: i, Lane: lane})
		y += h + l.cardGap()
	}
	return hits
}

// CardAt returns which card lies at a cell.
func (l Layout) CardAt(b *Board, x, y int) (k ColumnKind, index int, ok bool) {
	k, ok = l.ColumnAt(x, y)
	if !ok {
		return 0, 0, false
	}
	var some [64]CardHit
	for _, hit := range l.appendHits(some[:0], k, &b.Columns[k]) {
		if y >= hit.Row && y < hit.Row+hit.Height {
			return k, hit.Index, true
		}
	}
	return k, 0, false
}

// Scroll returns the first visible card of column k so that its selected card is wholly visible, moving as little
// as can be: c.First where that does. It never leaves rows empty below the last card while cards are hidden above.
// With nothing selected it only keeps c.First in bounds, which is what a mouse wheel needs.
func (l Layout) Scroll(k ColumnKind, c *Column) int {
	if l.Columns[k].All.Empty() {
		return c.First
	}
	first := max(c.First, 0)
	if c.Selected >= 0 && c.Selected < c.Len {
		first = max(min(first, c.Selected), l.highestFirst(k, c, c.Selected))
	}
	return max(min(first, l.highestFirst(k, c, c.Len-1)), 0)
}

// highestFirst returns the lowest index from which on everything up to and with card last is wholly visible.
func (l *Layout) highestFirst(k ColumnKind, c *Column, last int) int {
	_, rows := l.cardRows(k)
	head := 0
	if l.hasLaneHeads(k, c) {
		head = 1
	}
	i, y := last, 0
	for ; i >= 0; i-- {
		card := c.At(i)
		y += card.Height()
		if y+head > rows && i < last {
			return i + 1
		}
		if c.beginsLane(i) {
			y += head
		}
		y += l.cardGap()
	}
	return max(i, 0)
}

// columnNames are the columns' names on the screen.
var columnNames = [Columns]Text{
	PendingColumn:    safetext.Const("Pending"),
	InProgressColumn: safetext.Const("In progress"),
	CompletedColumn:  safetext.Const("Completed"),
}

// Name returns the column's name on the screen.
func (k ColumnKind) Name() Text { return columnNames[k%Columns] }
