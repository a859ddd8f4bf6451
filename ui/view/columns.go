package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Cards is the cards of a board as they are laid out. They keep their heights from one time to the next.
type Cards struct {
	lists   [Columns]cardList // of the columns; or the first one is that of all cards
	stacked bool
}

// noCards is what a screen without cards draws.
var noCards Cards

// Lay lays the cards of the columns out, or those of all of them as one list. With anew set their heights do not depend
// on those that they had.
func (v *Cards) Lay(l *Layout, cols *[Columns]Column, one *Stack, anew bool) {
	anew = anew || v.stacked != l.Stacked
	v.stacked = l.Stacked
	kind := listKind{low: l.H < airyHeight, stacked: l.Stacked}
	if l.Stacked {
		kind.w, kind.rows = l.Body.W, l.Body.H
		v.lists[0].lay(kind, cols, one, anew)
		return
	}
	for k := range ColumnKind(Columns) {
		r := l.Columns[k].Cards
		if r.Empty() {
			continue
		}
		kind.w, kind.rows = r.W, r.H
		v.lists[k].lay(kind, cols, &cols[k].Stack, anew)
	}
}

// list returns the list that has the cards of a column.
func (v *Cards) list(k ColumnKind) *cardList {
	if v.stacked {
		k = 0
	}
	return &v.lists[k]
}

// First returns the first visible card in the list of a column.
func (v *Cards) First(k ColumnKind) int { return v.list(k).first }

// Page returns the number of cards that are visible at once in the list of a column.
func (v *Cards) Page(k ColumnKind) int { return v.list(k).shown }

// Row returns the row of the list of a column in which the card at a place begins, -1 if it is not visible.
func (v *Cards) Row(k ColumnKind, place int) int { return v.list(k).rowOf(place) }

// Near returns the place of the visible card of a column that begins nearest to a row, -1 for none.
func (v *Cards) Near(k ColumnKind, row int) int { return v.list(k).near(row) }

// Worth returns how much of the cards is shown.
func (v *Cards) Worth() (n int) {
	for k := range v.lists {
		n += v.lists[k].worth()
	}
	return n
}

// Scrolls reports whether the cards of a column have more rows than there are.
func (v *Cards) Scrolls(k ColumnKind) bool { return v.list(k).plan.Scrolls }

// Brief reports whether a card of a column has one row because the others need the rest.
func (v *Cards) Brief(k ColumnKind) bool {
	list := v.list(k)
	return v.Scrolls(k) || slices.Contains(list.plan.Of, 0)
}

// draw draws what changed of the cards that were laid out.
func (v *Cards) draw(br *brush, l *Layout, cols *[Columns]Column, staged bool) {
	spotlit := staged && v.spotlit(cols)
	if l.Stacked {
		v.lists[0].draw(cols, br.sh, l.Body.W, spotlit)
		return
	}
	for k := range ColumnKind(Columns) {
		if r := l.Columns[k]; !r.All.Empty() {
			br.spots = append(br.spots, Spot{Rect: r.All, Kind: ColumnSpot, Item: int(k)})
			v.lists[k].draw(cols, br.sh, r.Cards.W, spotlit)
		}
	}
}

// spotlit reports whether a card that a caption is about is visible.
func (v *Cards) spotlit(cols *[Columns]Column) bool {
	for k := range v.lists {
		for i := range v.lists[k].items {
			if it := &v.lists[k].items[i]; it.kind == cardItem && cols[it.column].At(it.index).Spot {
				return true
			}
		}
	}
	return false
}

