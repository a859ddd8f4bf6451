package view

import "sideboard/board/graph"

// DepViewRects are the places of a dependency view, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Finale Rect // what is said when everything is completed
	Titles Rect // the waves, or the columns of a timeline
	Canvas Rect // boxes and lines, or lines of the timeline
	Foot   Rect // what is folded away, and the map of waves
	Below  Rect // under a thin rule: about the selected task, chain and ranking, or a link action's panel
}

const (
	briefestHeight = 16 // one line about the selected task from here on
	briefHeight    = 30 // three lines about the selected task from here on
	aroundHeight   = 40 // and three more below them, where they have no room beside them
	splitHeight    = 16 // below this, a link action's panel takes all rows of the dependency view
	foldRowHeight  = 12 // what is folded away has its row from here on
	chainRowHeight = 24 // and the longest chain
	heldRowHeight  = 40 // and what is stuck
	finaleLeast    = 3  // rows of what is said above a graph in which everything is done: two, apart from the tasks below
)

// placeDepView shares the body among the parts of a dependency view.
func (l *Layout) placeDepView(o LayoutOptions) {
	p, w, finale := &l.DepView, l.Body.W, 0
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
			rows = min(rows, 6+o.Candidates)
		}
		p.Below = take(rows)
		if l.H >= airyHeight {
			bottom--
		}
	case l.H >= briefHeight && !o.Detail:
		rows := 1 + summaryRows
		if l.Breadth == Narrow && l.H >= aroundHeight && o.View == GraphView {
			rows += summaryRows
		}
		if p.Below = take(rows); o.View == TimelineView {
			bottom-- // a picture has its foot there
		}
	case o.View == GraphView && l.H >= briefestHeight && !o.Detail && !l.Stage: // an order has all of it in its line
		p.Below = take(1)
	}
	if l.H >= foldRowHeight {
		p.Foot = take(1)
		for _, least := range [2]int{chainRowHeight, heldRowHeight} {
			if o.View == GraphView && l.H >= least {
				rows := p.Foot.H + 1
				p.Foot = take(1)
				p.Foot.H = rows
			}
		}
		if o.Done && o.View == GraphView && l.H >= chainRowHeight {
			finale = finaleLeast + b2i(l.Breadth == Narrow)
			bottom += p.Foot.H
			p.Foot = take(1)
		}
	}
	if o.View == TimelineView && l.H >= roomyHeight && !p.Foot.Empty() {
		bottom-- // what is below is counted there
	}
	p.Finale = Rect{0, top, w, min(finale, bottom-top)}
	top += p.Finale.H
	if o.View == GraphView || o.View == TimelineView && l.H >= roomyHeight {
		p.Titles = Rect{0, top, w, min(1, bottom-top)}
		top += p.Titles.H
	}
	p.Canvas = Rect{margin, top, w - 2*margin, bottom - top}
}

// The cells of a box: what it must have on a terminal of usual width and on a narrow one, and what is enough.
const (
	boxLeast, boxLeastNarrow, boxMost = 20, 16, 44
	boxFewest                         = 6 // a frame and one character
)

// refitLimit is how many boxes a graph may have to be laid out a second time for widths that fit better.
const refitLimit = 120

// shareLimit is how many boxes a graph may have to be laid out a second time so that its waves share the width.
const shareLimit = 300

// textRows returns how many lines of text a box holds: of what is told with one for the line of its file.
func (l *Layout) textRows() int {
	switch {
	case l.Told && l.H >= stageHeight:
		return 3
	case l.H < roomyHeight || l.Stage && !l.Told && l.H < stageHeight:
		return 1
	}
	return 2
}

// ToldWidth returns the fewest cells of the words in a box of what is told, two of which stand beside each other: where there is room they
// are large, the line of a file fits, and all of them are as wide, so that nothing moves from one picture to the next.
func (l Layout) ToldWidth() int { return min((l.W-28-columnGap*b2i(l.Breadth == Wide))/2, 44) }

// columnGap is the cells that links usually take between two columns.
const columnGap = 6

// fittingWidth returns how wide the boxes of a layout must be so that as many columns as can be stand side by side on w cells,
// and so many columns anyhow: a focus keeps the widths of its boxes while its sides come and go.
func fittingWidth(of *graph.Layout, w, least, fewest int) int {
	n := len(of.Columns)
	if n == 0 {
		return least
	}
	k, links := fittingWaves(of, w, least)
	if k == 1 {
		return max(min(boxMost, w-max(asideOf(of), 2*waveLead)), boxFewest)
	}
	room := (w - links) / k
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

// fittingWaves returns how many columns of a layout can stand side by side anywhere on w cells, with boxes of so many, and the cells of
// the links between them.
func fittingWaves(of *graph.Layout, w, box int) (k, links int) {
	n := len(of.Columns)
	for k = n; ; k-- {
		links = 0
		for i := 0; i+k <= n; i++ {
			gaps := of.Columns[i+k-1].X - of.Columns[i].X
			for _, c := range of.Columns[i : i+k-1] {
				gaps -= c.W
			}
			links = max(links, gaps)
		}
		if k < n {
			links += asideOf(of)
		}
		if k <= 1 || k*box+links <= w {
			return k, links
		}
	}
}

// asideOf returns the cells of what stands beside as many columns as fit, where not all do.
func asideOf(of *graph.Layout) int {
	if of.Names > 0 {
		return leadOf(of) + of.Names + 4
	}
	return waveLead
}

// waveLead is how many cells left of a wave are shown with it: the heads of the links that end there.
const waveLead = 3
