package field

import "sort"

// row is a part of a line that is shown on one row of an Area.
type row struct {
	start, end int // bytes
	lineEnd    int // where the line ends that it is part of
}

// rows breaks the text into rows for a width in cells, at spaces where there are any, one cell short of the width
// so that the cursor has its place behind the last character. Spaces at a break stay on the row they end, out of
// sight where they do not fit. A width of 0 breaks at line ends only.
func (a *Area) rows(width int) []row {
	var all []row
	for at := 0; ; {
		end := a.lineEnd(at)
		all = a.wrap(all, at, end, max(1, width-1), width <= 0)
		if end >= len(a.text) {
			return all
		}
		at = end + a.breakAt(end)
	}
}

func (a *Area) wrap(all []row, start, end, room int, whole bool) []row {
	x, gap, gapX := 0, -1, 0 // cells so far; behind the last space, in bytes and cells
	for i := start; i < end && !whole; {
		n, w := a.cluster(i, end)
		blank := a.text[i] == ' ' || a.text[i] == '\t'
		if x+w > room && i > start && !blank {
			cut, cutX := i, x
			if gap > start {
				cut, cutX = gap, gapX
			}
			all = append(all, row{start, cut, end})
			start, x, gap = cut, x-cutX, -1
			continue
		}
		i, x = i+n, x+w
		if blank {
			gap, gapX = i, x
		}
	}
	return append(all, row{start, end, end})
}

// rowOf finds the row the cursor is on.
func (a *Area) rowOf(rows []row) int {
	return sort.Search(len(rows), func(i int) bool { return rows[i].start > a.at }) - 1
}

// cellsBefore counts the cells of a row before the byte offset at.
func (a *Area) cellsBefore(r row, at int) int {
	x := 0
	for i := r.start; i < at && i < r.end; {
		n, w := a.cluster(i, r.lineEnd)
		i, x = i+n, x+w
	}
	return x
}

// offset finds the place in a row that is nearest to a cell without passing it. A row that goes on in the next has
// no place behind its last character: that is the start of the next.
func (a *Area) offset(r row, cell int) int {
	x := 0
	for i := r.start; i < r.end; {
		n, w := a.cluster(i, r.lineEnd)
		if x+w > cell || i+n >= r.end && r.end < r.lineEnd {
			return i
		}
		i, x = i+n, x+w
	}
	return r.end
}
