package view

// belowRows is the fewest rows below the cards in which a detail is shown.
const belowRows = 9

// RowsBelow returns the number of rows left below the cards for the detail of the selected one, with an empty row above and below; 0 if
// there are too few, or if the detail is next to the cards. Cards get their rows first: each is as tall, and as far from the next, as
// without a detail. The result does not depend on the selection, so that nothing moves when that changes.
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

// wholeStack returns the rows of the list with an empty row above each section and every card uncut, and where there is room for them with
// the rows that keep sections where they were. It may stop counting above room.
func (l *Layout) wholeStack(b *Board, room int) int {
	if b.Stack.Len() > room {
		return room + 1
	}
	v := spareTable()
	defer v.spare()
	v.fillList(l, b, measuring, 0, room)
	v.Fit(v.w)
	all, rows := v.openHeight()+b.Stack.parts(), 0
	for i := range v.parts {
		if p := &v.parts[i]; p.index == headPart {
			rows = max(rows+b2i(i > 0), b.Stack.Keep[p.section])
		}
		rows += v.Height(i)
	}
	return max(all, min(rows+1, room))
}

// wholeColumn returns the rows of a column with every card uncut. It may stop counting above room.
func (l *Layout) wholeColumn(k ColumnKind, c *Column, room int) int {
	if c.Len > room {
		return room + 1
	}
	v := spareTable()
	defer v.spare()
	v.fillColumn(l, k, c, measuring, 0, true, true, -1, false)
	return l.Columns[k].Title.H + v.openHeight() + c.Len*l.cardGap()
}

// openHeight returns the rows of all items with every subject uncut.
func (v *cardTable) openHeight() int {
	for i := range v.Items {
		v.Items[i].Open = true
	}
	return v.height()
}
