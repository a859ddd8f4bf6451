package lay

import (
	"math"

	"sideboard/ui/style"
)

// DrawRow draws a row that was laid out, from where the pen is up to its end.
func (t *Table) DrawRow(p *Pen, y int) {
	if i := t.Line(y); i >= 0 {
		t.draw(p, &t.Items[i], t.lines[y].row)
	}
}

// DrawSingle draws one row of cells, of which each has a column, from where the pen is up to its end.
func (t *Table) DrawSingle(p *Pen, cells ...Cell) {
	t.Items = append(t.Items[:0], Item{Cells: t.Cells(cells...)})
	t.Lay(p.Room(), 1)
	t.DrawRow(p, 0)
}

// draw draws a row of an item.
func (t *Table) draw(p *Pen, it *Item, row int) {
	from, all, on := p.At, p.End, p.On
	p.End = min(from+t.width, all)
	if it.Kind != NoSpot {
		p.spot(from, p.End, Spot{Kind: it.Kind, Item: it.Item, In: it.In})
	}
	if it.Ground != style.Flat {
		p.SetGround(it.Ground)
	}
	edge := it.Edge
	if row > 0 {
		edge = edge[:min(len(edge), 1)]
	}
	Draw(p, edge...)
	rows := t.cellRows(it)
	switch {
	case it.Head:
		t.drawTitle(p, it, from)
	case row >= rows:
		t.drawBelow(p, it, row-rows, from)
	default:
		t.drawCells(p, it, row, from)
	}
	p.Fill()
	p.SetGround(on)
	p.End = all
}

// drawCells draws a row of the cells of an item. Below the first there is only what wraps.
func (t *Table) drawCells(p *Pen, it *Item, row, from int) {
	end := p.End
	if row > 0 {
		p.End = min(from+t.width-t.Right, end)
		t.drawFilling(p, it, row, from)
		p.End = end
		return
	}
	for k, s := range t.place(it) {
		if s.end == 0 {
			continue
		}
		p.PadTo(from + s.from)
		p.End = min(from+s.end, end)
		if k == t.fill {
			t.drawFilling(p, it, row, from)
		} else {
			it.Cells[k].draw(p, t.cols[k].narrow)
		}
		p.End = end
	}
}

// drawFilling draws a row of the filling cell of an item.
func (t *Table) drawFilling(p *Pen, it *Item, row, from int) {
	c, at, on := &it.Cells[t.fill], from+t.cols[t.fill].at, p.On
	lead := c.Lead
	if row > 0 {
		lead = c.Below
		_, before := t.text(c)
		at += before
	}
	Draw(p, lead...)
	p.PadTo(at)
	p.MarkTitle(it.Mark)
	if b, room, below := t.wrapped(it); !b.done() {
		for range row {
			b.row(room, func(Span) {})
			room = below
		}
		find := ""
		if last := len(c.Bits) - 1; last >= 0 {
			find = c.Bits[last].Find
			for i := 0; i < last && row == 0; i++ {
				c.Bits[i].draw(p, p.Room())
				p.Space(c.Gap)
			}
			if row == 0 {
				c.Bits[last].drawSign(p)
			}
		}
		if row == t.Wrap-1 { // it has all that is left
			room = math.MaxInt
		}
		t.row = t.row[:0]
		b.row(room, func(s Span) { t.row = append(t.row, s) })
		if find == "" {
			p.Line(t.row)
		} else {
			for _, s := range t.row {
				p.Found(s.Style, s.Text, p.Room(), find)
			}
		}
	} else {
		c.drawBits(p, false)
	}
	if p.On != on { // reversed it is one block
		p.Fill()
		p.SetGround(on)
	}
}

// drawBelow draws one of the rows below the cells of an item.
func (t *Table) drawBelow(p *Pen, it *Item, row, from int) {
	end, before := p.End, 0
	if t.fill < len(it.Cells) {
		_, before = t.text(&it.Cells[t.fill])
	}
	p.PadTo(from + t.cols[t.fill].at + before)
	p.End -= t.Right
	if c := t.dropped(it); c == nil {
		it.Below[row].Draw(p)
	} else if row == 0 {
		c.draw(p, false)
	} else {
		it.Below[row-1].Draw(p)
	}
	p.End = end
}

// Draw writes both ends of a row.
func (e *Ends) Draw(p *Pen) {
	all, w := p.End, Width(e.Right...)
	right := w > 0 && e.Left.Width()+1+w <= p.Room()
	if right {
		p.End -= w + 1
	}
	e.Left.draw(p, false)
	p.End = all
	if right {
		p.PadTo(all - w)
		Draw(p, e.Right...)
	}
}

// drawTitle draws the title of the items below: its first cells one after another, a rule, and what it has in columns
// further right.
func (t *Table) drawTitle(p *Pen, it *Item, from int) {
	all, tail := p.End, Width(it.Tail...)
	p.End -= t.Right
	if !t.Flush {
		p.PadTo(from + min(t.Indent, 1))
	}
	end := p.End // of the columns and the rule
	if tail > 0 {
		end -= tail + 1
	}
	for k := range it.Cells {
		c, in := &it.Cells[k], t.cols[k]
		if k <= t.fill {
			c.draw(p, false)
			continue
		}
		at, w := from+in.at, c.Width()
		if t.Cols[k].Right {
			at += in.w - w
		} else if w > in.w {
			continue
		}
		if w > 0 && in.w > 0 && at-2 > p.At && at+w <= end {
			p.Space(1)
			p.Bar(style.BarRest, p.Sheet.Glyphs.BarRest, at-1-p.At)
			p.Space(1)
			c.draw(p, false)
		}
	}
	if tail+2 <= p.Room() {
		p.End = end
		p.Rule()
		p.End = all - t.Right
		p.Space(1)
		Draw(p, it.Tail...)
	} else {
		p.Rule()
	}
	p.End = all
}

// DrawHeads names the columns, from where the pen is.
func (t *Table) DrawHeads(p *Pen) {
	from := p.At
	for k := range t.Cols {
		head, in, st := t.Cols[k].Head, t.cols[k], style.Label
		if head.Width() > in.w {
			head = t.Cols[k].Brief
		}
		if head.Width() > in.w {
			continue
		}
		at := in.at
		if t.Cols[k].Right {
			at += in.w - head.Width()
		}
		if t.Cols[k].Fill {
			st = style.TitleStrong
		}
		p.PadTo(from + at)
		p.Text(st, head)
	}
}
