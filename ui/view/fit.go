package view

import "sideboard/board/graph"

// The cells of a box: what it must have on a terminal of usual width and on a narrow one, and what is enough.
const (
	boxLeast, boxLeastNarrow, boxMost = 20, 18, 34
	boxFewest                         = 6 // a frame and one character
)

// refitLimit is how many boxes a graph may have to be laid out a second time for widths that fit better.
const refitLimit = 120

// LayGraph lays a graph out so that its waves share the width: as many as there are where they fit, three on a terminal
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

// LayFocus lays out the neighbours of a task within depth steps, as many in a column as there is room for.
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

// firstWidth is how wide boxes are to begin with: as they were, because then they mostly fit at once.
func firstWidth(o graph.Options, w int) int {
	most := max(min(boxMost, w-2*waveLead), boxFewest)
	if o.Previous != nil && len(o.Previous.Boxes) > 0 {
		return max(min(o.Previous.Boxes[0].W, most), boxFewest)
	}
	return min(boxLeast, most)
}

// FocusDepth is how many steps each way a focus shows unless somebody says otherwise.
func (l Layout) FocusDepth() int {
	if l.DepView.Canvas.W >= PanelWidth {
		return 2
	}
	return 1
}

// textRows is how many lines of text a box holds.
func (l *Layout) textRows() int {
	if l.H < roomyHeight {
		return 1
	}
	return 2
}

// fitting is how wide the boxes of a layout must be so that as many columns as can be stand side by side on w cells,
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
	if k == n { // what lies left and right of the boxes belongs to the picture too
		room = (w - (of.W - n*of.Columns[0].W)) / k
		if fewest > k {
			room = min(room, (w-columnGap*(fewest-1))/fewest)
		}
	}
	return max(min(boxMost, room), boxLeastNarrow)
}
