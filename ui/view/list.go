package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// cardColumns are the table columns of the list that replaces the columns of the board on a narrow screen. If cells are few, the
// cells next to the subjects have their short form, and the ids are left out.
var cardColumns = []lay.Col{
	{Max: 8, Priority: 1},                       // id
	{Gap: 1, Min: 18, Fill: true, Rest: true},   // subject
	{Gap: 1, Min: 8, Max: 42, Priority: 2},      // what it waits for, who has it
	{Gap: 1, Max: 16, Priority: 3, Right: true}, // its signs, the number of tasks it blocks, its age
}

const (
	fewestRows = 10 // of a list whose sections have heads: below it the counts at the top say enough
	manyRows   = 24 // of a list whose sections have heads however many cards these push out
	mostKept   = 3  // completions that stay in view below the rest of the list, however long that is
	keptOf     = 10 // one of this number of rows is kept for a completion
)

// hasHeads reports whether the sections have heads: in a low list only if they push out no open task, or if the counts are not shown
// above the list.
func (s *Stack) hasHeads(l *Layout) bool {
	rows, open := l.Body.H+l.Below, s.Len()
	for i := range s.Runs {
		if s.Runs[i].Section == DoneSection {
			open -= s.Runs[i].Len
		}
	}
	return rows >= manyRows || rows >= fewestRows && (l.Strip.Empty() || open+s.parts() <= rows)
}

// lane returns the lane of a run, nil if there is one list only. What needs a person is not parted by owner: the cards say whose
// they are.
func (b *Board) lane(run int) *Lane {
	r := &b.Stack.Runs[run]
	c := &b.Columns[r.Column]
	if len(c.Lanes) == 0 {
		return nil
	}
	lane := &c.Lanes[c.laneOf(r.First)]
	if r.Section == NeedsSection && lane.Hue != style.Plain {
		return nil
	}
	return lane
}

// beginsStackLane reports whether the head of a lane is above a run: in each section, or where sections have no heads where another
// list begins.
func (l *Layout) beginsStackLane(b *Board, run int) bool {
	if l.Body.H+l.Below < headsFrom {
		return false
	}
	lane := b.lane(run)
	if lane == nil || run == 0 {
		return lane != nil
	}
	before := b.lane(run - 1)
	return before == nil || before.Name != lane.Name || b.Stack.hasHeads(l) && b.Stack.Runs[run-1].Section != b.Stack.Runs[run].Section
}

// stackLane returns the lane whose head is above a run, with what it has in all runs down to the next such head.
func (b *Board) stackLane(l *Layout, run int) *Lane {
	lane := *b.lane(run)
	lane.Shown = b.Stack.Runs[run].Len
	for next := run + 1; next < len(b.Stack.Runs) && !l.beginsStackLane(b, next); next++ {
		lane.Shown += b.Stack.Runs[next].Len
	}
	lane.Total = lane.Shown
	return &lane
}

// layList lays the list out in the rows of the body, starting at the board's first card.
func (v *cardTable) layList(l *Layout, b *Board, sh *style.Sheet) {
	v.fillList(l, b, sh, max(min(b.Stack.First, b.Stack.Len()-1), 0), l.Body.H)
	v.Fit(v.w)
	v.placeList(l, b)
}

// listOf returns the values that the list is made of besides its cards.
func listOf(l *Layout, b *Board, sh *style.Sheet) cardsOf {
	return cardsOf{body: l.Body, first: b.Stack.First, selected: b.Stack.Selected, each: b.Stack.Each, h: l.Below, static: b.Static, sections: b.Stack.Sections, keep: b.Stack.Keep, sheet: sh}
}

// fillList makes the items of the list: of each section the cards starting at a place, at most one for each row.
func (v *cardTable) fillList(l *Layout, b *Board, sh *style.Sheet, first, rows int) {
	v.begin(cardColumns, cardForm{static: b.Static}, l.Body.W-margin)
	s, from, made, headed := &b.Stack, 0, 0, b.Stack.hasHeads(l)
	for run := range s.Runs {
		r := &s.Runs[run]
		part := cardPart{section: r.Section, column: r.Column}
		if run == 0 || r.Section != s.Runs[run-1].Section {
			if made = 0; headed {
				part.index = headPart
				counts := run == 0 || r.Section == BlockedSection // what the numbers count
				v.add(v.head(sh, r.Section, s.Sections[r.Section], counts), part)
			}
		}
		for i := max(first-from, 0); i < r.Len && made < rows; i++ {
			if i == max(first-from, 0) && l.beginsStackLane(b, run) {
				part.index = lanePart
				v.add(v.laneHead(sh, b.stackLane(l, run), 1), part)
			}
			card := b.Columns[r.Column].At(r.First + i)
			part.index, part.place, part.chosen = r.First+i, from+i, from+i == s.Selected
			part.headed = headed && r.Section != NeedsSection && card.State == sections[r.Section].states[0]
			v.addCard(sh, &card, part)
			made++
		}
		from += r.Len
	}
}

