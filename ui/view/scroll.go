package view

import "sideboard/board/graph"

// ScrollGraph returns where the window into a graph stands so that the box of the selected task is wholly visible,
// moving as little as can be: Graph.X and Y where that does. Sideways it always begins with a wave, and above with a
// box of the waves that are seen; one row above a picture that is seen whole and leaves one free.
func (l Layout) ScrollGraph(p *DepView) (x, y int) {
	l.makeRoom(p)
	c, ok := l.viewport(p)
	if !ok || l.View != GraphView {
		return 0, 0
	}
	if of := c.layout; l.Told && of.W <= c.rect.W && of.H <= c.rect.H { // in the middle
		return (of.W - c.rect.W) / 2, (of.H - c.rect.H) / 2
	}
	columns := c.layout.Columns
	// least is the first wave a window may begin with so that wave i is wholly in it.
	least := func(i int) int {
		k := i
		for k > 0 && c.shows(k-1, i) {
			k--
		}
		return k
	}
	ends := []graph.Box{}
	for _, i := range p.tasksInSight() {
		b, ok := c.layout.Box(i)
		if !ok {
			b, ok = c.layout.Lacking(i)
		}
		if ok {
			ends = append(ends, b)
		}
	}
	if len(columns) > 0 {
		at := 0
		for at+1 < len(columns) && c.begin(at+1) <= c.x {
			at++
		}
		at = min(at, least(len(columns)-1))
		for _, b := range ends { // the last one has the last word
			at = max(min(at, b.Column), least(b.Column))
		}
		x = c.begin(at)
	}
	if of := c.layout; !of.Listed && of.W <= c.rect.W && of.H < c.rect.H {
		return x, -1 // the titles stand apart
	}
	c.x = x
	y, top := c.filledTop()
	for _, b := range ends {
		y = min(y, max(b.Y-1, top))
		y = max(y, min(b.Y+b.H+1-c.rect.H, b.Y))
	}
	return x, max(min(y, max(c.layout.H-c.rect.H, top)), 0)
}

// filledTop returns where the window stands above and below so that no rows are empty above what its waves have of the picture, nor below
// while some of that is hidden above; and where that begins.
func (c viewport) filledTop() (y, top int) {
	top = c.layout.H
	bottom := 0
	win, _, _ := c.window()
	seen := func(left, right, first, last int) {
		if left < win.X+win.W && right >= win.X {
			top, bottom = min(top, first), max(bottom, last)
		}
	}
	for i := range c.layout.Boxes {
		b := &c.layout.Boxes[i]
		seen(b.X, b.X+b.W-1, b.Y, b.Y+b.H+1)
	}
	for i := range c.layout.Lines {
		for k, q := range c.layout.Lines[i].Points[1:] {
			p := c.layout.Lines[i].Points[k]
			seen(min(p.X, q.X), max(p.X, q.X), min(p.Y, q.Y), max(p.Y, q.Y)+1)
		}
	}
	return max(min(c.y, bottom-c.rect.H), top), top
}

// tasksInSight returns the tasks that are to be seen: the other end of a link that is being thought of, then the selected one.
func (p *DepView) tasksInSight() []int32 {
	if t, _ := p.pendingLink(); t != nil {
		return []int32{t.From, t.To, p.Selected}
	}
	return []int32{p.Selected}
}

// TimelineColumns returns how many columns the tree of a timeline may have, so that words keep most of the width.
func (l Layout) TimelineColumns() int {
	if l.Breadth == Narrow {
		return 5
	}
	return graph.TimelineColumns
}

// ScrollTimeline returns the first line of a timeline so that the selected one is visible, with a line to spare above and below,
// moving as little as can be: Timeline.First where that does.
func (l Layout) ScrollTimeline(g *Timeline) int {
	rows := l.DepView.Canvas.H
	if rows < 1 || g.Len < 1 {
		return g.First
	}
	first, airy := g.First, l.isAiry(g)
	if spare := min(1, (rows-1)/2); g.At >= 0 && g.At < g.Len {
		first = max(min(first, g.At-spare), l.firstBefore(g, min(g.At+spare, g.Len-1), airy))
	}
	return max(min(first, l.firstBefore(g, g.Len-1, airy)), 0)
}

// firstBefore returns the first of the lines of a timeline that have room above one and with it.
func (l *Layout) firstBefore(g *Timeline, last int, airy bool) int {
	row := g.Row(last)
	row.Apart = false
	for rows := l.DepView.Canvas.H - lineRows(&row); last > 0; last-- {
		above, apart := g.Row(last-1), g.Row(last).Apart && (airy || g.Row(last).Alone)
		above.Apart = false
		if rows -= lineRows(&above) + b2i(apart); rows < 0 {
			break
		}
	}
	return last
}
