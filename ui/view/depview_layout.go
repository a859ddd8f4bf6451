package view

// DepViewRects are the places of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Titles Rect // the waves, or the columns of a tree
	Canvas Rect // boxes and lines, or lines of the tree
	Foot   Rect // what is folded away, the longest chain, what is stuck
	Below  Rect // under a thin rule: about the selected task
}

const (
	briefHeight    = 16 // a row about the selected task below a picture from here on
	briefLogHeight = 30 // and below a tree
	foldRowHeight  = 12 // what is folded away has its row from here on
	heldRowHeight  = 24 // and what is stuck
	aloneRowHeight = 30 // and what has no links
)

// placeDepView shares the body among the parts of a dependency view.
func (l *Layout) placeDepView(o LayoutOptions) {
	p, w := &l.DepView, l.Body.W
	top, bottom := l.Body.Y, l.Body.Y+l.Body.H
	take := func(rows int) Rect {
		rows = max(min(rows, bottom-top), 0)
		bottom -= rows
		return Rect{X: 0, Y: bottom, W: w, H: rows}
	}
	if l.Told {
		p.Canvas = Rect{X: margin, Y: top, W: w - 2*margin, H: bottom - top}
		return
	}
	if !o.Detail && (l.H >= briefLogHeight || o.View == GraphView && l.H >= briefHeight) {
		p.Below = take(1)
	}
	if l.H >= foldRowHeight {
		rows := 1
		if o.View == GraphView {
			rows += b2i(l.H >= heldRowHeight) + b2i(l.H >= aloneRowHeight)
		}
		p.Foot = take(rows)
	}
	if o.View == GraphView || o.View == TreeView && l.H >= roomyHeight {
		p.Titles = Rect{X: 0, Y: top, W: w, H: min(1, bottom-top)}
		top += p.Titles.H
	}
	p.Canvas = Rect{X: margin, Y: top, W: w - 2*margin, H: bottom - top}
}

// textRows returns how many lines of text a box holds at least.
func (l *Layout) textRows() int {
	if l.H < roomyHeight {
		return 1
	}
	return 2
}

// ToldWidth returns the fewest cells of the words in a box of what is told, two of which stand beside each other: where there is room they
// are large, and all of them are as wide, so that nothing moves from one picture to the next.
func (l Layout) ToldWidth() int { return min((l.W-28-columnGap*b2i(l.Breadth == Wide))/2, 44) }

// columnGap is the cells that links usually take between two columns.
const columnGap = 6
