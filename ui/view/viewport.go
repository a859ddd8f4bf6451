package view

import "sideboard/board/graph"

// viewport is a part of a layout in a rectangle of the screen. The corner shows cell x, y of the layout. That cell is
// outside of the layout if a small layout is centred.
type viewport struct {
	layout *graph.Layout
	rect   Rect
	x, y   int
}

// toLayout returns the cell of the layout at a cell of the screen.
func (c viewport) toLayout(x, y int) (int, int) { return x - c.rect.X + c.x, y - c.rect.Y + c.y }

// window returns the visible part of the layout, and where it begins in the rectangle.
func (c viewport) window() (win Rect, left, top int) {
	win.X, win.Y = max(c.x, 0), max(c.y, 0)
	left, top = win.X-c.x, win.Y-c.y
	win.W = max(min(c.rect.W-left, c.layout.W-win.X), 0)
	win.H = max(min(c.rect.H-top, c.layout.H-win.Y), 0)
	return win, left, top
}

// viewport returns the viewport of the boxes of a dependency view, false if there are none.
func (l *Layout) viewport(p *DepView) (viewport, bool) {
	r := l.DepView.Canvas
	if r.Empty() || l.View != GraphView || p.Graph == nil || p.Graph.Layout == nil {
		return viewport{}, false
	}
	c := viewport{layout: p.Graph.Layout, rect: r}
	switch of := c.layout; {
	case l.Spotlight: // centred
		c.x, c.y = (of.W-r.W)/2, (of.H-r.H)/2
	case of.H < r.H:
		c.y = -1 // an empty row below the titles
	default:
		if box, drawn := of.Box(p.Selected); drawn {
			c.y = max(min(box.Y+box.H/2-r.H/2, of.H-r.H), 0)
		}
	}
	return c, true
}
