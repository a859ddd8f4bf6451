package view

import (
	"sideboard/ui/lay"
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
