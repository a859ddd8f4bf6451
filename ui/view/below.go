package view

// belowRows is how few rows below the cards are enough for a detail.
const belowRows = 9

// RowsBelow returns how many rows of a board its cards leave for the detail of the selected one, with an empty row above and below; 0 where
// those are too few, and where a detail is next to them. Cards come first: all say all they can, as far apart as they are without it.
// Which one is selected does not matter, so that nothing jumps when another one is.
func (l Layout) RowsBelow(b *Board) int {
	if l.Below == 0 && !l.Detail.Empty() || l.View != BoardView || l.H < airyHeight && !l.Stacked {
		return 0
	}
	if l.Below > 0 {
		l.Body.H += 1 + l.Below + 1
	}
	rows, any := l.Body.H-1-belowRows-1, false
	switch {
	case l.Stacked:
		rows -= l.wholeStack(b, rows)
		any = b.Stack.Len() > 0
	default:
		most := 0
		for k := range ColumnKind(Columns) {
			most = max(most, l.wholeColumn(k, &b.Columns[k], rows))
			any = any || b.Columns[k].Len > 0
		}
		rows -= most
	}
	if rows < 0 || !any {
		return 0
	}
	return rows + belowRows
}

// wholeStack returns the rows of the list with an empty one above each section and every card whole, or any number over room.
func (l *Layout) wholeStack(b *Board, room int) int {
	if b.Stack.Len() > room {
		return room + 1
	}
	v := spareTable()
	defer v.spare()
	v.fillList(l, b, measuring, 0, room)
	v.Fit(v.w)
	return v.openHeight() + b.Stack.parts()
}

// wholeColumn returns the rows of a column with every card whole, or any number over room.
func (l *Layout) wholeColumn(k ColumnKind, c *Column, room int) int {
	if c.Len > room {
		return room + 1
	}
	v := spareTable()
	defer v.spare()
	v.fillColumn(l, k, c, measuring, 0, true, true, -1, false)
	return l.Columns[k].Title.H + v.openHeight() + c.Len*l.cardGap()
}

// openHeight returns the rows of all items with every subject whole.
func (v *cardTable) openHeight() int {
	for i := range v.Items {
		v.Items[i].Open = true
	}
	return v.height()
}
