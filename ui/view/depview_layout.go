package view

import "sideboard/ui/lay"

// DepViewRects are the parts of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Titles Rect // of the waves, or of the columns of a tree
	Canvas Rect // boxes and lines, or lines of the tree
	Foot   Rect // folded tasks, the longest chain, stuck tasks
}

// The rows of a picture, and of a tree, from the top: titles, the boxes or lines, and the foot. That of a picture has
// up to three rows: tasks without links, stuck tasks, and the legend.
var (
	pictureRows = [...]lay.Part{row(1), {Least: 1, Good: 1, Want: 1 << 20}, row(6), row(14), row(18)}
	treeRows    = [...]lay.Part{row(6), {Least: 1, Good: 1, Want: 1 << 20}, row(5), {}, {}}
)

// placeDepView divides the body into the parts of a dependency view.
func (l *Layout) placeDepView(o LayoutOptions) {
	parts := pictureRows
	if o.View == TreeView {
		parts = treeRows
	}
	if l.Spotlight {
		parts = [len(parts)]lay.Part{1: parts[1]}
	}
	at := lay.Rows(l.Body, parts[:], []int{0, 2, 3, 4, 1})
	p := &l.DepView
	p.Titles, p.Canvas, p.Foot = at[0], at[1], at[2]
	p.Foot.H += at[3].H + at[4].H
	if l.Spotlight { // all else reaches from side to side
		p.Canvas.X, p.Canvas.W = margin, p.Canvas.W-2*margin
	}
}

// textRows returns the fewest lines of text in a box.
func (l *Layout) textRows() int { return 1 + b2i(l.H >= roomyHeight) }

// SpotlightWidth returns the fewest cells of text in a box of a story, of which two must fit next to each other. All
// boxes are equally wide, so that nothing moves from one picture to the next.
func (l Layout) SpotlightWidth() int { return min((l.W-28-columnGap*b2i(l.Breadth == Wide))/2, 44) }

// columnGap is the number of cells that links usually take between two columns.
const columnGap = 6
