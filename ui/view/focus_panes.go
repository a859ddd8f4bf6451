package view

import (
	"slices"

	"sideboard/board/graph"
)

// paneKind is what one of the lists below the picture of a focus tells of.
type paneKind uint8

const (
	aboutPane  paneKind = iota // the task itself, where its box has no room for that
	beforePane                 // what it waits for further away than is drawn
	afterPane
	chainPane // the longest chain
	planPane  // all tasks, wave by wave
	startPane // what to finish or start first
	newsPane  // what happened to the task
	paneKinds
)

// pane is where a list stands, and the cells of its columns.
type pane struct {
	Rect
	kind                paneKind
	aside               bool // in rows that the picture leaves free
	narrow              bool // its columns are those of the lines above it
	ids, titles, owners int
	from, to, all       int // which of all its entries are seen
}

// paneRow is a row of a list: the head where it has the number 0.
type paneRow struct {
	y, pane, i int
	node       int32 // the task it is of, -1 for none
	title      Text  // of it, or a part
	rest, last bool  // the part is not the first one; it is the last of all that the list names
}

// focusPanes is the lists below the picture of a focus.
type focusPanes struct {
	panes []pane
	rows  []paneRow
	free  Rect // below them
	ids   int  // the cells of the longest id in all that stands below each other on a narrow terminal

	planned *graph.Layout // the whole plan, where there is a list of it
}

// prepare places the lists in the rows that the picture leaves free: right below it.
func (s *focusPanes) prepare(l *Layout, dv *DepView) {
	s.panes, s.rows, s.free, s.planned = s.panes[:0], s.rows[:0], Rect{}, nil
	if dv.Focus == nil || dv.Link != nil {
		return
	}
	picture, all := l.focusPicture(dv), l.DepView.Canvas
	if s.ids = 0; l.Breadth == Narrow {
		for _, line := range l.neighbourRows(dv) {
			s.ids = max(s.ids, line.ids)
		}
	}
	r := Rect{0, picture.Y + picture.H, all.X + all.W, all.H - picture.H}
	if r.H > 2 {
		r.Y, r.H = r.Y+1, r.H-1
	}
	if l.Breadth != Wide || l.H < airyHeight {
		r.H -= b2i(r.H > stackApart)
		s.stack(l, dv, r, []paneKind{aboutPane, beforePane, afterPane, newsPane, chainPane, startPane})
		if n := len(s.panes); n > 0 {
			end := s.panes[n-1].Y + s.panes[n-1].H + 1
			s.free = Rect{r.X, end, r.W, r.Y + r.H - end}
		}
		return
	}
	sides := [2][]paneKind{{chainPane, beforePane}, {startPane, afterPane}}
	if of := dv.Focus.plan(r.H, 1+s.want(l, dv, startPane, r.W)); of != nil {
		s.planned = of
		h := of.H + planHead
		s.fill(l, dv, Rect{r.X, r.Y, r.W, h}, planPane)
		r.Y, r.H = r.Y+h+1, r.H-h-1
		sides = [2][]paneKind{} // who is further away is lit there
		if h := min(s.want(l, dv, startPane, r.W), r.H); h > 1 && !s.startAside(l, dv) {
			s.fill(l, dv, Rect{r.X, r.Y, r.W, h}, startPane)
			r.Y, r.H = r.Y+h+1, r.H-h-1
		}
	}
	if s.planned == nil {
		if sides = s.asides(l, dv, sides); s.startAside(l, dv) {
			sides[1] = slices.DeleteFunc(sides[1], func(k paneKind) bool { return k == startPane })
		}
	}
	for i, kinds := range sides {
		if !slices.ContainsFunc(kinds, func(k paneKind) bool { return s.want(l, dv, k, r.W) > 0 }) {
			sides[i] = nil
		}
	}
	right, aligned := l.rightOf(dv, r)
	halves := [2]Rect{{r.X, r.Y, right - 3 - r.X, r.H}, {right, r.Y, r.X + r.W - right, r.H}}
	if first := slices.IndexFunc(sides[:], func(kinds []paneKind) bool { return kinds != nil }); first < 0 {
		s.free = r
		return
	} else if sides[1-first] == nil { // the only list stands below what is at the right, what happened beside it
		at := b2i(aligned)
		s.stack(l, dv, halves[at], sides[first])
		s.free = halves[1-at]
		return
	}
	end := r.Y
	for i, kinds := range sides {
		first := len(s.panes)
		s.stack(l, dv, halves[i], kinds)
		for _, of := range s.panes[first:] {
			end = max(end, of.Y+of.H+1)
		}
	}
	s.free = Rect{r.X, end, r.W, r.Y + r.H - end}
}