// drawRow draws a row of a list of cards, which has w cells.
func (v *cardList) drawRow(br *brush, y, w int) {
	if y < 0 || y >= len(v.at) || v.at[y] < 0 {
		return
	}
	it, d, p := &v.items[v.at[y]], &v.drawn[0][v.at[y]], &br.p
	line := y - it.row
	row := Rect{X: p.At, Y: p.RowAt, W: w, H: 1}
	switch it.kind {
	case cardItem:
		br.spots = append(br.spots, Spot{Rect: row, Kind: CardSpot, Item: it.index, In: int(it.column)})
	case partsItem:
		br.spots = append(br.spots, Spot{Rect: row, Kind: PartsSpot, Item: it.parts.at, In: int(it.column)})
	}
	for _, s := range d.spots {
		if s.Y == line {
			s.X, s.Y = s.X+p.At, p.RowAt
			br.spots = append(br.spots, s)
		}
	}
	p.Drawn(d.rows[line], w)
}

// drawListRow draws a row of the list.
func (v *Cards) drawListRow(br *brush, l *Layout, y int) {
	list := &v.lists[0]
	y -= l.Body.Y
	if y < 0 || y >= len(list.at) || list.at[y] < 0 {
		return
	}
	it, row := &list.items[list.at[y]], Rect{Y: br.p.RowAt, W: l.Body.W, H: 1}
	br.spots = append(br.spots, Spot{Rect: row, Kind: ColumnSpot, Item: int(it.column)})
	if it.kind == sectionItem {
		br.spots = append(br.spots, Spot{Rect: row, Kind: HeadSpot, Item: int(it.section)})
	}
	list.drawRow(br, y, l.Body.W)
}

// drawColumns draws one row of all columns; panel is the detail.
func (v *Cards) drawColumns(br *brush, panel *block, l *Layout, cols *[Columns]Column, y int) {
	p := &br.p
	for k := range ColumnKind(Columns) {
		r := &l.Columns[k]
		if !r.All.Contains(r.All.X, y) {
			continue
		}
		if panel.X < r.All.X { // the detail covers the column before this one
			panel.draw(p, y)
		}
		end := p.End
		p.PadTo(r.All.X)
		p.End = min(r.All.X+r.All.W, end)
		if y < r.Cards.Y {
			v.drawTitle(br, k, cols)
		} else {
			v.lists[k].drawRow(br, y-r.Cards.Y, r.All.W)
		}
		p.End = end
	}
}

// drawTitle draws the sign, name and count of a column, the number of hidden cards, and at the right what the numbers
// below are.
func (v *Cards) drawTitle(br *brush, k ColumnKind, cols *[Columns]Column) {
	p, list, c := &br.p, &v.lists[k], &cols[k]
	from, all := p.At, p.End
	glyph, hue := c.sign(br.sh, k)
	p.Space(signAt)
	p.End -= cardRight
	shown, name := c.Len-c.Parents, lay.Bit{Sign: glyph, Hue: hue, Text: columnNames[k], Style: style.TitleStrong}
	lay.Draw(p, name, lay.Bit{Text: wordBlank}, countOf(shown, c.Total), newOf(c.New, shown == c.Total))
	if list.shown > 0 && list.shown < list.n {
		p.Space(3)
		drawHidden(p, list.first, list.n-list.first-list.shown)
	}
	list.brief.drawHeads(p, from)
	if !br.sh.Grounded() {
		p.Rule()
	}
	p.End = all
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
	glyph, _ := stateGlyph(sh, Done)
	return glyph, style.Ready
}

// DeletedHead is the head of what others deleted, which is not on the board any more.
type DeletedHead struct {
	Words Text // "wiped 14:02, 7 of 7 done"
	Key   Key  // what opens it
}

// draw draws the head of what others deleted.
func (head *DeletedHead) draw(br *brush, l *Layout) {
	p := &br.p
	p.End = l.Deleted.W - margin
	p.Space(signAt)
	p.Glyph(style.Dim, br.sh.Glyphs.Folded)
	p.Space(1)
	p.TextIn(style.Dim, head.Words, p.Room()-head.Key.width()-3)
	p.PadTo(p.End - head.Key.width())
	drawKey(p, &head.Key)
	p.End = l.W
	br.spots = append(br.spots, Spot{Rect: l.Deleted, Kind: DeletedSpot})
}
