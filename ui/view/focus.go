package view

import (
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Focus is one task and its neighbours. What has two sides is first of what the task waits for, then of what waits for it.
type Focus struct {
	Layout  *graph.Layout   // from Layout.LayoutFocus
	X, Y    int             // as in Graph; Layout.ScrollFocus keeps the task in sight
	Near    [2][]int32      // its neighbours, those that are left to do first
	Left    [2]int          // how many those are
	Reach   [2]int          // how many are left to do with those further away
	Chain   []int32         // the longest chain of unfinished work
	Plans   []*graph.Layout // of all tasks, from Layout.LayoutPlans
	About   *About          // nil for nothing
	Width   int             // the cells that its lines are laid out for
	Preview *LinkPreview
	Drag    *LinkDrag
}

// focusPicture returns the place of the boxes of a focus, or of the lines that stand for them.
func (l *Layout) focusPicture(dv *DepView) Rect {
	r, h := l.DepView.Canvas, 0
	switch f := dv.Focus; {
	case l.Breadth == Narrow:
		h = len(l.neighbourRows(dv))
	case f.Layout != nil:
		h = f.Layout.H
		for i := range f.Layout.Columns {
			if len(f.Layout.Columns[i].Hidden) > 0 {
				h = f.Layout.H + 1
			}
		}
	}
	return Rect{r.X, r.Y, r.W, min(h, l.pictureRows())}
}

// ScrollFocus returns where the window into a focus stands: at its beginning, or so that the task in focus is in the middle where not all
// of it fits.
func (l Layout) ScrollFocus(p *DepView) (x, y int) {
	c, ok := l.viewport(p)
	if !ok || l.View != FocusView {
		return 0, 0
	}
	box, drawn := c.layout.Box(p.Selected)
	if drawn {
		x = c.layout.Columns[0].X - 1
	}
	if drawn && box.Column == 0 {
		x -= emptySide
	}
	if drawn && c.layout.W-x > c.rect.W {
		x = max(min(box.X+box.W/2-c.rect.W/2, c.layout.W-c.rect.W), x)
	}
	if drawn && c.layout.H > c.rect.H {
		y = max(min(box.Y+box.H/2-c.rect.H/2, c.layout.H-c.rect.H), 0)
	}
	return x, y
}

// drawFocusTitles draws the titles of the parts of a focus above their boxes.
func (pt *Painter) drawFocusTitles(l *Layout, dv *DepView) {
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	p, all := &pt.p, pt.p.end
	title := func(x, w, beside, wave int) {
		if x < p.at || x+len("WAITS FOR") > all+1 {
			return
		}
		p.padTo(x)
		p.end = min(x+w+beside, all)
		dv.Focus.drawTitle(p, wave)
		if p.end = min(x+w, all); p.remaining() > 2 {
			p.space(1)
			p.bar(style.Faint, pt.sh.Glyphs.Horizontal, p.remaining())
		}
		p.end = all
	}
	for i := range c.layout.Columns {
		col := &c.layout.Columns[i]
		x := c.rect.X + col.X - c.x
		if col.Wave == 0 && i == 0 {
			title(c.rect.X+1, emptySide-2, 0, -1)
		}
		beside := columnGap
		if i+1 < len(c.layout.Columns) {
			beside = c.layout.Columns[i+1].X - col.X - col.W - 2
		}
		w := col.W
		if i == len(c.layout.Columns)-1 && col.Wave > 0 { // as far as the lists below
			w = max(w, all-margin-1-x)
		}
		title(x, w, beside, col.Wave)
		if col.Wave == 0 && i == len(c.layout.Columns)-1 {
			title(x+col.W+3, emptySide-2, 0, 1)
		}
	}
}

// done returns how many of the neighbours on one side are done.
func (f *Focus) done(side int) int { return len(f.Near[side]) - f.Left[side] }

// drawTitle draws the title of one part of a focus, with how many tasks there are in it.
func (f *Focus) drawTitle(p *pen, wave int) {
	side := b2i(wave > 0)
	switch {
	case wave == 0:
		p.ascii(style.TitleStrong, "FOCUS")
		return
	case wave < -1 || wave > 1:
		p.number(style.Head, max(wave, -wave))
		p.ascii(style.Head, [2]string{" STEPS BEFORE", " STEPS LATER"}[side])
		return
	}
	p.ascii(style.Head, [2]string{"WAITS FOR", "UNBLOCKS"}[side])
	if n := f.Left[side]; n > 0 {
		p.space(2)
		p.number(style.Title, n)
	}
}

// sideStyles are the colours of what a task waits for, and of what waits for it.
var sideStyles = [2]style.Style{style.Upstream, style.Downstream}

// nothingWords returns what is said of a side with nothing in it: that there is nothing, or nothing any more where so many are done.
func nothingWords(n int) (words, done Text) {
	if n == 0 {
		return wordNothingThere, Text{}
	}
	return wordNothingNow, safetext.Number(n).Append(wordDone)
}

var (
	wordNothingThere = safetext.Const("nothing")
	wordNothingNow   = safetext.Const("nothing now")
	wordDone         = safetext.Const(" done")
)

// addSides puts into the rows of a focus what boxes cannot say: that a side has nothing in it, who is hidden, and how many come behind
// the last column.
func (c *canvas) addSides(of *graph.Layout, dv *DepView, win, within Rect) {
	f := dv.Focus
	for i := range of.Columns {
		col, top, below := &of.Columns[i], 0, 0
		for k := range of.Boxes {
			b := &of.Boxes[k]
			if b.Column != i {
				continue
			}
			below, top = max(below, b.Y+b.H), b.Y
			end := within.X + within.W
			if i+1 < len(of.Columns) {
				end = of.Columns[i+1].X - 1
			}
			if n := dv.Node(b.Node); b.OutRow < 0 && col.Wave > 0 && n.Behind > 0 {
				c.addFocusStub(b, &n, win, within, end-b.X-b.W)
			}
		}
		if len(col.Hidden) > 0 {
			c.putWithin(win, within, below, col.X, col.W+columnGap-1, func(p *pen) { drawHiddenNames(p, dv, col.Hidden) })
		}
		if col.Wave != 0 {
			continue
		}
		for side, at := range [2]int{col.X - emptySide, col.X + col.W + 3} {
			if side == 0 && i > 0 || side == 1 && i+1 < len(of.Columns) {
				continue
			}
			words, done := nothingWords(f.done(side))
			c.putWithin(win, within, top+1, at, emptySide-2, func(p *pen) { p.text(style.Dim, words) })
			c.putWithin(win, within, top+2, at, emptySide-2, func(p *pen) { p.text(style.Dim, done) })
		}
	}
}

// addFocusStub says behind a box from which no line is drawn how many wait behind it.
func (c *canvas) addFocusStub(b *graph.Box, n *Node, win, within Rect, room int) {
	stroke := graph.Stroke{Weight: graph.Light, Class: toneClass(n.Tone, n.Chain)}
	if n.Chain {
		stroke.Weight = graph.Heavy
	}
	if w := 3 + digits(n.Behind) + len(" more"); w <= room {
		c.putWithin(win, within, b.Row, b.X+b.W, w, func(p *pen) {
			drawArms(p, graph.Cell{Left: stroke.Weight, Right: stroke.Weight, Class: stroke.Class})
			p.glyph(classStyles[stroke.Class], p.sh.Glyphs.Head)
			p.space(1)
			p.number(style.Title, n.Behind)
			p.ascii(style.Dim, " more")
		})
	}
}

// drawHiddenNames draws which tasks have no box: how many, and the first by name.
func drawHiddenNames(p *pen, dv *DepView, nodes []int32) {
	p.number(style.Accent, len(nodes))
	p.ascii(style.Accent, " more: ")
	if len(nodes) > 1 {
		p.drawNames(dv, nodes, p.remaining(), 1, func() { p.space(1) })
		return
	}
	n := dv.Node(nodes[0])
	p.text(style.Dim, n.ID)
	p.space(min(n.ID.Width(), 1))
	p.text(style.Subject, n.Subject)
}

// hiddenAt returns the column under whose boxes it is said at a cell of the layout which tasks have none, and whether there is one.
func (c viewport) hiddenAt(x, y int) (wave int, ok bool) {
	for i := range c.layout.Columns {
		col, below := &c.layout.Columns[i], 0
		for k := range c.layout.Boxes {
			if b := &c.layout.Boxes[k]; b.Column == i {
				below = max(below, b.Y+b.H)
			}
		}
		if len(col.Hidden) > 0 && y == below && x >= col.X && x < col.X+col.W {
			return col.Wave, true
		}
	}
	return 0, false
}