// placeList shares the rows among the sections and places their items. The newest completions have theirs first; at the top of the list the
// first card of each section has; what is left is for the others from the top.
func (v *cardTable) placeList(l *Layout, b *Board) {
	var rows, least, want, hidden [Sections]int
	s, room := &b.Stack, l.Body.H
	for i := range v.parts {
		p := &v.parts[i]
		if p.index == headPart {
			room--
			continue
		}
		want[p.section] += v.Height(i)
		if s.Each && s.First <= 0 && p.index >= 0 && least[p.section] == 0 {
			least[p.section] = want[p.section]
		}
	}
	least[DoneSection] = max(least[DoneSection], b.keptRows(l))
	for _, of := range [...]*[Sections]int{&least, &want} {
		for k := range rows {
			if more := min(of[k]-rows[k], room); more > 0 {
				rows[k], room = rows[k]+more, room-more
			}
		}
	}
	for run := range s.Runs {
		hidden[s.Runs[run].Section] += s.Runs[run].Len
	}
	apart := false
	if rows == want && room > 0 {
		room -= v.openItems(room)
		if apart = room >= s.parts()-1; apart {
			room -= s.parts() - 1
		}
		for k := range rows {
			rows[k] = l.Body.H
		}
	}
	for i := range v.parts {
		p := &v.parts[i]
		h := min(v.Height(i), rows[p.section])
		switch {
		case p.index == headPart:
			v.Free(b2i(apart && i > 0))
			if s.First <= 0 {
				v.kept[p.section] = max(min(s.Keep[p.section]-v.Len(), room), 0)
			}
			room -= v.kept[p.section]
			v.Free(v.kept[p.section])
			v.put(i, 1)
			continue
		case p.index == lanePart && rows[p.section] < 2:
			h = 0
		}
		v.put(i, h)
		rows[p.section] -= h
		hidden[p.section] -= b2i(h > 0 && p.index >= 0)
	}
	for i := range v.parts {
		if p := &v.parts[i]; p.index == headPart && hidden[p.section] > 0 {
			v.Items[i].Tail = v.Bits(lay.Bit{Count: hidden[p.section], Style: style.Dim}, lay.Bit{Sign: " "}, lay.Bit{Text: wordOut, Style: style.Dim})
		}
	}
}

// keptRows returns the rows of completions that stay in view below the rest of the list: none of several task lists, which are in several
// places, and none if the selected one would not be seen.
func (b *Board) keptRows(l *Layout) int {
	s := &b.Stack
	last := len(s.Runs) - 1
	if last < 0 || s.Runs[last].Section != DoneSection || b.lane(last) != nil {
		return 0
	}
	n := max(min(s.Runs[last].Len, mostKept, (l.Body.H-s.parts())/keptOf), 0)
	if s.Selected >= s.Len()-s.Runs[last].Len+n {
		return 0
	}
	return n
}

// head returns the head of a section: glyph, name and count, and above the columns what is in them.
func (v *cardTable) head(sh *style.Sheet, k SectionKind, c SectionCount, counts bool) lay.Item {
	glyph, hue := k.sign(sh)
	in := c.left()
	it := lay.Item{Head: true, Cells: v.Cells(lay.Cell{}, lay.Cell{Gap: 2, Keep: keptCount, Bits: v.Bits(
		lay.Bit{Sign: glyph, Hue: hue, Text: sections[k].name, Style: sections[k].look}, countOf(in.Shown, in.Total))},
		lay.Cell{}, lay.Cell{})}
	if counts {
		it.Cells[3].Bits = v.Bits(lay.Bit{Text: wordBehind, Style: style.Dim})
		if k == BlockedSection {
			it.Cells[2].Bits = v.Bits(lay.Bit{Text: wordWaitsForLabel, Style: style.Dim})
		}
	}
	return it
}

// drawListRow draws a row of the list.
func (pt *Painter) drawListRow(l *Layout, y int) {
	v := &pt.list
	i := v.Line(y - l.Body.Y)
	if i < 0 {
		return
	}
	part, row := &v.parts[i], Rect{Y: y, W: l.Body.W, H: 1}
	column := part.column
	if part.index == headPart {
		column = sections[part.section].column
	}
	pt.spots = append(pt.spots, Spot{Rect: row, Kind: ColumnSpot, Item: int(column)})
	if part.index == headPart {
		pt.spots = append(pt.spots, Spot{Rect: row, Kind: HeadSpot, Item: int(part.section)})
	}
	pt.p.PadTo(margin)
	pt.drawCardRow(v, y-l.Body.Y, l.Body.W-margin)
}

// ScrollStack returns the first visible card of the list so that the selected one is wholly visible, moving as little as
// possible. It never leaves rows empty below the last card while cards are hidden above.
func (l Layout) ScrollStack(b *Board) int {
	if !l.Stacked || b.Stack.Len() == 0 {
		return 0
	}
	v := spareTable()
	defer v.spare()
	at := *b
	return v.scroll(b.Stack.First, b.Stack.Selected, b.Stack.Len(), l.Body.H, func(first int) {
		at.Stack.First = first
		v.layList(&l, &at, measuring)
	})
}

// SectionRows returns the row of the list at which each section begins, and the number of blank rows above it because of Stack.Keep.
func (l Layout) SectionRows(b *Board) (rows, blank [Sections]int) {
	v := spareTable()
	defer v.spare()
	v.layList(&l, b, measuring)
	for i := range v.parts {
		if p := &v.parts[i]; p.index == headPart {
			rows[p.section] = p.row
		}
	}
	return rows, v.kept
}

// ShowsStacked reports whether the card at a place of the list is wholly on the screen.
func (l Layout) ShowsStacked(b *Board, place int) bool {
	v := spareTable()
	defer v.spare()
	v.layList(&l, b, measuring)
	return v.shows(place)
}

// StackPage returns the number of cards of the list that are visible at once.
func (l Layout) StackPage(b *Board) int {
	v := spareTable()
	defer v.spare()
	v.layList(&l, b, measuring)
	return v.cards
}
