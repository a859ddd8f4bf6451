package view

import (
	"sort"

	"sideboard/ui/lay"
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

// Columns is the number of columns of a board.
const Columns = 3

// columnNames are the columns' names on the screen.
var columnNames = [Columns]Text{
	PendingColumn:    safetext.Const("Pending"),
	InProgressColumn: safetext.Const("In progress"),
	CompletedColumn:  safetext.Const("Completed"),
}

// Column is one column. It is virtual: At is called for the visible cards only.
type Column struct {
	Len      int // cards in it, behind the filter
	Total    int // cards in it without the filter, but for containers
	Parents  int // of Len, the containers, which count in no total
	Ready    int // of Total, in the pending column
	Stuck    int // of Total, in the pending column: in a loop or behind one
	First    int // the first visible card
	Selected int // the selected card, -1 for none
	At       func(i int) Card
	Lanes    []Lane // of several lists or of owners, those that have a card in it, from the top; the first begins at 0
}

// Lane is one of several lists in a column, or an owner: its cards are together, under a head with its name.
type Lane struct {
	Name  Text
	Hue   style.Style // of an owner; style.Plain for a list
	First int         // its first card
	Shown int         // cards in it behind the filter, but for containers
	Total int         // the same without the filter
	Gone  Text        // "gone" if its directory is not there, "offline since 14:02"; empty if it is there
}

// blockColumns are the table columns of a column of the board whose cards have several rows, briefColumns those of one that is longer
// than the screen: its cards take one row each.
var (
	blockColumns = []lay.Col{{Min: 8, Fill: true, Rest: true}, {Gap: 1, Max: 12, Priority: 1, Right: true}}
	briefColumns = []lay.Col{{Max: 8, Priority: 4}, {Gap: 1, Min: 16, Fill: true, Rest: true}, {Gap: 1, Max: 42, Priority: 2}, {Gap: 1, Max: 12, Priority: 3, Right: true}}
)

// headsFrom is the smallest number of rows for cards in which lanes have heads: a card has to fit under each.
const headsFrom = 4

// cardGap returns the largest number of free rows between two cards of a column.
func (l *Layout) cardGap() int {
	switch {
	case l.Compact:
		return 0
	case l.Spaced:
		return 2
	}
	return 1
}

// layColumn lays a column out in the rows for its cards. All cards have all they say, as far apart as there are rows; if that is more
// than the screen has, each takes one row, but for the selected one. Which one is selected moves no other.
func (v *cardTable) layColumn(l *Layout, k ColumnKind, c *Column, sh *style.Sheet, selected int, static bool) {
	r := l.Columns[k].Cards
	if canBeBlocks(c.Len, r.H) {
		for _, roomy := range [...]bool{true, false} {
			if !roomy && !v.then { // it is the same
				break
			}
			v.fillColumn(l, k, c, sh, 0, true, roomy, selected, static)
			most, all := v.mostExtra()
			open, free := v.opened(selected), r.H-v.height()
			kept := max(most-open, 0) // for the one that may be selected next
			if free < kept || v.then && free < all+(c.Len-1)*l.cardGap() {
				continue
			}
			for v.gap = l.cardGap(); v.gap > 0 && free < v.gap*(c.Len-1)+kept; v.gap-- {
			}
			v.openItems(free - v.gap*max(c.Len-1, 0))
			v.placeColumn(r.H)
			return
		}
	}
	v.fillColumn(l, k, c, sh, max(min(c.First, c.Len-1), 0), false, false, selected, static)
	v.placeColumn(r.H)
}

// canBeBlocks reports whether the cards may fit in rows as blocks, each of which has two rows at least.
func canBeBlocks(cards, rows int) bool { return 2*cards <= rows }

// opened returns the number of rows that the card at a place takes more because it is open.
func (v *cardTable) opened(place int) int {
	for i := range v.parts {
		if p := &v.parts[i]; p.index >= 0 && p.place == place && v.Items[i].Open {
			v.Items[i].Open = false
			return v.extra(i)
		}
	}
	return 0
}

// fillColumn makes the items of a column, starting at a card, at most one for each row.
func (v *cardTable) fillColumn(l *Layout, k ColumnKind, c *Column, sh *style.Sheet, first int, blocks, roomy bool, selected int, static bool) {
	r := l.Columns[k].Cards
	columns, fill := briefColumns, 1
	if blocks {
		columns, fill = blockColumns, 0
	}
	v.begin(columns, cardForm{blocks: blocks, roomy: roomy, inColumn: true, static: static}, r.W)
	for i := first; i < c.Len && i < first+r.H; i++ {
		if lane := c.laneOf(i); len(c.Lanes) > 0 && r.H >= headsFrom && (i == first || c.Lanes[lane].First == i) {
			v.add(v.laneHead(sh, &c.Lanes[lane], fill), cardPart{column: k, index: lanePart})
		}
		card := c.At(i)
		v.addCard(sh, &card, cardPart{column: k, index: i, place: i, chosen: i == selected})
	}
	v.Fit(r.W)
}

// placeColumn places the cards in at most rows rows. The last one is left out if not all of its rows fit, unless it is the only one.
func (v *cardTable) placeColumn(rows int) {
	for i := range v.Items {
		gap := v.gap * b2i(i > 0 && v.parts[i-1].index >= 0)
		h := v.Height(i)
		if v.Len()+gap+h+b2i(v.parts[i].index == lanePart) > rows {
			if v.cards == 0 {
				v.put(i, rows-v.Len())
			}
			return
		}
		v.Free(gap)
		v.put(i, h)
	}
}

// drawColumn lays a column out, and records its position.
func (pt *Painter) drawColumn(l *Layout, k ColumnKind, b *Board, bare bool) {
	v, c, r := &pt.columns[k], &b.Columns[k], &l.Columns[k]
	if r.All.Empty() || bare {
		v.made.of = cardsOf{}
		v.begin(blockColumns, cardForm{}, 0)
		return
	}
	pt.spots = append(pt.spots, Spot{Rect: r.All, Kind: ColumnSpot, Item: int(k)})
	selected := c.Selected
	if k != b.Focus {
		selected = -1
	}
	of := cardsOf{body: r.Cards, first: c.First, selected: selected, n: c.Len, h: l.cardGap(), total: c.Total, parents: c.Parents, static: b.Static, sheet: pt.sh}
	var columns [Columns]Column
	columns[k] = *c
	if !v.isMade(of, nil, &columns, r.All.W) {
		v.layColumn(l, k, c, pt.sh, selected, b.Static)
		v.keep(&columns, r.All.W)
	}
}

// drawColumnRow draws a row of a column: its title, the rule that is its share, or of its cards.
func (pt *Painter) drawColumnRow(l *Layout, k ColumnKind, b *Board, y int) {
	r := &l.Columns[k]
	switch i := y - r.All.Y; {
	case i == 0 && r.Title.H > 0:
		pt.drawColumnTitle(&pt.p, k, b)
	case i == 1 && r.Title.H > 1:
		pt.drawShare(&pt.p, k, b)
	default:
		pt.drawCardRow(&pt.columns[k], y-r.Cards.Y, r.All.W)
	}
}

// drawColumnTitle draws glyph, name and count, and at the right the number of hidden cards, or what the numbers below it are.
func (pt *Painter) drawColumnTitle(p *pen, k ColumnKind, b *Board) {
	v, c := &pt.columns[k], &b.Columns[k]
	name := style.Title
	if k == b.Focus {
		name = style.TitleStrong
	}
	glyph, hue := c.sign(pt.sh, k)
	title := [...]lay.Bit{{Sign: glyph, Hue: hue, Text: columnNames[k], Style: name}, countOf(c.Len-c.Parents, c.Total)}
	e := lay.Ends{Left: lay.Cell{Gap: 2, Keep: keptCount, Bits: title[:]}}
	counts := [...]lay.Bit{{Text: wordBehind, Style: style.Dim}}
	hidden := outOfSight(pt.sh, v.first, c.Len-v.first-v.cards)
	switch {
	case v.cards > 0 && lay.Width(hidden[:]...) > 0:
		e.Right = hidden[:]
	case v.tells:
		e.Right = counts[:]
	}
	all := p.End
	p.Space(1)
	p.End--
	e.Draw(p)
	p.End = all
}

// drawShare draws the thin rule whose strong part is the share of all tasks that the column shows: those that match, where there is a filter,
// else all of it, in the pending column by what can be done about them: ready, blocked, stuck.
func (pt *Painter) drawShare(p *pen, k ColumnKind, b *Board) {
	all := 0
	for i := range b.Columns {
		all += b.Columns[i].Total
	}
	length := max(p.Room()-2, 0)
	c := &b.Columns[k]
	matching := c.Len - c.Parents
	full := proportion(min(matching, c.Total), all, length)
	p.Space(1)
	if k == PendingColumn && matching >= c.Total {
		stuck := proportion(c.Stuck, c.Total, full)
		ready := min(proportion(c.Ready, c.Total, full), full-stuck)
		p.Bar(style.Ready, pt.sh.Glyphs.BarFull, ready)
		p.Bar(style.Blocked, pt.sh.Glyphs.BarFull, full-ready-stuck)
		p.Bar(style.Danger, pt.sh.Glyphs.BarFull, stuck)
	} else {
		_, st := c.sign(pt.sh, k)
		p.Bar(st, pt.sh.Glyphs.BarFull, full)
	}
	p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, length-full)
}

