package lay

import "slices"

// Rect is a rectangle of cells.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the cell is in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Overlaps reports whether two rectangles share a cell.
func (r Rect) Overlaps(s Rect) bool {
	return r.X < s.X+s.W && s.X < r.X+r.W && r.Y < s.Y+s.H && s.Y < r.Y+r.H
}

// Empty reports whether the rectangle has no cells.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// A Spot is what a click in a rectangle means. It is recorded while the rectangle is drawn, so that a click finds what
// is seen there.
type Spot struct {
	Rect
	Kind   Kind
	Key    Text // of a KeySpot: the key to press
	Item   int  // of all others: an index, whose meaning the kind defines
	In     int  // of a kind with several lists: the index of the list
	By     int  // of a LineSpot: its distance below the selected line
	First  int  // of a LineSpot: the first line that is seen
	Floats bool // it belongs to a window that floats over the screen
}

// Kind is what a Spot means. Callers define their own kinds from FirstKind on.
type Kind uint8

// The kinds that this package records.
const (
	NoSpot    Kind = iota // nothing: it also hides the spots below it
	KeySpot               // a key
	LineSpot              // a line of a list
	FirstKind             // of the caller's own
)

// AppendSpots appends those of spots that are in the first rows, moved by x and y.
func AppendSpots(to, spots []Spot, x, y, rows int) []Spot {
	for _, s := range spots {
		top, bottom := max(s.Y, 0), min(s.Y+s.H, rows)
		if top < bottom {
			s.X, s.Y, s.H = s.X+x, top+y, bottom-top
			to = append(to, s)
		}
	}
	return to
}

// SpotAt returns the spot at a cell: of several, the one recorded last. If kinds are given, only those are searched.
func SpotAt(spots []Spot, x, y int, kinds ...Kind) (Spot, bool) {
	for i := len(spots) - 1; i >= 0; i-- {
		switch s := spots[i]; {
		case !s.Contains(x, y):
		case len(kinds) == 0 || slices.Contains(kinds, s.Kind):
			return s, true
		case s.Kind == NoSpot:
			return Spot{}, false
		}
	}
	return Spot{}, false
}
