package view

// TreeSteps returns the deepest indentation of a task in the tree, in steps. Titles keep most of the width.
func (l Layout) TreeSteps() int {
	if l.Breadth == Narrow {
		return 6
	}
	return max(l.W/8, 8)
}

// ScrollTree returns the first visible line for which the selected line of a tree is visible, with one line above and
// below. It is as close to Tree.First as possible.
func (l Layout) ScrollTree(g *Tree) int {
	rows := l.DepView.Canvas.H
	if rows < 1 || g.Len < 1 {
		return g.First
	}
	first := g.First
	if spare := min(1, (rows-1)/2); g.At >= 0 && g.At < g.Len {
		first = max(min(first, g.At-spare), l.firstBefore(g, min(g.At+spare, g.Len-1)))
	}
	return max(min(first, l.firstBefore(g, g.Len-1)), 0)
}

// firstBefore returns the first visible line if line last is at the bottom of the screen, below the head of the tasks
// without links if that is visible.
func (l *Layout) firstBefore(g *Tree, last int) int {
	first := last - l.DepView.Canvas.H + 1
	if alone := g.Shape.Alone(); alone <= last && first < alone {
		first++
	}
	return max(first, 0)
}