// sign returns the sign of a column: of the pending one that of ready tasks, unless none is ready.
func (c *Column) sign(sh *style.Sheet, k ColumnKind) (string, style.Style) {
	switch {
	case k == PendingColumn && c.Ready == 0 && c.Total > 0:
		return stateGlyph(sh, Waiting)
	case k == PendingColumn:
		return stateGlyph(sh, Ready)
	case k == InProgressColumn:
		return stateGlyph(sh, Running)
	}
	return stateGlyph(sh, Done)
}

// proportion returns n/all of w cells, at least one if n > 0, and all of them only if n is all.
func proportion(n, all, w int) int {
	if n <= 0 || all <= 0 || w <= 0 {
		return 0
	}
	if n >= all {
		return w
	}
	return max(1, min(n*w/all, w-1))
}

// laneOf returns the lane that a card is in.
func (c *Column) laneOf(i int) int {
	return max(sort.Search(len(c.Lanes), func(n int) bool { return c.Lanes[n].First > i })-1, 0)
}

// CardHit is one card on the screen.
type CardHit struct {
	Row, Height int // rows from the top of the screen
	Index       int // the index of the card in its column
}

// Hits returns the cards of a column that are on the screen, and their rows, from top to bottom.
func (l Layout) Hits(k ColumnKind, c *Column) (hits []CardHit) {
	v := spareTable()
	defer v.spare()
	v.layColumn(&l, k, c, measuring, c.Selected, false)
	for i := range v.parts {
		if p := &v.parts[i]; p.index >= 0 && p.rows > 0 {
			hits = append(hits, CardHit{Row: l.Columns[k].Cards.Y + p.row, Height: p.rows, Index: p.index})
		}
	}
	return hits
}

