package view

import (
	"math"

	"sideboard/board/graph"
)

// DepViewRects are the places of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Titles Rect // the waves, the three parts of a focus, or the columns of a timeline
	Canvas Rect // boxes and lines, or lines of the timeline
	Foot   Rect // what is folded away, and the map of waves
	Below  Rect // under a thin rule: about the selected task, chain and ranking, or a link action's panel
}

const (
	briefestHeight = 16 // one line about the selected task from here on
	briefHeight    = 30 // three lines about the selected task from here on
	aroundHeight   = 40 // and three more below them, where they have no room beside them
	splitHeight    = 16 // below this, a link action's panel takes all rows of the dependency view
	chainHeight    = 18 // the longest chain below a focus from here on
	startHeight    = 22 // and what to start with
	foldRowHeight  = 12 // what is folded away has its row from here on
	chainRowHeight = 24 // and the longest chain
	heldRowHeight  = 40 // and what is stuck
	heldMoreHeight = 45 // which has a second row from here on
)

// placeDepView shares the body among the parts of a dependency view.
func (l *Layout) placeDepView(o LayoutOptions) {
	p, w := &l.DepView, l.Body.W
	top, bottom := l.Body.Y, l.Body.Y+l.Body.H
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
		p.Below = take(l.startAt() + 1 + startRows(l.H))
		if l.H >= airyHeight {
			bottom--
		}
	case o.View == FocusView && l.H >= chainHeight:
		p.Below = take(1)
	case o.View != FocusView && l.H >= briefHeight && !o.Detail:
		rows := 1 + summaryRows
		if l.Breadth == Narrow && l.H >= aroundHeight && o.View == GraphView {
			rows += summaryRows
		}
		if p.Below = take(rows); o.View == TimelineView {
			bottom-- // a picture has its foot there
		}
	case o.View != FocusView && l.H >= briefestHeight && !o.Detail && !l.Stage:
		p.Below = take(1)
	}
	if o.View != FocusView && l.H >= foldRowHeight {
		p.Foot = take(1)
		for _, least := range [3]int{chainRowHeight, heldRowHeight, heldMoreHeight} {
			if o.View == GraphView && l.H >= least {
				rows := p.Foot.H + 1
				p.Foot = take(1)
				p.Foot.H = rows
			}
		}
	}
	if o.View == GraphView || o.View == FocusView && l.Breadth != Narrow || o.View == TimelineView && l.H >= roomyHeight {
		p.Titles = Rect{0, top, w, min(1, bottom-top)}
		top += p.Titles.H
	}
	p.Canvas = Rect{margin, top, w - 2*margin, bottom - top}
}

// startAt returns in which row below a focus the head of what to start with stands: below the longest chain, or beside it.
func (l *Layout) startAt() int {
	switch {
	case l.chainBeside():
		return 0
	case l.H < airyHeight:
		return 2
	}
	return 3
}

// chainBeside reports whether the longest chain below a focus is a list beside what to start with.
func (l *Layout) chainBeside() bool { return l.Breadth == Wide && l.H >= airyHeight }

// startRows returns how many tasks to start with are ranked below a focus.
func startRows(h int) int { return min(max((h-16)/4, 2), 8) }

// The cells of a box: what it must have on a terminal of usual width and on a narrow one, and what is enough.
const (
	boxLeast, boxLeastNarrow, boxMost = 20, 16, 44
	boxFewest                         = 6 // a frame and one character
)

// refitLimit is how many boxes a graph may have to be laid out a second time for widths that fit better.
const refitLimit = 120

// shareLimit is how many boxes a graph may have to be laid out a second time so that its waves share the width.
const shareLimit = 300

