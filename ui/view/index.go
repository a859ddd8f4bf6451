package view

import (
	"slices"

	"sideboard/ui/style"
)

// indexEntry is a task that is named below a picture, and the cells of the screen in which it is.
type indexEntry struct {
	Rect
	node int32
}

// indexGap is the cells between two columns of an index.
const indexGap = 3

// indexColumn is tasks below each other in an index: the cells they take in the window.
type indexColumn struct {
	Rect
	tasks []*lineText
}

// addIndex names below a picture the tasks whose titles it does not show whole, as an index does below a map: in columns that go up as far
// as nothing stands there, in the order of the waves where these hold all. What has no room is counted.
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
	if len(tasks) == 0 {
		return
	}
	if counts > 0 {
		counts++
	}
	columns, shown := placeIndex(tasks, ids+counts, c.freeBelow(win))
	more := 0
	if shown < min(len(tasks), 3) { // two of many help nobody
		return
	}
	if shown < len(tasks) {
		more = len(tasks) - shown + 1 // the last one's place is for how many there are more
	}
	_, left, top := on.window()
	first := columns[0]
	level := !slices.ContainsFunc(columns, func(of indexColumn) bool { return of.H > first.H })
	if y := win.H - first.H - 1; level && c.freeBelow(win).over(first.X, first.W) > first.H {
		c.segments[y] = append(c.segments[y], segment{first.X, first.W, func(p *pen) { p.ascii(style.Label, "titles") }})
	}
	for k, of := range columns {
		for i, t := range of.tasks {
			y := win.H - of.H + i
			if more > 0 && k == len(columns)-1 && i == len(of.tasks)-1 {
				c.segments[y] = append(c.segments[y], segment{of.X, of.W, func(p *pen) {
					p.plus(more)
					p.ascii(style.Dim, " more")
				}})
				break
			}
			c.index = append(c.index, indexEntry{Rect{on.rect.X + left + of.X, on.rect.Y + top + y, ids + counts + t.full.Width(), 1}, t.node})
			c.segments[y] = append(c.segments[y], segment{of.X, of.W, func(p *pen) { t.drawIndexed(p, ids, counts) }})
		}
	}
}

// placeIndex returns the columns of an index for the first of some tasks, as many as can be, and how many these are: those of the first
// waves are what one can begin with.
func placeIndex(tasks []*lineText, before int, free freeRows) (columns []indexColumn, held int) {
	columns, held = indexInOrder(tasks, before, free)
	for low, high := held+1, len(tasks); low <= high; {
		n, fits := (low+high)/2, false
		for _, by := range []packing{widestFirst, mostInWide, mostInNarrow} {
			if packed, all := packIndex(tasks[:n], before, free, by); all == n {
				columns, held, fits = packed, n, true
				break
			}
		}
		if fits {
			low = n + 1
		} else {
			high = n - 1
		}
	}
	return columns, held
}

// indexInOrder returns the columns of an index at the lower edge of the window, each as wide as its widest title and so many cells before
// it, from left to right, and how many tasks they hold.
func indexInOrder(tasks []*lineText, before int, free freeRows) (columns []indexColumn, held int) {
	for x := margin; x < len(free) && held < len(tasks); x++ {
		column := indexColumn{Rect: Rect{X: x}}
		for held+column.H < len(tasks) {
			wider := max(column.W, before+tasks[held+column.H].full.Width())
			if column.H >= free.over(x, wider) {
				break
			}
			column.H, column.W = column.H+1, wider
		}
		if column.H > 0 {
			column.tasks = tasks[held : held+column.H]
			columns = append(columns, column)
			held, x = held+column.H, x+column.W+indexGap-1
		}
	}
	return columns, held
}

// packing is which column of an index is taken next: the one for the widest title that is left, or the one that holds most of what is
// left, of several the widest or the narrowest.
type packing uint8

const (
	widestFirst packing = iota
	mostInWide
	mostInNarrow
)

// packIndex returns columns in whatever order, and how many tasks they hold.
func packIndex(tasks []*lineText, before int, free freeRows, by packing) (columns []indexColumn, held int) {
	rest := slices.Clone(tasks)
	slices.SortStableFunc(rest, func(a, b *lineText) int { return b.full.Width() - a.full.Width() })
	free = slices.Clone(free)
	for len(rest) > 0 {
		var best indexColumn
		for i, t := range rest {
			if by == widestFirst && best.H > 0 {
				break
			}
			if i > 0 && t.full.Width() == rest[i-1].full.Width() {
				continue
			}
			for x, w := margin, before+t.full.Width(); x+w <= len(free); x++ {
				if h := min(free.over(x, w), len(rest)-i); h > best.H || by == mostInNarrow && h > 0 && h == best.H && w < best.W {
					best = indexColumn{Rect{X: x, W: w, H: h}, rest[i : i+h]}
				}
			}
		}
		if best.H == 0 {
			break
		}
		i := slices.Index(rest, best.tasks[0])
		best.tasks = slices.Clone(best.tasks)
		rest = slices.Delete(rest, i, i+best.H)
		slices.SortFunc(best.tasks, func(a, b *lineText) int { return slices.Index(tasks, a) - slices.Index(tasks, b) })
		clear(free[best.X:min(best.X+best.W, len(free))])
		columns, held = append(columns, best), held+best.H
	}
	slices.SortFunc(columns, func(a, b indexColumn) int { return a.X - b.X })
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

// freeRows is how many rows at the lower edge of a window nothing stands in, for each of its columns.
type freeRows []int

// freeBelow returns the rows that are free at the lower edge of the window.
func (c *canvas) freeBelow(win Rect) freeRows {
	free := make(freeRows, win.W)
	for x := range free {
		for free[x] < win.H {
			if cell := c.ink.At(x, win.H-1-free[x]); cell.Node >= 0 || cell.Rune(false) != ' ' {
				break
			}
			free[x]++
		}
	}
	for y := range win.H {
		for _, s := range c.segments[y] {
			for x := max(s.x, 0); x < min(s.x+s.w, win.W); x++ {
				free[x] = min(free[x], win.H-1-y)
			}
		}
	}
	return free
}

// over returns how many rows are free in some cells and just beside them, but for the upmost, which stays free.
func (f freeRows) over(x, w int) int {
	if w <= 0 || x+w > len(f) {
		return 0
	}
	return max(slices.Min(f[max(x-indexGap, 0):min(x+w+indexGap, len(f))])-1, 0)
}

// indexedAt returns the task that is named at a cell of the screen below a picture.
func (l *Layout) indexedAt(dv *DepView, x, y int) (int32, bool) {
	pt := &Painter{sh: measuring}
	on, ok := l.viewport(dv)
	pt.drawCanvas(&pt.graph, on, ok, l, dv, true)
	for _, e := range pt.graph.index {
		if e.Contains(x, y) {
			return e.node, true
		}
	}
	return -1, false
}