// Scroll returns the first visible card of column k so that its selected card is wholly visible, moving as little
// as possible: c.First if that is enough. With nothing selected it only keeps c.First in bounds, which is what a mouse wheel needs.
func (l Layout) Scroll(k ColumnKind, c *Column) int {
	if l.Columns[k].All.Empty() || c.Len == 0 {
		return c.First
	}
	v := spareTable()
	defer v.spare()
	at := *c
	return v.scroll(c.First, c.Selected, c.Len, l.Columns[k].Cards.H, func(first int) {
		at.First = first
		v.layColumn(&l, k, &at, measuring, c.Selected, false)
	})
}

// DeletedHead is the head of what others deleted, which is not on the board any more.
type DeletedHead struct {
	Words Text // "wiped 14:02, 7 of 7 done"
	Key   Key  // what opens it
}

// drawDeletedHead draws the head of what others deleted.
func (pt *Painter) drawDeletedHead(l *Layout, head *DeletedHead) {
	p := &pt.p
	p.End = l.Deleted.W - margin
	p.Space(margin)
	p.Glyph(style.Dim, pt.sh.Glyphs.Folded)
	p.Space(1)
	p.TextIn(style.Label, head.Words, p.Room()-head.Key.width()-3)
	p.Space(1)
	p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, p.Room()-head.Key.width()-1)
	p.Space(1)
	drawKey(p, &head.Key)
	p.End = l.W
	pt.spots = append(pt.spots, Spot{Rect: l.Deleted, Kind: DeletedSpot})
}