// stackApart is the rows below a focus from which on a free one stands below its lists.
const stackApart = 8

// leastTold is the fewest free rows below the lines of an order in which more is told of the selected task.
const leastTold = 8

// TellsBelow reports whether an order of so many lines leaves rows in which more is told of the selected task.
func (l Layout) TellsBelow(lines int) bool { return lines+leastTold <= l.DepView.Canvas.H }

// HasLines reports whether an order has room for so many lines, and for what is told below them of the selected task where that stands
// nowhere else.
func (l Layout) HasLines(lines int) bool {
	if l.Detail.Empty() && l.Breadth != Wide {
		return lines <= l.DepView.Canvas.H
	}
	return l.TellsBelow(lines)
}

// beside places what is told of the selected task below so many rows of an order.
func (s *focusPanes) beside(l *Layout, dv *DepView, rows int) {
	s.panes, s.rows, s.free = s.panes[:0], s.rows[:0], Rect{}
	if dv.Focus == nil || dv.Link != nil || !l.TellsBelow(rows) {
		return
	}
	s.ids = dv.Focus.ids(dv, startPane)
	all := l.DepView.Canvas
	r := Rect{0, all.Y + rows + 1, all.X + all.W, all.H - rows - 2}
	switch {
	case !l.Detail.Empty(), l.Breadth != Wide: // the task is told of there, or in the rows below the foot
		s.stack(l, dv, r, []paneKind{startPane})
		return
	}
	w := (r.W - 3) / 2
	for _, k := range []paneKind{aboutPane, newsPane} {
		if s.want(l, dv, k, w) > 0 {
			s.stack(l, dv, Rect{r.X, r.Y, w, r.H}, []paneKind{k})
			r.X += w + 3
		}
	}
}

// byNeed are the lists in the order in which they are given the rows they need at least.
var byNeed = [...]paneKind{aboutPane, afterPane, newsPane, beforePane, startPane, chainPane}

// stack places lists below each other: each has the rows it needs at least, as far as there are any, then those it can use.
func (s *focusPanes) stack(l *Layout, dv *DepView, r Rect, kinds []paneKind) {
	var heights, wants [paneKinds]int
	left, gap := r.H, b2i(r.H > 5)
	for _, k := range byNeed {
		if !slices.Contains(kinds, k) {
			continue
		}
		wants[k] = s.want(l, dv, k, r.W)
		if least := min(wants[k], s.least(k, left)); least > 0 && least+gap*b2i(left < r.H) <= left {
			left -= least + gap*b2i(left < r.H)
			heights[k] = least
		}
	}
	for _, k := range [...]paneKind{aboutPane, newsPane, afterPane, beforePane, chainPane, startPane} {
		more := min(wants[k]-heights[k], left)
		if heights[k] > 0 {
			heights[k], left = heights[k]+more, left-more
		}
	}
	for _, k := range kinds {
		if r.H = heights[k]; r.H > 0 {
			s.fill(l, dv, r, k)
			r.Y += r.H + gap
		}
	}
}

// least returns the fewest rows in which a list says something.
func (s *focusPanes) least(k paneKind, left int) int {
	switch {
	case k == aboutPane:
		return max(3, left*2/3) // what lies further away is counted in the picture too
	case k == chainPane:
		return 1 + leastListed // rather none than ids alone
	}
	return 3
}

// leastListed is how many tasks of the longest chain are listed at least.
const leastListed = 6

