package view

import (
	"cmp"

	"sideboard/board/graph"
)

// LinkDrag is a link that is being dragged from a box to a cell of the screen.
type LinkDrag struct {
	From    int32
	X, Y    int // the cell of the screen
	Refused bool
}

// The effects of a spark on a cell.
const (
	untouched uint8 = iota
	trail
	head
)

// sparkTail is the number of lit cells behind the head of a spark.
const sparkTail = 6

// markSpark marks the cells of a spark, whose place on each link depends on the phase.
func (c *canvas) markSpark(of *graph.Layout, win Rect) {
	c.sparkCells = append(c.sparkCells[:0], make([]uint8, max(win.W*win.H, 0))...)
	if len(c.spark) == 0 {
		return
	}
	runs := map[int32]bool{}
	for _, e := range c.spark {
		runs[e] = true
	}
	for i := range of.Lines {
		line := &of.Lines[i]
		if !runs[line.Edge] {
			continue
		}
		cells := pathCells(line.Points)
		at := int(c.drawn.phase*float64(len(cells)-1) + 0.5)
		for j := max(at-sparkTail, 0); j <= at && j < len(cells); j++ {
			if !win.Contains(cells[j].X, cells[j].Y) {
				continue
			}
			cell := &c.sparkCells[(cells[j].Y-win.Y)*win.W+cells[j].X-win.X]
			*cell = trail
			if j == at {
				*cell = head
			}
		}
	}
}

// pathCells returns all cells of a polyline in order.
func pathCells(points []graph.Point) []graph.Point {
	if len(points) == 0 {
		return nil
	}
	cells := []graph.Point{points[0]}
	for _, to := range points[1:] {
		for at := cells[len(cells)-1]; at != to; {
			at.X += cmp.Compare(to.X, at.X)
			at.Y += cmp.Compare(to.Y, at.Y)
			cells = append(cells, at)
		}
	}
	return cells
}

// drawDrag draws a link from a box to the mouse pointer.
func drawDrag(ink *graph.Canvas, on viewport, win Rect, b *LinkDrag) {
	x, y := on.toLayout(b.X, b.Y)
	points := []graph.Point{{X: x, Y: win.Y + win.H}, {X: x, Y: y}} // from a task that is named below
	if box, ok := on.layout.Box(b.From); ok {
		from := graph.Point{X: box.X + box.W, Y: box.Y + box.H/2}
		if box.OutRow >= 0 {
			from.Y = box.OutRow
		}
		turn := min(from.X+2, max(x, from.X))
		points = []graph.Point{from, {X: turn, Y: from.Y}, {X: turn, Y: y}, {X: x, Y: y}}
	}
	s := graph.Stroke{Weight: graph.Dashed, Class: classPreview}
	if b.Refused {
		s.Class = classRefused
	}
	ink.DrawPath(win.X, win.Y, points, s)
}
