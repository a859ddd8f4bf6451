package view

import "sideboard/ui/lay"

// DepViewRects are the parts of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Titles Rect // of the waves, or of the columns of a tree
	Canvas Rect // boxes and lines, or lines of the tree
	Foot   Rect // folded tasks, the longest chain, stuck tasks
	Below  Rect // about the selected task
}

// The rows of a picture, and of a tree, from the top: titles, the boxes or lines, folded tasks, stuck tasks, tasks without links, and
// a row about the selected task. A tree shows most of that in its lines.
var (
	pictureRows = [...]lay.Part{row(1), {Least: 1, Good: 1, Want: 1 << 20}, row(6), row(14), row(18), row(9)}
	treeRows    = [...]lay.Part{row(13), {Least: 1, Good: 1, Want: 1 << 20}, row(6), {}, {}, row(20)}
)

// placeDepView divides the body into the parts of a dependency view.
func (l *Layout) placeDepView(o LayoutOptions) {
	parts := pictureRows
	if o.View == TreeView {
		parts = treeRows
	}
	if o.Detail { // which shows more about the selected task
		parts[5] = lay.Part{}
	}
	if l.Spotlight {
		parts = [len(parts)]lay.Part{1: parts[1]}
	}
	at := lay.Rows(l.Body, parts[:], []int{0, 2, 5, 3, 4, 1})
	p := &l.DepView
	p.Titles, p.Canvas, p.Foot, p.Below = at[0], at[1], at[2], at[5]
	p.Foot.H += at[3].H + at[4].H
	p.Canvas.X, p.Canvas.W = margin, p.Canvas.W-2*margin
}

// textRows returns the fewest lines of text in a box.
func (l *Layout) textRows() int { return 1 + b2i(l.H >= roomyHeight) }

// SpotlightWidth returns the fewest cells of text in a box of a story, of which two must fit next to each other. All boxes are equally
// wide, so that nothing moves from one picture to the next.
func (l Layout) SpotlightWidth() int { return min((l.W-28-columnGap*b2i(l.Breadth == Wide))/2, 44) }

// columnGap is the number of cells that links usually take between two columns.
const columnGap = 6
