package lay

import (
	"cmp"
	"slices"
)

// place is the position of a column; w is 0 if it is left out, gone is then the width it would have had. In a narrow
// one, which cannot shrink further, all cells have their short form.
type place struct {
	at, w, gone int
	narrow      bool
}

// Fit shares w cells among the columns.
func (t *Table) Fit(w int) {
	t.width, t.fill, t.order = w, 0, t.order[:0]
	t.cols = slices.Grow(t.cols[:0], len(t.Cols))[:len(t.Cols)]
	over := t.Indent + t.Right - w // cells that are missing
	for k := range t.Cols {
		c, need := &t.Cols[k], t.natural(k)
		t.cols[k] = place{w: need}
		if c.Fill {
			t.fill = k
		} else {
			t.order = append(t.order, k)
		}
		if c.Fill || need > 0 {
			over += need + c.Gap
		}
	}
	slices.SortStableFunc(t.order, func(a, b int) int { return cmp.Compare(t.Cols[a].Priority, t.Cols[b].Priority) })
	for _, k := range t.order { // they become narrower
		if c := &t.cols[k]; over > 0 && c.w > 0 {
			least := t.narrowest(k)
			cut := min(over, c.w-least)
			c.w -= cut
			c.narrow = c.w == least && cut > 0
			over -= cut
			if c.w == 0 {
				over -= t.Cols[k].Gap
			}
		}
	}
	fill := &t.cols[t.fill]
	spare := fill.w - min(fill.w, max(t.Cols[t.fill].Min, 1))
	for _, k := range t.order { // they go
		if c := &t.cols[k]; over > spare && c.w > 0 {
			over -= c.w + t.Cols[k].Gap
			c.w, c.gone = 0, c.w
		}
	}
	for k := range t.Cols { // and come back if the gap that a larger one leaves is enough
		if c, need := &t.cols[k], t.cols[k].gone+t.Cols[k].Gap; c.gone > 0 && over+need <= 0 {
			over += need
			c.w = c.gone
		}
	}
	fill.w = max(fill.w-max(over, 0), 0)
	x := t.Indent
	for k := range t.cols {
		c := &t.cols[k]
		if t.Cols[k].Rest && (c.w > 0 || k == t.fill) {
			c.w += max(-over, 0)
		}
		c.at = x
		if x > t.Indent {
			c.at += t.Cols[k].Gap
		}
		if c.w > 0 {
			x = c.at + c.w
		}
	}
}

// widest returns the width of the widest cell of a column. Heads, and cells that run on over other columns, do not
// count.
func (t *Table) widest(k int, width func(c *Cell) int) (w int) {
	for i := range t.Items {
		if it := &t.Items[i]; k < len(it.Cells) && !it.Head {
			if c := &it.Cells[k]; !c.Runs || c.Draw != nil {
				w = max(w, width(c))
			}
		}
	}
	return w
}

// natural returns the cells that a column needs for all that is in it, 0 if it is empty.
func (t *Table) natural(k int) int {
	w := t.widest(k, (*Cell).Width)
	if w == 0 {
		return 0
	}
	c := &t.Cols[k]
	w = max(w, t.head(k))
	if t.Step > 1 && !c.Right {
		w = (w + t.Step - 1) / t.Step * t.Step
	}
	if c.Max > 0 {
		w = min(w, max(c.Max, t.head(k)))
	}
	return w
}

// narrowest returns the fewest cells that a column may have.
func (t *Table) narrowest(k int) int {
	c := &t.Cols[k]
	w := c.Min
	if w == 0 {
		w = t.widest(k, func(c *Cell) int {
			if c.Drop { // it then has a row of its own, and needs no cells here
				return 0
			}
			return c.shortWidth()
		})
	}
	head := t.head(k)
	if c.Brief.Width() > 0 {
		head = min(head, c.Brief.Width())
	}
	return min(max(w, head), t.cols[k].w)
}

// head returns the cells of the head of a column, 0 if there is none.
func (t *Table) head(k int) int {
	if !t.Headed {
		return 0
	}
	return t.Cols[k].Head.Width()
}

