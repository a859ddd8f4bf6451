package view

import "sideboard/ui/style"

// indexEntry is a task that is named below a picture, and the cells of the screen in which it is.
type indexEntry struct {
	Rect
	node int32
}

// indexGap is the cells between two columns of an index.
const indexGap = 3

// addIndex names below a picture the tasks whose titles it does not show whole, as an index does below a map: in the order of the waves,
// in columns that go up as far as nothing stands there. What has no room is counted.
func (c *canvas) addIndex(on viewport, win Rect) {
	c.index = c.index[:0]
	if on.layout.Framed {
		return
	}
	var tasks []*lineText
	ids, counts := 0, 0
	for i := range c.texts {
		if t := &c.texts[i]; !t.whole && !t.full.Empty() && t.row >= win.Y && t.row < win.Y+win.H {
			tasks = append(tasks, t)
			ids, counts = max(ids, t.ID.Width()+1), max(counts, BehindWidth(t.Behind))
		}
	}
	if counts > 0 {
		counts++
	}
	columns, shown := c.indexColumns(tasks, ids+counts, win)
	if shown < len(tasks) {
		shown-- // its place is for how many there are more
	}
	if shown < 1 {
		return
	}
	_, left, top := on.window()
	i := 0
	for _, of := range columns {
		for y := win.H - of.H; y < win.H && i <= shown && i < len(tasks); y, i = y+1, i+1 {
			if i == shown {
				c.segments[y] = append(c.segments[y], segment{of.X, of.W, func(p *pen) {
					p.plus(len(tasks) - shown)
					p.ascii(style.Dim, " more")
				}})
				break
			}
			t := tasks[i]
			c.index = append(c.index, indexEntry{Rect{on.rect.X + left + of.X, on.rect.Y + top + y, ids + counts + t.full.Width(), 1}, t.node})
			c.segments[y] = append(c.segments[y], segment{of.X, of.W, func(p *pen) { t.drawIndexed(p, ids, counts) }})
		}
	}
}

// indexColumns returns the columns of an index at the lower edge of the window, each as wide as its widest title and so many cells before
// it, and how many tasks they hold.
func (c *canvas) indexColumns(tasks []*lineText, before int, win Rect) (columns []Rect, held int) {
	for x := margin; x < win.W && held < len(tasks); x++ {
		column := Rect{X: x}
		for held+column.H < len(tasks) {
			wider := max(column.W, before+tasks[held+column.H].full.Width())
			if column.H >= c.freeBelow(x, wider, win) {
				break
			}
			column.H, column.W = column.H+1, wider
		}
		if column.H > 0 {
			columns = append(columns, column)
			held, x = held+column.H, x+column.W+indexGap-1
		}
	}
	return columns, held
}

// drawIndexed draws a task of an index, its id and how many wait behind it in so many cells.
func (t *lineText) drawIndexed(p *pen, ids, counts int) {
	from := p.at
	p.text(style.Dim, t.ID)
	p.padTo(from + ids)
	if counts > 0 && t.Behind > 0 {
		p.behind(t.Behind)
	}
	p.padTo(from + ids + counts)
	p.textUpTo(t.subject(t.selected), t.full, p.remaining())
}

// freeBelow returns how many rows at the lower edge of the window nothing stands in, in some of its cells and just beside them, but for
// the upmost, which stays free.
func (c *canvas) freeBelow(x, w int, win Rect) (n int) {
	if x+w > win.W {
		return 0
	}
	for ; n < win.H; n++ {
		y := win.H - n - 1
		for _, s := range c.segments[y] {
			if s.x < x+w+indexGap && s.x+s.w > x-indexGap {
				return n - 1
			}
		}
		for at := max(x-indexGap, 0); at < min(x+w+indexGap, win.W); at++ {
			if cell := c.ink.At(at, y); cell.Node >= 0 || cell.Rune(false) != ' ' {
				return n - 1
			}
		}
	}
	return n
}

// indexedAt returns the task that is named at a cell of the screen below a picture.
func (l *Layout) indexedAt(dv *DepView, x, y int) (int32, bool) {
	pt := &Painter{sh: measuring}
	pt.drawCanvas(l, dv, true)
	for _, e := range pt.graph.index {
		if e.Contains(x, y) {
			return e.node, true
		}
	}
	return -1, false
}
