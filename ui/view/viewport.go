package view

import "sideboard/board/graph"

// viewport is a layout lying in a rectangle of the screen. Its corner shows cell x, y of the layout, which may lie outside
// of it: the layout then stands in the middle.
type viewport struct {
	layout *graph.Layout
	rect   Rect
	x, y   int
}

// toLayout returns the cell of the layout at a cell of the screen.
func (c viewport) toLayout(x, y int) (int, int) { return x - c.rect.X + c.x, y - c.rect.Y + c.y }

// nameMost is the most cells of a name beside a window.
const nameMost = 12

// besides returns how many cells at the left and the right of the rectangle are for the names of what lies there.
func (c viewport) besides() (before, behind int) {
	if n := c.layout.Names; n > 0 && c.layout.W > c.rect.W {
		if c.x > 0 {
			before = n + 2 // a blank on both sides
		}
		if c.x+c.rect.W < c.layout.W {
			behind = n + 4 // the head of the line, and how many more
			end := c.x + c.rect.W
			for _, col := range c.layout.Columns { // what is seen of a box has its id in it
				if edge := end - behind; col.X < edge+2 && edge < min(col.X+boxLeastNarrow/2+n, col.X+col.W) {
					behind = end - col.X + 2
				}
			}
		}
	}
	return before, behind
}

// begin returns where the window begins that begins with a wave.
func (c viewport) begin(wave int) int {
	if wave == 0 || c.layout.W <= c.rect.W {
		return 0
	}
	return max(c.layout.Columns[wave].X-leadOf(c.layout), 0)
}

// shows reports whether the window that begins with one wave has all of another.
func (c viewport) shows(from, wave int) bool {
	c.x = c.begin(from)
	win, _, _ := c.window()
	col := &c.layout.Columns[wave]
	return col.X+col.W <= win.X+win.W
}

// leadOf returns how many cells left of a wave are in the window that begins with it.
func leadOf(of *graph.Layout) int {
	if of.Names == 0 {
		return waveLead
	}
	return of.Names + 2 + waveLead - 1
}

// BesideWave returns where the window into a graph begins that begins a wave further left or right than one.
func BesideWave(of *graph.Layout, x, by int) int {
	switch {
	case by < 0:
		return x - 1 // ScrollGraph goes on to where that wave begins
	case by > 0:
		for i := range of.Columns {
			if begin := of.Columns[i].X - leadOf(of); begin > x {
				return begin
			}
		}
	}
	return x
}

// window returns the part of the layout that is on the screen, and where it begins in the rectangle.
func (c viewport) window() (win Rect, left, top int) {
	win.X, win.Y = max(c.x, 0), max(c.y, 0)
	left, top = win.X-c.x, win.Y-c.y
	win.W, win.H = max(c.rect.W-left, 0), max(c.rect.H-top, 0)
	if c.layout.Framed { // beside the others titles go on
		win.W, win.H = max(min(win.W, c.layout.W-win.X), 0), max(min(win.H, c.layout.H-win.Y), 0)
	}
	before, behind := c.besides()
	win.X, win.W, left = win.X+before, max(win.W-before-behind, 0), left+before
	return win, left, top
}

// viewport returns where the boxes of a dependency view lie; false where there are none.
func (l *Layout) viewport(p *DepView) (viewport, bool) {
	switch r := l.DepView.Canvas; {
	case r.Empty():
	case l.View == GraphView && p.Graph != nil && p.Graph.Layout != nil:
		return viewport{layout: p.Graph.Layout, rect: r, x: p.Graph.X, y: p.Graph.Y}, true
	}
	return viewport{}, false
}