// entries returns how many entries a list has, and how many of them can be named.
func (f *Focus) entries(k paneKind) (all, named int) {
	switch k {
	case startPane:
		if f.About != nil {
			return len(f.About.Start), len(f.About.Start)
		}
	case chainPane:
		return len(f.Chain), len(f.Chain)
	case newsPane:
		if f.About != nil {
			return len(f.About.News), len(f.About.News)
		}
	case beforePane, afterPane:
		if side := int(k - beforePane); f.About != nil {
			return f.About.More[side], len(f.About.Far[side])
		}
	}
	return 0, 0
}

// want returns how many rows a list of so many cells can use.
func (s *focusPanes) want(l *Layout, dv *DepView, k paneKind, w int) int {
	f := dv.Focus
	_, n := f.entries(k)
	switch {
	case k == newsPane && l.View == FocusView && l.tellsInBox():
		return 0
	case k == aboutPane:
		return f.About.rows(l)
	case k == chainPane:
		if n == 0 {
			return 2
		}
	case n == 0:
		return 0
	}
	if l.Breadth != Narrow || k == newsPane {
		return 1 + n
	}
	rows := 1
	for i := range n {
		node := dv.Node(f.entry(k, i))
		rows += max(len(node.Subject.Wrap(s.narrowTitle(k, w))), 1)
	}
	return rows
}

// narrowTitle returns the cells of a title in a list on a narrow terminal.
func (s *focusPanes) narrowTitle(k paneKind, w int) int {
	return max(w-2*margin-2-2-s.ids-1-startCount*b2i(k == startPane), 1)
}

// ids returns the cells of the longest id in a list.
func (f *Focus) ids(dv *DepView, k paneKind) (w int) {
	_, named := f.entries(k)
	for i := range named {
		n := dv.Node(f.entry(k, i))
		w = max(w, min(n.ID.Width(), lineID))
	}
	return w
}

// entry returns a task of a list.
func (f *Focus) entry(k paneKind, i int) int32 {
	switch k {
	case startPane:
		return f.About.Start[i]
	case chainPane:
		return f.Chain[i]
	}
	return f.About.Far[k-beforePane][i]
}

// fill gives a list its rows.
func (s *focusPanes) fill(l *Layout, dv *DepView, r Rect, k paneKind) {
	at, f := len(s.panes), dv.Focus
	s.panes = append(s.panes, pane{Rect: r, kind: k, narrow: l.Breadth == Narrow})
	of := &s.panes[at]
	add := func(row paneRow) {
		row.y, row.pane = r.Y+row.i, at
		s.rows = append(s.rows, row)
	}
	add(paneRow{node: -1})
	all, named := f.entries(k)
	of.all = all
	if k == planPane {
		return
	}
	if k == aboutPane || k == newsPane || named == 0 || k == chainPane && named < 2 {
		for i := 1; i < r.H; i++ {
			add(paneRow{i: i, node: -1})
		}
		return
	}
	if k == chainPane { // from the one before the selected task on
		of.from = max(min(slices.Index(f.Chain, dv.Selected)-1, named-(r.H-1)), 0)
	}
	of.to = of.from
	for i := 1; i < r.H && of.to < named; of.to++ {
		node := f.entry(k, of.to)
		n := dv.Node(node)
		of.ids, of.titles, of.owners = max(of.ids, min(n.ID.Width(), lineID)), max(of.titles, n.Subject.Width()), max(of.owners, min(n.Owner.Width(), 13))
		if l.Breadth != Narrow {
			add(paneRow{i: i, node: node, title: n.Subject})
			i++
			continue
		}
		of.ids = s.ids
		parts := n.Subject.Wrap(s.narrowTitle(k, r.W))
		if i+len(parts) > r.H {
			break
		}
		for part, title := range parts {
			add(paneRow{i: i, node: node, title: title, rest: part > 0})
			i++
		}
	}
	s.rows[len(s.rows)-1].last = of.to == of.all
}

// at returns the task that a list names at a cell of the screen, and whether there is one.
func (s *focusPanes) at(dv *DepView, x, y int) (int32, bool) {
	if c, ok := s.plan(); ok && c.rect.Contains(x, y) {
		return c.layout.At(c.toLayout(x, y))
	}
	for k := range s.rows {
		row := &s.rows[k]
		of := &s.panes[row.pane]
		if row.y == y && x >= of.X && x < of.X+of.W && row.node >= 0 {
			return row.node, true
		}
	}
	return 0, false
}
