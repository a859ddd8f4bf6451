package view

import "sideboard/board/graph"

// DepViewRects are the places of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Tabs   Rect // names the views, and how many tasks there are of each kind
	Titles Rect // the waves, or the three parts of a focus
	Canvas Rect // boxes and lines, or lines of the timeline
	Foot   Rect // what is folded away, and the map of waves
	Below  Rect // under a thin rule: about the selected task, chain and ranking, or a link action's panel
}

const (
	briefHeight   = 30 // three lines about the selected task from here on
	splitHeight   = 16 // below this, a link action's panel takes all rows of the dependency view
	chainHeight   = 18 // the longest chain below a focus from here on
	startHeight   = 22 // and what to start with
	foldRowHeight = 12 // what is folded away has its row from here on
)

// placeDepView shares the rows between header and news among the parts of a dependency view of w cells.
func (l *Layout) placeDepView(o LayoutOptions, w, bottom int) {
	l.View = o.View
	p := &l.DepView
	top := 1
	if l.H >= airyHeight {
		top = 2
	}
	if l.H > newsHeight {
		p.Tabs = Rect{0, top, w, 1}
		top++
		if l.H >= roomyHeight {
			top++
		}
	}
	bottom = max(bottom, top)
	l.Body = Rect{0, top, w, bottom - top}
	take := func(rows int) Rect {
		rows = max(min(rows, bottom-top), 0)
		bottom -= rows
		return Rect{0, bottom, w, rows}
	}
	switch {
	case o.Linking && l.H < splitHeight:
		p.Below = take(l.Body.H)
		return
	case o.Linking:
		rows := min(max(l.H/3, 8), 14)
		if o.Candidates > 0 {
			rows = min(rows, 4+o.Candidates)
		}
		p.Below = take(rows)
		if l.H >= airyHeight {
			bottom--
		}
	case o.View == FocusView && l.H >= startHeight:
		p.Below = take(3 + startRows(l.H))
	case o.View == FocusView && l.H >= chainHeight:
		p.Below = take(2)
	case o.View != FocusView && l.H >= briefHeight && !o.Detail:
		p.Below = take(4)
		bottom--
	}
	if o.View == GraphView && l.H >= foldRowHeight {
		p.Foot = take(1)
	}
	if o.View == GraphView || o.View == FocusView && l.Breadth != Narrow {
		p.Titles = Rect{0, top, w, min(1, bottom-top)}
		top += p.Titles.H
	}
	p.Canvas = Rect{margin, top, w - 2*margin, bottom - top}
}

// startRows returns how many tasks to start with are ranked below a focus.
func startRows(h int) int { return min(max((h-16)/4, 2), 6) }

// The cells of a box: what it must have on a terminal of usual width and on a narrow one, and what is enough.
const (
	boxLeast, boxLeastNarrow, boxMost = 20, 18, 34
	boxFewest                         = 6 // a frame and one character
)

// refitLimit is how many boxes a graph may have to be laid out a second time for widths that fit better.
const refitLimit = 120

// LayoutGraph lays a graph out so that its waves share the width: as many as there are where they fit, three on a terminal
// of 80 cells, one beside its links on one of 40. Of the options, those that say how large boxes are need not be set.
func (l Layout) LayoutGraph(g *graph.Graph, o graph.Options) *graph.Layout {
	o.TextRows, o.MaxPorts = l.textRows(), 3
	w := l.DepView.Canvas.W
	o.BoxWidth = firstWidth(o, w)
	of := g.Layout(o)
	if fits := fittingWidth(of, w, 0); fits != o.BoxWidth && len(of.Boxes) <= refitLimit {
		o.BoxWidth = fits
		of = g.Layout(o)
	}
	return of
}

// LayoutFocus lays out the neighbours of a task within depth steps, as many in a column as there is room for.
func (l Layout) LayoutFocus(g *graph.Graph, node int32, depth int, o graph.Options) *graph.Layout {
	o.TextRows, o.MaxPorts = l.textRows(), 3
	w := l.DepView.Canvas.W
	o.BoxWidth = firstWidth(o, w)
	limit := max(l.DepView.Canvas.H/(o.TextRows+3), 1)
	of := g.Focus(node, depth, limit, o)
	if fits := fittingWidth(of, w, 2*depth+1); fits != o.BoxWidth {
		o.BoxWidth = fits
		of = g.Focus(node, depth, limit, o)
	}
	return of
}

// firstWidth returns how wide boxes are to begin with: as they were, because then they mostly fit at once.
func firstWidth(o graph.Options, w int) int {
	most := max(min(boxMost, w-2*waveLead), boxFewest)
	if o.Previous != nil && len(o.Previous.Boxes) > 0 {
		return max(min(o.Previous.Boxes[0].W, most), boxFewest)
	}
	return min(boxLeast, most)
}

// FocusDepth returns how many steps each way a focus shows unless somebody says otherwise.
func (l Layout) FocusDepth() int {
	if l.DepView.Canvas.W >= PanelWidth {
		return 2
	}
	return 1
}

// textRows returns how many lines of text a box holds.
func (l *Layout) textRows() int {
	if l.H < roomyHeight {
		return 1
	}
	return 2
}

// fittingWidth returns how wide the boxes of a layout must be so that as many columns as can be stand side by side on w cells,
// and so many columns anyhow: a focus keeps the widths of its boxes while its sides come and go.
func fittingWidth(of *graph.Layout, w, fewest int) int {
	n := len(of.Columns)
	if n == 0 {
		return boxLeast
	}
	least := boxLeast
	if w < WideWidth {
		least = boxLeastNarrow
	}
	// links is the most cells that the links between k columns in a row take.
	links := func(k int) (most int) {
		for i := 0; i+k <= n; i++ {
			first, last := &of.Columns[i], &of.Columns[i+k-1]
			most = max(most, last.X+last.W-first.X-k*first.W)
		}
		if k < n {
			most += waveLead
		}
		return most
	}
	k := n
	for k > 1 && k*least+links(k) > w {
		k--
	}
	if k == 1 {
		return max(min(boxMost, w-2*waveLead), boxFewest)
	}
	room := (w - links(k)) / k
	if k == n { // what lies left and right of the boxes belongs to the dependency view too
		room = (w - (of.W - n*of.Columns[0].W)) / k
		if fewest > k {
			room = min(room, (w-columnGap*(fewest-1))/fewest)
		}
	}
	return max(min(boxMost, room), boxLeastNarrow)
}
