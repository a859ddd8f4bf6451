package view

// TreeSteps returns the deepest indentation of a task in the tree, in steps. Titles keep most of the width.
func (l Layout) TreeSteps() int {
	if l.Breadth == Narrow {
		return 6
	}
	return max(l.W/8, 8)
}

// ScrollTree returns the first visible line for which the selected line of a tree is visible, with one line above and below.
// It is as close to Tree.First as possible.
func (l Layout) ScrollTree(g *Tree) int {
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

// firstBefore returns the first visible line if line last is at the bottom of the screen.
func (l *Layout) firstBefore(g *Tree, last int, airy bool) int {
	for rows := l.DepView.Canvas.H - 1; last > 0; last-- { // the free row above the first visible line is left out
		row := g.Row(last)
		if rows -= lineRows(&row, airy); rows < 0 {
			break
		}
	}
	return last
}
