package view

import (
	"sideboard/ui/lay"
)

// mostBehind is the greatest number of tasks behind one that is shown.
const mostBehind = 999

// BehindWidth returns the width of the number of tasks that wait for one, 0 if there are none.
func BehindWidth(n int) int {
	switch {
	case n == 0:
		return 0
	case n > mostBehind:
		return 2 + lay.Digits(mostBehind)
	}
	return 1 + lay.Digits(n)
}

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
