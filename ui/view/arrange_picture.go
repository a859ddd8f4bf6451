package view

import "sideboard/board/graph"

const (
	briefHeight = 30 // three lines about the selected task from here on
	splitHeight = 16 // below this, a gesture's panel takes all rows of the picture
	chainHeight = 18 // the longest chain below a focus from here on
	startHeight = 22 // and what to start with
	footHeight  = 12 // what is folded away has its row from here on
)

// picture shares the rows between header and news among the parts of a dependency picture of w cells.
func (l *Layout) picture(o Opts, w, bottom int) {
	l.Projection = o.Projection
	p := &l.Picture
	top := 1
	if l.H >= airyHeight {
		top = 2
	}
	if l.H > newsHeight {
		p.Tabs = Rect{0, top, w, 1}
		top++
		if l.H >= airyHeight {
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
		p.Below = take(min(max(l.H/3, 8), 16))
	case o.Projection == FocusProjection && l.H >= startHeight:
		p.Below = take(3 + startRows(l.H))
	case o.Projection == FocusProjection && l.H >= chainHeight:
		p.Below = take(2)
	case o.Projection != FocusProjection && l.H >= briefHeight && !o.Detail:
		p.Below = take(4)
	}
	if o.Projection == GraphProjection && l.H >= footHeight {
		p.Foot = take(1)
	}
	if o.Projection == GraphProjection || o.Projection == FocusProjection && l.Breadth != Narrow {
		p.Titles = Rect{0, top, w, min(1, bottom-top)}
		top += p.Titles.H
	}
	p.Canvas = Rect{margin, top, w - 2*margin, bottom - top}
}

// startRows is how many tasks to start with are ranked below a focus.
func startRows(h int) int { return min(max((h-16)/4, 2), 6) }

// GraphOptions are the options for laying a graph out so that its waves share the width: as many as there are where
// they fit, three on a terminal of 80 cells, one beside the links to the next on one of 40.
func (l Layout) GraphOptions(g *graph.Graph) graph.Options {
	return graph.Options{BoxWidth: boxWidth(l.Picture.Canvas.W, g.Waves()), TextRows: l.textRows(), MaxPorts: 3}
}

// FocusOptions are the options for laying out the neighbours of a task within depth steps, and how many boxes a column
// has room for.
func (l Layout) FocusOptions(depth int) (limit int, o graph.Options) {
	o = graph.Options{BoxWidth: boxWidth(l.Picture.Canvas.W, 2*depth+1), TextRows: l.textRows(), MaxPorts: 3}
	return max(l.Picture.Canvas.H/(o.TextRows+3), 1), o
}

// textRows is how many lines of text a box holds.
func (l *Layout) textRows() int {
	if l.H < roomyHeight {
		return 1
	}
	return 2
}

// between is the cells the links between two waves usually need.
const between = 6

// boxWidth is how wide boxes are so that n waves fit side by side on w cells, from 18 to 28 cells; where they do not,
// as many as fit.
func boxWidth(w, n int) int {
	const least, most = 18, 28
	fit := max((w+between)/(least+between), 1)
	if n = max(min(n, fit), 1); w < 60 && n == 1 {
		return max(min(w-between, most), 8)
	}
	return max(min((w+between)/n-between, most), min(least, max(w, 8)))
}
