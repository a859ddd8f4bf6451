package lay

import "sideboard/ui/style"

// A Window is the visible part of a list that may have more items than fit.
type Window struct {
	First    int              // the first visible item, as long as the selected one is visible then
	Selected int              // -1 for none
	Skip     func(i int) bool // the items that a click cannot select, nil for none
}

// Fit returns the range [from, to) of n items that is visible in rows rows: all of them, or some around the selected
// one, with a row left below them for the number of hidden ones.
func (w Window) Fit(n, rows int, height func(i int) int) (from, to int) {
	visible := func(rows int) (int, int) {
		return w.Visible(n, rows, func(i int, _ bool) int { return height(i) })
	}
	if from, to = visible(rows); from == 0 && to >= n || rows <= 2 {
		return from, max(to, min(from+1, n))
	}
	from, to = visible(rows - 1)
	return from, max(to, from+1)
}

// Visible returns the range [from, to) of n items that is wholly visible in rows rows, around the selected one. An item
// that is the first visible one may have another height. No row is left free at the end while items are hidden above.
func (w Window) Visible(n, rows int, height func(i int, first bool) int) (from, to int) {
	// top returns the first item with which all up to the last one have room.
	top := func(last int) int {
		for used, i := 0, last; i >= 0; i-- {
			if i < last && used+height(i, true) > rows {
				return i + 1
			}
			used += height(i, false)
		}
		return 0
	}
	if n == 0 {
		return 0, 0
	}
	from = max(min(w.First, n-1), 0)
	if selected := min(w.Selected, n-1); selected >= 0 {
		from = min(max(from, top(selected)), selected)
	}
	from = min(from, top(n-1))
	used := height(from, true)
	for to = from + 1; to < n; to++ {
		if used += height(to, false); used > rows {
			break
		}
	}
	return from, to
}

// by returns the distance of an item below the selected one, in items that can be selected.
func (w Window) by(i int) (n int) {
	for at := min(i, w.Selected) + 1; at <= max(i, w.Selected); at++ {
		if w.Skip == nil || !w.Skip(at) {
			n++
		}
	}
	if i < w.Selected {
		return -n
	}
	return n
}

// List appends the visible rows of a list of n items, and the number of hidden items. It records a LineSpot for each
// item.
func (g *Page) List(w Window, n, rows int, height func(i int) int, draw func(i int)) {
	from, to := w.Fit(n, rows, height)
	end := len(g.Rows) + rows
	for i := from; i < to; i++ {
		if w.Skip == nil || !w.Skip(i) {
			g.Spots = append(g.Spots, Spot{Rect: Rect{X: -g.Side, Y: len(g.Rows), W: g.W + 2*g.Side, H: height(i)},
				Kind: LineSpot, By: w.by(i), First: from})
		}
		draw(i)
	}
	if len(g.Rows) < end && to-from < n {
		g.Row(func(p *Pen) { Hidden(p, from, n-to) })
	}
}

// Hidden writes the numbers of items of a list that are out of sight above and below.
func Hidden(p *Pen, above, below int) {
	if above > 0 {
		p.Number(style.Dim, above)
		p.ASCII(style.Dim, " more above")
	}
	if above > 0 && below > 0 {
		p.ASCII(style.Dim, ", ")
		p.Number(style.Dim, below)
		p.ASCII(style.Dim, " below")
	} else if below > 0 {
		p.Number(style.Dim, below)
		p.ASCII(style.Dim, " more below")
	}
}