// Shows reports whether there is room for a column.
func (t *Table) Shows(k int) bool { return t.cols[k].w > 0 }

// says reports whether an item has something in a column, and room for it.
func (t *Table) says(it *Item, k int) bool {
	c, in := &it.Cells[k], &t.cols[k]
	givesUp := in.narrow && c.Short != nil && len(c.Short) == 0
	return !c.empty() && !givesUp && (in.w > 0 || c.Runs) && !t.drops(c, k)
}

// drops reports whether a cell has a row of its own.
func (t *Table) drops(c *Cell, k int) bool { return c.Drop && c.Width() > t.cols[k].w }

// dropped returns the cell of an item that has a row of its own, nil for none.
func (t *Table) dropped(it *Item) *Cell {
	for k := range it.Cells {
		if c := &it.Cells[k]; t.drops(c, k) {
			return c
		}
	}
	return nil
}

// span is the cells [from, end) of a row.
type span struct{ from, end int }

// place returns where each cell of an item is drawn, the zero span if it is not. A cell also has the columns behind its
// own in which the item has nothing, unless the caller draws the cell. The result lasts until the next call.
func (t *Table) place(it *Item) []span {
	t.spans = slices.Grow(t.spans[:0], len(it.Cells))[:len(it.Cells)]
	next, begins := 0, t.width-t.Right // the next column in which it has something, and where that begins
	for k := len(it.Cells) - 1; k >= 0; k-- {
		c, in := &it.Cells[k], t.cols[k]
		if !t.says(it, k) {
			t.spans[k] = span{}
			continue
		}
		s, right := span{in.at, in.at + in.w}, t.Cols[k].Right
		if c.Runs || !right && c.Draw == nil {
			s.end = begins
			if next > 0 {
				least := in.at
				if !t.Cols[next].Right {
					least += in.w
				}
				s.end = max(begins-max(t.Cols[next].Gap, 1), least)
			}
		}
		if right && !c.Runs {
			s.from = s.end - c.used(s.end-in.at, in.narrow)
		}
		t.spans[k], next, begins = s, k, s.from
	}
	return t.spans
}

// Whole reports whether nothing of an item is cut or left out.
func (t *Table) Whole(i int) bool {
	it := &t.Items[i]
	for k, s := range t.place(it) {
		if c := &it.Cells[k]; !c.empty() && (t.cols[k].w == 0 && !c.Runs || c.Width() > s.end-s.from) {
			return false
		}
	}
	return true
}

// Height returns the rows of an item of a table that was fitted.
func (t *Table) Height(i int) int {
	it := &t.Items[i]
	rows := t.cellRows(it) + len(it.Below)
	if t.dropped(it) != nil {
		rows++
	}
	return rows
}

// cellRows returns the rows of an item down to the last one of its filling cell.
func (t *Table) cellRows(it *Item) int {
	b, room, below := t.wrapped(it)
	n := 1
	for ; n < t.Wrap; n++ {
		b.row(room, func(Span) {})
		if b.done() {
			break
		}
		room = below
	}
	return n
}

// wrapped returns the text of the filling cell of an open item, and the cells it has in the first row and in those
// below; no text where it does not wrap.
func (t *Table) wrapped(it *Item) (b breaker, first, below int) {
	if !it.Open || t.Wrap < 2 || t.fill >= len(it.Cells) {
		return
	}
	c := &it.Cells[t.fill]
	text, before := t.text(c)
	first = t.place(it)[t.fill].end - t.cols[t.fill].at - before
	if first < 1 || text.Width() <= first {
		return
	}
	return breaker{line: text}, first, max(t.width-t.Right-t.cols[t.fill].at-before, 1)
}

// text returns the text of a cell that wraps, and the cells before it.
func (t *Table) text(c *Cell) (l Line, before int) {
	if last := len(c.Bits) - 1; last >= 0 && !c.List {
		t.line = append(t.line[:0], Span{c.Bits[last].Text, c.Bits[last].Style})
		return t.line, c.Width() - c.Bits[last].textWidth()
	}
	return c.Line, Width(c.Lead...)
}