// LayoutFocus lays out the neighbours of a task within depth steps, as many in a column as there is room for. Of the
// options, those that say how large boxes are need not be set. Boxes are as high as their titles need, that of the task itself
// as what is said about it needs, as far as all have room. Titled tells the titles of tasks, and what is marked in them.
func (l Layout) LayoutFocus(g *graph.Graph, node int32, depth, said int, o graph.Options, titled func(node int32) Node) *graph.Layout {
	r := l.DepView.Canvas
	limit := max(r.H/(l.textRows()+3), 1)
	middle := l.focusMiddle()
	beside := l.besideMiddle(2*depth, columnGap*2*depth+besideColumns, middle)
	rows, card := l.textRows(), 1
	if rows > 1 {
		rows, card = mostRows, max(r.H-2, 1)
	}
	if said == 0 {
		card = rows
	}
	fit := graph.Fit{Room: math.MaxInt32, Least: boxFewest, Width: func(i int32) int {
		if i == node {
			return middle
		}
		return beside
	}}
	fit.Rows = func(i int32) int {
		n := titled(i)
		title := max(len(n.Subject.Wrap(max(fit.Width(i)-boxSides-n.marks(), 1))), 1)
		if i == node && said > 0 {
			return min(title+said, card)
		}
		return min(1+title, rows)
	}
	o.TextRows, o.MaxPorts, o.Fit = max(rows, card), max(r.H-4, leastPorts), &fit
	for {
		of := g.Focus(node, depth, limit, o)
		gaps := of.W
		for i := range of.Columns {
			gaps -= of.Columns[i].W
		}
		if fits := l.besideMiddle(max(len(of.Columns)-1, 2*depth), gaps, middle); fits < beside {
			beside = fits
			continue
		}
		switch over := of.H - r.H; {
		case over > 0 && said > 0 && card > rows:
			card = max(card-over, rows)
		case over > 0 && rows > l.textRows():
			rows--
			card = max(card, rows)
		default:
			return of
		}
	}
}

// besideColumns is the free cells left of the first column and right of the last.
const besideColumns = 4

// focusMiddle returns how wide the box of the task in focus is: where what is said about it stands in it, wider than the others.
func (l Layout) focusMiddle() int {
	w, columns := l.DepView.Canvas.W, 2*l.FocusDepth()+1
	w -= columnGap*(columns-1) + besideColumns
	if l.tellsInBox() {
		return w * 3 / (2*columns + 1)
	}
	return max(min(w/columns, boxMost), boxLeastNarrow)
}

// besideMiddle returns how wide the boxes of so many columns beside the task in focus are, that have gaps of so many cells.
func (l *Layout) besideMiddle(columns, gaps, middle int) int {
	return max(min((l.DepView.Canvas.W-gaps-middle)/max(columns, 1), boxMost), boxLeastNarrow)
}

// tellsInBox reports whether a focus says in the box of its task what it has to say about it.
func (l *Layout) tellsInBox() bool { return l.Breadth == Wide && l.H >= startHeight }

// FocusDepth returns how many steps each way a focus shows unless somebody says otherwise.
func (l Layout) FocusDepth() int {
	if l.DepView.Canvas.W >= PanelWidth {
		return 2
	}
	return 1
}

// textRows returns how many lines of text a box holds.
func (l *Layout) textRows() int {
	if l.H < roomyHeight || l.Stage && l.H < stageHeight {
		return 1
	}
	return 2
}

// fittingWidth returns how wide the boxes of a layout must be so that as many columns as can be stand side by side on w cells,
// and so many columns anyhow: a focus keeps the widths of its boxes while its sides come and go.
func fittingWidth(of *graph.Layout, w, least, fewest int) int {
	n := len(of.Columns)
	if n == 0 {
		return least
	}
	aside := waveLead // what stands beside as many as fit, where not all do
	if of.Names > 0 {
		aside = leadOf(of) + of.Names + 4
	}
	// links is the most cells that the links between k columns in a row take.
	links := func(k int) (most int) {
		for i := 0; i+k <= n; i++ {
			gaps := of.Columns[i+k-1].X - of.Columns[i].X
			for _, c := range of.Columns[i : i+k-1] {
				gaps -= c.W
			}
			most = max(most, gaps)
		}
		if k < n {
			most += aside
		}
		return most
	}
	k := n
	for k > 1 && k*least+links(k) > w {
		k--
	}
	if k == 1 {
		return max(min(boxMost, w-max(aside, 2*waveLead)), boxFewest)
	}
	room := (w - links(k)) / k
	if k == n { // what lies left and right of the boxes belongs to the dependency view too
		room = w - of.W
		for _, c := range of.Columns {
			room += c.W
		}
		room /= k
		if fewest > k {
			room = min(room, (w-columnGap*(fewest-1))/fewest)
		}
	}
	return max(min(boxMost, room), min(least, boxLeastNarrow))
}

// waveLead is how many cells left of a wave are shown with it: the heads of the links that end there.
const waveLead = 3
