package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// measuring is the sheet of what is laid out for its cells alone: they are the same in every theme.
var measuring = &style.Sheet{Glyphs: style.GlyphSet(false)}

// mostBehind is the greatest number of tasks behind one that is shown.
const mostBehind = 999

// BehindWidth returns the width of the number of tasks that wait for one, 0 if there are none.
func BehindWidth(n int) int {
	switch {
	case n == 0:
		return 0
	case n > mostBehind:
		return 1 + lay.Digits(mostBehind)
	}
	return lay.Digits(n)
}

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// single prepares a table for one row, with its last columns at the right end.
func single(t *lay.Table, columns []lay.Col, indent int) {
	t.Reset(columns)
	t.Indent, t.Right = indent, margin
}

var wordBlank = safetext.Spaces(1)

var textMostBehind = safetext.Number(mostBehind).Append(safetext.Const("+"))

// margin is the empty cells at each side of a row of the frame.
const margin = 1

// proportion returns n/all of w cells, at least one if n > 0, and all of them only if n is all.
func proportion(n, all, w int) int {
	if n <= 0 || all <= 0 || w <= 0 {
		return 0
	}
	if n >= all {
		return w
	}
	return max(1, min(n*w/all, w-1))
}
