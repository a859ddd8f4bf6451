package view

const (
	briefHeight   = 30 // three lines about the selected task from here on
	splitHeight   = 16 // below this, a gesture's panel takes all rows of the picture
	chainHeight   = 18 // the longest chain below a focus from here on
	startHeight   = 22 // and what to start with
	foldRowHeight = 12 // what is folded away has its row from here on
)

// picture shares the rows between header and news among the parts of a dependency picture of w cells.
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

// startRows is how many tasks to start with are ranked below a focus.
func startRows(h int) int { return min(max((h-16)/4, 2), 6) }
