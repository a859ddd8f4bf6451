package view

// TimelineSteps returns how far in the tasks of a tree stand at most, so that words keep most of the width.
func (l Layout) TimelineSteps() int {
	if l.Breadth == Narrow {
		return 6
	}
	return max(l.W/8, 8)
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
	for rows := l.DepView.Canvas.H - 1; last > 0; last-- { // what stands above the first one is not seen
		row := g.Row(last)
		if rows -= lineRows(&row, airy); rows < 0 {
			break
		}
	}
	return last
}
