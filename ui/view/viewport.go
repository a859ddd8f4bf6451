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

// window returns the part of the layout that is on the screen, and where it begins in the rectangle.
func (c viewport) window() (win Rect, left, top int) {
	win.X, win.Y = max(c.x, 0), max(c.y, 0)
	left, top = win.X-c.x, win.Y-c.y
	win.W = max(min(c.rect.W-left, c.layout.W-win.X), 0)
	win.H = max(min(c.rect.H-top, c.layout.H-win.Y), 0)
	return win, left, top
}

// viewport returns where the boxes of a dependency view lie; false where there are none.
func (l *Layout) viewport(p *DepView) (viewport, bool) {
	switch r := l.DepView.Canvas; {
	case r.Empty():
	case l.View == GraphView && p.Graph != nil && p.Graph.Layout != nil:
		return viewport{p.Graph.Layout, r, p.Graph.X, p.Graph.Y}, true
	case l.View == FocusView && p.Focus != nil && p.Focus.Layout != nil && l.Breadth != Narrow:
		return viewport{p.Focus.Layout, r, p.Focus.X, p.Focus.Y}, true
	}
	return viewport{}, false
}

// waveLead is how many cells left of a wave are shown with it: the heads of the links that end there.
const waveLead = 3

// ScrollGraph returns where the window into a graph stands so that the box of the selected task is wholly visible,
// moving as little as can be: Graph.X and Y where that does. Sideways it always begins with a wave, and above with a
// box of the waves that are seen.
func (l Layout) ScrollGraph(p *DepView) (x, y int) {
	c, ok := l.viewport(p)
	if !ok || l.View != GraphView {
		return 0, 0
	}
	columns := c.layout.Columns
	begin := func(i int) int {
		if i == 0 || c.layout.W <= c.rect.W {
			return 0
		}
		return max(columns[i].X-waveLead, 0)
	}
	// least is the first wave a window may begin with so that wave i is wholly in it.
	least := func(i int) int {
		k := i
		for k > 0 && columns[i].X+columns[i].W-begin(k-1) <= c.rect.W {
			k--
		}
		return k
	}
	ends := []graph.Box{}
	for _, i := range p.tasksInSight() {
		if b, ok := c.layout.Box(i); ok {
			ends = append(ends, b)
		}
	}
	if len(columns) > 0 {
		at := 0
		for at+1 < len(columns) && begin(at+1) <= c.x {
			at++
		}
		at = min(at, least(len(columns)-1))
		for _, b := range ends { // the last one has the last word
			at = max(min(at, b.Column), least(b.Column))
		}
		x = begin(at)
	}
	c.x = x
	y = c.filledTop()
	for _, b := range ends {
		y = min(y, max(b.Y-1, 0))
		y = max(y, min(b.Y+b.H+1-c.rect.H, b.Y))
	}
	return x, max(min(y, c.layout.H-c.rect.H), 0)
}

// filledTop returns where the window stands above and below so that no rows are empty at one end of it while boxes of the same
// waves are hidden at the other.
func (c viewport) filledTop() int {
	top, bottom := c.layout.H, 0
	for i := range c.layout.Boxes {
		if b := &c.layout.Boxes[i]; b.X < c.x+c.rect.W && b.X+b.W > c.x {
			top, bottom = min(top, b.Y-1), max(bottom, b.Y+b.H+1)
		}
	}
	top = max(top, 0)
	return max(min(c.y, bottom-c.rect.H), top)
}

// tasksInSight returns the tasks that are to be seen: the other end of a link that is being thought of, then the selected one.
func (p *DepView) tasksInSight() []int32 {
	if t, _ := p.pendingLink(); t != nil {
		return []int32{t.From, t.To, p.Selected}
	}
	return []int32{p.Selected}
}

// ScrollFocus returns where the window into a focus stands so that the task in focus is in the middle of it, unless
// everything fits.
func (l Layout) ScrollFocus(p *DepView) (x, y int) {
	c, ok := l.viewport(p)
	if !ok || l.View != FocusView {
		return 0, 0
	}
	x, y = (c.layout.W-c.rect.W)/2, -min((c.rect.H-c.layout.H)/3, 3)
	if box, drawn := c.layout.Box(p.Selected); drawn {
		x = box.X + box.W/2 - c.rect.W/2
		x = max(min(x, max(0, c.layout.W-c.rect.W)), min(0, c.layout.W-c.rect.W))
		if c.layout.H > c.rect.H {
			y = max(min(box.Y+box.H/2-c.rect.H/2, c.layout.H-c.rect.H), 0)
		}
	}
	return x, y
}

// ScrollTimeline returns the first line of a timeline so that the selected one is visible, with a line to spare above and below,
// moving as little as can be: Timeline.First where that does.
func (l Layout) ScrollTimeline(g *Timeline) int {
	rows := l.DepView.Canvas.H
	if rows < 1 {
		return g.First
	}
	first := g.First
	if spare := min(1, (rows-1)/2); g.At >= 0 && g.At < g.Len {
		first = max(min(first, g.At-spare), g.At+spare-rows+1)
	}
	return max(min(first, g.Len-rows), 0)
}
